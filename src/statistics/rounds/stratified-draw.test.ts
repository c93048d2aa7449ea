import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDraw } from './draw-plan.ts';
import type { DrawPlan, DrawRequest } from './draw-plan.ts';
import type { LabelMatrix } from '../label-matrix.ts';
import { seededRandom } from '../seeded-random.ts';
import { drawFromPlan, stratifiedDraw } from './stratified-draw.ts';
import type { StratifiedDraw } from './stratified-draw.ts';

const corpus = (
  units: number,
  prevalences: readonly number[],
  seed: string,
): { labels: LabelMatrix; is: Uint8Array } => {
  const random = seededRandom(seed);
  const has = Uint8Array.from({ length: units * prevalences.length }, (_, cell) =>
    random.next() < prevalences[cell % prevalences.length] ? 1 : 0,
  );
  return {
    labels: { units, labels: prevalences.length, has },
    is: Uint8Array.from({ length: units }, () => (random.next() < 0.25 ? 1 : 0)),
  };
};

const plan = (request: DrawRequest): DrawPlan => {
  const made = planDraw(request);
  if (made.units === null) throw new Error(JSON.stringify(made.why));
  return made;
};

const draw = (request: DrawRequest, seed: number | string): StratifiedDraw => {
  const drawn = stratifiedDraw(request, seed);
  if (drawn.units === null) throw new Error(JSON.stringify(drawn.why));
  return drawn;
};

