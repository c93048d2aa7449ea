import { codedText } from '../../domain/text-values.ts';
import type { Estimate as EstimateReply } from '../../server/routes/reply-parts.ts';
import type { Estimate } from '../../statistics/estimate.ts';

export type { EstimateReply };

/** Reads an estimate. Intervals from large-sample formulas end at 1 where the value does. */
export function readEstimate(reply: EstimateReply): Estimate {
  const { value, n, skipped, interval = null } = reply;
  if (value === null) return { value, n, skipped, why: reply.why ?? codedText('no-value') };
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
