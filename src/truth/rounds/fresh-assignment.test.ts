import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../domain/fault.ts';
import { assign } from './assign.ts';
import { freshAssignment } from './fresh-assignment.ts';
import type { FreshAssignment, FreshPlan } from './fresh-assignment.ts';

const people = ['anna', 'ben', 'cora', 'dan', 'eva', 'finn'];

describe('freshAssignment', () => {
  it('gives every annotator what assign gives them, in the same order', () => {
    const situations = fc
      .record({
        count: fc.integer({ min: 0, max: 80 }),
        staff: fc.integer({ min: 1, max: 6 }),
        seed: fc.integer({ min: 0, max: 1000 }),
      })
      .chain(({ staff, ...rest }) =>
        fc.integer({ min: 1, max: staff }).map((perUnit) => ({ ...rest, staff, perUnit })),
      );
    fc.assert(
      fc.property(situations, ({ count, staff, seed, perUnit }) => {
        const units = Array.from({ length: count }, (_, at) => `u${String(at).padStart(3, '0')}`);
        const annotators = people.slice(0, staff);
        const expected = assign(units, annotators, { round: 'pilot', perUnit, seed });
        const { holders, orders } = made(count, { annotators, perUnit, seed });
        expect(
          orders.flatMap((own, who) =>
            Array.from(own, (unit, order) => ({
              unit: units[unit],
              annotator: annotators[who],
              round: 'pilot',
              order,
            })),
          ),
        ).toEqual(expected);
        for (const [at, unit] of units.entries())
          expect(
            Array.from(holders.subarray(at * perUnit, (at + 1) * perUnit), (who) => people[who]),
          ).toEqual(expected.filter((one) => one.unit === unit).map((one) => one.annotator));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('refuses fewer annotators than each unit needs', () => {
    expect(() => made(1, { annotators: ['anna'], perUnit: 2, seed: 1 })).toThrow(InputError);
  });

  it('pauses while it hands out many', () => {
    const plan = { annotators: people, perUnit: 3, seed: 1 };
    expect([...freshAssignment(50_000, plan)].length).toBeGreaterThan(20);
  });
});

function made(units: number, plan: FreshPlan): FreshAssignment {
  const steps = freshAssignment(units, plan);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
