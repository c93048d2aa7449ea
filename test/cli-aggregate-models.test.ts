import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Aggregation } from '../src/operations/fold/aggregate.ts';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';
import { load, csvOf, aggregated, unitsOf } from './aggregate-runs.ts';
import type { AggregateJson, Row } from './aggregate-runs.ts';

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
  const ratings = Array.from({ length: 12 }, (_, unit) => {
    const same = unit % 3;
    const given = [
      ['o1', same],
      ['o1', same],
      ['o1', unit % 4 === 0 ? 1 : same],
      ['o2', same],
      ['o3', (unit * 7) % 3],
    ];
    return given.map(([annotator, answer]) => `p${unit},${annotator},${answer}\n`).join('');
  });
  const votes = `unit,annotator,answer\n${ratings.join('')}`;

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
          const lines = rows.map(
            ({ unit, annotator, answer, weight }) =>
              `${quote(unit)},${annotator},${quote(answer)},${weight}\n`,
          );
          const result = aggregated(
            `unit,annotator,answer,weight\n${lines.join('')}`,
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
