/** What was spent and what may still come; null where a price is unknown. */
export interface Spending {
  /** What replies cost that were counted. */
  readonly settled: number;
  /** The estimate for what is on its way. */
  readonly unsettled: number;
}

/**
 * Whether another request or batch fits: what is settled, what is on its way and the estimate of
 * the next must not pass the limit. Without a limit everything fits.
 * @example fitsBudget(10, { settled: 6, unsettled: 3 }, 2) // false
 */
export function fitsBudget(
  limit: number | null,
  { settled, unsettled }: Spending,
  next: number,
): boolean {
  // Sums of prices are never exact.
  return limit === null || settled + unsettled + next <= limit + 1e-9;
}
