import type { z } from 'zod';
import type { estimate } from '../../server/routes/reply-parts.ts';
import type { Estimate } from '../../statistics/estimate.ts';

/** An estimate as the server sends it. */
export type EstimateReply = z.infer<typeof estimate>;

/** Reads an estimate. Intervals from large-sample formulas end at 1 where the value does. */
export function readEstimate(reply: EstimateReply): Estimate {
  const { value, n, skipped, interval = null } = reply;
  if (value === null) return { value, n, skipped, why: reply.why ?? '' };
  const [lower, upper] = interval ?? [];
  return {
    value,
    n,
    skipped,
    interval:
      lower === undefined || upper === undefined
        ? null
        : [lower, value <= 1 ? Math.min(upper, 1) : upper],
    method: reply.method ?? '',
  };
}
