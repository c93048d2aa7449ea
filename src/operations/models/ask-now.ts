import type { Fault } from '../../domain/fault.ts';
import type { ModelFailure } from '../../domain/models/model-reply.ts';
import type { ModelRequest } from '../../domain/models/model-request.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { codedText } from '../../domain/text-values.ts';
import { fitsBudget } from '../../truth/models/budget.ts';
import { planCell } from '../../truth/models/cell-plan.ts';
import type { PastAttempt } from '../../truth/models/cell-plan.ts';
import { Circuit, isUnreached } from '../../truth/models/circuit.ts';
import type { OpenCell } from '../../truth/models/open-cells.ts';
import { backoff, Pace } from '../../truth/models/pace.ts';
import { enlargedTokens, requestCost } from './asking.ts';
import type { Asking } from './asking.ts';
import type { Engine, Stop } from './engine.ts';
import type { Result } from './ledger.ts';
import { modelResult, requestId, unknownResult, warnOf } from './model-result.ts';
import type { SentRequest } from './model-result.ts';
import type { Recorder } from './recorder.ts';
import { budgetStop, personStop, requestStop, unreachableStop } from './stops.ts';

/** What the models of a job share while they are asked at once. */
export interface NowState {
  readonly recorder: Recorder;
  readonly circuits: Map<string, Circuit>;
  /** Ends all calls. A little before, the signal of the engine says to begin no further ones. */
  readonly ending: AbortController;
  /** Set when nothing can be saved: calls that run may end, and no further ones begin. */
  readonly saving: { isOver: boolean };
  readonly spending: { settled: number; unsettled: number };
  /** The attempts on a cell before this. */
  readonly past: (cell: OpenCell) => readonly PastAttempt[];
  /** Called for every result that was kept. */
  readonly kept: (result: Result, isOpen: boolean) => void;
}

/** The most breaks in a row after which a service counts as gone: some five minutes. */
const mostBreaks = 6;

/** The most calls in a row that a model may refuse as wrong before it is left alone. */
const mostRefused = 10;

/** A cell on its way to an answer. */
interface Turn {
  readonly cell: OpenCell;
  readonly past: PastAttempt[];
  /** When it may be asked again. */
  notBefore: number;
}

/**
 * Asks one model about cells, at once: as many calls at a time as its provider bears, the first one
 * alone, to learn cheaply what would fail a thousand times. Returns why it stopped early, or null.
 */
export class NowAsker {
  readonly #engine: Engine;
  readonly #asking: Asking;
  readonly #state: NowState;
  readonly #circuit: Circuit;
  readonly #pace: Pace;
  readonly #fields = new Map<string, UnitFields>();
  /** Cells that were not asked yet, the next one last, and those that are to be asked again. */
  #fresh: Turn[] = [];
  #again: Turn[] = [];
  readonly #abandon = new Set<() => void>();
  #running = 0;
  #stop: Stop | null = null;
  #isTried = false;
  #refused = 0;
  #wake: () => void = () => {};

  constructor(engine: Engine, asking: Asking, state: NowState) {
    this.#engine = engine;
    this.#asking = asking;
    this.#state = state;
    const known = state.circuits.get(asking.service) ?? new Circuit();
    state.circuits.set(asking.service, known);
    this.#circuit = known;
    this.#pace = new Pace(asking.provider.concurrency);
  }

