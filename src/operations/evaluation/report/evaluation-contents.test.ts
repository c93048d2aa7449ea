import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, temporaryFolder } from '../../../../test/run-assay.ts';
import { evaluateClasses } from '../evaluate-classes.ts';
import { evaluateRules } from '../evaluate-rules.ts';
import { evaluateRun } from '../evaluate-run.ts';
import type { RunRequest } from '../evaluate-run.ts';
import { evaluateTable } from '../evaluate-table.ts';
import type { TableRequest } from '../evaluate-table.ts';
import { classContent, labelContent, plainContent, runContent } from './evaluation-contents.ts';
import type { ContentNames } from './evaluation-contents.ts';

const draws = { seed: 1, resamples: 20, zeroes: false };
const names: ContentNames = {
  systems: ['mine', 'theirs'],
  truth: 'gold',
  slice: 'kind',
  textOf: (unit) => (unit === 'u2' ? null : `text of ${unit}`),
};

/** A CSV file from rows that are separated by spaces. */
const csv = (rows: string): string => `${rows.split(' ').join('\n')}\n`;

function placed(files: Readonly<Record<string, string>>): (name: string) => string {
  const folder = temporaryFolder(files);
  return (name) => join(folder, name);
}

async function labels(given: Partial<TableRequest> = {}, theirs = 'id,a,b u1,0,0 u2,0,1 u3,1,1') {
  const place = placed({
    'truth.csv': csv('id,a,b,kind,p u1,1,0,x,0.5 u2,0,1,y,1 u3,2,,x,'),
    'mine.csv': csv('id,a,score_a,b u1,1,0.9,1 u2,0,0.1,1 u3,0,0.4,1 u9,1,1,1'),
    'theirs.csv': csv(theirs),
  });
  const request: TableRequest = {
    ...draws,
    truth: place('truth.csv'),
    predictions: place('mine.csv'),
    id: 'id',
    labels: ['a', 'b'],
    level: 1,
    threshold: 0.5,
    chance: null,
    subject: null,
    slice: null,
    others: [],
    measures: null,
    votes: null,
    ...given,
  };
  const others = request.others.map(() => place('theirs.csv'));
  return labelContent(await evaluateTable({ ...request, others }), names);
}

