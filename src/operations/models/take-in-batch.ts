import type { BatchNote, ModelBatch } from '../../domain/models/model-batch.ts';
import type { ModelJob } from '../../domain/models/model-job.ts';
import type { ModelFailure, ModelOutcome } from '../../domain/models/model-reply.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { BatchLine } from '../../llm/provider.ts';
import type { BatchRequest } from '../../store/models/batches.ts';
import { personStop } from './stops.ts';
import { batchWarning, tell } from './batch-notes.ts';
import type { Asking } from './asking.ts';
import type { Engine, Stop } from './engine.ts';
import type { Result } from './ledger.ts';
import { modelResult, unknownResult, warnOf } from './model-result.ts';
import type { SentRequest } from './model-result.ts';

/** What came of taking in the results of a batch. */
export interface TakenIn {
  readonly stop: Stop | null;
  /** How many of its lines were kept. */
  readonly results: number;
}

/**
 * Takes in the results of a batch that ended, line by line, in any number of tries: what is kept is
 * not kept twice. Lines answer the request that they name, whatever their order; what nobody asked
 * for and what cannot be read is counted. What ended without a word about a request is `missing`.
 */
export async function takeInBatch(
  engine: Engine,
  asking: Asking,
  batch: ModelBatch,
  ended: string | null,
): Promise<TakenIn> {
  const { ledger, clock } = engine;
  const job = await jobOf(engine, batch);
  const intake = new Intake(engine, asking, batch, await ledger.batchRequests(batch.id), job);
  let failure: ModelFailure | null = null;
  for await (const piece of asking.provider.batches!.results(batch.remote!)) {
    if (piece.kind === 'end') failure = piece.failure;
    else await intake.take(piece.lines);
    if (engine.signal.aborted) break;
  }
  await intake.flush();
  if (engine.signal.aborted) return { stop: null, results: intake.kept };
  const isGone = failure?.class === 'never';
  // Not all of it arrived: the next try begins again, and keeps what is new.
  if (failure !== null && !isGone) {
    batchWarning(engine, batch, 'batch-results-cut', failure);
    return { stop: null, results: intake.kept };
  }
  if (intake.isMistaken) {
    const { remote } = batch;
    const note = { code: 'batch-mistaken', values: { remote: remote! } };
    const mistaken = [...batch.mistaken, remote!];
    const notes = tell(engine, batch, note);
    const back = { phase: 'submitting', remote: null, mistaken, notes } as const;
    await ledger.changeBatch(batch.id, ['submitted'], back);
    return { stop: null, results: 0 };
  }
  intake.tellFailures();
  const missing = await intake.rest(isGone ? 'lost' : 'missing');
  const lacks = { code: 'batch-missing', values: { count: missing } };
  const notes = tell(engine, batch, ...intake.notes, ...(missing > 0 && !isGone ? [lacks] : []));
  const endedAt = clock.now().toISOString();
  const change = { phase: 'taken-in', endedAt, ended, notes } as const;
  await ledger.changeBatch(batch.id, ['submitted'], change);
  const lost = { code: 'pause-lost', values: { count: missing, message: failure?.message ?? '' } };
  return { stop: isGone ? lost : intake.stop, results: intake.kept };
}

/** The job that a batch belongs to, whose round its answers go into. */
async function jobOf({ ledger, job }: Engine, batch: ModelBatch): Promise<ModelJob> {
  if (batch.job === job.id) return job;
  return (await ledger.jobs()).find((one) => one.id === batch.job) ?? job;
}

/** How much of a line that is left out is shown. */
const longestShown = 200;

/** What is left out: how much of it, and how the first begins. */
class Oddities {
  count = 0;
  first = '';

  add(text: string): void {
    if (this.count === 0)
      this.first = text.slice(0, longestShown).replaceAll('\0', '').toWellFormed();
    this.count += 1;
  }
}

class Intake {
  readonly #engine: Engine;
  readonly #asking: Asking;
  readonly #batch: ModelBatch;
  readonly #job: ModelJob;
  readonly #requests: ReadonlyMap<string, BatchRequest>;
  /** Read already: a line as it was parsed is many objects, which would all wait. */
  #waiting: Result[] = [];
  #known = 0;
  readonly #unknown = new Oddities();
  readonly #damaged = new Oddities();
  /** Requests that failed and may be asked again, by the code of the failure. */
  readonly #failures = new Map<string, { readonly failure: ModelFailure; count: number }>();
  kept = 0;
  stop: Stop | null = null;

  constructor(
    engine: Engine,
    asking: Asking,
    batch: ModelBatch,
    requests: readonly BatchRequest[],
    job: ModelJob,
  ) {
    this.#engine = engine;
    this.#asking = asking;
    this.#batch = batch;
    this.#job = job;
    this.#requests = new Map(requests.map((request) => [request.id, request]));
  }