describe('stratifiedDraw', () => {
  const { labels, is } = corpus(5000, [0.01, 0.012, 0.015, 0.02, 0.05, 0.1, 0.2, 0.3], 'corpus');

  it('has the size, the mix and every floor, for any seed', () => {
    for (let seed = 0; seed < 50; seed++) {
      const { units, hardCount, labelCounts, exact, redraws } = draw(
        { labels, size: 1000, floor: 30, hard: { is, share: 0.3 } },
        seed,
      );
      expect(units.length).toBe(1000);
      expect(new Set(units).size).toBe(1000);
      expect(hardCount).toBe(300);
      expect(units.reduce((sum, unit) => sum + is[unit], 0)).toBe(300);
      labelCounts.forEach((count, label) => {
        expect(count).toBeGreaterThanOrEqual(30);
        expect(units.reduce((sum, unit) => sum + labels.has[unit * labels.labels + label], 0)).toBe(
          count,
        );
      });
      expect([exact, redraws]).toEqual([true, 0]);
    }
  });

  it('gives the same draw for the same seed, and another for another', () => {
    const request = { labels, size: 500, floor: 20 };
    expect(draw(request, 7)).toEqual(draw(request, 7));
    expect(draw(request, 7).units).not.toEqual(draw(request, 8).units);
  });

  it.each([
    {
      name: 'floors for scarce labels, easy and hard',
      units: 120,
      prevalences: [0.1, 0.15, 0.3],
      size: 40,
      floor: 7,
      share: 0.4,
    },
    {
      name: 'many overlapping labels',
      units: 150,
      prevalences: [0.2, 0.25, 0.3, 0.35, 0.4],
      size: 50,
      floor: 12,
      share: 0.2,
    },
    { name: 'no floor', units: 60, prevalences: [0.3], size: 17, floor: 0, share: 0.5 },
  ])(
    'draws every unit as often as its probability says: $name',
    ({ name, units, prevalences, size, floor, share }) => {
      const small = corpus(units, prevalences, name);
      const made = plan({ labels: small.labels, size, floor, hard: { is: small.is, share } });
      expect(made.exact).toBe(true);
      expect(made.probability.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(
        size,
        9,
      );
      const times = new Float64Array(units);
      const draws = 8000;
      for (let index = 0; index < draws; index++) {
        const drawn = drawFromPlan(made, `${name} ${index}`);
        if (drawn.units === null) throw new Error(JSON.stringify(drawn.why));
        expect(Math.min(...drawn.labelCounts)).toBeGreaterThanOrEqual(floor);
        for (const unit of drawn.units) times[unit]++;
      }
      let squares = 0;
      let uncertain = 0;
      made.probability.forEach((probability, unit) => {
        const deviation = Math.sqrt(draws * probability * (1 - probability));
        // Four and a half standard deviations of a binomial count; certain units are always drawn.
        expect(Math.abs(times[unit] - draws * probability)).toBeLessThanOrEqual(
          4.5 * deviation + 1e-6,
        );
        if (deviation > 0.1) {
          squares += ((times[unit] - draws * probability) / deviation) ** 2;
          uncertain++;
        }
      });
      // The mean squared deviation is 1 up to chance; counts of one draw are negatively correlated,
      // which only lowers its spread.
      expect(squares / uncertain).toBeLessThan(1 + 4 * Math.sqrt(2 / uncertain));
    },
  );

  it('weights back to the corpus by 1 / probability', () => {
    const request = { labels, size: 800, floor: 40, hard: { is, share: 0.5 } };
    const made = plan(request);
    const hard = is.reduce((sum, value) => sum + value, 0);
    let estimate = 0;
    for (let index = 0; index < 400; index++) {
      const drawn = drawFromPlan(made, `weights ${index}`);
      if (drawn.units === null) throw new Error(JSON.stringify(drawn.why));
      for (const unit of drawn.units) estimate += is[unit] / made.probability[unit] / 400;
    }
    expect(Math.abs(estimate / hard - 1)).toBeLessThan(0.01);
  });

  it('takes every unit of a label that has just as many as the floor', () => {
    const has = new Uint8Array(200 * 2);
    for (let unit = 0; unit < 10; unit++) has[unit * 2] = 1;
    for (let unit = 0; unit < 200; unit += 2) has[unit * 2 + 1] = 1;
    const { units, probability, exact } = draw(
      { labels: { units: 200, labels: 2, has }, size: 50, floor: 10 },
      1,
    );
    expect(Array.from(units.subarray(0, 10))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(Array.from(probability.subarray(0, 10)).every((value) => value === 1)).toBe(true);
    expect(exact).toBe(true);
  });

  it('takes a floor per label', () => {
    const { labelCounts } = draw({ labels, size: 300, floor: [20, 0, 0, 30, 0, 0, 0, 100] }, 1);
    expect(labelCounts[0]).toBeGreaterThanOrEqual(20);
    expect(labelCounts[3]).toBeGreaterThanOrEqual(30);
    expect(labelCounts[7]).toBeGreaterThanOrEqual(100);
  });

  it('keeps floors that fill the whole draw, and says that probabilities are not exact', () => {
    const has = new Uint8Array(40 * 4);
    for (let unit = 0; unit < 32; unit++) has[unit * 4 + (unit % 4)] = 1;
    const tight = draw({ labels: { units: 40, labels: 4, has }, size: 20, floor: 5 }, 1);
    expect(Array.from(tight.labelCounts)).toEqual([5, 5, 5, 5]);
    expect(tight.exact).toBe(false);
  });

  it('throws away a draw that misses a floor when the probabilities are not exact', () => {
    const tight = corpus(
      60,
      Array.from({ length: 10 }, () => 0.3),
      'tight',
    );
    const made = plan({ labels: tight.labels, size: 15, floor: 4 });
    expect(made.exact).toBe(false);
    let redraws = 0;
    for (let seed = 0; seed < 50; seed++) {
      const drawn = drawFromPlan(made, seed);
      if (drawn.units === null) throw new Error(drawn.why[0]?.kind);
      expect(Math.min(...drawn.labelCounts)).toBeGreaterThanOrEqual(4);
      redraws += drawn.redraws;
    }
    expect(redraws).toBeGreaterThan(0);
  });

  it('leaves every unit a fair chance when many labels have a small floor', () => {
    // Without a floor each of the 210 units has a chance of 0.21, and each label about 3 of the 45
    // places: hardly more than its floor wants.
    const many = corpus(
      210,
      Array.from({ length: 14 }, () => 0.07),
      'many labels',
    );
    const made = plan({ labels: many.labels, size: 45, floor: 2 });
    expect(made.exact).toBe(false);
    expect(Math.min(...made.probability)).toBeGreaterThan(0.5 * (45 / 210));
    let redraws = 0;
    for (let seed = 0; seed < 50; seed++) {
      const drawn = drawFromPlan(made, seed);
      if (drawn.units === null) throw new Error(JSON.stringify(drawn.why));
      expect(Math.min(...drawn.labelCounts)).toBeGreaterThanOrEqual(2);
      redraws += drawn.redraws;
    }
    expect(redraws).toBeLessThan(5);
  });

  it('says what is wrong when the corpus is too small', () => {
    const small = { units: 4, labels: 2, has: Uint8Array.of(1, 0, 1, 0, 1, 1, 0, 0) };
    expect(stratifiedDraw({ labels: small, size: 3, floor: 2 }, 1)).toEqual({
      units: null,
      why: [{ kind: 'scarce-labels' }],
      shortages: [{ label: 1, available: 1, wanted: 2 }],
    });
    expect(stratifiedDraw({ labels: small, size: 5, floor: 4 }, 1)).toEqual({
      units: null,
      why: [
        { kind: 'units', difficulty: null, available: 4, wanted: 5 },
        { kind: 'scarce-labels' },
      ],
      shortages: [
        { label: 0, available: 3, wanted: 4 },
        { label: 1, available: 1, wanted: 4 },
      ],
    });
    expect(
      stratifiedDraw(
        { labels: small, size: 4, floor: 0, hard: { is: Uint8Array.of(1, 0, 0, 0), share: 0.5 } },
        1,
      ),
    ).toMatchObject({
      units: null,
      why: [{ kind: 'units', difficulty: 'hard', available: 1, wanted: 2 }],
    });
  });

  it('says what is wrong when the draw is too small for the floors', () => {
    const has = new Uint8Array(40 * 4);
    for (let unit = 0; unit < 40; unit++) has[unit * 4 + (unit % 4)] = 1;
    expect(
      stratifiedDraw({ labels: { units: 40, labels: 4, has }, size: 19, floor: 5 }, 1),
    ).toMatchObject({
      units: null,
      why: [{ kind: 'no-room', size: 19 }],
      shortages: [{ label: 0, available: 10, wanted: 5 }, {}, {}, {}],
    });
  });

  it('keeps size, mix and floors for any corpus, or says why it cannot', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1), fc.nat(1), fc.nat(1), fc.nat(1)), {
          minLength: 1,
          maxLength: 60,
        }),
        fc.integer({ min: 1, max: 30 }),
        fc.nat(6),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(),
        (rows, size, floor, share, seed) => {
          const matrix = {
            units: rows.length,
            labels: 3,
            has: Uint8Array.from(rows.flatMap(([a, b, c]) => [a, b, c])),
          };
          const hard = { is: Uint8Array.from(rows, ([, , , value]) => value), share };
          const drawn = stratifiedDraw({ labels: matrix, size, floor, hard }, seed);
          if (drawn.units === null) {
            expect(drawn.why.length).toBeGreaterThan(0);
            return;
          }
          expect(new Set(drawn.units).size).toBe(size);
          expect(drawn.hardCount).toBe(Math.round(size * share));
          expect(Math.min(...drawn.labelCounts)).toBeGreaterThanOrEqual(floor);
          expect(drawn.probability.every((value) => value >= 0 && value <= 1)).toBe(true);
          if (drawn.exact) expect(drawn.redraws).toBe(0);
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });

  it('refuses requests that mean nothing', () => {
    expect(() => planDraw({ labels, size: 0, floor: 1 })).toThrow('size is 0');
    expect(() => planDraw({ labels, size: 1, floor: 1, hard: { is, share: 2 } })).toThrow(
      'the share of hard units is 2',
    );
    expect(() =>
      planDraw({ labels, size: 1, floor: 1, hard: { is: new Uint8Array(1), share: 0.2 } }),
    ).toThrow('hard has 1 units');
  });
});