describe('what is shown of labels', () => {
  it('says what was measured, and what was left out', async () => {
    const content = await labels();
    expect(content).toMatchObject({
      kind: 'labels',
      systems: ['mine', 'theirs'],
      truth: 'gold',
      n: 3,
      weighted: null,
      withoutChance: 0,
      confusion: null,
      slices: null,
      comparisons: [],
      spread: [],
      worst: [],
      differing: null,
      left: { notTrue: 1 },
    });
    expect(content.labels.map(({ label, counts }) => [label, counts.truePositives])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(content.measures.map(({ name }) => name)).toContain('F1(micro)');
  });

  it('has a curve for a label with scores, and none for one without', async () => {
    const [a, b] = (await labels()).labels;
    // 0.9 and 0.4 are right and 0.1 is not.
    expect(a!.precisionRecall.length).toBeGreaterThan(1);
    expect(Math.max(...a!.precisionRecall.map(({ recall }) => recall))).toBe(1);
    expect(b!.precisionRecall).toEqual([]);
  });

  it('has measures by chance, by slice and of rankings where these were asked for', async () => {
    const plain = await labels();
    const content = await labels({ chance: 'p', slice: 'kind', measures: 'P@1' });
    expect(content.weighted!.map(({ name }) => name)).toContain('F1(micro)');
    expect(content.withoutChance).toBe(1);
    expect(content.slices!.field).toBe('kind');
    expect(content.slices!.values.map(({ value }) => value)).toEqual(['x', 'y']);
    expect(content.measures[0]!.name).toBe('P@1');
    expect(content.measures.length).toBe(plain.measures.length + 1);
  });

  it('names the units where two systems differ, and who is right', async () => {
    const { differing } = await labels({ others: ['theirs'] });
    const unit = (id: string, of: string, truth: string, first: string, second: string) => {
      return { unit: id, of, truth, first, second, text: names.textOf(id) };
    };
    // Of u3 nobody knows whether b applies.
    expect(differing).toEqual({
      systems: ['mine', 'theirs'],
      count: 3,
      firstRight: 1,
      secondRight: 2,
      units: [
        unit('u1', 'a', 'yes', 'yes', 'no'),
        unit('u1', 'b', 'no', 'yes', 'no'),
        unit('u3', 'a', 'yes', 'no', 'yes'),
      ],
    });
  });

  it('compares what both have an answer to', async () => {
    const { differing } = await labels({ others: ['theirs'] }, 'id,a,b u1,,0');
    expect(differing!.units.map(({ unit, of }) => [unit, of])).toEqual([['u1', 'b']]);
  });
});

describe('what is shown of classes', () => {
  const place = (count: number) =>
    placed({
      'truth.csv': csv(`id,is ${ids(count, 'cat')}`),
      'mine.csv': csv(`id,is ${ids(count, 'cat')} z,cat`),
      'theirs.csv': csv(`id,is ${ids(count, 'dog')}`),
    });
  const ids = (count: number, is: string): string =>
    Array.from({ length: count }, (_, at) => `u${at + 1},${is}`).join(' ');
  const evaluated = (count: number, isTwo: boolean) => {
    const at = place(count);
    return evaluateClasses({
      ...draws,
      truth: at('truth.csv'),
      predictions: at('mine.csv'),
      others: isTwo ? [at('theirs.csv')] : [],
      votes: null,
      id: 'id',
      column: 'is',
      classes: null,
      order: null,
      subject: null,
      slice: null,
      chance: null,
    });
  };

  it('has the confusion of the classes', async () => {
    const content = classContent(await evaluated(3, false), names, 'verdicts');
    expect(content).toMatchObject({ kind: 'verdicts', n: 3, differing: null, slices: null });
    expect(content).toMatchObject({ weighted: null, left: { notTrue: 1 } });
    expect(content.confusion!.classes).toEqual(['cat']);
  });

  it('lists up to fifty units that differ, with the beginning of their texts', async () => {
    const long = {
      ...names,
      textOf: (unit: string) => unit.padEnd(unit === 'u1' ? 200 : 201, '.'),
    };
    const { differing, kind } = classContent(await evaluated(51, true), long, 'classes');
    expect([kind, differing!.count, differing!.units.length]).toEqual(['classes', 51, 50]);
    expect([differing!.firstRight, differing!.secondRight]).toEqual([51, 0]);
    const [first, second] = differing!.units;
    expect(first).toMatchObject({
      unit: 'u1',
      of: null,
      truth: 'cat',
      first: 'cat',
      second: 'dog',
    });
    expect(first!.text).toBe('u1'.padEnd(200, '.'));
    expect(second!.text).toBe(`${'u2'.padEnd(200, '.')} …`);
  });
});

describe('what is shown of a ranking', () => {
  async function ranking(given: Partial<RunRequest> = {}, isTwo = false) {
    const place = placed({
      // Of q3 the run says nothing; q8 is not judged.
      'qrels.txt': 'q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 1\nq2 0 d2 0\nq3 0 d1 1\n',
      'run.txt': 'q1 Q0 d1 1 2 r\nq1 Q0 d9 2 1 r\nq2 Q0 d2 1 2 r\nq2 Q0 d1 2 1 r\nq8 Q0 d1 1 1 r\n',
      'other.txt': 'q1 Q0 d2 1 2 o\nq1 Q0 d1 2 1 o\nq2 Q0 d2 1 2 o\nq2 Q0 d1 2 1 o\n',
      'queries.csv': 'query_id,kind\nq1,x\nq2,y\n',
    });
    const found = await evaluateRun({
      ...draws,
      qrels: place('qrels.txt'),
      run: place('run.txt'),
      judgments: 'qrels',
      others: isTwo ? [place('other.txt')] : [],
      measures: 'P@1,RR',
      level: 1,
      complete: false,
      depth: null,
      judgedOnly: false,
      collection: null,
      votes: null,
      queries: place('queries.csv'),
      slice: null,
      chance: null,
      ...given,
    });
    return runContent(found, names);
  }

  it('begins with the worst queries and their documents', async () => {
    const content = await ranking();
    // Every judged query, also the one that the run says nothing about.
    expect(content).toMatchObject({ kind: 'ranking', n: 3, weighted: null, differing: null });
    expect(content).toMatchObject({ slices: null, withoutChance: 0 });
    expect(content.left).toEqual({ 'not-in-run': 1, 'not-in-qrels': 1, unjudged: 1 });
    expect(content.worst.map(({ query, value }) => [query, value])).toEqual([
      ['q2', 0],
      ['q1', 1],
    ]);
    expect(content.worst[1]!.documents).toMatchObject([
      { document: 'd1', grade: 1, isRelevant: true, text: 'text of q1::d1' },
      { document: 'd9', grade: null, isRelevant: false, text: 'text of q1::d9' },
    ]);
    expect(content.measures.map(({ name, value }) => [name, value])).toEqual([
      ['P@1', 0.5],
      ['RR', 0.75],
    ]);
  });

  it('has slices where these were asked for', async () => {
    const { slices } = await ranking({ slice: 'kind' });
    expect(slices!.values.map(({ value, measures }) => [value, measures[0]!.value])).toEqual([
      ['x', 1],
      ['y', 0],
      // The query without a kind, which is not in the run.
      ['', null],
    ]);
  });

  it('names the queries where two runs differ, by the first measure', async () => {
    const { differing } = await ranking({}, true);
    expect(differing).toEqual({
      systems: ['mine', 'theirs'],
      count: 1,
      firstRight: 1,
      secondRight: 0,
      units: [{ unit: 'q1', of: 'P@1', truth: '', first: '1.0000', second: '0.0000', text: null }],
    });
  });
});

it('what is shown of rules has what was left out, and nothing that is zero', async () => {
  const rows = jsonLines([{ id: 'a', rules: [], inclusion_probability: 0.5 }]);
  const place = placed({ 'truth.jsonl': rows, 'mine.jsonl': rows });
  const found = await evaluateRules({
    ...draws,
    truth: place('truth.jsonl'),
    predictions: place('mine.jsonl'),
    others: [],
    id: 'id',
    chance: null,
  });
  const shown = { ...found, slices: new Map([['x', found.measures]]), mixedChances: 2 };
  const content = plainContent(shown, names, 'rules', 7, { notPredicted: 3, notTrue: 0 });
  expect(content).toMatchObject({ kind: 'rules', n: 7, withoutChance: 0, spread: [] });
  expect(content.left).toEqual({ notPredicted: 3, 'mixed-chances': 2 });
  expect(content.weighted!.map(({ name }) => name)).toEqual(
    content.measures.map(({ name }) => name),
  );
  expect(content.slices).toMatchObject({ field: 'kind', values: [{ value: 'x' }] });
});
