import type { Attempt } from '../../domain/models/attempt.ts';
import type { ModelBatch } from '../../domain/models/model-batch.ts';
import type { ModelJob } from '../../domain/models/model-job.ts';
import type { AttemptSum, CellAttempt } from '../../store/models/attempts.ts';
import type { BatchChange, BatchRequest } from '../../store/models/batches.ts';

/** One line of a journal. */
export type JournalEvent =
  | { readonly is: 'job'; readonly job: ModelJob }
  | {
      readonly is: 'job-state';
      readonly id: string;
      readonly state: Pick<ModelJob, 'state' | 'reason'>;
    }
  | { readonly is: 'batch'; readonly batch: ModelBatch; readonly requests: readonly BatchRequest[] }
  | { readonly is: 'batch-change'; readonly id: string; readonly change: BatchChange }
  /** Attempts, with the lines of the judgments that some of them became. */
  | {
      readonly is: 'attempts';
      readonly attempts: readonly Attempt[];
      readonly judgments: readonly string[];
    };

/** What a journal comes to. Memory grows with attempts without a judgment, and open batches. */
export class FolderState {
  readonly jobs = new Map<string, ModelJob>();
  readonly batches = new Map<string, ModelBatch>();
  readonly requests = new Map<string, readonly BatchRequest[]>();
  /** The hashes of replies by request, of batches that are not taken in yet and of calls. */
  readonly known = new Map<string, Map<string, (string | null)[]>>();
  readonly unaccepted: CellAttempt[] = [];
  readonly #sums = new Map<string, AttemptSum & { readonly job: string }>();
  /** The judgments of the last event: the only ones that a crash can have kept from their file. */
  lastJudgments: readonly string[] = [];

  apply(event: JournalEvent): void {
    if (event.is === 'job') this.jobs.set(event.job.id, event.job);
    else if (event.is === 'job-state') {
      const job = this.jobs.get(event.id);
      if (job !== undefined) this.jobs.set(event.id, { ...job, ...event.state });
    } else if (event.is === 'batch') {
      this.batches.set(event.batch.id, event.batch);
      this.requests.set(event.batch.id, event.requests);
    } else if (event.is === 'batch-change') {
      const batch = this.batches.get(event.id);
      if (batch === undefined) return;
      const changed = { ...batch, ...event.change };
      this.batches.set(event.id, changed);
      if (changed.phase !== 'taken-in' && changed.phase !== 'given-up') return;
      this.requests.delete(event.id);
      this.known.delete(event.id);
    } else {
      for (const attempt of event.attempts) this.#addAttempt(attempt);
      this.lastJudgments = event.judgments;
    }
  }

  sums(job: string | undefined): readonly AttemptSum[] {
    const own = [...this.#sums.values()].filter((one) => job === undefined || one.job === job);
    const merged = new Map<string, AttemptSum>();
    for (const { job: _, ...sum } of own) {
      const key = JSON.stringify([sum.annotator, sum.outcome, sum.code, sum.charged]);
      const before = merged.get(key);
      merged.set(key, before === undefined ? sum : added(before, sum));
    }
    return [...merged.values()];
  }

  #addAttempt(attempt: Attempt): void {
    const { id, batch, outcome, annotator, code, charged, cost, latency, tokens, job } = attempt;
    const place = batch ?? '';
    const own = this.known.get(place) ?? new Map<string, (string | null)[]>();
    // A call is never told of twice once its cell is filled, so only open cells are remembered.
    if (batch !== null || outcome !== 'accepted')
      this.known.set(place, own.set(id, withReply(own.get(id), attempt.reply)));
    if (outcome !== 'accepted') this.unaccepted.push(attempt);
    const key = `${job} ${annotator} ${outcome} ${code ?? ''} ${charged}`;
    const one = {
      job,
      annotator,
      outcome,
      code,
      charged,
      attempts: 1,
      priced: cost === null ? 0 : 1,
      cost: cost ?? 0,
      tokens: tokens ?? noTokens,
      latency: latency ?? 0,
      timed: latency === null ? 0 : 1,
    };
    const before = this.#sums.get(key);
    this.#sums.set(key, before === undefined ? one : { ...added(before, one), job });
  }
}

/** Nearly every request has one reply. */
function withReply(before: (string | null)[] | undefined, reply: string | null): (string | null)[] {
  return before === undefined ? [reply] : [...before, reply];
}

const noTokens = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

function added(a: AttemptSum, b: AttemptSum): AttemptSum {
  return {
    ...a,
    attempts: a.attempts + b.attempts,
    priced: a.priced + b.priced,
    cost: a.cost + b.cost,
    latency: a.latency + b.latency,
    timed: a.timed + b.timed,
    tokens: {
      input: a.tokens.input + b.tokens.input,
      cacheRead: a.tokens.cacheRead + b.tokens.cacheRead,
      cacheWrite: a.tokens.cacheWrite + b.tokens.cacheWrite,
      output: a.tokens.output + b.tokens.output,
      reasoning: a.tokens.reasoning + b.tokens.reasoning,
    },
  };
}
