import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guardedRelease, pairRelease, ruleRelease } from '../../../../test/guard-release.ts';
import { jsonLines, temporaryFolder } from '../../../../test/run-assay.ts';
import type { Look } from '../../../release/looks.ts';
import { judgeRelease, releasedTask, releaseFold } from '../judge-release.ts';
import { headOf, looksOf } from './known-looks.ts';
import { appendLooks, ledgerOf, readLedger } from './looks-ledger.ts';
import { measuredShape } from './measured-shape.ts';
import type { MeasuredShape } from './measured-shape.ts';
import { compareTraining } from './read-training.ts';
import { releaseChoices } from './release-choices.ts';

type Folder = () => Promise<string>;

/** The truth of a release in a shape, of everything unless a side is named. */
async function shaped(release: Folder, shape: MeasuredShape, side: 'dev' | 'test' | null = null) {
  const fold = releaseFold(join(await release(), 'out'));
  return measuredShape(fold, null, side, shape);
}

/** What a call throws; null when it does not. */
function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return null;
}

const whole: Folder = () => guardedRelease({ split: false });
const refused = (code: string, values: object = {}) => ({ faults: [{ code, values }] });
const oneOf = (...list: readonly string[]) => ({ expected: { code: 'one-of', values: { list } } });

describe('the truth of a release as a table', () => {
  it('has a column for each label, and each annotator’s own answers', async () => {
    const shape = { as: 'labels', id: 'id', slice: null } as const;
    const { table, measured, verdicts } = await shaped(whole, shape);
    expect(table.rows).toHaveLength(12);
    expect(table.rows[0]).toEqual({ id: 'u0', subject: 'd0', green: 1 });
    expect(table.rows[1]).toMatchObject({ id: 'u1', green: 0 });
    expect(table).toMatchObject({ queries: null, order: null, classes: null });
    expect([measured.side, verdicts]).toEqual([null, null]);
    const who = new Set(table.votes!.map(({ annotator }) => annotator));
    expect([...who]).toContain('ana');
    expect(table.votes!.find(({ id, annotator }) => id === 'u0' && annotator === 'ana')).toEqual({
      id: 'u0',
      subject: 'd0',
      green: 1,
      annotator: 'ana',
    });
  });

  it('is of one side of the split, the test side unless another is named', async () => {
    const shape = { as: 'labels', id: 'id', slice: null } as const;
    const usual = await shaped(guardedRelease, shape);
    const [test, dev] = [
      await shaped(guardedRelease, shape, 'test'),
      await shaped(guardedRelease, shape, 'dev'),
    ];
    const ids = ({ table }: typeof usual) => table.rows.map(({ id }) => id);
    expect(ids(usual)).toEqual(ids(test));
    expect([...ids(test), ...ids(dev)].toSorted()).toHaveLength(12);
    expect(new Set([...ids(test), ...ids(dev)]).size).toBe(12);
    await expect(shaped(whole, shape, 'dev')).rejects.toMatchObject(refused('usage'));
  });

  it('has one class with its order, and a field to slice by', async () => {
    const shape = { as: 'class', id: 'unit', question: 'size', slice: 'text' } as const;
    const { table } = await shaped(whole, shape);
    const sizes = ['small', 'medium', 'large'];
    expect(table).toMatchObject({ order: sizes, classes: sizes, level: null, queries: null });
    expect(table.rows[0]).toMatchObject({ unit: 'u0', size: 'small' });
    expect(table.rows[0]!['text']).toEqual(expect.stringMatching(/^alder/));
    expect(table.votes![0]).not.toHaveProperty('text');
    const green = await shaped(whole, { ...shape, question: 'green', slice: null });
    expect([green.table.order, green.table.classes]).toEqual([null, ['false', 'true']]);
  });

  it('refuses a question and a field that it has not, with those that it has', async () => {
    const shape = { as: 'class', id: 'id', question: 'colour', slice: null } as const;
    await expect(shaped(whole, shape)).rejects.toMatchObject({
      faults: [{ field: '--class', values: oneOf('green', 'size') }],
    });
    const sliced = { as: 'labels', id: 'id', slice: 'year' } as const;
    await expect(shaped(whole, sliced)).rejects.toMatchObject({
      faults: [{ field: '--slice', values: oneOf('id', 'doc', 'text') }],
    });
    const verdicts = { as: 'verdicts', policy: null } as const;
    await expect(shaped(whole, verdicts)).rejects.toMatchObject(refused('usage'));
  });
});

