import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate, Interval, Valued } from '../../statistics/estimate.ts';
import { normalQuantile } from '../../statistics/normal.ts';

/** A value of a series, with its label and start. */
export interface ChartPoint {
  readonly label: string;
  readonly start: string;
  readonly estimate: Estimate;
}

/** A point compared with those before it. */
interface ChartedPoint extends ChartPoint {
  /** The mean of the points before it, each weighted by its units; null for the first. */
  readonly centre: number | null;
  /** Within these a point varies by chance alone; null where there are no limits. */
  readonly limits: Interval | null;
  /** `outside`: beyond a limit. `run`: at least ninth in a row on one side of the centre. */
  readonly signal: 'outside' | 'run' | null;
}

/** Points in the order of time, each with the centre and the limits of chance of its time. */
export interface ControlChart {
  readonly points: readonly ChartedPoint[];
}

/** Fewer units than these give no signal, and say nothing about what is usual. */
const leastCharted = 20;

/**
 * Control chart: whether a figure that is measured repeatedly moves by more than chance. Each point
 * is compared with those before it, so that what was said of it stays true when others follow. One
 * outside of centre ± 3 standard errors, or nine in a row on one side of their centres, is a signal
 * to look for a cause: a new annotator, a changed guideline, harder units.
 *
 * The standard error of one unit is pooled from the intervals up to the point; that of the
 * difference from n units and the N before is it times √(1/n + 1/N). A point of fewer than
 * {@link leastCharted} units, or without a value, has no limits and does not break a row.
 * Shewhart 1931; rule of nine: Nelson 1984, https://doi.org/10.1080/00224065.1984.11978921
 */
export function controlChart(points: readonly ChartPoint[]): ControlChart {
  const before: Valued[] = [];
  let side = 0;
  let length = 0;
  const charted = points.map((point): ChartedPoint => {
    const { estimate } = point;
    const centre = meanOf(before);
    const bare: ChartedPoint = { ...point, centre, limits: null, signal: null };
    if (!hasValue(estimate) || estimate.n < leastCharted) return bare;
    const units = before.reduce((sum, { n }) => sum + n, 0);
    before.push(estimate);
    const spread = unitVariance(before);
    if (centre === null || spread === null) return bare;
    const here = Math.sign(estimate.value - centre);
    length = here === side && here !== 0 ? length + 1 : 1;
    side = here;
    const margin = 3 * Math.sqrt(spread * (1 / estimate.n + 1 / units));
    const limits: Interval = [centre - margin, centre + margin];
    if (estimate.value < limits[0] || estimate.value > limits[1])
      return { ...bare, limits, signal: 'outside' };
    return { ...bare, limits, signal: length >= longestRun && here !== 0 ? 'run' : null };
  });
  return { points: charted };
}

const longestRun = 9;

function meanOf(points: readonly Valued[]): number | null {
  const units = points.reduce((sum, { n }) => sum + n, 0);
  return units === 0 ? null : points.reduce((sum, { value, n }) => sum + value * n, 0) / units;
}

/** Pooled variance per unit of points with an interval; null with fewer than two or no spread. */
function unitVariance(points: readonly Valued[]): number | null {
  const known = points.flatMap(({ n, interval }) =>
    interval === null
      ? []
      : [{ n, error: (interval[1] - interval[0]) / (2 * normalQuantile(0.975)) }],
  );
  if (known.length < 2) return null;
  const units = known.reduce((sum, { n }) => sum + n, 0);
  const variance = known.reduce((sum, { n, error }) => sum + n * (n * error * error), 0) / units;
  return variance > 0 ? variance : null;
}
