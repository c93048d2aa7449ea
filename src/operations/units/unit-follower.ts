import { UnitColumns } from '../../formats/units/unit-columns.ts';
import type { Store } from '../../store/open-store.ts';
import { runUnits } from '../../store/rounds/rounds.ts';
import { streamUnits } from '../../store/units/units.ts';
import type { TaskPlace } from '../../store/units/units.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { cacheOf } from '../caches.ts';
import { recentFollower } from '../recent-follower.ts';

/** How many tasks are kept, and how many units they hold together. */
const limits = { followers: 50, judgments: 3_000_000 };

/** The units of a task in columns, brought up to now; kept in memory. */
export async function followUnits(store: Store, place: TaskPlace): Promise<UnitFollower> {
  const kept = cacheOf(store, 'unitColumns', () => new Map());
  const key = JSON.stringify([place.project, place.task]);
  const follower = recentFollower(kept, key, () => new UnitFollower(store, place), limits);
  await follower.current();
  return follower;
}

/** Follows the units of a task. Units never change, so only new ones are read. */
export class UnitFollower {
  readonly columns = new UnitColumns();
  readonly #store: Store;
  readonly #place: TaskPlace;
  /** By run, whether each unit is in it. */
  readonly #runs = new Map<string, Uint8Array>();
  readonly #folded = new WeakMap<TaskFold, { seen: number; numbers: Int32Array }>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store, place: TaskPlace) {
    this.#store = store;
    this.#place = place;
  }

  /** How much it holds, for the limit on memory. */
  get judgments(): number {
    return this.columns.size;
  }

  current(): Promise<void> {
    const next = this.#last.then(async () => {
      const after = this.columns.lastSeq;
      for await (const unit of streamUnits(this.#store, { ...this.#place, after }))
        this.columns.add(unit);
    });
    // A failure is reported to its caller; the next caller continues from where it was.
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** The number of each unit in a fold; −1 for units that it has not seen. */
  numbersIn(fold: TaskFold): Int32Array {
    const { size } = this.columns;
    const known = this.#folded.get(fold);
    const folded = known ?? { seen: 0, numbers: new Int32Array(size).fill(-1) };
    if (folded.numbers.length < size) {
      const longer = new Int32Array(Math.max(size, 2 * folded.numbers.length)).fill(-1);
      longer.set(folded.numbers);
      folded.numbers = longer;
    }
    for (; folded.seen < fold.units.size; folded.seen += 1) {
      const row = this.columns.ids.find(fold.units.at(folded.seen));
      if (row >= 0) folded.numbers[row] = folded.seen;
    }
    this.#folded.set(fold, folded);
    return folded.numbers;
  }

  /** Whether each unit is in a run. */
  async inRun(run: string): Promise<Uint8Array> {
    const known = this.#runs.get(run);
    if (known !== undefined && known.length >= this.columns.size) return known;
    const rows = new Uint8Array(this.columns.size);
    for (const { unit } of await this.#store.read((db) => runUnits(db, run))) {
      const row = this.columns.ids.find(unit);
      if (row >= 0) rows[row] = 1;
    }
    this.#runs.set(run, rows);
    return rows;
  }
}
