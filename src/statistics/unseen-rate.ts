/**
 * The largest rate that n cases without an occurrence are compatible with at 95 %: the upper end of
 * the exact binomial interval, about 3 / n. Hanley and Lippman-Hand 1983,
 * https://doi.org/10.1001/jama.1983.03330370053031
 * @example unseenRate(100) // 0.0295…
 */
export function unseenRate(n: number): number {
  return 1 - 0.05 ** (1 / n);
}
