import { accuracy, addCounts, meanOfValues } from '../statistics/evaluation/binary-counts.ts';
import type { OutcomeCounts } from '../statistics/evaluation/binary-counts.ts';
import { expectedCalibrationError } from '../statistics/evaluation/calibration.ts';
import { chancesOf, meanChances } from '../statistics/evaluation/chances.ts';
import { averaged, decided, mean, quotient } from './label-measures.ts';
import type { Counting } from './label-measures.ts';
import { countsOf, labelColumns, reliabilitySums, unitColumns } from './label-sums.ts';
import type { LabelTable } from './label-table.ts';
import type { SummedMeasure } from './summed-measures.ts';

const samples = [
  ['P(samples)', unitColumns.precision, 'nothing-predicted'],
  ['R(samples)', unitColumns.recall, 'no-positives'],
  ['F1(samples)', unitColumns.f1, 'nothing-to-find'],
  ['jaccard(samples)', unitColumns.jaccard, 'nothing-to-find'],
] as const;

/** Every measure over all labels: averaged, per unit, exact, and of probabilities. */
export function overallMeasures(
  table: LabelTable,
  totals: Float64Array,
  counting: Counting,
): readonly SummedMeasure[] {
  const base = table.labels.length * labelColumns.all;
  return [
    ...averagedMeasures(table, totals, counting),
    ...sampleMeasures(totals, base, counting),
    ...exactMeasures(table, totals, base, counting),
    ...meanCalibration(table, totals, counting),
  ];
}

/** The measures of one label over all of them: pooled, as a mean, and weighted by support. */
function averagedMeasures(
  { labels }: LabelTable,
  totals: Float64Array,
  { groups, zeroes }: Counting,
): readonly SummedMeasure[] {
  const every = everyCount(labels.length);
  const decisions = addCounts(every(totals));
  return averaged.flatMap(([name, measure, why]): readonly SummedMeasure[] => {
    const valued = (drawn: Float64Array): readonly (number | null)[] =>
      every(drawn).map((counts) => measure(counts) ?? (zeroes ? 0 : null));
    const without = valued(totals).filter((value) => value === null).length;
    const n = labels.length - without;
    const skipped: Readonly<Record<string, number>> = without === 0 ? {} : { [why]: without };
    const chances = every(totals).map((counts) => chancesOf(name, counts));
    const pooled = Math.min(chancesOf(name, decisions), groups);
    return [
      {
        name: `${name}(micro)`,
        statistic: (drawn) => measure(addCounts(every(drawn))) ?? (zeroes ? 0 : null),
        n: decided(decisions),
        skipped: {},
        chances: pooled,
      },
      {
        name: `${name}(macro)`,
        statistic: (drawn) => meanOfValues(valued(drawn)),
        n,
        skipped,
        chances: Math.min(meanChances(chances), groups),
      },
      {
        name: `${name}(weighted)`,
        statistic: (drawn) => meanOfValues(valued(drawn), every(drawn).map(support)),
        n,
        skipped,
        chances: pooled,
      },
    ];
  });
}

/** The measures of one unit's labels, as a mean over the units that have a value. */
function sampleMeasures(
  totals: Float64Array,
  base: number,
  { groups, zeroes }: Counting,
): readonly SummedMeasure[] {
  const counted = totals[base + unitColumns.units]!;
  return samples.map(([name, at, why]) => {
    const n = Math.round(totals[base + at + 1]!);
    return {
      name,
      statistic: (drawn) =>
        quotient(drawn, base + at, base + (zeroes ? unitColumns.units : at + 1)),
      n: zeroes ? Math.round(counted) : n,
      chances: Math.min(n, groups),
      skipped: zeroes || n >= counted ? {} : { [why]: Math.round(counted) - n },
    };
  });
}

/** Whole units that are right, and single decisions that are wrong. */
function exactMeasures(
  { labels }: LabelTable,
  totals: Float64Array,
  base: number,
  { units, groups, isShare }: Counting,
): readonly SummedMeasure[] {
  const every = everyCount(labels.length);
  const all = decided(addCounts(every(totals)));
  const exact = totals[base + unitColumns.exact]!;
  const known = totals[base + unitColumns.units]!;
  return [
    {
      name: 'subset_accuracy',
      statistic: (drawn) => quotient(drawn, base + unitColumns.exact, base + unitColumns.units),
      n: Math.round(known),
      skipped: known < units && isShare ? { 'not-compared': units - known } : {},
      ...(isShare && known > 0 ? { share: { count: exact, of: known } } : {}),
    },
    {
      name: 'hamming_loss',
      statistic: (drawn) => {
        const right = accuracy(addCounts(every(drawn)));
        return right === null ? null : 1 - right;
      },
      n: all,
      skipped: {},
      chances: Math.min(all, groups),
    },
  ];
}

/** How far probabilities are off, as a mean over the labels that have any. */
function meanCalibration(
  { labels }: LabelTable,
  totals: Float64Array,
  { units, groups }: Counting,
): readonly SummedMeasure[] {
  const scoredUnits = (at: number): number => totals[at * labelColumns.all + labelColumns.scored]!;
  const scored = [...labels.keys()].filter((at) => scoredUnits(at) > 0);
  if (scored.length === 0) return [];
  const base = { n: scored.length, skipped: {} };
  return [
    {
      ...base,
      name: 'ECE(macro)',
      statistic: (drawn) =>
        meanOfValues(scored.map((at) => expectedCalibrationError(reliabilitySums(drawn, at)))),
      gapsOf: Math.round(Math.min(...scored.map(scoredUnits))),
    },
    {
      ...base,
      name: 'Brier(macro)',
      statistic: (drawn) => meanOfValues(scored.map((at) => mean(at, 'brier')(drawn))),
      chances: Math.min(units, groups),
    },
    {
      ...base,
      name: 'log_loss(macro)',
      statistic: (drawn) => meanOfValues(scored.map((at) => mean(at, 'logLoss')(drawn))),
      range: [0, Infinity],
    },
  ];
}

/** The counts of every label. */
function everyCount(labels: number): (drawn: Float64Array) => readonly OutcomeCounts[] {
  return (drawn) => Array.from({ length: labels }, (_, at) => countsOf(drawn, at));
}

function support({ truePositives, falseNegatives }: OutcomeCounts): number {
  return truePositives + falseNegatives;
}
