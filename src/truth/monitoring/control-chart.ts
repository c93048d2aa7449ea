import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate, Interval, Valued } from '../../statistics/estimate.ts';
import { normalQuantile } from '../../statistics/normal.ts';

/** A value of a series, with its label and start. */
export interface ChartPoint {
  readonly label: string;
  readonly start: string;
  readonly estimate: Estimate;
}

/** A point compared with the limits. */
interface ChartedPoint extends ChartPoint {
  /** Within these a point varies by chance alone; null where there are no limits. */
  readonly limits: Interval | null;
  /** `outside`: beyond a limit. `run`: at least ninth in a row on one side of the centre. */
  readonly signal: 'outside' | 'run' | null;
}

/** Points in the order of time, with the centre and the limits of chance. */
export interface ControlChart {
  /** The mean of the points, each weighted by its units; null when there is none. */
  readonly centre: number | null;
  readonly points: readonly ChartedPoint[];
}

/**
 * Control chart: whether a figure that is measured repeatedly moves by more than chance. A point
 * outside of centre ± 3 standard errors, or nine in a row on one side of the centre, is a signal to
 * look for a cause: a new annotator, a changed guideline, harder units.
 *
 * A point's standard error is that of one unit over √n, pooled from the intervals of all points, so
 * weeks with few units have wide limits. A point without a value has no limits and does not break a
 * row; with fewer than two intervals there are no limits. Shewhart 1931; rule of nine: Nelson 1984,
 * https://doi.org/10.1080/00224065.1984.11978921
 */
export function controlChart(points: readonly ChartPoint[]): ControlChart {
  const valued = points
    .map((point) => point.estimate)
    .filter(hasValue)
    .filter((estimate) => estimate.n > 0);
  const bare = (point: ChartPoint): ChartedPoint => ({ ...point, limits: null, signal: null });
  if (valued.length === 0) return { centre: null, points: points.map(bare) };
  const units = valued.reduce((sum, { n }) => sum + n, 0);
  const centre = valued.reduce((sum, { value, n }) => sum + value * n, 0) / units;
  const spread = unitVariance(valued);
  let side = 0;
  let length = 0;
  const charted = points.map((point): ChartedPoint => {
    const { estimate } = point;
    if (!hasValue(estimate) || estimate.n === 0) return bare(point);
    const here = Math.sign(estimate.value - centre);
    length = here === side && here !== 0 ? length + 1 : 1;
    side = here;
    const margin = spread === null ? null : 3 * Math.sqrt(spread / estimate.n);
    const limits: Interval | null = margin === null ? null : [centre - margin, centre + margin];
    if (limits !== null && (estimate.value < limits[0] || estimate.value > limits[1]))
      return { ...point, limits, signal: 'outside' };
    return { ...point, limits, signal: length >= longestRun && here !== 0 ? 'run' : null };
  });
  return { centre, points: charted };
}

const longestRun = 9;

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
