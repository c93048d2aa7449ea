import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { canonicalJson } from '../src/domain/canonical-json.ts';
import { inEnglish } from '../src/domain/english.ts';
import { entryWeight } from '../src/domain/judging/annotator.ts';
import type { PanelEntry } from '../src/domain/judging/annotator.ts';
import type { Protocol } from '../src/domain/protocol/protocol.ts';
import { InputError } from '../src/domain/fault.ts';
import { readProtocol } from '../src/formats/protocol/protocol-yaml.ts';
import { protocolFolder } from '../src/operations/protocol/protocol-folder.ts';
import { readContent } from '../src/formats/protocol/protocol-content.ts';
import { listedChanges } from '../src/truth/protocol/listed-changes.ts';
import { taskHash } from '../src/truth/protocol/task-hash.ts';
import { inWords } from '../src/domain/coded-text.ts';
import { german } from '../src/web/texts/german.ts';
import { tries } from './tries.ts';

const examples = [
  'policy-ground-truth',
  'rag-tasks',
  'regulatory-topics',
  'trial-relevance',
] as const;

/** Keys that an example leaves out, so that their values are changed as well. */
const more = {
  title: 'A title',
  simulated: false,
  consensus: { method: 'weighted', tie: 'heaviest' },
  monitor: { per_hour: [4, 16], positives: 51, prevalence: [0.06, 0.81], idle_seconds: 301 },
  prompts: { careful: 'Choose the lower answer.' },
  prices: {
    date: '2026-11-01',
    currency: 'EUR',
    models: { mini: { input: 0.25, cached: 0.025, cache_write: 0.3, output: 2, batch: 0.5 } },
  },
  release: { split: { dev: 0.5, test: 0.5, keep_together: 'subject' } },
  effort: { units: 7, annotators: 2, minutes: 9, ruling: { share: 0.1, minutes: 4 } },
};

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Every value that lies somewhere in a protocol, changed; and everything named, left out. */
function* mutants(source: Json): Iterable<readonly [string, Json]> {
  if (Array.isArray(source)) {
    for (const [at, one] of source.entries()) {
      for (const [path, changed] of mutants(one)) yield [`${at}.${path}`, source.with(at, changed)];
      yield [`${at} left out`, source.toSpliced(at, 1)];
    }
    if (source.length > 1) yield ['in another order', source.toReversed()];
  } else if (source !== null && typeof source === 'object') {
    for (const [key, one] of Object.entries(source)) {
      for (const [path, changed] of mutants(one))
        yield [`${key}.${path}`, { ...source, [key]: changed }];
      const { [key]: _, ...rest } = source;
      yield [`${key} left out`, rest];
      yield [`${key} called otherwise`, { ...rest, [`${key}x`]: one }];
    }
    if (Object.keys(source).length > 1)
      yield ['in another order', Object.fromEntries(Object.entries(source).toReversed())];
  } else {
    for (const other of others(source)) yield [`${String(source)} → ${String(other)}`, other];
  }
}

function* firstOf<Item>(items: Iterable<Item>, most: number): Iterable<Item> {
  let count = 0;
  for (const one of items) {
    if ((count += 1) > most) return;
    yield one;
  }
}

/** One of ten, which is different ones whenever an example changes; all in a thorough run. */
function* everyFew<Item>(items: Iterable<Item>): Iterable<Item> {
  let count = 0;
  for (const one of items) if ((count += 1) % 10 === 0 || tries(1) > 1) yield one;
}

function others(value: null | boolean | number | string): readonly Json[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value / 2];
  if (typeof value !== 'string') return ['x'];
  const digits = /\d/.test(value)
    ? [value.replace(/\d(?=\D*$)/, (digit) => (digit === '9' ? '8' : '9'))]
    : [];
  const words = ['pilot', 'full', 'human', 'model', 'majority', 'mace', 'all', 'labels'];
  const isChoice = words.includes(value);
  return [`${value}x`, ...digits, ...(isChoice ? words.filter((word) => word !== value) : [])];
}

