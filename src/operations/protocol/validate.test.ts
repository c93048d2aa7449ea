import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusedFor } from '../../../test/refusals.ts';
import { folderOf } from '../../../test/temporary-files.ts';
import { good, judged } from '../../../test/validated-folder.ts';
import { InputError } from '../../domain/fault.ts';
import { oneOf } from '../../domain/text-values.ts';
import { readParquetFiles } from '../parquet-files.ts';
import { validate } from './validate.ts';
import type { ValidateOptions } from './validation.ts';

/** What is found in further files beside a good protocol, and how the files are taken. */
function found(
  files: Readonly<Record<string, string>>,
  options: ValidateOptions = {},
  change: Readonly<Record<string, string>> = {},
) {
  const folder = folderOf({ ...good, ...change, ...files });
  const paths = Object.keys(files).map((name) => join(folder, name));
  const { faults, files: all, ...rest } = validate(folder, paths, null, options);
  const taken = all
    .filter(({ file }) => paths.includes(file))
    .map(({ file, kind, rows, faults: count }) => [basename(file), kind, rows, count]);
  return {
    ...rest,
    taken,
    faults: faults.map(({ code, line, values }) => ({ code, line, values })),
  };
}

const refused = (act: () => unknown): unknown => {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
};

/** A second task, so that files have to say which one they are for. */
const two = {
  'protocol.yaml': good['protocol.yaml']!.replace(
    '\npanel:',
    '\n  tone: { unit: { id: review_id, show: text }, questions: { polite: {} } }\npanel:',
  ).replace('training: {', 'training: { task: safety,'),
};

describe('a file of no known kind', () => {
  const expected = { code: 'fields-of-tasks', values: { tasks: oneOf(['safety']) } };

  it('is told by its fields, eight at most, and its rows are counted', () => {
    const row = Object.fromEntries([...'abcdefghi'].map((name) => [name, 1]));
    const text = `${JSON.stringify(row)}\n{"z":1}\n`;
    expect(found({ 'odd.jsonl': text })).toEqual({
      taken: [['odd.jsonl', 'unknown', 2, 1]],
      count: 1,
      unchecked: [],
      faults: [
        {
          code: 'unknown-format',
          line: 1,
          values: { got: { code: 'all-of', values: { list: [...'abcdefgh'] } }, expected },
        },
      ],
    });
  });

  it('may be one object over several lines', () => {
    expect(found({ 'odd.json': '{\n  "a": 1,\n  "b": 2\n}\n' })).toMatchObject({
      taken: [['odd.json', 'unknown', 0, 1]],
      count: 1,
      faults: [
        {
          code: 'unknown-format',
          line: undefined,
          values: { got: { values: { list: ['a', 'b'] } }, expected },
        },
      ],
    });
  });

  it('may be Parquet that cannot be read, with the reason', async () => {
    const folder = folderOf({ ...good, 'broken.parquet': 'PAR1 and nothing else' });
    const broken = join(folder, 'broken.parquet');
    const parquet = await readParquetFiles([broken, join(folder, 'key.jsonl')], {});
    expect([...parquet.keys()]).toEqual([broken]);
    const { faults, files } = validate(folder, [broken], null, { parquet });
    expect(files.at(-1)).toMatchObject({ file: broken, kind: 'unknown', rows: 0, faults: 1 });
    expect(faults).toMatchObject([{ file: broken }]);
  });
});

describe('judgments', () => {
  it('in a table have labels that are no answers told once more, in lines they do not', () => {
    const votes = ['r1', 'r2'].flatMap((unit) => ['anna', 'ben'].map((who) => [unit, who]));
    const table = votes.map(([unit, who]) => `${unit},${who},yes,awful\n`).join('');
    const codesOf = (files: Readonly<Record<string, string>>, options?: ValidateOptions) =>
      found(files, options).faults.map(({ code }) => code);
    const head = 'unit,annotator,relevant,severity\n';
    // All rows at once, and one of them.
    expect(codesOf({ 'votes.csv': head + table })).toEqual(['unfit-labels', 'wrong-value']);
    const lines = votes.map(([unit, annotator]) => {
      const answers = { relevant: true, severity: 'awful' };
      const row = { task: 'safety', unit, annotator, answers, guideline_version: '1' };
      return `${JSON.stringify(row)}\n`;
    });
    const inLines = codesOf({ 'more.jsonl': lines.join('') }, { mode: 'normalise' });
    expect(inLines).toContain('wrong-value');
    expect(inLines).not.toContain('unfit-labels');
  });
});

