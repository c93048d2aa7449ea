import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { InputError } from '../src/domain/fault.ts';
import { scaleAnswers } from '../src/domain/protocol/scale.ts';
import { readProtocol } from '../src/formats/protocol/protocol-yaml.ts';
import { createProject } from '../src/operations/protocol/create-project.ts';
import type { ImportRequest } from '../src/operations/exchange/import-request.ts';
import { bytesOf, imported } from './exported-files.ts';
import { exportFile } from '../src/operations/exchange/export-file.ts';
import { readTable } from '../src/formats/table-text.ts';
import { naughtyStrings } from './naughty-strings.ts';
import { jsonLines, parseLines } from './run-assay.ts';
import { testDatabases } from './stores.ts';
import type { TestDatabases } from './stores.ts';
import { makeWorld } from './work-world.ts';
import type { WorkContext } from '../src/operations/work-context.ts';

const databases = testDatabases('sqlite');
const project = 'naughty';
type Row = Readonly<Record<string, unknown>>;

const why = { why: { scale: 'text', required: false } };

/** A protocol whose labels are these; one more question is a text. */
function source(labels: readonly string[], texts: object = why): string {
  return stringify({
    assay: 1,
    name: project,
    guideline: { version: '1.0', file: 'guideline.md' },
    tasks: {
      main: {
        unit: { id: 'id', show: ['text', 'more'] },
        questions: { kind: { scale: { nominal: labels } }, ...texts },
        asides: ['notes'],
      },
    },
    panel: { people: { kind: 'human' } },
    rounds: {},
  });
}

/** The labels that a protocol takes, as it reads them: each once in Unicode's composed form. */
function takenLabels(): readonly string[] {
  const composed = [...new Set(naughtyStrings.map((text) => text.normalize('NFC')))];
  return composed.filter((label) => label !== 'plain' && readProtocol(source(['plain', label])).ok);
}

async function emptyProject(
  from: TestDatabases,
  labels: readonly string[],
  texts: object = why,
): Promise<WorkContext> {
  const { lead } = await makeWorld(await from.open());
  await createProject(lead, {
    source: source(labels, texts),
    guideline: '# Guideline 1.0\n\n## kind\n\n### Definition\n\nAny.\n',
    files: {},
  });
  return lead;
}

/** Imports the rows that are taken; those that are not have a fault each, with their line. */
async function take(lead: WorkContext, kind: 'units' | 'judgments', rows: readonly Row[]) {
  let taken = rows;
  // Like faults are told as one, with the first line of them.
  for (let round = 0; round < 40; round += 1)
    try {
      await imported(lead, jsonLines(taken), { project, kind, guideline: 'any' });
      return taken;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const lines = new Set(error.faults.map(({ line }) => line));
      expect(lines.has(undefined)).toBe(false);
      taken = taken.filter((_, at) => !lines.has(at + 1));
    }
  throw new Error('Most rows are refused');
}

async function written(
  lead: WorkContext,
  kind: 'units' | 'judgments',
  format: string,
  raw = false,
) {
  return await bytesOf(await exportFile(lead, { project, kind, format, raw }));
}

/** Cells of a table that a spreadsheet would run: none but numbers may begin like a formula. */
function running(table: Buffer): readonly string[] {
  const { columns, rows } = readTable(table.toString('utf8'), { raw: true });
  const cells = [...columns, ...rows.flatMap(({ fields }) => fields)];
  return cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && Number.isNaN(Number(cell)));
}

