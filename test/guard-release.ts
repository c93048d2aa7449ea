import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { FolderTemplate } from './folder-template.ts';
import { runAssay } from './run-assay.ts';

/** Texts of twelve units, far enough apart that none is like another. */
const trees = 'alder birch cedar elm fir hazel ivy juniper larch maple oak pine'.split(' ');

/** The text of a unit. */
export function unitText(at: number): string {
  const own = (place: number): string => `${trees[(at * 5 + place) % 12]!}${at}${place}`;
  return Array.from({ length: 20 }, (_, place) => own(place)).join(' ');
}

const protocol = `assay: 1
name: guarded
guideline: { version: "1.0", file: guideline.md }
units: { topics: units/all.jsonl }
tasks:
  topics:
    unit: { id: id, subject: doc, show: text }
    questions:
      green: { ask: Is it green? }
      size: { ask: How large?, scale: { ordinal: [small, medium, large] } }
panel:
  people: { names: [ana] }
  gpt-6: { kind: model, runs: 2, family: omni, model: gpt-6-2026-01-31 }
  heard: { kind: model, runs: 1, weight: 0 }
  keywords: { kind: rule, weight: 1, file: rules.yaml }
  quiet: { kind: rule, weight: 0, file: quiet.yaml }
`;

/** The answers that everybody gives: half of the units are green, a third each is of one size. */
function trueAnswers(at: number): { readonly green: boolean; readonly size: string } {
  return { green: at % 2 === 0, size: ['small', 'medium', 'large'][at % 3]! };
}

interface GuardedOptions {
  readonly split?: boolean;
  readonly withText?: boolean;
  readonly unit?: string;
}

/** A release of twelve units by a person, two runs of a model, a rule that counts and two not. */
export async function guardedRelease(options: GuardedOptions = {}): Promise<string> {
  const key = [options.split !== false, options.withText !== false, options.unit].join(' ');
  const made = guarded.get(key) ?? new FolderTemplate((folder) => makeGuarded(folder, options));
  guarded.set(key, made);
  return await made.copy();
}

const guarded = new Map<string, FolderTemplate>();

async function makeGuarded(folder: string, options: GuardedOptions): Promise<void> {
  for (const name of ['units', 'judgments', 'rulings']) mkdirSync(join(folder, name));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const rows = (list: readonly object[]): string =>
    list.map((row) => `${JSON.stringify(row)}\n`).join('');
  const split = 'release: { split: { dev: 0.5, test: 0.5 } }\n';
  const { unit = 'id' } = options;
  const named = protocol.replace('id: id', `id: ${unit}`);
  write('protocol.yaml', options.split === false ? named : `${named}${split}`);
  write('guideline.md', '# Guideline\n\nVersion 1.0\n');
  write('rules.yaml', 'labels: { green: [alder] }\n');
  write('quiet.yaml', 'labels: { green: [birch] }\n');
  const units = Array.from({ length: 12 }, (_, at) => ({
    id: `u${at}`,
    doc: `d${at % 6}`,
    text: unitText(at),
  }));
  write('units/all.jsonl', rows(units.map(({ id, ...rest }) => ({ [unit]: id, ...rest }))));
  for (const annotator of ['ana', 'gpt-6#1', 'gpt-6#2', 'heard#1', 'keywords', 'quiet'])
    write(
      `judgments/${annotator}.jsonl`,
      rows(
        units.map(({ id }, at) => ({
          [unit]: id,
          ...trueAnswers(at),
          annotator_id: annotator,
          guideline_version: '1.0',
        })),
      ),
    );
  const ruling = { task: 'topics', by: 'judge-bot', reason: 'Seen twice.', answers: {} };
  write(
    'rulings/all.jsonl',
    rows(units.map(({ id }, at) => ({ ...ruling, unit: id, answers: trueAnswers(at) }))),
  );
  await cut(folder, options.withText === false ? [] : ['--with-text']);
  write(
    'system.jsonl',
    rows(units.map(({ id }, at) => ({ id, green: at % 4 === 0 ? 1 : 0, size: 'medium' }))),
  );
}

