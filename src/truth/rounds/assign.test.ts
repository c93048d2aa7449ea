import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assignment } from '../../domain/rounds/assignment.ts';
import { InputError } from '../../domain/fault.ts';
import { assign } from './assign.ts';
import type { Pair } from './assign.ts';

const people = ['anna', 'ben', 'cora', 'dan', 'eva', 'finn'];

/** Rounds of any size: units, annotators, how many per unit, a seed. */
const situations = fc
  .record({
    count: fc.integer({ min: 0, max: 60 }),
    staff: fc.integer({ min: 1, max: 6 }),
    seed: fc.integer({ min: 0, max: 1000 }),
  })
  .chain(({ count, staff, seed }) =>
    fc
      .integer({ min: 1, max: staff })
      .map((perUnit) => ({
        units: unitNames(count),
        annotators: people.slice(0, staff),
        perUnit,
        seed,
      })),
  );

describe('assign', () => {
  it('gives each unit to exactly as many different annotators as asked for', () => {
    fc.assert(
      fc.property(situations, ({ units, annotators, perUnit, seed }) => {
        const holders = holdersOf(assign(units, annotators, { round: 'pilot', perUnit, seed }));
        expect([...holders.keys()].toSorted()).toEqual(units.toSorted());
        for (const names of holders.values())
          expect(new Set(names).size === perUnit && names.length === perUnit).toBe(true);
      }),
      { seed: 1 },
    );
  });

  it('gives no annotator more than one unit more than another', () => {
    fc.assert(
      fc.property(situations, ({ units, annotators, perUnit, seed }) => {
        expect(
          spread(assign(units, annotators, { round: 'pilot', perUnit, seed }), annotators),
        ).toBeLessThanOrEqual(1);
      }),
      { seed: 1 },
    );
  });

  it('does not depend on the order of units, annotators and what was handed out before', () => {
    fc.assert(
      fc.property(situations, ({ units, annotators, perUnit, seed }) => {
        const first = assign(units, annotators, { round: 'pilot', perUnit, seed });
        expect(
          assign(units.toReversed(), annotators.toReversed(), { round: 'pilot', perUnit, seed }),
        ).toEqual(first);
        expect(
          assign(units.toReversed(), annotators, {
            round: 'pilot',
            perUnit,
            seed,
            existing: first.toReversed(),
          }),
        ).toEqual(first);
      }),
      { seed: 1 },
    );
  });

  it('assigning again changes nothing, whatever was submitted and whatever the seed', () => {
    fc.assert(
      fc.property(
        situations,
        fc.integer({ min: 0, max: 100 }),
        ({ units, annotators, perUnit, seed }, percent) => {
          const first = assign(units, annotators, { round: 'pilot', perUnit, seed });
          expect(
            assign(units, annotators, {
              round: 'pilot',
              perUnit,
              seed: seed + 1,
              existing: first,
              submitted: someOf(first, percent),
            }),
          ).toEqual(first);
        },
      ),
      { seed: 1 },
    );
  });

  it('keeps submitted work and its place in the order when an annotator joins', () => {
    fc.assert(
      fc.property(
        situations,
        fc.integer({ min: 0, max: 100 }),
        ({ units, annotators, perUnit, seed }, percent) => {
          const first = assign(units, annotators, { round: 'pilot', perUnit, seed });
          const submitted = someOf(first, percent);
          const second = assign(units, [...annotators, 'zoe'], {
            round: 'pilot',
            perUnit,
            seed,
            existing: first,
            submitted,
          });
          expect(second).toEqual(expect.arrayContaining([...submitted]));
          for (const names of holdersOf(second).values())
            expect(new Set(names).size === perUnit && names.length === perUnit).toBe(true);
        },
      ),
      { seed: 1 },
    );
  });

  it('gives only to the newcomer who joins before anything is submitted, and stays even', () => {
    fc.assert(
      fc.property(situations, ({ units, annotators, perUnit, seed }) => {
        const first = assign(units, annotators, { round: 'pilot', perUnit, seed });
        const second = assign(units, [...annotators, 'zoe'], {
          round: 'pilot',
          perUnit,
          seed,
          existing: first,
        });
        const before = new Set(first.map(pairText));
        for (const entry of second)
          expect(before.has(pairText(entry)) || entry.annotator === 'zoe').toBe(true);
        expect(spread(second, [...annotators, 'zoe'])).toBeLessThanOrEqual(1);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('keeps the submitted work of an annotator who leaves, and reassigns the rest', () => {
    fc.assert(
      fc.property(
        situations,
        fc.integer({ min: 0, max: 100 }),
        ({ units, annotators, perUnit, seed }, percent) => {
          fc.pre(annotators.length > perUnit);
          const [gone = '', ...rest] = annotators;
          const first = assign(units, annotators, { round: 'pilot', perUnit, seed });
          const submitted = someOf(first, percent);
          const second = assign(units, rest, {
            round: 'pilot',
            perUnit,
            seed,
            existing: first,
            submitted,
          });
          expect(second).toEqual(expect.arrayContaining([...submitted]));
          expect(second.filter((entry) => entry.annotator === gone)).toEqual(
            submitted.filter((entry) => entry.annotator === gone),
          );
          for (const names of holdersOf(second).values())
            expect(new Set(names).size === perUnit && names.length === perUnit).toBe(true);
        },
      ),
      { seed: 1 },
    );
  });

  it('is as even as submitted work allows, found by trying every way to hand out the rest', () => {
    const small = fc.record({
      staff: fc.integer({ min: 2, max: 4 }),
      count: fc.integer({ min: 1, max: 4 }),
      submitted: fc.array(
        fc.record({
          unit: fc.integer({ min: 0, max: 3 }),
          annotator: fc.integer({ min: 0, max: 3 }),
        }),
        { maxLength: 8 },
      ),
      seed: fc.integer({ min: 0, max: 50 }),
    });
    fc.assert(
      fc.property(small, ({ staff, count, submitted, seed }) => {
        const units = unitNames(count);
        const annotators = people.slice(0, staff);
        const given = distinct(
          submitted
            .filter((pair) => pair.unit < count && pair.annotator < staff)
            .map((pair) => ({ unit: units[pair.unit]!, annotator: annotators[pair.annotator]! })),
        );
        const existing = assign(units, annotators.slice(0, 2), {
          round: 'pilot',
          perUnit: 2,
          seed,
        });
        const result = assign(units, annotators, {
          round: 'pilot',
          perUnit: 2,
          seed,
          existing,
          submitted: given,
        });
        expect(unevenness(loadsOf(result, annotators))).toBe(
          bestUnevenness(units, annotators, given, 2),
        );
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %f annotators per unit', (perUnit) => {
    expect(() => assign(['u1'], people, { round: 'pilot', perUnit, seed: 1 })).toThrow(InputError);
  });

  it('fails when there are fewer annotators than each unit needs', () => {
    expect(() => assign(['u1'], ['anna', 'anna'], { round: 'pilot', perUnit: 2, seed: 7 })).toThrow(
      InputError,
    );
    expect(() => assign(['u1'], ['anna'], { round: 'pilot', perUnit: 2, seed: 7 })).toThrow(
      '2 different annotators, but there is only 1',
    );
  });

  it('keeps every judgment of a unit that has more of them than asked for', () => {
    const submitted = ['anna', 'ben', 'cora'].map((annotator) => ({ unit: 'u1', annotator }));
    expect(
      holdersOf(assign(['u1'], people, { round: 'pilot', perUnit: 2, seed: 7, submitted })).get(
        'u1',
      ),
    ).toEqual(['anna', 'ben', 'cora']);
  });

  it('ignores judgments on units of other rounds, and keeps those assigned here', () => {
    const existing: Assignment[] = [
      { unit: 'dropped', annotator: 'anna', round: 'pilot', order: 0 },
      { unit: 'dropped', annotator: 'ben', round: 'pilot', order: 0 },
    ];
    const submitted = [
      { unit: 'dropped', annotator: 'anna' },
      { unit: 'other', annotator: 'anna' },
    ];
    const result = assign(['u1'], ['anna', 'ben'], {
      round: 'pilot',
      perUnit: 1,
      seed: 7,
      existing,
      submitted,
    });
    expect(result).toEqual([
      existing[0],
      { unit: 'u1', annotator: 'ben', round: 'pilot', order: 0 },
    ]);
  });

  it('gives each annotator an order of their own, and another with another seed', () => {
    const units = unitNames(30);
    const orderOf = (annotator: string, seed: number): readonly string[] =>
      assign(units, ['anna', 'ben'], { round: 'pilot', perUnit: 2, seed })
        .filter((entry) => entry.annotator === annotator)
        .map((entry) => entry.unit);
    expect(orderOf('anna', 7)).not.toEqual(orderOf('ben', 7));
    expect(orderOf('anna', 7)).not.toEqual(orderOf('anna', 8));
    expect(orderOf('anna', 7)).not.toEqual(units);
    expect(orderOf('anna', 7).toSorted()).toEqual(units);
  });

  it('brings every two annotators together on some units', () => {
    const holders = holdersOf(
      assign(unitNames(100), people, { round: 'pilot', perUnit: 2, seed: 7 }),
    );
    expect(new Set([...holders.values()].map((names) => names.toSorted().join())).size).toBe(15);
  });
});

function unitNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `u${String(at).padStart(3, '0')}`);
}

function holdersOf(assignments: readonly Assignment[]): Map<string, string[]> {
  const holders = new Map<string, string[]>();
  for (const { unit, annotator } of assignments)
    holders.set(unit, [...(holders.get(unit) ?? []), annotator]);
  return holders;
}

function loadsOf(assignments: readonly Pair[], annotators: readonly string[]): readonly number[] {
  return annotators.map((name) => assignments.filter((entry) => entry.annotator === name).length);
}

function spread(assignments: readonly Pair[], annotators: readonly string[]): number {
  const loads = loadsOf(assignments, annotators);
  return Math.max(...loads) - Math.min(...loads);
}

function someOf(assignments: readonly Assignment[], percent: number): readonly Assignment[] {
  return assignments.filter((_, at) => (at * 37) % 100 < percent);
}

function pairText({ unit, annotator }: Pair): string {
  return `${unit} ${annotator}`;
}

function distinct(pairs: readonly Pair[]): readonly Pair[] {
  return [...new Map(pairs.map((pair) => [pairText(pair), pair])).values()];
}

function unevenness(loads: readonly number[]): number {
  return loads.reduce((sum, load) => sum + load * load, 0);
}

/** The least sum of squared loads over every way to complete the units. */
function bestUnevenness(
  units: readonly string[],
  annotators: readonly string[],
  submitted: readonly Pair[],
  perUnit: number,
): number {
  let ways: readonly (readonly number[])[] = [loadsOf(submitted, annotators)];
  for (const unit of units) {
    const has = annotators.map((name) =>
      submitted.some((pair) => pair.unit === unit && pair.annotator === name),
    );
    const missing = perUnit - has.filter(Boolean).length;
    const choices = subsets(
      annotators.map((_, at) => at).filter((at) => !has[at]),
      Math.max(0, missing),
    );
    ways = ways.flatMap((loads) =>
      choices.map((chosen) => loads.map((load, at) => load + (chosen.includes(at) ? 1 : 0))),
    );
    ways = [...new Map(ways.map((loads) => [loads.join(), loads])).values()];
  }
  return Math.min(...ways.map(unevenness));
}

function subsets(values: readonly number[], size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return values.flatMap((value, at) =>
    subsets(values.slice(at + 1), size - 1).map((rest) => [value].concat(rest)),
  );
}