describe('what a file holds', () => {
  it('is what the caller says, where that can be', () => {
    const units = '{"review_id":"r3","business_id":"b","text":"t"}\n';
    expect(found({ 'more.jsonl': units }, { kind: 'units' }).taken).toEqual([
      ['more.jsonl', 'units', 1, 0],
    ]);
    const ruling = '{"unit":"r1","task":"safety","answers":{"relevant":false},"reason":"x"}\n';
    expect(found({ 'more.jsonl': ruling }, { kind: 'rulings' }).taken).toMatchObject([
      ['more.jsonl', 'rulings', 1, expect.any(Number)],
    ]);
    for (const format of ['judgment-cache', 'override-file'] as const)
      expect(refused(() => found({ 'x.jsonl': units }, { kind: 'units', format }))).toMatchObject(
        refusedFor('unknown-format'),
      );
    const gold = found({ 'chunks.jsonl': units }, { format: 'gold-pack', kind: 'judgments' });
    expect(gold.faults).toMatchObject([{ code: 'gold-pack-files' }]);
  });

  it('needs a task where there are several, which is named or told by its rows', () => {
    const units = '{"review_id":"r3","text":"t"}\n';
    expect(found({ 'more.jsonl': '{"other":1}\n' }, { kind: 'units' }, two)).toMatchObject({
      taken: [['more.jsonl', 'unknown', 0, 1]],
      faults: [{ code: 'unknown-task' }],
    });
    const named = found({ 'more.jsonl': units }, { kind: 'units', task: 'tone' }, two);
    expect(named).toMatchObject({ taken: [['more.jsonl', 'units', 1, 0]], faults: [] });
    expect(refused(() => found({}, { task: 'nosuch' }, two))).toMatchObject(
      refusedFor('unknown-task', {
        values: { got: 'nosuch', expected: oneOf(['safety', 'tone']) },
      }),
    );
  });

  it('goes into a round of the protocol, and of its task', () => {
    expect(found({}, { round: 'training' }).count).toBe(0);
    expect(found({}, { round: 'training', task: 'safety' }, two).count).toBe(0);
    expect(refused(() => found({}, { round: 'full' }))).toMatchObject(
      refusedFor('unknown-round', { values: { got: 'full', expected: oneOf(['training']) } }),
    );
    expect(refused(() => found({}, { round: 'training', task: 'tone' }, two))).toMatchObject(
      refusedFor('unknown-round', { values: { got: 'training', expected: oneOf([]) } }),
    );
  });
});

it('judgments beside the protocol that nobody named are listed, those that were looked at not', () => {
  const folder = folderOf({
    ...good,
    'judgments/a.jsonl': judged([{}]),
    'judgments/b.jsonl': judged([{}]),
  });
  expect(validate(folder, [], null).unchecked).toEqual(
    ['a.jsonl', 'b.jsonl'].map((name) => join(folder, 'judgments', name)),
  );
  expect(validate(folder, [join(folder, 'judgments', 'a.jsonl')], null).unchecked).toEqual([]);
});

it('units that are given twice are told with the first place, and numbered where asked', () => {
  const row = { review_id: 'r9', business_id: 'b', text: 't' };
  const list = found({ 'more.json': JSON.stringify([row, row]) });
  expect(list.faults).toMatchObject([{ code: 'duplicate-unit', values: { unit: 'r9' } }]);
  const bare = 'business_id,text\nb,t\nb,u\n';
  const numbered = found({ 'more.csv': bare }, { kind: 'units', numbered: 'review_id' });
  expect(numbered).toMatchObject({ taken: [['more.csv', 'units', 2, 0]], faults: [] });
});
