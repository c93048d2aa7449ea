import { columnTotals } from '../statistics/block-bootstrap.ts';
import type { SumStatistic } from '../statistics/block-bootstrap.ts';
import {
  fOfJaccard,
  fScore,
  meanOfValues,
  precision,
  recall,
} from '../statistics/evaluation/binary-counts.ts';
import type { OutcomeCounts } from '../statistics/evaluation/binary-counts.ts';
import {
  classAccuracy,
  classBalancedAccuracy,
  classCounts,
  classKappa,
  classMatthewsCorrelation,
  orderedDistance,
} from '../statistics/evaluation/class-confusion.ts';
import type { ClassConfusion } from '../statistics/evaluation/class-confusion.ts';
import {
  addClassProbabilities,
  probabilityColumns,
  probabilityWidth,
} from '../statistics/evaluation/class-probabilities.ts';
import {
  expectedCalibrationError,
  maximumCalibrationError,
} from '../statistics/evaluation/calibration.ts';
import { chancesOf, meanChances } from '../statistics/evaluation/chances.ts';
import type { CountedShare } from '../statistics/jeffreys-share.ts';
import type { LabelTable } from './label-table.ts';
import type { LabelOptions } from './summed-labels.ts';
import type { SummedMeasure, SummedMeasures } from './summed-measures.ts';
import type { UnitBlocks } from './unit-blocks.ts';

/** Units with one true and one predicted class each; −1 where there is none. */
export interface ClassTable {
  readonly units: number;
  readonly classes: readonly string[];
  /** The classes are in order, from the lowest to the highest. */
  readonly isOrdered: boolean;
  readonly truth: Int32Array;
  readonly predicted: Int32Array;
  /** Per class: how probable the system says it is; null where it does not say. */
  readonly scores: readonly Float64Array[] | null;
  readonly weights: Float64Array | null;
  readonly subjects: Int32Array | null;
}

/** Classes or verdicts against the truth: the confusion per block, and what follows from it. */
export function summedClasses(
  table: ClassTable,
  { blockOf, blocks, groups }: UnitBlocks,
  { zeroes = false, weighted = false }: LabelOptions = {},
): SummedMeasures {
  const { classes, truth, predicted, units, scores, subjects, isOrdered } = table;
  const size = classes.length;
  const columns = size * size + (scores === null ? 0 : probabilityWidth);
  const sums = new Float64Array(blocks * columns);
  const weights = weighted ? table.weights : null;
  let n = 0;
  let right = 0;
  for (let unit = 0; unit < units; unit += 1) {
    const [own, other] = [truth[unit]!, predicted[unit]!];
    if (own < 0 || other < 0) continue;
    n += 1;
    if (own === other) right += 1;
    const weight = weights === null ? 1 : weights[unit]!;
    const row = blockOf[unit]! * columns;
    sums[row + own * size + other] += weight;
    if (scores === null) continue;
    const said = scores.map((column) => column[unit]!);
    addClassProbabilities(said, own, weight, sums, row + size * size);
  }
  const of =
    (measure: (confusion: ClassConfusion) => number | null): SumStatistic =>
    (totals) =>
      measure(confusionOf(totals, size));
  const skipped: Readonly<Record<string, number>> = n < units ? { 'not-compared': units - n } : {};
  const one = (
    name: string,
    measure: (confusion: ClassConfusion) => number | null,
    chances = n,
  ): SummedMeasure => ({
    name,
    statistic: of(measure),
    n,
    skipped,
    chances: Math.min(chances, groups),
  });
  const totals = columnTotals({ blocks, columns, sums });
  const counts = countsPerClass(totals, size);
  const perClass = (kind: string): readonly number[] => counts.map((own) => chancesOf(kind, own));
  const empty = zeroes ? 0 : null;
  const valued = (confusion: ClassConfusion, measure: Measure): readonly (number | null)[] =>
    classes.map((_, at) => measure(classCounts(confusion, at)) ?? empty);
  const isShare = weights === null && subjects === null && n > 0;
  /** A measure of the whole table of independent units. */
  const tabled = (measure: SummedMeasure, isMean = false): SummedMeasure => {
    // A class that neither occurs nor was predicted has no value, and would get one.
    const isSeen = counts.every((own) => chancesOf('jaccard', own) > 0);
    if (!isShare || size > mostTabled || !isSeen) return measure;
    const cells = { counts: totals.slice(0, size * size), statistic: measure.statistic, isMean };
    return { ...measure, cells };
  };
  // The rarest class is known least: a mean over classes rests on the harmonic mean of their units.
  const inClass = perClass('R').filter((own) => own > 0);
  const each = Math.floor(meanChances(inClass) / Math.max(1, inClass.length));
  const overClasses = (measure: SummedMeasure): SummedMeasure => ({
    ...tabled(measure, true),
    ...(isShare ? { perClass: { n: each, least: leastInClass } } : {}),
  });
  const ofClass = (kind: string, measure: Measure, at: number): SummedMeasure => {
    const share = classShare(kind === 'F1' ? 'jaccard' : kind, counts[at]!);
    return {
      ...one(
        `${kind}[${classes[at]!}]`,
        (confusion) => measure(classCounts(confusion, at)) ?? empty,
        perClass(kind)[at],
      ),
      ...(isShare && share.of > 0
        ? { share: kind === 'F1' ? { ...share, as: fOfJaccard } : share }
        : {}),
    };
  };
  const measures: SummedMeasure[] = [
    { ...one('accuracy', classAccuracy), ...(isShare ? { share: { count: right, of: n } } : {}) },
    overClasses(one('balanced_accuracy', classBalancedAccuracy, meanChances(perClass('R')))),
    tabled({ ...one('MCC', classMatthewsCorrelation), range: [-1, 1] }),
    tabled({ ...one('kappa', classKappa), range: [-1, 1] }),
    ...averaged.flatMap(([name, measure]) => [
      overClasses(
        one(
          `${name}(macro)`,
          (confusion) => meanOfValues(valued(confusion, measure)),
          meanChances(perClass(name)),
        ),
      ),
      tabled(
        one(`${name}(weighted)`, (confusion) =>
          meanOfValues(valued(confusion, measure), confusion.map(unitsIn)),
        ),
      ),
    ]),
    ...(isOrdered
      ? [tabled({ ...one('ordered_distance', orderedDistance), range: [0, size - 1] as const })]
      : []),
    ...(scores === null ? [] : probabilityMeasures(totals, size * size, groups)),
    ...classes.flatMap((_, at) => averaged.map(([kind, measure]) => ofClass(kind, measure, at))),
  ];
  return { sums: { blocks, columns, sums }, measures };
}

