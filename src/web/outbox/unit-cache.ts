import type { NextReply, ShownUnitReply } from '../../server/routes/judging/work.ts';
import { firstUnits } from './next-units-path.ts';

export type { NextReply };
export type ShownUnit = ShownUnitReply;

/** Asks for the next units behind a position; null begins at the first that is open. */
export type AskForUnits = (count: number, after: number | null) => Promise<NextReply>;

/** The units fetched so far. */
export interface UnitCacheState {
  /** Open units in the annotator's order; may include units judged here and not yet sent. */
  readonly units: readonly ShownUnit[];
  readonly progress: NextReply['progress'] | null;
  readonly remaining: number | null;
  /** Whether the server has no more than these. */
  readonly isAll: boolean;
  readonly error: unknown;
}

/**
 * The next units of a run, fetched ahead, so that the next one appears at once and work goes on for
 * a while without a connection. The first few are fetched alone, to be shown soon. Where units are
 * claimed, only a few are taken, since others wait for them.
 */
export class UnitCache {
  readonly #ask: AskForUnits;
  readonly #ahead: number;
  readonly #listeners = new Set<() => void>();
  /** Judged units: a reply sent before the judgment arrived may still contain them. */
  readonly #done = new Set<string>();
  /** Skipped units, in the order of skipping. The server puts them last. */
  readonly #passed = new Set<string>();
  #state: UnitCacheState = {
    units: [],
    progress: null,
    remaining: null,
    isAll: false,
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

  /** Fetches until enough units ahead are open; waits if a fetch is already running. */
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

  /** Puts a skipped unit behind the others. */
  putLast(unit: string): void {
    this.#passed.delete(unit);
    this.#passed.add(unit);
    this.#set({ units: this.#ordered(this.#state.units), isAll: false });
  }

  async #fill(isOpen: (unit: string) => boolean): Promise<void> {
    const openUnits = () => this.#state.units.filter((one) => isOpen(one.unit)).length;
    try {
      while (!this.#state.isAll && openUnits() < this.#ahead) await this.#fetchMore();
      this.#set({ error: null });
    } catch (error) {
      this.#set({ error });
      throw error;
    }
  }

  async #fetchMore(): Promise<void> {
    const inOrder = this.#state.units.filter((one) => !this.#passed.has(one.unit));
    const last = inOrder.length === 0 ? null : Math.max(...inOrder.map((one) => one.position));
    const count = Math.min(this.#state.units.length === 0 ? firstUnits : most, this.#ahead);
    const reply = await this.#ask(count, last);
    const known = new Set(this.#state.units.map((one) => one.unit));
    const fresh = reply.units.filter((one) => !known.has(one.unit) && !this.#done.has(one.unit));
    const units = this.#ordered([...this.#state.units, ...fresh]);
    const { progress, remaining } = reply;
    this.#set({ units, progress, remaining, isAll: reply.units.length < count });
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

/** The most that the server returns at once. */
const most = 10;
