import type { NextReply, ShownUnitReply } from '../../server/routes/judging/work.ts';

export type { NextReply };
export type ShownUnit = ShownUnitReply;

/** Asks for the next units behind a position; null begins at the first that is open. */
export type AskForUnits = (count: number, after: number | null) => Promise<NextReply>;

/** What is on the shelf. */
export interface UnitCacheState {
  /** Open units in the annotator's order; may include units judged here and not yet sent. */
  readonly units: readonly ShownUnit[];
  readonly progress: NextReply['progress'] | null;
  readonly remaining: number | null;
  /** Whether the server has no more than these. */
  readonly isAll: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
}

/**
 * The next units of a run, fetched ahead, so that the next one is there at once, and work goes on
 * for a while without a connection. The first few are
 * fetched alone, to be shown soon; the rest follow while somebody reads. Where units are claimed
 * only a few are taken, since others wait for them.
 */
export class UnitCache {
  readonly #ask: AskForUnits;
  readonly #ahead: number;
  readonly #listeners = new Set<() => void>();
  /** A reply that was on its way while a judgment was sent may still hold its unit. */
  readonly #done = new Set<string>();
  /** Skipped units, in that order. The server puts them last, whatever else comes in. */
  readonly #passed = new Set<string>();
  #state: UnitCacheState = {
    units: [],
    progress: null,
    remaining: null,
    isAll: false,
    isLoading: false,
    error: null,
  };
  #filling: Promise<void> | null = null;

  constructor(ask: AskForUnits, ahead: number) {
    this.#ask = ask;
    this.#ahead = ahead;
  }

  get state(): UnitCacheState {
    return this.#state;
  }

  follow(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Fetches until enough units lie ahead that `isOpen`; what is under way is waited for. */
  fill(isOpen: (unit: string) => boolean): Promise<void> {
    this.#filling ??= this.#fill(isOpen).finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  /** Removes a unit once the server has its judgment, and takes over the new counts. */
  done(unit: string, counts: Pick<NextReply, 'progress' | 'remaining'> | null): void {
    this.#done.add(unit);
    this.#set({
      units: this.#state.units.filter((one) => one.unit !== unit),
      ...(counts === null ? {} : { progress: counts.progress, remaining: counts.remaining }),
    });
  }

  /** Puts a unit that was passed over behind the others. */
  putLast(unit: string): void {
    this.#passed.delete(unit);
    this.#passed.add(unit);
    this.#set({ units: this.#ordered(this.#state.units), isAll: false });
  }

  async #fill(isOpen: (unit: string) => boolean): Promise<void> {
    this.#set({ isLoading: true });
    try {
      while (
        !this.#state.isAll &&
        this.#state.units.filter((one) => isOpen(one.unit)).length < this.#ahead
      )
        await this.#fetchMore();
      this.#set({ isLoading: false, error: null });
    } catch (error) {
      this.#set({ isLoading: false, error });
      throw error;
    }
  }

  async #fetchMore(): Promise<void> {
    const places = this.#state.units
      .filter((one) => !this.#passed.has(one.unit))
      .map((one) => one.position);
    const count = Math.min(this.#state.units.length === 0 ? few : most, this.#ahead);
    const reply = await this.#ask(count, places.length === 0 ? null : Math.max(...places));
    const known = new Set(this.#state.units.map((one) => one.unit));
    const fresh = reply.units.filter((one) => !known.has(one.unit) && !this.#done.has(one.unit));
    this.#set({
      units: this.#ordered([...this.#state.units, ...fresh]),
      progress: reply.progress,
      remaining: reply.remaining,
      isAll: reply.units.length < count,
    });
  }

  #ordered(units: readonly ShownUnit[]): readonly ShownUnit[] {
    const last = [...this.#passed].flatMap((unit) => units.filter((one) => one.unit === unit));
    return [...units.filter((one) => !this.#passed.has(one.unit)), ...last];
  }

  #set(change: Partial<UnitCacheState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Soon there. */
const few = 3;
/** What the server gives at once. */
const most = 10;