/** Beyond so many classes, the table has too many cells: its measures are resampled. */
const mostTabled = 30;

/** With fewer units in a class, means over classes held 85 to 90 % of the time in simulation. */
const leastInClass = 10;

/** The share that a measure of one class is. */
function classShare(kind: string, counts: OutcomeCounts): CountedShare {
  return { count: counts.truePositives, of: chancesOf(kind, counts) };
}

type Measure = (counts: OutcomeCounts) => number | null;

const averaged: readonly (readonly [string, Measure])[] = [
  ['P', precision],
  ['R', recall],
  ['F1', fScore],
];

function unitsIn(row: readonly number[]): number {
  return row.reduce((sum, units) => sum + units, 0);
}

/** What follows from the probabilities of the classes. */
function probabilityMeasures(
  totals: Float64Array,
  from: number,
  groups: number,
): readonly SummedMeasure[] {
  const scored = Math.round(totals[from + probabilityColumns.scored]!);
  if (scored === 0) return [];
  const mean =
    (of: 'logLoss' | 'brier' | 'second'): SumStatistic =>
    (drawn) => {
      const n = drawn[from + probabilityColumns.scored]!;
      return n === 0 ? null : drawn[from + probabilityColumns[of]]! / n;
    };
  const bins = (drawn: Float64Array): Float64Array =>
    drawn.subarray(from + probabilityColumns.bins, from + probabilityWidth);
  const base = { n: scored, skipped: {}, chances: Math.min(scored, groups) };
  return [
    { ...base, name: 'log_loss', statistic: mean('logLoss'), range: [0, Infinity] },
    { ...base, name: 'Brier', statistic: mean('brier'), range: [0, 2] },
    { ...base, name: 'top2_accuracy', statistic: mean('second') },
    {
      ...base,
      name: 'ECE',
      statistic: (drawn) => expectedCalibrationError(bins(drawn)),
      gapsOf: scored,
    },
    {
      ...base,
      name: 'MCE',
      statistic: (drawn) => maximumCalibrationError(bins(drawn)),
      noInterval: 'no-interval-largest',
    },
  ];
}

function countsPerClass(totals: Float64Array, size: number): readonly OutcomeCounts[] {
  const confusion = confusionOf(totals, size);
  return confusion.map((_, at) => classCounts(confusion, at));
}

/** Column totals as a table: rows are true classes, columns predicted ones. */
export function confusionOf(totals: Float64Array, size: number): ClassConfusion {
  return Array.from({ length: size }, (_, row) => [
    ...totals.subarray(row * size, (row + 1) * size),
  ]);
}

/** Classes as labels, one of which is true of each unit; null without probabilities. */
export function classesAsLabels(table: ClassTable): LabelTable | null {
  const { classes, truth, predicted, scores } = table;
  if (scores === null) return null;
  return {
    ...table,
    labels: classes,
    truth: classes.map((_, at) => Int16Array.from(truth, (own) => (own < 0 ? -1 : +(own === at)))),
    predicted: classes.map((_, at) => Int8Array.from(predicted, (own) => +(own === at))),
    scores,
    level: 1,
  };
}
