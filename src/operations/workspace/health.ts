import { randomBytes } from 'node:crypto';
import { InputError, refuse } from '../../domain/fault.ts';
import type { TextCode } from '../../domain/texts.ts';
import { codedText } from '../../domain/text-values.ts';
import { endLease, takeLease } from '../../store/models/leases.ts';
import type { Store } from '../../store/open-store.ts';
import { workspaceValue } from '../../store/workspace/workspace.ts';

/** When it is tried whether something can be saved, in milliseconds. */
export interface HealthTimes {
  /** So long after the last save, while nobody saves anything. */
  readonly idle: number;
  /** So long after a save that failed. */
  readonly failing: number;
  /** What takes longer has failed: a disk or a network that hangs gives no answer. */
  readonly patience: number;
}

const usualTimes: HealthTimes = { idle: 15_000, failing: 2000, patience: 5000 };

/**
 * Whether work can be saved. That is learned from what people save; only when nobody did for a
 * while, or after a failure, something small is written, however often is asked.
 */
export class Health {
  readonly #store: Store;
  readonly #times: HealthTimes;
  /** Nothing is proven yet: a server may have been started on a full disk. */
  #provenAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #failure: unknown = null;
  #trial: Promise<void> | null = null;

  constructor(store: Store, times: HealthTimes = usualTimes) {
    this.#store = store;
    this.#times = times;
  }

  /** Refuses, with the reason, while the database does not answer or cannot be written. */
  async check(): Promise<void> {
    try {
      await this.#inTime(this.#store.read((db) => workspaceValue(db, 'id')));
      const { failed, at } = this.#latest();
      if (performance.now() - at >= (failed === null ? this.#times.idle : this.#times.failing))
        await (this.#trial ??= this.#try().finally(() => (this.#trial = null)));
    } catch (failure) {
      refuseSaving(failure);
    }
    const { failed } = this.#latest();
    if (failed !== null) refuseSaving(failed.failure);
  }

  /** When a save was last seen to end, and what made it fail. */
  #latest(): { readonly at: number; readonly failed: { readonly failure: unknown } | null } {
    const { writes } = this.#store;
    const proven = Math.max(this.#provenAt, writes.provenAt);
    const failure = writes.failedAt > this.#failedAt ? writes.failure : this.#failure;
    const failedAt = Math.max(this.#failedAt, writes.failedAt);
    return failedAt > proven ? { at: failedAt, failed: { failure } } : { at: proven, failed: null };
  }

  async #try(): Promise<void> {
    // Longer than a page, so that the file needs room for it; nobody else ever sees it.
    const name = 'write-probe';
    const owner = randomBytes(8192).toString('hex');
    const write = this.#store.write(async (tx) => {
      await takeLease(tx, { name, owner, until: '' }, '');
      await endLease(tx, name, owner);
    });
    try {
      await this.#inTime(write);
      this.#provenAt = performance.now();
    } catch (failure) {
      this.#failure = failure;
      this.#failedAt = performance.now();
    }
  }

  async #inTime<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new LateError()), this.#times.patience);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

class LateError extends Error {}

/** Says why in words that name no path, address or account. */
function refuseSaving(failure: unknown): never {
  const [found] = failure instanceof InputError ? failure.faults : [];
  const why = found?.code === 'database-unfit' ? found.values['reason'] : undefined;
  const known = failure instanceof LateError ? 'database-slow' : reasons[found?.code ?? ''];
  const reason = typeof why === 'object' ? why : codedText(known ?? 'see-server-log');
  try {
    refuse('nothing-saved', { reason, seconds: 5 });
  } catch (refusal) {
    throw Object.assign(refusal as InputError, { cause: failure });
  }
}

const reasons: Readonly<Record<string, TextCode>> = {
  'database-locked': 'database-held',
  'database-unreachable': 'database-away',
  'commit-unknown': 'database-away',
  'database-damaged': 'database-broken',
};
