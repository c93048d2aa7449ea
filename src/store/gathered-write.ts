import type { Transaction } from 'kysely';
import type { Store } from './open-store.ts';
import type { Tables } from './tables.ts';

/** What becomes of one thing among others: null when it must be written by itself. */
type GatheredWork<Item, Result> = (tx: Transaction<Tables>, items: readonly Item[]) => Promise<readonly (Result | null)[]>;

/** How many things share a write at most. */
const most = 256;

/**
 * Things of one kind that wait for the store are written together: a write takes with it everything that comes before its turn. That saves each of them a transaction handle and
 * the turns of its own queries.
 */
export class GatheredWrite<Item, Result> {
  readonly #store: Store;
  readonly #work: GatheredWork<Item, Result>;
  /** The write that waits for its turn. */
  #open: { readonly items: Item[]; readonly done: Promise<readonly (Result | null)[]> } | null = null;

  /** The work must be such that doing it twice is the same as doing it once. */
  constructor(store: Store, work: GatheredWork<Item, Result>) {
    this.#store = store;
    this.#work = work;
  }

  /** What became of it; null when it must be written by itself: because that is what the work found, or because the write of all of them failed. */
  async add(item: Item): Promise<Result | null> {
    const { items, done } = (this.#open ??= this.#begin());
    const place = items.push(item) - 1;
    if (items.length >= most) this.#open = null;
    return await done.then((results) => results[place] ?? null, () => null);
  }

  #begin(): { readonly items: Item[]; readonly done: Promise<readonly (Result | null)[]> } {
    const items: Item[] = [];
    // From then on it is settled who is in it; also where its turn never came.
    const settle = (): void => {
      if (this.#open?.items === items) this.#open = null;
    };
    const work = (tx: Transaction<Tables>): ReturnType<GatheredWork<Item, Result>> => {
      settle();
      return this.#work(tx, items);
    };
    const done = this.#store.write(work, { repeatable: true });
    done.catch(settle);
    return { items, done };
  }
}