  async ask(cells: readonly OpenCell[]): Promise<Stop | null> {
    const turns = cells.map((cell) => ({ cell, past: [...this.#state.past(cell)], notBefore: 0 }));
    this.#fresh = turns.toReversed();
    const { signal } = this.#state.ending;
    const end = (): void => {
      for (const abandon of this.#abandon) abandon();
      this.#wake();
    };
    signal.addEventListener('abort', end, { once: true });
    while (!this.#isOver && this.#stop === null) {
      const turn = await this.#next();
      if (this.#isOver) break;
      if (turn !== null) this.#start(turn);
      else if (this.#left === 0 && this.#running === 0) break;
      else await this.#wait();
    }
    while (this.#running > 0) await this.#changed();
    signal.removeEventListener('abort', end);
    return this.#stop;
  }

  get #isOver(): boolean {
    return this.#engine.signal.aborted || this.#state.saving.isOver;
  }

  get #left(): number {
    return this.#fresh.length + this.#again.length;
  }

  /** The next cell that may be asked now; null when none may. */
  async #next(): Promise<Turn | null> {
    const now = this.#engine.clock.monotonic();
    const { state } = this.#circuit;
    if (state.kind === 'stopped') {
      this.#stop = personStop(this.#asking, state.failure);
      return null;
    }
    if (state.kind === 'open' && state.breaks > mostBreaks) {
      this.#stop = unreachableStop(this.#asking, state.failure);
      return null;
    }
    const most = this.#isTried ? this.#pace.calls : 1;
    if (this.#running >= most || now < this.#pace.pausedUntil) return null;
    const at = this.#again.findIndex((turn) => turn.notBefore <= now);
    if ((at < 0 && this.#fresh.length === 0) || !this.#circuit.admits(now)) return null;
    const turn = at < 0 ? this.#fresh.pop()! : this.#again.splice(at, 1)[0]!;
    if (!this.#fields.has(turn.cell.unit)) await this.#fetch(turn);
    return turn;
  }

  /** Fetches the fields of the units that come next. */
  async #fetch(turn: Turn): Promise<void> {
    this.#fields.clear();
    const units = [turn, ...this.#fresh.slice(-fetchedTogether)].map(({ cell }) => cell.unit);
    const found = await this.#engine.ledger.unitFields([...new Set(units)]);
    for (const [id, fields] of found) this.#fields.set(id, fields);
  }

  #start(turn: Turn): void {
    const { ledger, job, taskHash } = this.#engine;
    const plan = planCell(turn.past, job.id, undefined, job.plan.again);
    if (plan.kind !== 'ask') {
      return;
    }
    const { unit, annotator } = turn.cell;
    const { promptHash, model } = this.#asking;
    const cell = { unit, annotator, number: plan.number };
    const sent: SentRequest = {
      ...cell,
      id: requestId(ledger.key, cell, taskHash, promptHash),
      job: job.id,
      batch: null,
      taskHash,
    };
    const fields = this.#fields.get(unit) ?? {};
    const most = plan.enlarged ? enlargedTokens(model.maxTokens) : model.maxTokens;
    const request = this.#asking.request(turn.cell, fields, sent.id, most);
    this.#running += 1;
    const call =
      'code' in request
        ? this.#keep(turn, this.#unaskable(sent, request))
        : this.#call(turn, sent, request, fields);
    // The recorder reports failures of the record.
    void call.finally(() => {
      this.#running -= 1;
      this.#wake();
    });
  }

  #unaskable(sent: SentRequest, why: Fault): Result {
    this.#engine.warnings?.add(`${sent.unit} ${this.#asking.model.entry}`, why);
    return unaskable(this.#asking, sent, why, this.#at());
  }

  async #call(
    turn: Turn,
    sent: SentRequest,
    request: ModelRequest,
    fields: UnitFields,
  ): Promise<void> {
    const { clock, job } = this.#engine;
    const { spending, ending } = this.#state;
    const price = requestCost(this.#asking, request, 'now')?.high ?? 0;
    if (!fitsBudget(job.plan.budget, spending, price)) {
      this.#stop = budgetStop(this.#engine, spending);
      return;
    }
    spending.unsettled += price;
    const started = clock.monotonic();
    const asked = await this.#untilAbort(this.#asking.provider.ask(request, ending.signal));
    const now = clock.monotonic();
    spending.unsettled -= price;
    if (asked === null || (ending.signal.aborted && asked.outcome.kind === 'failure')) {
      await this.#keep(turn, unknownResult(this.#asking, sent, 'stopped', this.#at()));
      return;
    }
    const facts = { at: this.#at(), latency: Math.round(now - started) };
    const result = modelResult(this.#asking, sent, asked.outcome, fields, facts);
    warnOf(this.#engine, this.#asking, result.attempt);
    spending.settled += result.attempt.cost ?? (result.attempt.charged === 'maybe' ? price : 0);
    if (asked.outcome.kind === 'reply') this.#answered(asked.rate, now);
    else if (this.#isRepaired(asked.outcome.failure)) turn.notBefore = now;
    else turn.notBefore = this.#failed(asked.outcome.failure, turn, now);
    await this.#keep(turn, result);
  }

  #answered(rate: Parameters<Pace['answered']>[0], now: number): void {
    this.#isTried = true;
    this.#refused = 0;
    this.#circuit.reached();
    this.#pace.answered(rate, now);
  }

  /** Leaves out a parameter that the model refuses, where the panel allows that. */
  #isRepaired({ class: kind, parameter }: ModelFailure): boolean {
    if (kind !== 'never' || parameter === null || !this.#asking.model.dropParameters) return false;
    this.#asking.drop(parameter);
    return true;
  }

  /** What a failure means for the others; returns when the cell may be asked again. */
  #failed(failure: ModelFailure, turn: Turn, now: number): number {
    const { clock } = this.#engine;
    if (isUnreached(failure)) this.#circuit.unreached(now, failure);
    else this.#circuit.reached();
    this.#tellWaiting(failure);
    if (failure.class === 'person') this.#circuit.stop(failure);
    if (failure.class === 'never') {
      this.#refused += 1;
      if (!this.#isTried || this.#refused >= mostRefused)
        this.#stop = requestStop(this.#asking, failure);
      return now;
    }
    const retries = turn.past.filter((one) => one.failure === failure.class).length;
    const wait = Math.max(failure.retryAfter ?? 0, backoff(retries, clock.random()));
    if (failure.status === 429 || failure.retryAfter !== null)
      this.#pace.limited(now, failure.retryAfter ?? wait);
    return now + wait;
  }

  /** Says why nothing seems to happen, where it takes long. */
  #tellWaiting({ code, message, retryAfter }: ModelFailure): void {
    const { warnings } = this.#engine;
    const { provider, entry: model } = this.#asking.model;
    if (this.#circuit.state.kind === 'open')
      warnings?.add(provider, codedText('service-unreached', { provider, message }));
    const seconds = Math.round((retryAfter ?? 0) / 1000);
    if (seconds >= longWait)
      warnings?.add(model, codedText('asked-to-wait', { provider, model, seconds, code, message }));
  }

  /** Keeps a result, and puts the cell back where it is to be asked again. */
  async #keep(turn: Turn, result: Result): Promise<void> {
    const outcome = await this.#state.recorder.add(result);
    const attempt = { ...result.attempt, outcome: outcome ?? result.attempt.outcome };
    turn.past.push(attempt);
    const { job } = this.#engine;
    const isDone = ['accepted', 'unneeded', 'stopped', 'late'].includes(attempt.outcome);
    const isParked = attempt.failure === 'person';
    const plan = planCell(turn.past, job.id, undefined, job.plan.again);
    const isLate = attempt.failure === 'later' && turn.past.filter(isLater).length >= mostRefused;
    const isOpen = !isDone && plan.kind === 'ask';
    if (isOpen && !isParked && !isLate) this.#again.push(turn);
    if (attempt.outcome === 'late') this.#stop = { code: 'pause-closed', values: {} };
    this.#state.kept({ ...result, attempt }, isOpen);
  }

  #at(): string {
    return this.#engine.clock.now().toISOString();
  }

  /** Until a call ends, or the time comes that something may go on. */
  async #wait(): Promise<void> {
    const { clock } = this.#engine;
    const { state } = this.#circuit;
    const times = this.#again.map((turn) => turn.notBefore);
    const earliest = Math.max(
      this.#fresh.length > 0 ? 0 : Math.min(Number.POSITIVE_INFINITY, ...times),
      this.#pace.pausedUntil,
      state.kind === 'open' ? state.until : 0,
    );
    const now = clock.monotonic();
    const isFull = this.#running >= (this.#isTried ? this.#pace.calls : 1);
    const wait = isFull || !Number.isFinite(earliest) ? idleWait : earliest - now;
    const waking = new AbortController();
    const signal = AbortSignal.any([waking.signal, this.#engine.signal]);
    await Promise.race([
      this.#changed(),
      clock.sleep(Math.min(Math.max(wait, shortestWait), idleWait), signal),
    ]);
    waking.abort();
  }

  /** The outcome of a call; null when everything ends before. */
  #untilAbort<T>(call: Promise<T>): Promise<T | null> {
    return new Promise((resolve, reject) => {
      const abandon = (): void => resolve(null);
      if (this.#state.ending.signal.aborted) abandon();
      this.#abandon.add(abandon);
      void call.then(resolve, reject).finally(() => this.#abandon.delete(abandon));
    });
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}

const fetchedTogether = 200;
/** Between looks at what others changed, such as the circuit, in milliseconds. */
const idleWait = 1000;
const shortestWait = 5;
/** A provider may ask to wait for so many seconds without anybody being told. */
const longWait = 10;

function isLater({ failure }: PastAttempt): boolean {
  return failure === 'later';
}

/** The attempt on a unit that cannot be sent, such as one that is too large. */
export function unaskable(
  asking: Asking,
  sent: SentRequest,
  { code, message }: { readonly code: string; readonly message: string },
  at: string,
): Result {
  const { attempt } = unknownResult(asking, sent, 'stopped', at);
  const never = { outcome: 'failed', failure: 'never', charged: 'no' } as const;
  return { attempt: { ...attempt, ...never, code, message }, raw: null, given: null };
}
