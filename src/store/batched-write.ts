import { InputError } from '../domain/fault.ts';
import type { Store } from './open-store.ts';
import type { WriteTransaction } from './tables.ts';

/** Writes items together; the result is null for an item that must be written alone. */
type BatchedWork<Item, Result> = (
  tx: WriteTransaction,
  items: readonly Item[],
) => Promise<readonly (Result | null)[]>;

/** How many items share a write at most. */
const most = 256;

/** Writes items of one kind that wait for the store together, in one transaction. */
export class BatchedWrite<Item, Result> {
  readonly #store: Store;
  readonly #work: BatchedWork<Item, Result>;
  /** The write that waits for its turn. */
  #open: Group<Item, Result> | null = null;

  /** The work must be idempotent. */
  constructor(store: Store, work: BatchedWork<Item, Result>) {
    this.#store = store;
    this.#work = work;
  }

  /**
   * The result; null when the item must be written alone, because the work says so or the batch
   * failed. Throws when the database is unreachable, since a single write would fail as well.
   */
  async add(item: Item): Promise<Result | null> {
    const group = (this.#open ??= this.#begin());
    const place = group.items.push(item) - 1;
    if (group.items.length >= most) this.#open = null;
    try {
      return (await group.done)[place] ?? null;
    } catch (failure) {
      if (!group.hasBegun || isOutOfReach(failure)) throw failure;
      return null;
    }
  }

  #begin(): Group<Item, Result> {
    const work = (tx: WriteTransaction): ReturnType<BatchedWork<Item, Result>> => {
      group.hasBegun = true;
      settle();
      return this.#work(tx, group.items);
    };
    // From now on nothing joins the batch, even if its turn never came.
    const settle = (): void => {
      if (this.#open === group) this.#open = null;
    };
    const group: Group<Item, Result> = {
      items: [],
      done: this.#store.write(work, { repeatable: true }),
      hasBegun: false,
    };
    group.done.catch(settle);
    return group;
  }
}

/** Items that share a write. */
interface Group<Item, Result> {
  readonly items: Item[];
  readonly done: Promise<readonly (Result | null)[]>;
  hasBegun: boolean;
}

function isOutOfReach(failure: unknown): boolean {
  return failure instanceof InputError && failure.faults.some((one) => outOfReach.has(one.code));
}

const outOfReach = new Set<string>(['database-locked', 'database-unreachable', 'database-unfit']);