  /** Whether it answers nothing that was asked, so that it is somebody else's. */
  get isMistaken(): boolean {
    return this.#known === 0 && this.#unknown.count > 0;
  }

  get notes(): readonly BatchNote[] {
    const odd = { 'batch-unknown': this.#unknown, 'batch-damaged': this.#damaged };
    return Object.entries(odd).flatMap(([code, { count, first }]) =>
      count === 0 ? [] : [{ code, values: { count, first } }],
    );
  }

  /** Takes lines that arrived together; keeps what waits once that is enough. */
  async take(lines: readonly BatchLine[]): Promise<void> {
    const fields = await this.#unitFields(lines);
    const facts = { at: this.#at, latency: null };
    for (const line of lines) {
      const request = line.kind === 'damaged' ? undefined : this.#requests.get(line.id);
      if (line.kind === 'damaged') this.#damaged.add(line.line);
      else if (request === undefined) this.#unknown.add(line.id);
      else {
        this.#known += 1;
        this.#waiting.push(this.#read(line.outcome, request, fields?.get(request.unit), facts));
      }
    }
    if (this.#waiting.length >= this.#engine.ledger.together) await this.#keep(true);
  }

  /** Keeps what waits. */
  async flush(): Promise<void> {
    await this.#keep(false);
  }

  async #keep(isMoreOnItsWay: boolean): Promise<void> {
    const results = this.#waiting;
    this.#waiting = [];
    await this.#engine.ledger.record(results, this.#job, isMoreOnItsWay);
    this.kept += results.length;
  }

  /** The fields of the units that lines are about, where these are looked at. */
  async #unitFields(
    lines: readonly BatchLine[],
  ): Promise<ReadonlyMap<string, UnitFields> | undefined> {
    if (!this.#asking.readsUnits) return undefined;
    const units = lines.flatMap((line) => {
      const request = line.kind === 'damaged' ? undefined : this.#requests.get(line.id);
      return request === undefined ? [] : [request.unit];
    });
    return await this.#engine.ledger.unitFields([...new Set(units)]);
  }

  #read(
    outcome: ModelOutcome,
    request: BatchRequest,
    unit: UnitFields = {},
    facts: Parameters<typeof modelResult>[4],
  ): Result {
    const found = modelResult(this.#asking, this.#sent(request), outcome, unit, facts);
    warnOf(this.#engine, this.#asking, found.attempt);
    if (outcome.kind === 'failure') this.#addFailure(outcome.failure);
    return this.#inVersion(found);
  }

  #addFailure(failure: ModelFailure): void {
    if (failure.class === 'person') this.stop ??= personStop(this.#asking, failure);
    // Each kind of failure that is never retried is reported separately.
    if (failure.class === 'person' || failure.class === 'never') return;
    const known = this.#failures.get(failure.code) ?? { failure, count: 0 };
    this.#failures.set(failure.code, { failure, count: known.count + 1 });
  }

  /** Says how many requests failed, with the most frequent reason. */
  tellFailures(): void {
    const [most] = [...this.#failures.values()].toSorted((a, b) => b.count - a.count);
    if (most === undefined) return;
    const count = [...this.#failures.values()].reduce((sum, one) => sum + one.count, 0);
    batchWarning(this.#engine, this.#batch, 'batch-failures', most.failure, count);
  }

  /** Notes the requests that nothing was said about; returns how many there are. */
  async rest(outcome: 'missing' | 'lost'): Promise<number> {
    const { ledger } = this.#engine;
    const told = await ledger.attemptedIn(this.#batch.id);
    const left = [...this.#requests.values()].filter(({ id }) => !told.has(id));
    for (let from = 0; from < left.length; from += ledger.together) {
      const some = left.slice(from, from + ledger.together);
      const results = some.map((request) => {
        const { attempt } = unknownResult(this.#asking, this.#sent(request), outcome, this.#at);
        const { promptHash } = this.#batch;
        return { attempt: { ...attempt, promptHash }, raw: null, given: null };
      });
      await ledger.record(results, this.#job, true);
    }
    return left.length;
  }

  /** An answer to other questions or another prompt was paid for, and is not a judgment now. */
  #inVersion(result: Result): Result {
    const { taskHash, promptHash } = this.#batch;
    const isPresent = taskHash === this.#engine.taskHash && promptHash === this.#asking.promptHash;
    const { attempt } = result;
    if (isPresent) return result;
    const outcome = attempt.outcome === 'accepted' ? 'unneeded' : attempt.outcome;
    const code = attempt.outcome === 'accepted' ? 'stale' : attempt.code;
    return { ...result, attempt: { ...attempt, promptHash, outcome, code }, given: null };
  }

  #sent({ id, unit, annotator, number }: BatchRequest): SentRequest {
    const { id: batch, taskHash, job } = this.#batch;
    return { id, unit, annotator, number, batch, taskHash, job };
  }

  get #at(): string {
    return this.#engine.clock.now().toISOString();
  }
}
