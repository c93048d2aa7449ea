import { describe, expect, it } from 'vitest';
import { hasValue } from '../estimate.ts';
import type { Estimate } from '../estimate.ts';
import fixture from '../fixtures/prediction-powered.json' with { type: 'json' };
import { humanJudgmentsNeeded } from './human-judgments-needed.ts';
import { poweredMoments } from './powered-moments.ts';
import { predictionPoweredDifference, predictionPoweredMean } from './prediction-powered-mean.ts';
import { predictionPoweredQuantile } from './prediction-powered-quantile.ts';

function width(estimate: Estimate): number {
  if (!hasValue(estimate) || estimate.interval === null) throw new Error('there is no interval');
  return estimate.interval[1] - estimate.interval[0];
}

const chosen = (lambda: number | null): { lambda?: number } => (lambda === null ? {} : { lambda });

// Expected numbers: ppi_py, in the version that `source` in the fixture names.
describe.each(fixture.cases)('predictionPoweredMean of $name', (sample) => {
  it('chooses λ as ppi_py does', () => {
    expect(predictionPoweredMean(sample).lambda).toBeCloseTo(sample.bestLambda, 12);
  });

  it.each(sample.values)('has the value of λ = $lambda', ({ lambda, value }) => {
    const { estimate } = predictionPoweredMean(sample, chosen(lambda));
    expect(estimate.value).toBeCloseTo(value, 12);
  });

  it.each(sample.intervals)('has the interval of λ = $lambda at $confidence', (wanted) => {
    const { lambda, confidence, interval } = wanted;
    const { estimate } = predictionPoweredMean(sample, { ...chosen(lambda), confidence });
    const found = estimate.value === null ? null : estimate.interval;
    expect(found![0]).toBeCloseTo(interval[0]!, 11);
    expect(found![1]).toBeCloseTo(interval[1]!, 11);
  });

  it.each(sample.classical)('has the classical interval at $confidence', (wanted) => {
    const { classical } = predictionPoweredMean(sample, { confidence: wanted.confidence });
    const found = classical.value === null ? null : classical.interval;
    expect(found![0]).toBeCloseTo(wanted.interval[0]!, 11);
    expect(found![1]).toBeCloseTo(wanted.interval[1]!, 11);
  });
});

describe('predictionPoweredMean', () => {
  const [binary] = fixture.cases;

  it('says how many human judgments the model saves: the ratio of the squared widths', () => {
    const { estimate, classical, equivalent, saved } = predictionPoweredMean(binary!);
    const ratio = (width(classical) / width(estimate)) ** 2;
    expect(equivalent).toBeCloseTo(60 * ratio, 9);
    expect(saved).toBe(Math.floor(60 * ratio - 60));
  });

  it('has no value without human judgments', () => {
    const { estimate, lambda, saved } = predictionPoweredMean({
      human: [],
      model: [],
      unjudged: [1, 0],
    });
    expect(estimate).toMatchObject({ value: null, n: 0, why: { code: 'no-human-judgments' } });
    expect([lambda, saved]).toEqual([null, null]);
  });

  it('is the classical mean without further predictions, and where all are the same', () => {
    const human = [0, 1, 1, 0, 1];
    for (const [model, unjudged] of [
      [[0, 1, 0, 1, 1], []],
      [
        [1, 1, 1, 1, 1],
        [1, 1, 1],
      ],
    ] as const) {
      const result = predictionPoweredMean({ human, model, unjudged });
      expect(result.lambda).toBe(0);
      expect(result.estimate.value).toBe(0.6);
      expect(result.saved).toBe(0);
    }
  });

  it('has no interval of one unit, and none of no width', () => {
    const one = predictionPoweredMean({ human: [1], model: [1], unjudged: [0, 1] });
    expect(one.estimate).toMatchObject({
      interval: null,
      method: { code: 'no-interval-one-unit' },
    });
    const same = predictionPoweredMean({ human: [1, 1], model: [1, 1], unjudged: [1, 1] });
    expect(same.estimate).toMatchObject({
      value: 1,
      interval: null,
      method: { code: 'no-interval-no-spread' },
    });
  });

  it('says when there are too few human judgments for its interval', () => {
    const cautionOf = (human: readonly number[]): string | undefined =>
      predictionPoweredMean({ human, model: human, unjudged: [0, 1] }).caution?.code;
    const share = (yes: number, n: number): number[] =>
      Array.from({ length: n }, (_, at) => (at < yes ? 1 : 0));
    expect(cautionOf(share(20, 49))).toBe('few-human-judgments');
    expect(cautionOf(share(9, 60))).toBe('few-of-an-answer');
    expect(cautionOf(share(51, 60))).toBe('few-of-an-answer');
    expect(cautionOf(share(10, 60))).toBeUndefined();
    expect(cautionOf(share(10, 60).map((value, at) => value + at))).toBeUndefined();
  });

  it('refuses predictions that do not go with the judgments', () => {
    const wrong = { human: [1, 0], model: [1], unjudged: [] };
    expect(() => predictionPoweredMean(wrong)).toThrow('there are 1 predictions for 2');
  });
});

