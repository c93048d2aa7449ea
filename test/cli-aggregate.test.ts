import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aggregate } from '../src/operations/fold/aggregate.ts';
import type { Aggregation } from '../src/operations/fold/aggregate.ts';
import { readVotes } from '../src/operations/fold/read-votes.ts';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';
import { csvOf, aggregated, unitsOf } from './aggregate-runs.ts';
import type { AggregateJson, Row } from './aggregate-runs.ts';

describe('assay aggregate', () => {
  // Nine runs of three models on one review, weights 3, 2 and 1: all but one mini agree, 12 of 14.
  const panel: readonly Row[] = [
    'gpt-5.1',
    'mini1',
    'mini2',
    'mini3',
    'nano1',
    'nano2',
    'nano3',
    'nano4',
    'nano5',
  ].map((name) => ['r1', name, name === 'mini1' ? 'none' : 'severe']);
  const weightOf = (name: string): number =>
    name === 'gpt-5.1' ? 3 : name.startsWith('mini') ? 2 : 1;
  const weights = Object.fromEntries(panel.map(([, name]) => [name, weightOf(name)]));

  it('reads votes without a header when told their columns, with commas or tabs', async () => {
    const rows = [
      ['w1', 'i1', 'yes'],
      ['w2', 'i1', 'yes'],
      ['w3', 'i1', 'no'],
    ];
    const text = (by: string): string => rows.map((row) => `${row.join(by)}\n`).join('');
    const folder = temporaryFolder({ 'v.csv': text(','), 'v.tsv': text('\t'), 'bad.csv': 'a,b\n' });
    for (const file of ['v.csv', 'v.tsv']) {
      const words = ['aggregate', file, '--columns', 'worker,item,label'];
      const { units } = await runJson<AggregateJson>([...words, '--json'], folder);
      expect(units).toMatchObject([{ unit: 'i1', answer: 'yes', votes: { yes: 2, no: 1 } }]);
    }
    const bad = ['aggregate', 'bad.csv', '--columns', 'worker,item,label'];
    const { code, err } = await runAssay(bad, folder);
    expect(code).toBe(2);
    expect(err).toContain('bad.csv:1 the row has 2 fields, expected 3');
  });

  it('prints answer, confidence and votes of every unit, and a tie instead of an answer', async () => {
    const folder = temporaryFolder({
      'votes.csv':
        `${csvOf(panel, weights)}r2,mini1,mild,2\nr2,mini2,severe,1\nr2,nano1,severe,1\n` +
        'r3,nano1,mild,0\n',
    });
    const json = await runJson<AggregateJson>(
      ['aggregate', '--method', 'weighted', 'votes.csv'],
      folder,
    );
    expect(json).toEqual({
      method: 'weighted',
      total_units: 3,
      total_votes: 13,
      repeated_votes: 0,
      empty_votes: 0,
      ties: 2,
      overruled: null,
      answers: ['mild', 'none', 'severe'],
      iterations: null,
      converged: null,
      seed: null,
      annotators: [],
      units: [
        {
          unit: 'r1',
          votes: { none: 2, severe: 12 },
          answer: 'severe',
          confidence: 12 / 14,
          tie: null,
        },
        {
          unit: 'r2',
          votes: { mild: 2, severe: 2 },
          answer: null,
          confidence: 0.5,
          tie: ['mild', 'severe'],
          why: '2 answers are tied.',
        },
        {
          unit: 'r3',
          votes: {},
          answer: null,
          confidence: null,
          tie: null,
          why: 'Nobody whose vote counts has answered.',
        },
      ],
    });
    const majority = await runJson<AggregateJson>(['aggregate', 'votes.csv'], folder);
    expect(majority.units.map(({ answer, votes }) => [answer, votes])).toEqual([
      ['severe', { none: 1, severe: 8 }],
      ['severe', { mild: 1, severe: 2 }],
      [null, {}],
    ]);
  });

  it('tells how far a model has come', () => {
    const file = join(
      temporaryFolder({
        'votes.csv': csvOf([
          ['u1', 'a', 'x'],
          ['u1', 'b', 'y'],
          ['u2', 'a', 'x'],
          ['u2', 'b', 'x'],
          ['u2', 'c', 'y'],
        ]),
      }),
      'votes.csv',
    );
    const stepsOf = (method: Aggregation['method']): readonly (readonly [number, number])[] => {
      const steps: [number, number][] = [];
      aggregate(readVotes(file, {}), method, 1, 3, (done, total) => steps.push([done, total]));
      return steps;
    };
    expect(stepsOf('dawid-skene')).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    // Ten starts of three rounds each.
    expect(stepsOf('mace')).toEqual(Array.from({ length: 30 }, (_, at) => [at + 1, 30]));
    expect(stepsOf('majority')).toEqual([]);
  });

  it('keeps units that nobody answered, and counts the empty rows', async () => {
    const rows =
      'unit,annotator,answer,weight\nu1,a,x,1\nu1,b,,1\nu2,a,,1\nu2,b, ,1\nu3,rule,x,0\nu1,c,x,1\n';
    const nobody = (unit: string): unknown => ({
      unit,
      votes: {},
      answer: null,
      confidence: null,
      tie: null,
      why: 'Nobody whose vote counts has answered.',
    });
    for (const method of ['majority', 'weighted', 'dawid-skene', 'mace'] as const) {
      const result = aggregated(rows, method);
      expect([result.votes, result.empty, result.ties, unitsOf(result).slice(1)]).toEqual([
        3,
        3,
        2,
        [nobody('u2'), nobody('u3')],
      ]);
      expect(JSON.parse(result.unitJson(2))).toEqual(nobody('u3'));
    }
    const folder = temporaryFolder({
      'votes.csv': rows,
      'none.csv': 'unit,annotator,answer\nu1,a,\n',
    });
    expect((await runAssay(['aggregate', 'votes.csv'], folder)).out).toContain(
      '3 rows without an answer: no votes.',
    );
    expect(await runAssay(['aggregate', 'none.csv'], folder)).toMatchObject({
      code: 2,
      out: '',
      err: 'none.csv: the rows have empty answers only, expected at least one vote\n',
    });
  });

  it('prints a table for people, the first twenty units unless all are wanted', async () => {
    const folder = temporaryFolder({
      'votes.csv':
        'unit,annotator,answer\n' +
        `${Array.from({ length: 30 }, (_, at) => `unit ${at},a,x\nunit ${at},b,${at === 3 ? 'y' : 'x'}\n`).join('')}`,
    });
    const { code, out } = await runAssay(['aggregate', 'votes.csv'], folder);
    expect([code, out]).toEqual([0, expect.stringContaining('30 units, 60 votes, majority')]);
    expect(out).toMatch(/unit 3 +tie: x \/ y +0\.500 +x 1, y 1/);
    expect(out).toContain('… and 10 more; --all prints them, --json for programs');
    expect(out).toContain('1 without an answer: it waits for a ruling.');
    expect((await runAssay(['aggregate', 'votes.csv', '--all'], folder)).out).toContain('unit 29');
  });

  it('reads JSONL and standard input as it reads CSV', async () => {
    const rows = panel.map(([unit, annotator, answer]) =>
      JSON.stringify({
        item_id: unit,
        annotator_id: annotator,
        label: answer,
        weight: weights[annotator],
      }),
    );
    const folder = temporaryFolder({
      'votes.csv': csvOf(panel, weights),
      'votes.jsonl': rows.join('\n'),
    });
    const expected = await runJson(['aggregate', '-m', 'weighted', 'votes.csv'], folder);
    expect(await runJson(['aggregate', '-m', 'weighted', 'votes.jsonl'], folder)).toEqual(expected);
    expect(await runJson(['aggregate', '-m', 'weighted', '-'], folder, rows.join('\n'))).toEqual(
      expected,
    );
    expect(
      await runJson(
        ['aggregate', '-m', 'weighted', '-', '--answer', 'answer'],
        folder,
        csvOf(panel, weights),
      ),
    ).toEqual(expected);
  });

  it('lists faults with file and line, ends with exit code 2 and prints nothing', async () => {
    const folder = temporaryFolder({
      'votes.csv': `unit,annotator,answer,weight\n${different('u,a,x,heavy', 60)}`,
      'empty.csv': '',
      'data.bin': 'unit,annotator\0,answer\n',
    });
    const run = await runAssay(['aggregate', 'votes.csv', '--json'], folder);
    expect([
      run.code,
      run.out,
      run.err.split('\n').slice(0, 1),
      run.err.trimEnd().split('\n').at(-1),
    ]).toEqual([
      2,
      '',
      ['votes.csv:2 weight is "heavy0", expected a number of at least 0'],
      '… and 10 more',
    ]);
    expect(await runAssay(['aggregate', 'empty.csv'], folder)).toMatchObject({
      code: 2,
      out: '',
      err: 'empty.csv:1 the file is empty, expected at least one row\n',
    });
    expect(await runAssay(['aggregate', 'data.bin'], folder)).toMatchObject({
      code: 2,
      out: '',
      err: 'data.bin:1 expected UTF-8 text, got binary data (a zero byte)\n',
    });
    expect(
      await runAssay(['aggregate', '-', '--json'], folder, 'unit,annotator\nu,a\n'),
    ).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(
        /^standard input:1 the rows have unit, annotator, expected the columns/,
      ),
    });
    expect(await runAssay(['aggregate', 'votes.csv', '--method', 'best'], folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Allowed choices are majority, weighted, dawid-skene, mace'),
    });
  });
});

/** Rows whose last cell differs, so that their faults do. */
function different(row: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `${row}${at}\n`).join('');
}
