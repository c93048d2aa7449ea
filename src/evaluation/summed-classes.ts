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
  unitBlocks: UnitBlocks,
  { zeroes = false, weighted = false }: LabelOptions = {},
): SummedMeasures {
  const { classes, scores, subjects, units, isOrdered } = table;
  const size = classes.length;
  const weights = weighted ? table.weights : null;
  const { sums, n, right } = addClasses(table, unitBlocks, weights);
  const totals = columnTotals(sums);
  const isShare = weights === null && subjects === null && n > 0;
  const { groups } = unitBlocks;
  const empty = zeroes ? 0 : null;
  const counted = {
    classes,
    units,
    n,
    groups,
    totals,
    isShare,
    empty,
    counts: countsPerClass(totals, size),
  };
  const accuracy = measureOf(counted, 'accuracy', classAccuracy);
  return {
    sums,
    measures: [
      { ...accuracy, ...(isShare ? { share: { count: right, of: n } } : {}) },
      ...wholeMeasures(counted),
      ...averaged.flatMap((one) => averages(counted, one)),
      ...(isOrdered ? [distance(counted)] : []),
      ...(scores === null ? [] : probabilityMeasures(totals, size * size, groups)),
      ...classes.flatMap((_, at) => averaged.map((one) => measureOfClass(counted, one, at))),
    ],
  };
}

/** Adds every unit to the confusion of its block, and its probabilities where there are any. */
function addClasses(
  { classes, truth, predicted, units, scores }: ClassTable,
  { blockOf, blocks }: UnitBlocks,
  weights: Float64Array | null,
): { readonly sums: SummedMeasures['sums']; readonly n: number; readonly right: number } {
  const size = classes.length;
  const columns = size * size + (scores === null ? 0 : probabilityWidth);
  const sums = new Float64Array(blocks * columns);
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
  return { sums: { blocks, columns, sums }, n, right };
}

/** What the measures of a confusion are counted by. */
interface CountedClasses {
  readonly classes: readonly string[];
  readonly units: number;
  /** Units with both classes. */
  readonly n: number;
  /** Units or subjects that were drawn independently. */
  readonly groups: number;
  readonly totals: Float64Array;
  readonly counts: readonly OutcomeCounts[];
  /** Units are independent and count alike. */
  readonly isShare: boolean;
  /** What a class without a value counts as. */
  readonly empty: number | null;
}

/** Beyond so many classes, the table has too many cells: its measures are resampled. */
const mostTabled = 30;

/** With fewer units in a class, means over classes held 85 to 90 % of the time in simulation. */
const leastInClass = 10;

/** A measure that follows from the confusion. */
function measureOf(
  { classes, units, n, groups }: CountedClasses,
  name: string,
  measure: (confusion: ClassConfusion) => number | null,
  chances = n,
): SummedMeasure {
  return {
    name,
    statistic: (totals) => measure(confusionOf(totals, classes.length)),
    n,
    skipped: n < units ? { 'not-compared': units - n } : {},
    chances: Math.min(chances, groups),
  };
}

/** A measure of the whole table of independent units. */
function tabled(counted: CountedClasses, measure: SummedMeasure, isMean = false): SummedMeasure {
  const { counts, isShare, totals } = counted;
  // A class that neither occurs nor was predicted has no value, and would get one.
  const isSeen = counts.every((own) => chancesOf('jaccard', own) > 0);
  if (!isShare || counts.length > mostTabled || !isSeen) return measure;
  const cells = totals.slice(0, counts.length ** 2);
  return { ...measure, cells: { counts: cells, statistic: measure.statistic, isMean } };
}

/**
 * A mean over classes. The rarest class is known least, so it rests on the harmonic mean of their
 * units.
 */
function overClasses(counted: CountedClasses, measure: SummedMeasure): SummedMeasure {
  const inClass = chancesPerClass(counted, 'R').filter((own) => own > 0);
  const each = Math.floor(meanChances(inClass) / Math.max(1, inClass.length));
  return {
    ...tabled(counted, measure, true),
    ...(counted.isShare ? { perClass: { n: each, least: leastInClass } } : {}),
  };
}

function chancesPerClass({ counts }: CountedClasses, kind: string): readonly number[] {
  return counts.map((own) => chancesOf(kind, own));
}

/** What one number says of the whole confusion. */
function wholeMeasures(counted: CountedClasses): readonly SummedMeasure[] {
  const chances = meanChances(chancesPerClass(counted, 'R'));
  const balanced = measureOf(counted, 'balanced_accuracy', classBalancedAccuracy, chances);
  return [
    overClasses(counted, balanced),
    tabled(counted, { ...measureOf(counted, 'MCC', classMatthewsCorrelation), range: [-1, 1] }),
    tabled(counted, { ...measureOf(counted, 'kappa', classKappa), range: [-1, 1] }),
  ];
}

/** A measure of one class as a mean over all, and weighted by how often each is true. */
function averages(counted: CountedClasses, [name, measure]: OfClass): readonly SummedMeasure[] {
  const valued = (confusion: ClassConfusion): readonly (number | null)[] =>
    confusion.map((_, at) => measure(classCounts(confusion, at)) ?? counted.empty);
  const chances = meanChances(chancesPerClass(counted, name));
  return [
    overClasses(
      counted,
      measureOf(counted, `${name}(macro)`, (confusion) => meanOfValues(valued(confusion)), chances),
    ),
    tabled(
      counted,
      measureOf(counted, `${name}(weighted)`, (confusion) =>
        meanOfValues(valued(confusion), confusion.map(unitsIn)),
      ),
    ),
  ];
}

/** How many steps predictions are off on the scale. */
function distance(counted: CountedClasses): SummedMeasure {
  const measure = measureOf(counted, 'ordered_distance', orderedDistance);
  return tabled(counted, { ...measure, range: [0, counted.classes.length - 1] });
}

/** A measure of one class. */
function measureOfClass(
  counted: CountedClasses,
  [kind, measure]: OfClass,
  at: number,
): SummedMeasure {
  const { classes, counts, isShare, empty } = counted;
  const found = measureOf(
    counted,
    `${kind}[${classes[at]!}]`,
    (confusion) => measure(classCounts(confusion, at)) ?? empty,
    chancesPerClass(counted, kind)[at],
  );
  const share = classShare(kind === 'F1' ? 'jaccard' : kind, counts[at]!);
  if (!isShare || share.of === 0) return found;
  return { ...found, share: kind === 'F1' ? { ...share, as: fOfJaccard } : share };
}

/** The share that a measure of one class is. */
function classShare(kind: string, counts: OutcomeCounts): CountedShare {
  return { count: counts.truePositives, of: chancesOf(kind, counts) };
}

type OfClass = readonly [name: string, measure: (counts: OutcomeCounts) => number | null];

const averaged: readonly OfClass[] = [
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
