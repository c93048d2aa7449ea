import { columnTotals } from '../statistics/block-bootstrap.ts';
import type { SumStatistic } from '../statistics/block-bootstrap.ts';
import { fScore, meanOfValues, precision, recall } from '../statistics/evaluation/binary-counts.ts';
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
import { chancesOf, meanChances } from '../statistics/evaluation/chances.ts';
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
  readonly weights: Float64Array | null;
  readonly subjects: Int32Array | null;
}

/** Classes or verdicts against the truth: the confusion per block, and what follows from it. */
export function summedClasses(
  table: ClassTable,
  { blockOf, blocks, groups }: UnitBlocks,
  { zeroes = false, weighted = false }: LabelOptions = {},
): SummedMeasures {
  const { classes, truth, predicted, units, subjects, isOrdered } = table;
  const size = classes.length;
  const columns = size * size;
  const sums = new Float64Array(blocks * columns);
  const weights = weighted ? table.weights : null;
  let n = 0;
  let right = 0;
  for (let unit = 0; unit < units; unit += 1) {
    const [own, other] = [truth[unit]!, predicted[unit]!];
    if (own < 0 || other < 0) continue;
    n += 1;
    if (own === other) right += 1;
    sums[blockOf[unit]! * columns + own * size + other] += weights === null ? 1 : weights[unit]!;
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
  const counts = countsPerClass(sums, size);
  const perClass = (kind: string): readonly number[] => counts.map((own) => chancesOf(kind, own));
  const empty = zeroes ? 0 : null;
  const valued = (confusion: ClassConfusion, measure: Measure): readonly (number | null)[] =>
    classes.map((_, at) => measure(classCounts(confusion, at)) ?? empty);
  const isShare = weights === null && subjects === null && n > 0;
  const measures: SummedMeasure[] = [
    { ...one('accuracy', classAccuracy), ...(isShare ? { share: { count: right, of: n } } : {}) },
    one('balanced_accuracy', classBalancedAccuracy, meanChances(perClass('R'))),
    { ...one('MCC', classMatthewsCorrelation), range: [-1, 1] },
    { ...one('kappa', classKappa), range: [-1, 1] },
    ...averaged.flatMap(([name, measure]) => [
      one(
        `${name}(macro)`,
        (confusion) => meanOfValues(valued(confusion, measure)),
        meanChances(perClass(name)),
      ),
      one(`${name}(weighted)`, (confusion) =>
        meanOfValues(valued(confusion, measure), confusion.map(unitsIn)),
      ),
    ]),
    ...(isOrdered
      ? [{ ...one('ordered_distance', orderedDistance), range: [0, size - 1] as const }]
      : []),
    ...classes.flatMap((name, at) =>
      averaged.map(([kind, measure]) =>
        one(
          `${kind}[${name}]`,
          (confusion) => measure(classCounts(confusion, at)) ?? empty,
          perClass(kind)[at],
        ),
      ),
    ),
  ];
  return { sums: { blocks, columns, sums }, measures };
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

function countsPerClass(sums: Float64Array, size: number): readonly OutcomeCounts[] {
  const totals = columnTotals({ blocks: sums.length / size ** 2, columns: size ** 2, sums });
  const confusion = confusionOf(totals, size);
  return confusion.map((_, at) => classCounts(confusion, at));
}

/** Column totals as a table: rows are true classes, columns predicted ones. */
export function confusionOf(totals: Float64Array, size: number): ClassConfusion {
  return Array.from({ length: size }, (_, row) => [
    ...totals.subarray(row * size, (row + 1) * size),
  ]);
}
