import { columnTotals, resampleBlocks } from '../statistics/block-bootstrap.ts';
import type { BlockSums, SumStatistic } from '../statistics/block-bootstrap.ts';
import type { Draws } from '../statistics/bootstrap.ts';
import type { Interval } from '../statistics/estimate.ts';
import { reason } from '../statistics/reason.ts';
import type { Reason, ReasonCode } from '../statistics/reason.ts';
import { gapInterval, resampledInterval } from '../statistics/resampled-interval.ts';
import { jeffreysShare, meanOfShares } from '../statistics/jeffreys-share.ts';
import type { CountedShare } from '../statistics/jeffreys-share.ts';
import { posteriorInterval } from '../statistics/beta-posterior.ts';

/** A measure with n and interval, or without a value; what was left out is counted by reason. */
export interface Measured {
  readonly value: number | null;
  /** What the value rests on: queries, units or decisions. */
  readonly n: number;
  readonly low: number | null;
  readonly high: number | null;
  /** How many were left out, by the code of the reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** How the interval was computed, or why there is none. */
  readonly method: Reason;
}

/** A measure that can be computed from totals over blocks. */
export interface SummedMeasure {
  readonly name: string;
  readonly statistic: SumStatistic;
  readonly n: number;
  readonly skipped: Readonly<Record<string, number>>;
  /** How many blocks it rests on, where not on all. */
  readonly blocks?: number;
  /** The measure is a share of independent things, or follows from one. */
  readonly share?: CountedShare & { readonly as?: (share: number) => number };
  /** The measure is the mean of independent shares. */
  readonly shares?: readonly CountedShare[];
  /** The measure follows from how many independent units are in each of few cells. */
  readonly cells?: {
    readonly counts: Float64Array;
    readonly statistic: SumStatistic;
    /** It is a mean over classes, some of which may be rare. */
    readonly isMean?: boolean;
  };
  /** How many units a class of a mean has, and how many it needs for an interval. */
  readonly perClass?: { readonly n: number; readonly least: number };
  /** What it can be, from least to most; null where that is not known. From 0 to 1 if not said. */
  readonly range?: Interval | null;
  /** How many could have been missed, where not `n`: what a value of 0 or 1 rests on. */
  readonly chances?: number;
  /** The measure is a mean of gaps, of so many units. */
  readonly gapsOf?: number;
  /** Why it never has an interval. */
  readonly noInterval?: ReasonCode;
}

/** Measures over the same blocks: queries, subjects, or units taken together. */
export interface SummedMeasures {
  readonly sums: BlockSums;
  readonly measures: readonly SummedMeasure[];
}

/**
 * The measures with intervals, by name: Jeffreys' for what follows from counts of independent
 * things, else by resampling the blocks.
 */
export function estimateMeasures(
  { sums, measures }: SummedMeasures,
  draws: Draws,
): ReadonlyMap<string, Measured> {
  const totals = columnTotals(sums);
  const values = measures.map(({ statistic }) => statistic(totals));
  const counted = measures.map((measure, at) =>
    values[at] === null ? null : countedInterval(measure),
  );
  const resampled = measures.map(({ noInterval, blocks = sums.blocks }, at) =>
    values[at] === null || counted[at] !== null || noInterval !== undefined || blocks < 2
      ? null
      : new Float64Array(draws.resamples),
  );
  const filled = new Int32Array(measures.length);
  if (resampled.some((one) => one !== null))
    resampleBlocks(sums, draws, (drawn) => {
      for (let at = 0; at < measures.length; at += 1) {
        const into = resampled[at] ?? null;
        const value = into === null ? null : measures[at]!.statistic(drawn);
        if (into !== null && value !== null) into[filled[at]!++] = value;
      }
    });
  return new Map(
    measures.map((measure, at) => {
      const drawn = resampled[at]?.subarray(0, filled[at]!) ?? null;
      const blocks = measure.blocks ?? sums.blocks;
      const interval = counted[at]!;
      return [measure.name, measured(measure, values[at]!, { interval, drawn, blocks }, draws)];
    }),
  );
}

/**
 * The same measures with every block counted `weights` times: 1 over its chance to be drawn gives
 * Horvitz and Thompson's totals, and their ratios the means over all that could have been drawn
 * (1952, https://doi.org/10.1080/01621459.1952.10483446). A share of weighted blocks is no longer a
 * share of independent things, so its interval is resampled.
 */
export function weightedMeasures(
  { sums, measures }: SummedMeasures,
  weights: Float64Array,
): SummedMeasures {
  const { blocks, columns } = sums;
  const scaled = sums.sums.map((value, at) => value * weights[Math.floor(at / columns)]!);
  return {
    sums: { blocks, columns, sums: scaled },
    measures: measures.map(({ share: _, shares: __, cells: ___, ...measure }) => measure),
  };
}

/** The interval that follows from counts; null where the measure needs resamples. */
function countedInterval({ share, shares, cells, range }: SummedMeasure): Interval | null {
  if (share !== undefined) {
    const [low, high] = jeffreysShare(share.count, share.of);
    return share.as === undefined ? [low, high] : [share.as(low), share.as(high)];
  }
  if (shares !== undefined) return meanOfShares(shares);
  if (cells === undefined) return null;
  return posteriorInterval(cells.counts, cells.statistic, range ?? [0, 1], cells.isMean);
}

function measured(
  measure: SummedMeasure,
  value: number | null,
  {
    interval: counted,
    drawn,
    blocks,
  }: { interval: Interval | null; drawn: Float64Array | null; blocks: number },
  { resamples, seed }: Draws,
): Measured {
  const { n, skipped, noInterval, range = [0, 1], chances = n, gapsOf } = measure;
  const without = (method: Reason): Measured => ({
    value,
    n,
    low: null,
    high: null,
    skipped,
    method,
  });
  if (value === null) return without({ code: 'no-value', values: {} });
  if (noInterval !== undefined) return without(reason(noInterval));
  const { perClass } = measure;
  if (perClass !== undefined && perClass.n < perClass.least)
    return without(reason('no-interval-few-per-class', perClass));
  if (counted !== null) {
    const [low, high] = counted;
    return { ...without(reason('interval-jeffreys-share')), low, high };
  }
  if (gapsOf !== undefined && gapsOf < leastForGaps)
    return without(reason('no-interval-few', { n: gapsOf, least: leastForGaps }));
  if (drawn === null) return without(reason('no-interval-one-unit'));
  const interval =
    gapsOf === undefined
      ? resampledInterval(value, drawn, { range, blocks, chances })
      : gapInterval(value, drawn, blocks);
  if (interval === null) return without(reason('no-interval-edge'));
  const lost = resamples - drawn.length;
  const left = lost === 0 ? '' : reason('resamples-left-out', { without: lost });
  const method = reason('interval-bootstrap-blocks', { resamples, seed, left });
  return { ...without(method), low: interval[0], high: interval[1] };
}

/** Ten for each bin of a calibration error; with fewer, chance makes most of it. */
const leastForGaps = 100;
