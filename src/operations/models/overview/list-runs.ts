import type { TokenUse } from '../../../domain/models/model-reply.ts';
import type { ModelBatch } from '../../../domain/models/model-batch.ts';
import type { Protocol } from '../../../domain/protocol/protocol.ts';
import type { ModelJob } from '../../../domain/models/model-job.ts';
import type { AttemptSum } from '../../../store/models/attempts.ts';
import type { ModelWork } from '../model-work.ts';

/** What one run of a model did and cost. */
export interface RunSummary {
  readonly annotator: string;
  readonly asked: number;
  readonly accepted: number;
  readonly refused: number;
  /** Replies that became no judgment, by kind. */
  readonly rejected: Readonly<Record<string, number>>;
  /** Calls without a reply, by code. */
  readonly failed: Readonly<Record<string, number>>;
  /** Null when no reply said how many there were. */
  readonly tokens: TokenUse | null;
  /** What is known of the cost; null when no price is. */
  readonly cost: number | null;
  /** Attempts that may have been charged, at an unknown cost. */
  readonly uncertain: number;
  /** Milliseconds until a reply, on average; null in batches. */
  readonly latency: number | null;
}

/** What the models of a task did. */
export interface ModelRuns {
  readonly task: string;
  readonly currency: string;
  readonly runs: readonly RunSummary[];
  readonly jobs: readonly ModelJob[];
  readonly batches: readonly ModelBatch[];
}

/** What each run of each model did and cost, with the jobs and batches that it was asked in. */
export async function listRuns({ ledger, content, task }: ModelWork): Promise<ModelRuns> {
  return {
    task: task.task.id,
    currency: currencyOf(content.protocol),
    runs: runSummaries(await ledger.sums()),
    jobs: await ledger.jobs(),
    batches: await ledger.batches(),
  };
}

/** The currency of what models cost. */
export function currencyOf({ prices }: Pick<Protocol, 'prices'>): string {
  return prices?.currency ?? 'USD';
}

/** Every run of the models by name, from the sums over its attempts. */
export function runSummaries(sums: readonly AttemptSum[]): readonly RunSummary[] {
  const names = [...new Set(sums.map(({ annotator }) => annotator))].toSorted();
  return names.map((name) =>
    summary(
      name,
      sums.filter(({ annotator }) => annotator === name),
    ),
  );
}

/** Outcomes whose code says more than they do. */
const named: ReadonlySet<AttemptSum['outcome']> = new Set(['invalid', 'failed', 'context']);

function summary(annotator: string, sums: readonly AttemptSum[]): RunSummary {
  const count = (of: (sum: AttemptSum) => boolean): number =>
    sums.filter(of).reduce((all, { attempts }) => all + attempts, 0);
  const isFailed = ({ outcome }: AttemptSum): boolean =>
    outcome === 'failed' || outcome === 'stopped' || outcome === 'missing' || outcome === 'lost';
  const isRejected = (sum: AttemptSum): boolean =>
    !isFailed(sum) && sum.outcome !== 'accepted' && sum.outcome !== 'refused';
  const byCode = (of: (sum: AttemptSum) => boolean): Readonly<Record<string, number>> => {
    const found: Record<string, number> = {};
    for (const { outcome, code, attempts } of sums.filter(of)) {
      const kind = named.has(outcome) ? (code ?? outcome) : outcome;
      found[kind] = (found[kind] ?? 0) + attempts;
    }
    return found;
  };
  const timed = sums.reduce((all, one) => all + one.timed, 0);
  const isPriced = sums.some(({ priced }) => priced > 0);
  return {
    annotator,
    asked: count(() => true),
    accepted: count(({ outcome }) => outcome === 'accepted'),
    refused: count(({ outcome }) => outcome === 'refused'),
    rejected: byCode(isRejected),
    failed: byCode(isFailed),
    tokens: sums.every(({ counted }) => counted === 0) ? null : tokensOf(sums),
    cost: isPriced ? sums.reduce((all, { cost }) => all + cost, 0) : null,
    uncertain: count(({ charged }) => charged === 'maybe'),
    latency: timed === 0 ? null : sums.reduce((all, { latency }) => all + latency, 0) / timed,
  };
}

function tokensOf(sums: readonly AttemptSum[]): TokenUse {
  const add = (of: (tokens: TokenUse) => number): number =>
    sums.reduce((all, { tokens }) => all + of(tokens), 0);
  return {
    input: add(({ input }) => input),
    cacheRead: add(({ cacheRead }) => cacheRead),
    cacheWrite: add(({ cacheWrite }) => cacheWrite),
    output: add(({ output }) => output),
    reasoning: add(({ reasoning }) => reasoning),
  };
}