/** What was said, without where the import comes from. */
async function said(lead: WorkContext): Promise<readonly Row[]> {
  const rows = parseLines<Row>((await written(lead, 'judgments', 'jsonl')).toString('utf8'));
  return rows
    .map(({ unit, annotator, answers, notes }) => ({ unit, annotator, answers, notes }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** What the units are. */
async function units(lead: WorkContext): Promise<readonly Row[]> {
  const rows = parseLines<Row>((await written(lead, 'units', 'jsonl')).toString('utf8'));
  return rows.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
}

it('labels that mean something elsewhere are themselves in a protocol', () => {
  const labels = takenLabels();
  const read = readProtocol(source(['plain', ...labels]));
  expect(read.ok && scaleAnswers(read.value.tasks[0]!.questions[0]!.scale)).toEqual([
    'plain',
    ...labels,
  ]);
  // Only what nobody can see or type is refused.
  const refused = naughtyStrings.filter((text) => !labels.includes(text.normalize('NFC')));
  expect(refused.filter((text) => /^[\x21-\x7e]+$/.test(text))).toEqual([]);
});

it('texts, ids, names, labels and notes come out of every format as they went in', async () => {
  const labels = takenLabels();
  const lead = await emptyProject(databases, labels);
  const unitRows = await take(
    lead,
    'units',
    naughtyStrings.flatMap((text, at) => [
      { id: `text-${at}`, text, more: text },
      { id: text, text: 'plain', more: `${at}` },
    ]),
  );
  const ids = unitRows.map((row) => String(row['id']));
  await take(
    lead,
    'judgments',
    naughtyStrings.flatMap((text, at) => [
      { unit: ids[at]!, annotator: text, answers: { kind: labels[at % labels.length] } },
      {
        unit: ids[ids.length - 1 - at]!,
        annotator: 'anna',
        answers: { kind: labels[0], why: text },
        notes: text,
      },
    ]),
  );
  const [everyUnit, everything] = [await units(lead), await said(lead)];
  expect(everyUnit.length).toBeGreaterThan(1.8 * naughtyStrings.length);
  expect(everything.length).toBeGreaterThan(1.8 * naughtyStrings.length);
  for (const format of ['csv', 'xlsx', 'jsonl'])
    for (const raw of [false, true]) {
      const there = await emptyProject(databases, labels);
      const content = await written(lead, 'units', format, raw);
      await imported(there, content, { project, kind: 'units', raw });
      expect([format, raw, await units(there)]).toEqual([format, raw, everyUnit]);
    }
  for (const kind of ['units', 'judgments', 'truth', 'table'] as const) {
    const request = { project, kind, format: 'csv', allowPartial: true };
    expect([kind, running(await bytesOf(await exportFile(lead, request)))]).toEqual([kind, []]);
    const raw = await bytesOf(await exportFile(lead, { ...request, raw: true }));
    expect(running(raw)).toContain('=1+1');
  }
  const unitLines = await written(lead, 'units', 'jsonl');
  for (const format of formats) {
    const there = await emptyProject(databases, labels);
    await imported(there, unitLines, { project, kind: 'units' });
    const content = await written(lead, 'judgments', format);
    const request: Partial<ImportRequest> = named[format] ?? {};
    await imported(there, content, { project, kind: 'judgments', guideline: 'any', ...request });
    expect([format, await said(there)]).toEqual([format, everything]);
  }
});

it('texts, ids, names, labels and notes come out of doccano, which has labels alone', async () => {
  const labels = takenLabels();
  const lead = await emptyProject(databases, labels, {});
  const rows = naughtyStrings.map((text, at) => ({ id: text, text: `${at}`, more: text }));
  const ids = (await take(lead, 'units', rows)).map((row) => String(row['id']));
  await take(
    lead,
    'judgments',
    ids.map((unit, at) => ({
      unit,
      annotator: 'anna',
      answers: { kind: labels[at % labels.length] },
      notes: unit,
    })),
  );
  const there = await emptyProject(databases, labels, {});
  await imported(there, await written(lead, 'units', 'jsonl'), { project, kind: 'units' });
  const content = await bytesOf(
    await exportFile(lead, { project, kind: 'judgments', format: 'doccano', annotator: 'anna' }),
  );
  await imported(there, content, {
    project,
    kind: 'judgments',
    guideline: 'any',
    format: 'doccano',
    mapping: { annotator: 'anna' },
  });
  const everything = await said(lead);
  expect(everything.length).toBeGreaterThan(0.85 * naughtyStrings.length);
  expect(await said(there)).toEqual(everything);
});

const formats = [
  'jsonl',
  'flat-jsonl',
  'csv',
  'xlsx',
  'parquet',
  'label-studio',
  'argilla',
  'potato',
  'prodigy',
];

/** Formats that are told by name, where fields of the units look like those of a tool. */
const named: Readonly<Record<string, Partial<ImportRequest>>> = {};
