import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import {
  addCounts,
  balancedAccuracy,
  fScore,
  matthewsCorrelation,
  meanOfValues,
  precision,
  recall,
} from './binary-counts.ts';
import type { OutcomeCounts } from './binary-counts.ts';
import {
  averageCalibrationError,
  binSums,
  brierScore,
  expectedCalibrationError,
  logLoss,
  maximumCalibrationError,
  probabilityBin,
} from './calibration.ts';
import {
  classAccuracy,
  classBalancedAccuracy,
  classCounts,
  classMatthewsCorrelation,
  orderedDistance,
} from './class-confusion.ts';
import type { ScoreBasis } from './score-measures.ts';
import { scoreMeasureInterval, scoreMeasures } from './score-measures.ts';
import { scoreOrder } from './score-order.ts';

interface Averages {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}
interface Fixture {
  readonly multilabel: readonly {
    readonly name: string;
    readonly truth: readonly string[];
    readonly predicted: readonly string[];
    readonly scores: readonly (readonly number[])[];
    readonly expected: {
      readonly micro: Averages;
      readonly macro: Averages;
      readonly per_label: readonly Averages[];
      readonly roc_auc_per_label: readonly (number | object)[];
      readonly average_precision_per_label: readonly number[];
    };
  }[];
  readonly calibration: readonly {
    readonly name: string;
    readonly truth: readonly number[];
    readonly probabilities: readonly number[];
    readonly expected: Readonly<Record<string, number>>;
  }[];
  readonly classes: readonly {
    readonly name: string;
    readonly confusion: readonly (readonly number[])[];
    readonly expected: {
      readonly accuracy: number;
      readonly balanced_accuracy: number;
      readonly mcc: number;
      readonly macro: Averages;
      readonly per_class: readonly Averages[];
    };
  }[];
}

// scikit-learn 1.2.1 (zero_division=0) and, for calibration, netcal 1.3.6.
const fixture = JSON.parse(
  readFileSync(new URL('../fixtures/classification.json', import.meta.url), 'utf8'),
) as Fixture;

/** What scikit-learn prints as 0 has no value here. */
const orZero = (value: number | null): number => value ?? 0;

describe('measures of labels, beside scikit-learn', () => {
  it.each(fixture.multilabel)('$name', ({ truth, predicted, scores, expected }) => {
    const labels = expected.per_label.map((_, label) => label);
    const counts = labels.map((label): OutcomeCounts => {
      const of = (own: string, other: string): number =>
        truth.filter((row, at) => row[label] === own && predicted[at]![label] === other).length;
      return {
        truePositives: of('1', '1'),
        falsePositives: of('0', '1'),
        falseNegatives: of('1', '0'),
        trueNegatives: of('0', '0'),
      };
    });
    for (const label of labels) {
      const wanted = expected.per_label[label]!;
      expect(orZero(precision(counts[label]!))).toBeCloseTo(wanted.precision, 12);
      expect(orZero(recall(counts[label]!))).toBeCloseTo(wanted.recall, 12);
      expect(orZero(fScore(counts[label]!))).toBeCloseTo(wanted.f1, 12);
      const found = scoreMeasures(
        Uint8Array.from(truth, (row) => Number(row[label])),
        Float64Array.from(scores, (row) => row[label]!),
      );
      const area = expected.roc_auc_per_label[label]!;
      if (typeof area === 'number') expect(found.auroc).toBeCloseTo(area, 12);
      else expect(found.auroc).toBeNull();
      const wantedPrecision = expected.average_precision_per_label[label]!;
      expect(orZero(found.averagePrecision)).toBeCloseTo(wantedPrecision, 12);
    }
    expect(precision(addCounts(counts))).toBeCloseTo(expected.micro.precision, 12);
    expect(fScore(addCounts(counts))).toBeCloseTo(expected.micro.f1, 12);
    const zeroed = counts.map((one) => orZero(recall(one)));
    expect(meanOfValues(zeroed)).toBeCloseTo(expected.macro.recall, 12);
  });

  it('have no value where nothing is true or nothing was predicted, and means leave them out', () => {
    const none = { truePositives: 0, falsePositives: 0, falseNegatives: 0, trueNegatives: 5 };
    expect([precision(none), recall(none), fScore(none)]).toEqual([null, null, null]);
    expect([matthewsCorrelation(none), balancedAccuracy(none)]).toEqual([null, null]);
    expect(meanOfValues([null, 0.5, null])).toBe(0.5);
    expect(meanOfValues([null])).toBeNull();
  });
});

