import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { predictionPoweredMean } from './prediction-powered-mean.ts';
import { smallSampleInterval } from './small-sample-interval.ts';

describe('an interval from few human judgments', () => {
  it('adds half a unit to each combination of a share, and takes Student’s t', () => {
    const thrice = <Value>(values: readonly Value[]): readonly Value[] => [
      ...values,
      ...values,
      ...values,
    ];
    const human = thrice([1, 1, 0, 0]);
    const sample = { human, model: thrice([0, 1, 0, 1]), unjudged: [0, 1, 0, 1] };
    // Nothing in common: λ is 0, the mean of 6 + 1 of 12 + 2, its variance 1/4 over 12 degrees.
    const [low, high] = smallSampleInterval(sample)!;
    const half = 2.1788128297 * Math.sqrt(0.25 / 12);
    expect(low).toBeCloseTo(0.5 - half, 8);
    expect(high).toBeCloseTo(0.5 + half, 8);
  });

  it('takes n − 2 degrees of freedom for numbers', () => {
    const human = [1, 2, 3, 4, 5, 6];
    const sample = { human, model: [5, 5, 5, 5, 5, 5], unjudged: [5, 5, 5] };
    // A model that always says the same has λ 0: mean 3.5, variance 35/12, four degrees.
    const half = 2.7764451052 * Math.sqrt(35 / 12 / 4);
    const [low, high] = smallSampleInterval(sample)!;
    expect(low).toBeCloseTo(3.5 - half, 8);
    expect(high).toBeCloseTo(3.5 + half, 8);
  });

  it('has no value with fewer than four judgments or without further units', () => {
    expect(smallSampleInterval({ human: [1, 0, 1], model: [1, 0, 1], unjudged: [1] })).toBeNull();
    expect(smallSampleInterval({ human: [1, 0, 1, 0], model: [1, 0, 1, 0], unjudged: [] })).toBe(
      null,
    );
  });

  it('comes near to PPI++ with many judgments', () => {
    const random = seededRandom('many');
    const unit = (): readonly [number, number] => {
      const yes = random.next() < 0.4;
      return [Number(yes), Number(random.next() < (yes ? 0.9 : 0.1))];
    };
    const judged = Array.from({ length: 3000 }, unit);
    const sample = {
      human: judged.map(([human]) => human),
      model: judged.map(([, model]) => model),
      unjudged: Array.from({ length: 9000 }, () => unit()[1]),
    };
    const { interval } = predictionPoweredMean(sample).estimate as {
      readonly interval: readonly [number, number];
    };
    const [low, high] = smallSampleInterval(sample)!;
    expect(low).toBeCloseTo(interval[0], 3);
    expect(high).toBeCloseTo(interval[1], 3);
  });

  it('holds a rare share where PPI++ does not', () => {
    const random = seededRandom('rare');
    const held = { powered: 0, small: 0 };
    for (let repetition = 0; repetition < 400; repetition += 1) {
      const unit = (): readonly [number, number] => {
        const yes = random.next() < 0.05;
        return [Number(yes), Number(random.next() < (yes ? 0.9 : 0.15))];
      };
      const judged = Array.from({ length: 50 }, unit);
      const sample = {
        human: judged.map(([human]) => human),
        model: judged.map(([, model]) => model),
        unjudged: Array.from({ length: 400 }, () => unit()[1]),
      };
      const holds = (interval: readonly [number, number] | null): number =>
        interval !== null && interval[0] <= 0.05 && 0.05 <= interval[1] ? 1 : 0;
      const { estimate } = predictionPoweredMean(sample);
      held.powered += holds(estimate.value === null ? null : estimate.interval);
      held.small += holds(smallSampleInterval(sample));
    }
    expect(held.small / 400).toBeGreaterThan(0.94);
    expect(held.powered / 400).toBeLessThan(0.94);
  });
});