const pairProtocol = `assay: 1
name: pairs
guideline: { version: "1.0", file: guideline.md }
units: { relevance: units/all.jsonl }
tasks:
  relevance:
    unit: { id: [query_id, doc_id], subject: query_id, show: text }
    questions:
      fits: { ask: Does it fit? }
      grade: { ask: How relevant?, scale: { ordinal: [0, 1, 2], present: 2 } }
panel: { people: { names: [ana] } }
release: { split: { dev: 0.4, test: 0.6, keep_together: subject } }
`;

/** A release of ten queries with six documents each, graded 0 to 2 by one person. */
export async function pairRelease(): Promise<string> {
  return await pairTemplate.copy();
}

const pairTemplate = new FolderTemplate(async (folder) => {
  for (const name of ['units', 'judgments']) mkdirSync(join(folder, name));
  const pairs = Array.from({ length: 60 }, (_, at) => ({
    query_id: `q${Math.floor(at / 6)}`,
    doc_id: `d${at % 6}`,
  }));
  const write = (name: string, rows: readonly object[]): void =>
    writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(join(folder, 'protocol.yaml'), pairProtocol);
  writeFileSync(join(folder, 'guideline.md'), '# Guideline\n\nVersion 1.0\n');
  write(
    'units/all.jsonl',
    pairs.map((pair, at) => ({
      ...pair,
      text: unitText(at),
      kind: Math.floor(at / 6) % 2 === 0 ? 'even' : 'odd',
    })),
  );
  write(
    'judgments/ana.jsonl',
    pairs.map((pair, at) => ({
      ...pair,
      fits: at % 2 === 0,
      grade: (at * 7 + (at % 5)) % 3,
      annotator_id: 'ana',
      guideline_version: '1.0',
    })),
  );
  await cut(folder, ['--with-text']);
});

const ruleProtocol = `assay: 1
name: rules
guideline: { version: "1.0", file: guideline.md }
units: { rules: units/all.jsonl }
tasks:
  rules:
    unit:
      id: [trial, rule]
      subject: trial
      show: [type, field, operator, value]
    questions:
      quality: { ask: Is it right?, scale: { nominal: [correct, partial, wrong] } }
panel: { people: { names: [ana] } }
`;

/** A release of six rules that were read from three texts; half of them are right. */
export async function ruleRelease(): Promise<string> {
  return await ruleTemplate.copy();
}

const ruleTemplate = new FolderTemplate(async (folder) => {
  for (const name of ['units', 'judgments']) mkdirSync(join(folder, name));
  const write = (name: string, rows: readonly object[]): void =>
    writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(join(folder, 'protocol.yaml'), ruleProtocol);
  writeFileSync(join(folder, 'guideline.md'), '# Guideline\n\nVersion 1.0\n');
  const rules = [
    ['t0', '18', 'correct'],
    ['t0', '30', 'correct'],
    ['t0', '99', 'wrong'],
    ['t1', '60', 'correct'],
    ['t1', '61', 'partial'],
    ['t2', '12', 'wrong'],
  ] as const;
  const rule = { type: 'INCLUSION', field: 'age', operator: '>=' };
  write(
    'units/all.jsonl',
    rules.map(([trial, value], at) => ({ trial, rule: `r${at}`, ...rule, value })),
  );
  write(
    'judgments/ana.jsonl',
    rules.map(([trial, , quality], at) => ({
      trial,
      rule: `r${at}`,
      quality,
      annotator_id: 'ana',
      guideline_version: '1.0',
    })),
  );
  await cut(folder, ['--with-text']);
});

/** A release of the policy example, without what waits for a ruling. */
export async function policyRelease(): Promise<string> {
  return await policies.copy();
}

/** A release of the RAG example, without what waits for a ruling. */
export async function ragRelease(): Promise<string> {
  return await rag.copy();
}

const [policies, rag] = ['policy-ground-truth', 'rag-tasks'].map(
  (name) =>
    new FolderTemplate(async (folder) => {
      await cut(folder, [], new URL(`../examples/${name}`, import.meta.url).pathname);
    }),
) as [FolderTemplate, FolderTemplate];

async function cut(folder: string, words: readonly string[], from = '.'): Promise<void> {
  const call = ['release', from, '--version', '1', '--out', 'out', '--names'];
  const date = ['--date', '2026-01-05T10:00:00Z', '--allow-open', 'A test.'];
  const made = await runAssay([...call, ...date, ...words], folder);
  expect({ code: made.code, err: made.code === 0 ? '' : made.err }).toEqual({ code: 0, err: '' });
}
