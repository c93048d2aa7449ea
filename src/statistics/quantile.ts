/**
 * The value that a share p of the ascending values lies below, interpolated linearly between
 * neighbours (type 7 of Hyndman and Fan 1996, https://doi.org/10.1080/00031305.1996.10473566; the
 * default of numpy and R).
 * @example quantile(Float64Array.of(1, 2, 3, 4), 0.5) // 2.5
 */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  if (sorted.length === 0) throw new RangeError('a quantile of no values was asked for');
  const place = p * (sorted.length - 1);
  const below = Math.min(Math.max(Math.floor(place), 0), sorted.length - 1);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}
