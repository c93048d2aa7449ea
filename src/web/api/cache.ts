import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { keptRequest } from '../offline/cacheable-request.ts';

/** What is known of an address: what it gave last, and what went wrong since. */
export interface Resource<Reply> {
  readonly data: Reply | null;
  readonly error: unknown;
  readonly isLoading: boolean;
}

/**
 * What the server said, by address. A reply stays until it is forgotten, so that a page that was
 * seen shows at once and is then brought up
 * to date. Two who ask for the same wait for one request.
 */
export class ReplyCache {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #ask: (path: string) => Promise<unknown>;
  readonly #now: () => number;

  constructor(ask: (path: string) => Promise<unknown>, now: () => number) {
    this.#ask = ask;
    this.#now = now;
  }

  /** What is known of an address, without asking. */
  peek<Reply>(path: string): Resource<Reply> {
    return (this.#entries.get(path)?.shown ?? unknownYet) as Resource<Reply>;
  }

  /** The reply: at once when it is at most `within` milliseconds old, else asked for. */
  async load<Reply>(path: string, within = Infinity): Promise<Reply> {
    const known = this.#entries.get(path);
    if (known?.pending != null && !known.isStale) return (await known.pending) as Reply;
    if (
      known !== undefined &&
      known.shown.data !== null &&
      !known.isStale &&
      this.#now() - known.at <= within
    )
      return known.shown.data as Reply;
    return (await this.#refresh(path)) as Reply;
  }

  /** Asks in advance. What goes wrong is told when somebody looks. */
  prefetch(path: string): void {
    this.load(path).catch(() => undefined);
  }

  /** Puts a reply that is known otherwise, such as what was just saved. */
  put(path: string, data: unknown): void {
    this.#set(path, {
      shown: { data, error: null, isLoading: false },
      at: this.#now(),
      pending: null,
      isStale: false,
    });
  }

  /**
   * Asks anew for everything that begins so: at once for what is being looked at, else when it is
   * needed next.
   */
  refresh(prefix: string): void {
    for (const [path, entry] of this.#entries) {
      if (!path.startsWith(prefix)) continue;
      entry.isStale = true;
      if (this.#listeners.has(path)) this.#refresh(path).catch(() => undefined);
    }
  }

  /** Forgets one reply, so that nobody is shown what is known to be otherwise by now. */
  forget(path: string): void {
    if (this.#entries.delete(path)) this.#tell(path);
  }

  /** Forgets everything, when somebody else signs in. */
  clear(): void {
    const shown = [...this.#entries.keys()];
    this.#entries.clear();
    for (const path of shown) this.#tell(path);
  }

  /** Calls back when what is known of an address changes. */
  follow(path: string, listener: () => void): () => void {
    const those = this.#listeners.get(path) ?? new Set();
    this.#listeners.set(path, those.add(listener));
    return () => {
      those.delete(listener);
      if (those.size === 0) this.#listeners.delete(path);
    };
  }

  async #refresh(path: string): Promise<unknown> {
    const before = this.#entries.get(path);
    const pending = this.#ask(path);
    const entry: Entry = {
      shown: { data: before?.shown.data ?? null, error: null, isLoading: true },
      at: before?.at ?? 0,
      pending,
      isStale: false,
    };
    this.#set(path, entry);
    try {
      const data = await pending;
      this.#settle(path, entry, {
        shown: { data, error: null, isLoading: false },
        at: this.#now(),
      });
      return data;
    } catch (error) {
      // What was known stays on the page, with the error beside it.
      this.#settle(path, entry, {
        shown: { data: entry.shown.data, error, isLoading: false },
        at: 0,
      });
      throw error;
    }
  }

  /** A request that was overtaken, for instance by a sign-out, changes nothing. */
  #settle(path: string, entry: Entry, settled: Pick<Entry, 'shown' | 'at'>): void {
    if (this.#entries.get(path) === entry)
      this.#set(path, { ...settled, pending: null, isStale: entry.isStale });
  }

  #set(path: string, entry: Entry): void {
    this.#entries.set(path, entry);
    this.#tell(path);
  }

  #tell(path: string): void {
    for (const listener of this.#listeners.get(path) ?? []) listener();
  }
}

/** The one cache of the page. */
export const replies = new ReplyCache(
  (path) => keptRequest(path),
  () => performance.now(),
);

/**
 * What an address gives; null asks for nothing. Shown at once when known, and brought up to date
 * when older than `within` milliseconds: when the scene
 * opens, when somebody comes back to the tab, and `every` so many milliseconds where that is given.
 */
export function useResource<Reply>(
  path: string | null,
  within = 10_000,
  every: number | null = null,
): Resource<Reply> & { readonly refresh: () => void } {
  const resource = useSyncExternalStore(
    useCallback(
      (listener: () => void) => (path === null ? ignore : replies.follow(path, listener)),
      [path],
    ),
    () => (path === null ? unknownYet : replies.peek<Reply>(path)),
  );
  useEffect(() => {
    if (path === null) return undefined;
    const load = (): void => {
      if (document.visibilityState === 'visible') replies.load(path, within).catch(() => undefined);
    };
    replies.load(path, within).catch(() => undefined);
    // Somebody comes back to the tab: what is too old is brought up to date.
    document.addEventListener('visibilitychange', load);
    const timer = every === null ? null : setInterval(load, every);
    return () => {
      document.removeEventListener('visibilitychange', load);
      if (timer !== null) clearInterval(timer);
    };
  }, [path, within, every]);
  const refresh = useCallback(() => {
    if (path !== null) replies.refresh(path);
  }, [path]);
  const isAsked = path !== null && resource.data === null && resource.error === null;
  return {
    data: resource.data as Reply | null,
    error: resource.error,
    isLoading: resource.isLoading || isAsked,
    refresh,
  };
}

interface Entry {
  readonly shown: Resource<unknown>;
  readonly at: number;
  readonly pending: Promise<unknown> | null;
  isStale: boolean;
}

const unknownYet: Resource<never> = { data: null, error: null, isLoading: false };
const ignore = (): void => undefined;