describe('pairs of a query and a document', () => {
  it('are judged by the only question with grades, unless one is named', async () => {
    const usual = await shaped(pairRelease, { as: 'qrels', question: null, slice: null });
    expect(usual.table).toMatchObject({ level: 2, queries: null, order: null, classes: null });
    const named = await shaped(pairRelease, { as: 'qrels', question: 'grade', slice: null });
    expect(named.table.rows).toEqual(usual.table.rows);
    const fits = await shaped(pairRelease, { as: 'qrels', question: 'fits', slice: null });
    expect(fits.table.level).toBeNull();
    expect(fits.table.rows).not.toEqual(usual.table.rows);
    const unknown = { as: 'qrels', question: 'text', slice: null } as const;
    await expect(shaped(pairRelease, unknown)).rejects.toMatchObject({
      faults: [{ field: '--question', values: oneOf('fits', 'grade') }],
    });
  });

  it('have the field of a query where all of its documents say the same', async () => {
    const { table } = await shaped(pairRelease, { as: 'qrels', question: null, slice: 'kind' });
    const queries = new Set(table.rows.map(({ query_id }) => query_id));
    expect(table.queries!.map(({ query_id }) => query_id).toSorted()).toEqual(
      [...queries].toSorted(),
    );
    for (const { query_id, kind } of table.queries!)
      expect(kind).toBe(Number(String(query_id).slice(1)) % 2 === 0 ? 'even' : 'odd');
    expect(table.rows[0]).not.toHaveProperty('kind');
    // The documents of a query have texts of their own.
    const texts = await shaped(pairRelease, { as: 'qrels', question: null, slice: 'text' });
    expect(texts.table.queries).toEqual([]);
  });
});

describe('rules that were read from texts', () => {
  const rules = (question: string | null) =>
    shaped(ruleRelease, { as: 'rules', id: 'id', question });

  it('are true by the answers that are named', async () => {
    const { table } = await rules('quality=correct');
    const count = (rows: typeof table.rows): readonly number[] =>
      rows.map((row) => (row['rules'] as readonly unknown[]).length);
    expect(table.rows.map(({ id }) => id)).toEqual(['t0', 't1', 't2']);
    expect(count(table.rows)).toEqual([2, 1, 0]);
    expect(table).toMatchObject({ votes: null, queries: null, level: null });
    expect(count((await rules('quality=correct|partial')).table.rows)).toEqual([2, 2, 0]);
  });

  it.each(['quality', 'quality=', 'quality=right', 'quality=correct|right', null])(
    'need answers that there are: %s',
    async (question) => {
      await expect(rules(question)).rejects.toMatchObject({
        faults: [
          {
            field: '--question',
            values: oneOf('quality=correct', 'quality=partial', 'quality=wrong'),
          },
        ],
      });
    },
  );
});

describe('what a release offers', () => {
  it('is listed for each task', async () => {
    const { simulated, tasks, policies } = releaseChoices(join(await guardedRelease(), 'out'));
    expect([simulated, policies]).toEqual([false, []]);
    expect(tasks).toHaveLength(1);
    const [task] = tasks;
    expect(task).toMatchObject({ task: 'topics', units: 12, labels: ['green'], families: [] });
    expect(task!.sides!.dev + task!.sides!.test).toBe(12);
    expect(task!.classes.map(({ id, answers }) => [id, answers])).toEqual([
      ['green', ['false', 'true']],
      ['size', ['small', 'medium', 'large']],
    ]);
    expect(task).toMatchObject({ hasSubjects: true, fields: ['doc'] });
    expect(task!.relevance.map(({ id }) => id)).toEqual(['green', 'size']);
    // Values without an order say nothing about relevance.
    expect(releaseChoices(join(await ruleRelease(), 'out')).tasks[0]!.relevance).toEqual([]);
    const pairs = releaseChoices(join(await pairRelease(), 'out')).tasks[0]!;
    expect(pairs.relevance.map(({ id }) => id)).toEqual(['fits', 'grade']);
    expect(pairs.fields).toEqual(['kind']);
    const plain = releaseChoices(join(await whole(), 'out')).tasks[0]!;
    expect(plain.sides).toBeNull();
  });

  it('has the task that is named, or the only one', async () => {
    const fold = releaseFold(join(await whole(), 'out'));
    expect(releasedTask(fold, undefined).task.task.id).toBe('topics');
    expect(releasedTask(fold, 'topics').task.task.id).toBe('topics');
    expect(thrown(() => releasedTask(fold, 'other'))).toMatchObject(
      refused('unknown-task', { got: 'other', expected: ['topics'] }),
    );
    expect(() => releaseFold(temporaryFolder())).toThrow(/release/);
  });

  it('is judged without the judge', async () => {
    const release = join(await whole(), 'out');
    const limits = { epsilon: 0.1, q: 0.05, leastPeople: 1, leastUnits: 1, width: 0.1 };
    const request = { release, judge: 'heard#1', by: [], scoring: 'accuracy', ...limits } as const;
    const found = judgeRelease(request);
    const { project, task, simulated, stale, superseded, assisted, stratified, warnings } = found;
    expect({ project, task, simulated, stale, superseded, assisted, stratified, warnings }).toEqual(
      {
        project: 'guarded',
        task: 'topics',
        simulated: false,
        stale: 0,
        superseded: 0,
        assisted: 0,
        stratified: false,
        warnings: [],
      },
    );
    expect(() => judgeRelease({ ...request, judge: 'nobody' })).toThrow(/judge/);
    expect(() => judgeRelease({ ...request, by: ['year'] })).toThrow(/--by/);
  });
});

