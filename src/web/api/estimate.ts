import { codedText } from '../../domain/text-values.ts';
import type { Estimate as EstimateReply } from '../../server/routes/reply-parts.ts';
import type { Estimate } from '../../statistics/estimate.ts';

export type { EstimateReply };

/** Reads an estimate. */
export function readEstimate(reply: EstimateReply): Estimate {
  const { value, n, skipped, interval = null } = reply;
  if (value === null) return { value, n, skipped, why: reply.why ?? codedText('no-value') };
  const [lower, upper] = interval ?? [];
  return {
    value,
    n,
    skipped,
    interval: lower === undefined || upper === undefined ? null : [lower, upper],
    method: reply.method ?? codedText('no-interval-asked'),
  };
}