describe('measures of classes, beside scikit-learn', () => {
  it.each(fixture.classes)('$name', ({ confusion, expected }) => {
    expect(classAccuracy(confusion)).toBeCloseTo(expected.accuracy, 12);
    expect(classBalancedAccuracy(confusion)).toBeCloseTo(expected.balanced_accuracy, 12);
    expect(classMatthewsCorrelation(confusion)).toBeCloseTo(expected.mcc, 12);
    expected.per_class.forEach((wanted, at) => {
      expect(orZero(precision(classCounts(confusion, at)))).toBeCloseTo(wanted.precision, 12);
      expect(orZero(recall(classCounts(confusion, at)))).toBeCloseTo(wanted.recall, 12);
    });
  });

  it('count the steps of a miss on an ordered scale', () => {
    // One unit two steps off, one right, one a step off: 3 steps over 3 units.
    expect(
      orderedDistance([
        [1, 0, 1],
        [0, 0, 0],
        [0, 1, 0],
      ]),
    ).toBe(1);
    expect(orderedDistance([[0]])).toBeNull();
  });
});

describe('calibration, beside netcal and scikit-learn', () => {
  it.each(fixture.calibration)('$name', ({ truth, probabilities, expected }) => {
    expect(brierScore(truth, probabilities)).toBeCloseTo(expected['brier']!, 12);
    expect(logLoss(truth, probabilities)).toBeCloseTo(expected['log_loss']!, 9);
    for (const bins of [5, 10, 15]) {
      if (expected[`ece_${bins}`] === undefined) continue;
      const sums = binSums(truth, probabilities, bins);
      expect(expectedCalibrationError(sums)).toBeCloseTo(expected[`ece_${bins}`]!, 12);
      expect(maximumCalibrationError(sums)).toBeCloseTo(expected[`mce_${bins}`]!, 12);
      expect(averageCalibrationError(sums)).toBeCloseTo(expected[`ace_${bins}`]!, 12);
    }
  });

  it('puts an edge into the bin above it, and 1 into the last', () => {
    expect([0, 0.1, 0.5, 0.99, 1].map((one) => probabilityBin(one, 10))).toEqual([0, 1, 5, 9, 9]);
  });
});

describe('the order of scores', () => {
  it('is that of a plain sort, also where single precision cannot tell scores apart', () => {
    const random = seededRandom('scores');
    const scores = Float64Array.from({ length: 6000 }, (_, at) =>
      at % 3 === 0 ? 0.5 + 1e-12 * random.integer(50) : (random.next() - 0.5) * 10 ** (at % 7),
    );
    scores[10] = -0;
    scores[11] = 0;
    const plain = Array.from(scores, (_, at) => at).toSorted(
      (a, b) => scores[b]! - scores[a]! || a - b,
    );
    expect([...scoreOrder(scores)]).toEqual(plain);
  });
});

describe('intervals of average precision and AUROC', () => {
  it.each([
    { n: 80, share: 0.4 },
    { n: 300, share: 0.15 },
  ])('cover in 93 to 97 of 100 samples of $n, $share of them positive', ({ n, share }) => {
    const random = seededRandom(`influence ${n}`);
    const next = random.next.bind(random);
    const true_ = measured(400_000, share, next);
    const covered = { averagePrecision: 0, auroc: 0 };
    const samples = 2000;
    for (let sample = 0; sample < samples; sample += 1) {
      const found = measured(n, share, next);
      for (const kind of ['averagePrecision', 'auroc'] as const) {
        const { value, error, basis } = found[kind];
        const interval = scoreMeasureInterval(value, error, basis);
        const wanted = true_[kind].value;
        if (interval !== null && interval[0] <= wanted && wanted <= interval[1]) covered[kind] += 1;
      }
    }
    for (const count of Object.values(covered)) {
      expect(count / samples).toBeGreaterThan(0.93);
      expect(count / samples).toBeLessThan(0.97);
    }
  });
});

function measured(
  size: number,
  share: number,
  next: () => number,
): Readonly<
  Record<
    'averagePrecision' | 'auroc',
    { readonly value: number; readonly error: number; readonly basis: ScoreBasis }
  >
> {
  const truth = Uint8Array.from({ length: size }, () => (next() < share ? 1 : 0));
  const scores = Float64Array.from(truth, (own) => 0.35 * own + next());
  const apInfluence = new Float64Array(size);
  const aurocInfluence = new Float64Array(size);
  const options = { apInfluence, aurocInfluence };
  const { averagePrecision, auroc, positives } = scoreMeasures(truth, scores, options);
  const basis = (chances: number): ScoreBasis => ({ chances, degrees: chances - 1 });
  const error = (influence: Float64Array): number =>
    Math.sqrt((influence.reduce((sum, one) => sum + one * one, 0) * size) / (size - 1));
  return {
    averagePrecision: {
      value: averagePrecision!,
      error: error(apInfluence),
      basis: basis(positives),
    },
    auroc: {
      value: auroc!,
      error: error(aurocInfluence),
      basis: basis(Math.min(positives, size - positives)),
    },
  };
}
