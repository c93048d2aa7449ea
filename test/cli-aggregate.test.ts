import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregate } from '../src/operations/fold/aggregate.ts';
import type { Aggregation } from '../src/operations/fold/aggregate.ts';
import { readVotes } from '../src/operations/fold/read-votes.ts';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';

interface AggregateJson {
  readonly method: string;
  readonly total_units: number;
  readonly total_votes: number;
  readonly repeated_votes: number;
  readonly empty_votes: number;
  readonly ties: number;
  readonly answers: readonly string[];
  readonly iterations: number | null;
  readonly converged: boolean | null;
  readonly seed: number | null;
  readonly annotators: readonly {
    readonly annotator: string;
    readonly votes: number;
    readonly reliability: number | null;
  }[];
  readonly units: readonly {
    readonly unit: string;
    readonly answer: string | null;
    readonly confidence: number | null;
    readonly votes: Readonly<Record<string, number>>;
    readonly tie: readonly string[] | null;
    readonly why?: string;
  }[];
}

type Row = readonly [string, string, string | number];
const load = <T>(name: string): T =>
  JSON.parse(
    readFileSync(new URL(`../src/statistics/fixtures/${name}.json`, import.meta.url), 'utf8'),
  ) as T;

function csvOf(rows: readonly Row[], weights?: Readonly<Record<string, number>>): string {
  return `unit,annotator,answer${weights === undefined ? '' : ',weight'}\n${rows.map((row) => `${row.join(',')}${weights === undefined ? '' : `,${weights[row[1]]}`}\n`).join('')}`;
}

function aggregated(
  csv: string,
  method: Aggregation['method'],
  seed = 1,
  iterations: number | null = null,
): Aggregation {
  const file = join(temporaryFolder(), 'votes.csv');
  writeFileSync(file, csv);
  return aggregate(readVotes(file, {}), method, seed, iterations);
}

