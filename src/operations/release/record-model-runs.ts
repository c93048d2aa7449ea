import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { RecordModelRun } from '../../release/record.ts';
import type { AttemptSum } from '../../store/models/attempts.ts';
import { currencyOf, runSummaries } from '../models/overview/list-runs.ts';

/** What asking models about a task took; rounded, since databases add in their own order. */
export function recordModelRuns(
  protocol: Protocol,
  task: string,
  sums: readonly AttemptSum[],
): readonly RecordModelRun[] {
  const total = (counts: Readonly<Record<string, number>>): number =>
    Object.values(counts).reduce((sum, count) => sum + count, 0);
  return runSummaries(sums).map((run) => {
    const { annotator, asked, accepted, refused, tokens, cost, uncertain } = run;
    return {
      task,
      annotator,
      asked,
      accepted,
      refused,
      rejected: total(run.rejected),
      failed: total(run.failed),
      inputTokens: tokens?.input ?? null,
      outputTokens: tokens?.output ?? null,
      cost: cost === null ? null : Number(cost.toPrecision(9)),
      currency: currencyOf(protocol),
      uncertain,
    };
  });
}