describe('predictionPoweredDifference', () => {
  it('has the variances of both: the half widths as the sides of a right angle', () => {
    const [a, b] = [fixture.cases[0]!, fixture.cases[4]!].map((one) => predictionPoweredMean(one));
    const difference = predictionPoweredDifference(a!, b!);
    const half = (one: Estimate): number => width(one) / 2;
    expect(difference.value).toBeCloseTo(a!.estimate.value! - b!.estimate.value!, 12);
    expect(half(difference) ** 2).toBeCloseTo(half(a!.estimate) ** 2 + half(b!.estimate) ** 2, 12);
  });

  it('has no value where one of them has none', () => {
    const none = predictionPoweredMean({ human: [], model: [], unjudged: [] });
    const one = predictionPoweredMean(fixture.cases[0]!);
    expect(predictionPoweredDifference(one, none)).toMatchObject({ value: null });
  });
});

describe('predictionPoweredQuantile', () => {
  it('is that of the predictions where the model is never wrong', () => {
    const unjudged = Array.from({ length: 101 }, (_, at) => at);
    const model = Array.from({ length: 20 }, (_, at) => 5 * at);
    const estimate = predictionPoweredQuantile({ human: model, model, unjudged }, 0.5);
    expect(estimate.value).toBe(50);
    // |k/101 − 0.5| ≤ 1.96·√(p(1 − p)/101) holds for k = 41 … 60, that is for the values 40 … 59.
    expect(estimate).toMatchObject({ interval: [40, 59] });
  });

  it('takes off what the model is off by', () => {
    const unjudged = Array.from({ length: 400 }, (_, at) => at / 4);
    const human = Array.from({ length: 100 }, (_, at) => at);
    const model = human.map((value) => value + 10);
    const { value } = predictionPoweredQuantile({ human, model, unjudged }, 0.5);
    // F(v) = (4v + 1)/400 + 10/100 reaches ½ at v = 39.75.
    expect(value).toBe(39.75);
  });

  it('has no value without human judgments or without predictions', () => {
    expect(
      predictionPoweredQuantile({ human: [], model: [], unjudged: [1] }, 0.5).value,
    ).toBeNull();
    expect(predictionPoweredQuantile({ human: [1], model: [1], unjudged: [] }, 0.5)).toMatchObject({
      value: null,
      why: { code: 'no-unjudged' },
    });
  });
});

describe('humanJudgmentsNeeded', () => {
  const moments = poweredMoments(fixture.cases[4]!);

  it('needs none where the interval is narrow enough', () => {
    expect(humanJudgmentsNeeded(moments, 0.2)).toEqual({ withModel: 0, alone: 0 });
  });

  it('with human judgments alone follows the formula of the classical interval', () => {
    // 4 · 1.959964² · var / width², var = 0.71 · 0.29 of the 100 judgments.
    const needed = Math.ceil((4 * 1.959963984540054 ** 2 * 0.2059) / 0.1 ** 2) - 100;
    expect(humanJudgmentsNeeded(moments, 0.1).alone).toBe(needed);
  });

  it('is fewer with the model, and the least that is enough', () => {
    const { withModel, alone } = humanJudgmentsNeeded(moments, 0.1);
    expect(withModel).toBeGreaterThan(0);
    expect(withModel).toBeLessThan(alone);
    const [wide, narrow] = [0.1 / 0.999, 0.1 * 0.999].map(
      (asked) => humanJudgmentsNeeded(moments, asked).withModel!,
    );
    expect(wide).toBeLessThanOrEqual(withModel!);
    expect(narrow).toBeGreaterThanOrEqual(withModel!);
  });

  it('says so when all units together are not enough', () => {
    expect(humanJudgmentsNeeded(moments, 0.001).withModel).toBeNull();
  });
});