const unitsOf = (result: Aggregation): readonly ReturnType<Aggregation['unit']>[] =>
  Array.from({ length: result.size }, (_, at) => result.unit(at));

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

  it('prints answer, confidence and votes of every unit, and a tie instead of an answer', async () => {
    const folder = temporaryFolder({
      'votes.csv': `${csvOf(panel, weights)}r2,mini1,mild,2\nr2,mini2,severe,1\nr2,nano1,severe,1\nr3,nano1,mild,0\n`,
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
      'votes.csv': `unit,annotator,answer\n${Array.from({ length: 30 }, (_, at) => `unit ${at},a,x\nunit ${at},b,${at === 3 ? 'y' : 'x'}\n`).join('')}`,
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
      'votes.csv': `unit,annotator,answer,weight\n${'u,a,x,heavy\n'.repeat(60)}`,
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
      ['votes.csv:2 weight is "heavy", expected a number of at least 0'],
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

// The expected numbers are those of the programs that each fixture names under "source", with their
// versions.
describe('assay aggregate equals its references', () => {
  interface VoteCase {
    readonly id: string;
    readonly votes: string;
    readonly weightOfAnnotator?: readonly number[];
    readonly firstOfTied: readonly number[];
    readonly tiedUnits: readonly number[];
    readonly confidence?: readonly number[];
  }
  interface ModelCase {
    readonly id: string;
    readonly measure: string;
    readonly votes: string;
    readonly runs: readonly {
      readonly iterations: number;
      readonly answer: readonly number[];
      readonly posteriors?: readonly (readonly number[])[];
    }[];
  }
  const { votes: crowds } = load<{
    readonly votes: Readonly<
      Record<
        string,
        {
          readonly categories: number;
          readonly unit: readonly number[];
          readonly annotator: readonly number[];
          readonly answer: readonly number[];
        }
      >
    >;
  }>('votes');
  const rowsOf = (name: string): readonly Row[] =>
    crowds[name]!.unit.map((unit, vote) => [
      `t${unit}`,
      `w${crowds[name]!.annotator[vote]}`,
      `c${crowds[name]!.answer[vote]}`,
    ]);
  const inOrder = (result: Aggregation): readonly ReturnType<Aggregation['unit']>[] =>
    unitsOf(result).toSorted(
      (one, other) => Number(one.unit.slice(1)) - Number(other.unit.slice(1)),
    );

  it.each(load<{ readonly cases: readonly VoteCase[] }>('aggregate-vote').cases)(
    '$id',
    ({ votes, weightOfAnnotator, firstOfTied, tiedUnits, confidence }) => {
      const weights =
        weightOfAnnotator === undefined
          ? undefined
          : Object.fromEntries(
              weightOfAnnotator.map((weight, annotator) => [`w${annotator}`, weight]),
            );
      const units = inOrder(
        aggregated(csvOf(rowsOf(votes), weights), weights === undefined ? 'majority' : 'weighted'),
      );
      expect(units.flatMap(({ answer }, unit) => (answer === null ? [unit] : []))).toEqual(
        tiedUnits,
      );
      units.forEach(({ answer, tie }, unit) =>
        expect(answer ?? tie![0]).toBe(`c${firstOfTied[unit]}`),
      );
      confidence?.forEach((expected, unit) =>
        expect(units[unit]!.confidence).toBeCloseTo(expected, 10),
      );
    },
  );

  const models = load<{ readonly cases: readonly ModelCase[] }>('aggregate-models').cases.filter(
    ({ measure }) => measure === 'dawid_skene',
  );
  it.each(models.flatMap(({ id, votes, runs }) => runs.map((run) => ({ id, votes, ...run }))))(
    '$id after $iterations rounds',
    ({ votes, iterations, answer, posteriors }) => {
      const units = inOrder(aggregated(csvOf(rowsOf(votes)), 'dawid-skene', 1, iterations));
      units.forEach((unit, at) => expect(unit.answer).toBe(`c${answer[at]}`));
      posteriors?.forEach((chances, unit) =>
        expect(units[unit]!.confidence).toBeCloseTo(Math.max(...chances), 6),
      );
    },
  );
});

describe('the models', () => {
  // Dawid and Skene 1979: five observers, of whom the first gave three ratings; so one annotator
  // votes thrice on a unit.
  const votes = `unit,annotator,answer\n${Array.from({ length: 12 }, (_, unit) => `p${unit},o1,${unit % 3}\np${unit},o1,${unit % 3}\np${unit},o1,${unit % 4 === 0 ? 1 : unit % 3}\np${unit},o2,${unit % 3}\np${unit},o3,${(unit * 7) % 3}\n`).join('')}`;

  it('count votes that repeat one, and say how many there are', async () => {
    const folder = temporaryFolder({ 'votes.csv': votes });
    const json = await runJson<AggregateJson>(
      ['aggregate', '--method', 'dawid-skene', 'votes.csv'],
      folder,
    );
    expect([json.total_votes, json.repeated_votes, json.converged]).toEqual([60, 24, true]);
    expect(json.annotators.map(({ annotator, votes: given }) => [annotator, given])).toEqual([
      ['o1', 36],
      ['o2', 12],
      ['o3', 12],
    ]);
    expect(json.units.map(({ answer }) => answer)).toEqual(
      Array.from({ length: 12 }, (_, unit) => String(unit % 3)),
    );
    for (const { reliability } of json.annotators) expect(reliability).toBeGreaterThan(0);
    expect((await runAssay(['aggregate', '--method', 'mace', 'votes.csv'], folder)).out).toMatch(
      /24 votes repeat an earlier one of the same annotator[\s\S]*annotator +votes +competence[\s\S]*seed 1/,
    );
  });

  it('give the same for the same seed', () => {
    const [one, again] = [aggregated(votes, 'mace', 5), aggregated(votes, 'mace', 5)];
    expect(unitsOf(one)).toEqual(unitsOf(again));
    expect([one.seed, aggregated(votes, 'dawid-skene', 5).seed]).toEqual([5, null]);
  });

  it('tie where two answers are equally probable', () => {
    const result = aggregated('unit,annotator,answer\nu,a,x\nu,b,y\n', 'dawid-skene');
    expect(result.unit(0)).toMatchObject({
      answer: null,
      tie: ['x', 'y'],
      confidence: expect.closeTo(0.5, 9),
      why: 'The most probable answers are equally probable.',
    });
  });
});

describe('the JSON of units', () => {
  it('is that of the units themselves, for every method', () => {
    const name = fc.constantFrom('u1', 'u2', '"q"', 'ü\\', '__proto__', '10', '2');
    const vote = fc.record({
      unit: name,
      annotator: fc.constantFrom('a', 'b', 'c'),
      answer: fc.constantFrom('yes', 'no', '__proto__', '10', '2', 'ä"'),
      weight: fc.constantFrom(0, 1, 2, 0.1),
    });
    fc.assert(
      fc.property(
        fc.array(vote, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('majority', 'weighted', 'dawid-skene', 'mace'),
        (rows, method) => {
          const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
          const result = aggregated(
            `unit,annotator,answer,weight\n${rows.map((row) => `${quote(row.unit)},${row.annotator},${quote(row.answer)},${row.weight}\n`).join('')}`,
            method as Aggregation['method'],
          );
          for (let at = 0; at < result.size; at += 1)
            expect(JSON.parse(result.unitJson(at))).toEqual(
              JSON.parse(JSON.stringify(result.unit(at))),
            );
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });

  it('is the same in whatever order the votes come', () => {
    const vote = fc.tuple(
      fc.constantFrom('u1', 'u2', 'u3'),
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.constantFrom('x', 'y', 'z'),
      fc.constantFrom(1, 2, 3),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(vote, {
          minLength: 1,
          maxLength: 12,
          selector: ([unit, annotator]) => `${unit} ${annotator}`,
        }),
        fc.constantFrom('majority', 'weighted'),
        (rows, method) => {
          const text = (some: typeof rows): string =>
            `unit,annotator,answer,weight\n${some.map((row) => `${row.join(',')}\n`).join('')}`;
          const sorted = (result: Aggregation): unknown =>
            unitsOf(result).toSorted((one, other) => (one.unit < other.unit ? -1 : 1));
          expect(
            sorted(aggregated(text(rows.toReversed()), method as Aggregation['method'])),
          ).toEqual(sorted(aggregated(text(rows), method as Aggregation['method'])));
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });
});
