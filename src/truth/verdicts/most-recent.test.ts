import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recencyRanks } from './most-recent.ts';

const unit = fc.record({ time: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }) });
const subject = fc
  .array(unit, { maxLength: 12 })
  .map((units) => units.map(({ time }, at) => ({ id: `u${String(at).padStart(2, '0')}`, time })));

function mostRecent(
  units: readonly { readonly id: string; readonly time: number | null }[],
  k: number,
): ReadonlySet<string> {
  const ranks = recencyRanks(units);
  return new Set(units.filter((_, at) => ranks[at]! < k).map((one) => one.id));
}

describe('recencyRanks', () => {
  it('puts the most recent first, then the lower id, and undated units last', () => {
    const units = [
      { id: 'c', time: 5 },
      { id: 'a', time: null },
      { id: 'b', time: 5 },
      { id: 'd', time: 9 },
      { id: 'e', time: null },
    ];
    expect([...recencyRanks(units)]).toEqual([2, 3, 1, 0, 4]);
  });

  it('breaks ties by id also when the units are in the order of their dates', () => {
    const units = [
      { id: 'b', time: 5 },
      { id: 'a', time: 5 },
      { id: 'd', time: null },
      { id: 'c', time: null },
    ];
    expect([...recencyRanks(units)]).toEqual([1, 0, 3, 2]);
  });

  it('has each place once, and the K most recent are nested', () => {
    fc.assert(
      fc.property(subject, fc.nat(12), fc.nat(12), (units, a, b) => {
        expect([...recencyRanks(units)].toSorted((x, y) => x - y)).toEqual(
          units.map((_, at) => at),
        );
        const [few, many] = [Math.min(a, b), Math.max(a, b)];
        for (const id of mostRecent(units, few)) expect(mostRecent(units, many)).toContain(id);
      }),
      { seed: 1 },
    );
  });

  it('does not depend on the order of the units', () => {
    fc.assert(
      fc.property(
        subject.chain((units) =>
          fc.tuple(fc.constant(units), fc.shuffledSubarray(units, { minLength: units.length })),
        ),
        fc.nat(12),
        ([units, shuffled], k) => {
          expect(mostRecent(shuffled, k)).toEqual(mostRecent(units, k));
        },
      ),
      { seed: 1 },
    );
  });
});
