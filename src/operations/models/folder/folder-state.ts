import type { Attempt } from '../../../domain/models/attempt.ts';
import type { ModelBatch } from '../../../domain/models/model-batch.ts';
import type { ModelJob } from '../../../domain/models/model-job.ts';
import type { TokenUse } from '../../../domain/models/model-reply.ts';
import type { AttemptSum, CellAttempt } from '../../../store/models/attempts.ts';
import type { BatchChange, BatchRequest } from '../../../store/models/batches.ts';
import { attemptsOf, isJoined, judgmentLinesOf } from './journal-attempts.ts';
import type { AttemptsEvent } from './journal-attempts.ts';

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
  | AttemptsEvent;

/**
 * The state that a journal leads to. Memory grows with attempts without a judgment, and open
 * batches.
 */
export class FolderState {
  readonly jobs = new Map<string, ModelJob>();
  readonly batches = new Map<string, ModelBatch>();
  readonly requests = new Map<string, readonly BatchRequest[]>();
  /** The hashes of replies by request, of batches that are not taken in yet and of calls. */
  readonly #known = new Map<string, Map<string, KnownReplies>>();
  readonly unaccepted: CellAttempt[] = [];
  readonly #sums = new Map<string, JobSum>();
  #last: AttemptsEvent[] = [];

  /** The judgments of the last write: the only ones that a crash can have kept from their file. */
  get lastJudgments(): readonly string[] {
    return this.#last.flatMap(judgmentLinesOf);
  }

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
      this.#known.delete(event.id);
    } else {
      this.add(attemptsOf(event));
      this.#last = isJoined(event) ? [...this.#last, event] : [event];
    }
  }

  /** The hashes of the replies to a request that are kept; there may be one of no reply. */
  repliesTo(batch: string | null, request: string): readonly (string | null)[] {
    const known = this.#known.get(batch ?? '')?.get(request);
    if (known === undefined) return none;
    return known === null || typeof known === 'string' ? [known] : known;
  }

  /** The requests of a batch that attempts tell of, while it is not taken in. */
  toldIn(batch: string): ReadonlySet<string> {
    return new Set(this.#known.get(batch)?.keys());
  }

  /** Takes attempts that were kept. */
  add(attempts: readonly Attempt[]): void {
    for (const attempt of attempts) this.#addAttempt(attempt);
  }

  sums(job: string | undefined): readonly AttemptSum[] {
    const own = [...this.#sums.values()].filter((one) => job === undefined || one.job === job);
    const merged = new Map<string, AttemptSum>();
    for (const { job: _, ...counted } of own) {
      const sum = { ...counted, tokens: { ...counted.tokens } };
      const key = JSON.stringify([sum.annotator, sum.outcome, sum.code, sum.charged]);
      const before = merged.get(key);
      merged.set(key, before === undefined ? sum : added(before, sum));
    }
    return [...merged.values()];
  }

  #addAttempt(attempt: Attempt): void {
    const { id, batch, outcome, annotator, code, charged, cost, latency, tokens, job } = attempt;
    const place = batch ?? '';
    // No call is recorded again once its cell is filled, so only open cells are remembered.
    if (batch !== null || outcome !== 'accepted') {
      const own = this.#known.get(place) ?? new Map<string, KnownReplies>();
      this.#known.set(place, own.set(id, withReply(own.get(id), attempt.reply)));
    }
    if (outcome !== 'accepted') this.unaccepted.push(attempt);
    const key = `${job} ${annotator} ${outcome} ${code ?? ''} ${charged}`;
    let sum = this.#sums.get(key);
    if (sum === undefined) {
      const none = { attempts: 0, priced: 0, cost: 0, counted: 0, latency: 0, timed: 0 };
      sum = { job, annotator, outcome, code, charged, ...none, tokens: { ...noTokens } };
      this.#sums.set(key, sum);
    }
    // One object for a million attempts: it is updated, not replaced.
    sum.attempts += 1;
    if (cost !== null) {
      sum.priced += 1;
      sum.cost += cost;
    }
    if (latency !== null) {
      sum.timed += 1;
      sum.latency += latency;
    }
    if (tokens === null) return;
    sum.counted += 1;
    sum.tokens.input += tokens.input;
    sum.tokens.cacheRead += tokens.cacheRead;
    sum.tokens.cacheWrite += tokens.cacheWrite;
    sum.tokens.output += tokens.output;
    sum.tokens.reasoning += tokens.reasoning;
  }
}

/** A sum over the attempts of a job that is being counted up. */
type JobSum = {
  -readonly [Field in keyof Omit<AttemptSum, 'tokens'>]: AttemptSum[Field];
} & { readonly job: string; readonly tokens: { -readonly [Kind in keyof TokenUse]: number } };

/** Nearly every request has one reply: a list for each of them would be most of the memory. */
type KnownReplies = string | null | readonly (string | null)[];

function withReply(before: KnownReplies | undefined, reply: string | null): KnownReplies {
  if (before === undefined) return reply;
  return before === null || typeof before === 'string' ? [before, reply] : [...before, reply];
}

const none: readonly (string | null)[] = [];

const noTokens = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

function added(a: AttemptSum, b: AttemptSum): AttemptSum {
  return {
    ...a,
    attempts: a.attempts + b.attempts,
    priced: a.priced + b.priced,
    cost: a.cost + b.cost,
    counted: a.counted + b.counted,
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