/** What a protocol means: without how its gates, conditions and constraints are written. */
function meaning(protocol: Protocol): string {
  return canonicalJson({
    ...protocol,
    order: Object.keys(protocol.panel),
    panel: Object.entries(protocol.panel).map(([name, entry]) => {
      const runs = entry.kind === 'model' ? { runs: entry.runs ?? 1 } : {};
      return [name, { ...entry, ...runs, weight: entryWeight(entry) }];
    }),
    tasks: protocol.tasks.map((task) => ({
      ...task,
      constraints: task.constraints.map((one) => one.expression),
      questions: task.questions.map((one) => ({ ...one, when: one.when?.expression ?? null })),
    })),
    rounds: protocol.rounds.map((round) => ({
      ...round,
      gates: round.gates.map(({ source: _, ...gate }) => gate),
    })),
  });
}

const hashes = ({ tasks }: Protocol): string =>
  canonicalJson(tasks.map((task) => [task.id, taskHash(task)]).toSorted());

describe.each(examples)('a changed protocol of %s', (name) => {
  const content = protocolFolder(join('examples', name));
  const source = { ...more, ...(parse(content.source) as { [key: string]: Json }) } as Json;
  const before = readContent({ ...content, source: stringify(source) }, true);
  const meaningBefore = meaning(before.protocol);
  const hashesBefore = hashes(before.protocol);

  it('lists every change in both languages, and says what makes judgments stale', () => {
    let listed = 0;
    for (const [path, changed] of everyFew(mutants(source))) {
      const read = readProtocol(JSON.stringify(changed));
      if (!read.ok) continue;
      const after = { ...before, protocol: read.value };
      const changes = listedChanges(before, after);
      const isSame = meaning(read.value) === meaningBefore;
      expect([path, changes.length > 0]).toEqual([path, !isSame]);
      const isAsked = changes.some(
        (one) => one.class === 'asked' && !inEnglish(one.text).startsWith('version of the guide'),
      );
      if (hashes(read.value) !== hashesBefore) expect([path, isAsked]).toEqual([path, true]);
      for (const { text } of changes) {
        expect(inEnglish(text)).not.toMatch(/\{|undefined|\[object/);
        expect(inWords(german, text)).not.toMatch(/\{|undefined|\[object/);
      }
      listed += isSame ? 0 : 1;
    }
    expect(listed).toBeGreaterThan(15);
  });

  it('lists every change of the files that it names', () => {
    const files = Object.entries(content.files);
    for (const [file, text] of files) {
      const isRows = file.endsWith('.jsonl');
      const whole = (
        isRows
          ? text
              .trim()
              .split('\n')
              .map((row) => JSON.parse(row) as Json)
          : parse(text)
      ) as Json;
      // The entries of a file are alike; the first few stand for all.
      for (const [path, changed] of firstOf(mutants(whole), tries(15))) {
        const written = isRows
          ? `${(changed as Json[]).map((row) => JSON.stringify(row)).join('\n')}\n`
          : stringify(changed);
        let after;
        try {
          after = readContent({ ...content, files: { ...content.files, [file]: written } }, true);
        } catch (error) {
          if (error instanceof InputError) continue;
          throw error;
        }
        const changes = listedChanges({ ...before, protocol: after.protocol }, after);
        const read = (all: typeof after.named): string =>
          canonicalJson(
            all.map((one) => [
              one.file,
              one.content instanceof Map ? [...one.content].toSorted() : one.content,
            ]),
          );
        expect([file, path, changes.length > 0]).toEqual([
          file,
          path,
          read(after.named) !== read(before.named),
        ]);
        expect(changes.every((one) => one.class === 'rules')).toBe(true);
      }
    }
  });
});

it('says how the rules changed in the words of the protocol', () => {
  const content = protocolFolder('examples/regulatory-topics');
  const before = readContent(content, true);
  const lowered = content.source.replace(
    'fleiss_kappa >= 0.70 overall',
    'fleiss_kappa >= 0.10 overall',
  );
  expect(lowered).not.toBe(content.source);
  const after = readContent({ ...content, source: lowered }, true);
  const [change] = listedChanges(before, after);
  expect(change).toMatchObject({ class: 'rules', round: 'pilot' });
  expect(inEnglish(change!.text)).toMatch(
    /^gate of the round pilot: fleiss_kappa >= 0\.70 overall.* → fleiss_kappa >= 0\.10 overall/,
  );
});

it('takes how a model is reached, and what it costs, for no change of the rules', () => {
  const content = protocolFolder('examples/policy-ground-truth');
  const withPanel = (settings: string, rest = ''): ReturnType<typeof readContent> => {
    const source = content.source.replace(
      /gpt-5\.1: \{.*\}/,
      `gpt-5.1: { kind: model, runs: 1${settings} }`,
    );
    return readContent({ ...content, source: `${source}\n${rest}` }, true);
  };
  const classes = (settings: string, rest = ''): readonly string[] =>
    listedChanges(withPanel(', weight: 3'), withPanel(settings, rest)).map((one) => one.class);
  const base = ', weight: 3';
  for (const plain of [
    'base_url: "http://localhost:8000/v1"',
    'key_env: OTHER_KEY',
    'max_tokens: 100',
    'drop_parameters: true',
  ])
    expect([plain, classes(`${base}, ${plain}`)]).toEqual([plain, ['wording']]);
  for (const rule of ['provider: openai', 'model: gpt-5', 'tasks: [allergy]'])
    expect([rule, classes(`${base}, ${rule}`)]).toEqual([rule, ['rules']]);
  expect(classes(`${base}, parameters: { seed: 1 }`)).toEqual(['rules']);
  expect(classes(', weight: 2')).toEqual(['rules']);
  const prices = 'prices: { date: 2026-11-01, models: { gpt-5: { input: 1, output: 2 } } }';
  expect(classes(base, prices)).toEqual(['wording']);
  expect(classes(base, 'prompts: { careful: Read twice. }')).toEqual(['rules']);
});

it('keeps the recording that a model replays, and takes another one for no change of the rules', () => {
  const content = protocolFolder('examples/policy-ground-truth');
  const file = 'recordings/allergy.jsonl';
  const source = content.source.replace(
    'gpt-5.1: { kind: model,',
    `gpt-5.1: { kind: model, provider: recorded, recording: ${file},`,
  );
  const head = '{"recording":1,"simulated":true}\n';
  const withFile = (text: string): ReturnType<typeof readContent> =>
    readContent({ ...content, source, files: { ...content.files, [file]: text } }, true);
  const line = '{"unit":"R0001","reply":{"is_relevant":false}}\n';
  const changes = listedChanges(withFile(head), withFile(head + line));
  expect(changes.map((one) => [one.class, inEnglish(one.text)])).toEqual([
    ['wording', `file ${file}: changed`],
  ]);
  expect(() => withFile('no recording')).toThrow(InputError);
});

it('names the default that a setting had, and takes a default that is spelled out for no change', () => {
  const content = protocolFolder(join('examples', 'trial-relevance'));
  const whole = readContent(content, true);
  const [name, { weight: _, ...entry }] = Object.entries(whole.protocol.panel)[0]!;
  const withEntry = (own: PanelEntry) => {
    const panel = { ...whole.protocol.panel, [name]: own };
    return { ...whole, protocol: { ...whole.protocol, panel } };
  };
  const withWeight = (weight: number) =>
    listedChanges(withEntry(entry), withEntry({ ...entry, weight }));
  expect(withWeight(1)).toEqual([]);
  expect(withWeight(2).map((one) => [one.class, inEnglish(one.text)])).toEqual([
    ['rules', `weight of ${name} on the panel: 1 → 2`],
  ]);
});