it('training data that is in the truth is found by id, hash and text', async () => {
  const fold = releaseFold(join(await whole(), 'out'));
  const { measured } = measuredShape(fold, null, null, { as: 'labels', id: 'id', slice: null });
  const { unit } = measured.truths[2]!;
  const rows = [
    { id: 'u1' },
    { unit: 'u1' },
    { hash: unit.hash },
    { text: unit.fields['text'] },
    { id: 'x9', text: 'Nothing like any of these.' },
  ];
  const file = join(temporaryFolder({ 'train.jsonl': jsonLines(rows) }), 'train.jsonl');
  const report = await compareTraining(file, measured);
  expect(report).toMatchObject({ file, rows: 5, overlapping: 4, withheld: 0 });
  expect(report.faults.map(({ line, values }) => [line, values['unit']])).toEqual([
    [1, 'u1'],
    [2, 'u1'],
    [3, 'u2'],
    [4, 'u2'],
  ]);
  const bad = join(temporaryFolder({ 'train.jsonl': '{"note":1}\n' }), 'train.jsonl');
  await expect(compareTraining(bad, measured)).rejects.toMatchObject(refused('missing-field'));
});

describe('the ledger of looks', () => {
  const look = (system: string): Look => ({
    at: '2026-03-02T08:00:00.000Z',
    by: 'lena',
    system,
    made_by: [],
    task: 'topics',
    split: 'test',
    measures: ['F1'],
    manifest: 'm',
    override: null,
  });

  it('lies beside the release, however that is named', () => {
    expect(ledgerOf('a/out')).toBe('a/out.looks.jsonl');
    expect(ledgerOf('a/out//')).toBe('a/out.looks.jsonl');
    expect(ledgerOf('.')).toBe(`${resolve('.')}.looks.jsonl`);
    expect(ledgerOf('..')).toBe(`${resolve('..')}.looks.jsonl`);
  });

  it('is a chain to which looks are added, and whose end may be kept elsewhere', async () => {
    const release = join(temporaryFolder(), 'out');
    const file = ledgerOf(release);
    expect([readLedger(file), looksOf(release, null), headOf([])]).toEqual([[], [], null]);
    const first = await appendLooks(file, [look('a'), look('b')]);
    const all = await appendLooks(file, [look('c')]);
    expect(all.map(({ look: number, system }) => [number, system])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
    expect([readLedger(file), first]).toEqual([all, all.slice(0, 2)]);
    const [, second, third] = all;
    expect(headOf(all)).toBe(`3:${third!.hash}`);
    expect(looksOf(release, { look: 2, hash: second!.hash })).toEqual(all);
    expect(thrown(() => looksOf(release, { look: 2, hash: third!.hash }))).toMatchObject(
      refused('ledger-broken'),
    );
    expect(() => looksOf(release, { look: 4, hash: third!.hash })).toThrow();
  });

  it('goes on behind a line that lost its end, and is refused when it was changed', async () => {
    const file = join(temporaryFolder(), 'out.looks.jsonl');
    await appendLooks(file, [look('a')]);
    writeFileSync(file, readFileSync(file, 'utf8').trimEnd());
    expect(await appendLooks(file, [look('b')])).toHaveLength(2);
    expect(readLedger(file)).toHaveLength(2);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"a"', '"z"'));
    expect(thrown(() => readLedger(file))).toMatchObject(refused('ledger-broken'));
    appendFileSync(file, 'x');
    await expect(appendLooks(file, [look('c')])).rejects.toMatchObject(refused('ledger-broken'));
  });
});
