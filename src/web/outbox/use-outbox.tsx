import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { apiSender } from './sender.ts';
import { FallbackStore } from './fallback-store.ts';
import { openIndexedDbStore } from './indexed-db-store.ts';
import { MemoryStore } from './browser-store.ts';
import type { BrowserStore } from './browser-store.ts';
import { Outbox } from './outbox.ts';
import type { OutboxStatus } from './outbox.ts';
import { LocalStorageStore } from './local-storage-store.ts';
import { browserTabs } from './tabs.ts';

const OutboxContext = createContext<Outbox | null>(null);

interface OutboxProviderProps {
  readonly account: string | null;
  readonly children: ReactNode;
}

/** Opens the outbox of the signed-in account. */
export function OutboxProvider({ account, children }: OutboxProviderProps) {
  const [outbox, setOutbox] = useState<Outbox | null>(null);
  useEffect(() => {
    if (account === null) return undefined;
    let opened: Outbox | null = null;
    let isOver = false;
    void openOutbox(account).then(async (made) => {
      if (isOver) return;
      opened = made;
      // Only after reading what an earlier page left: a unit opened before would lack its draft.
      await made.start();
      if (!isOver) setOutbox(made);
    });
    const stop = wakeOnReturn(() => opened);
    return () => {
      isOver = true;
      stop();
      opened?.stop();
      setOutbox(null);
    };
  }, [account]);
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
}

/** The outbox; null for a moment after signing in, while the browser opens it. */
export function useOutbox(): Outbox | null {
  return useContext(OutboxContext);
}

/** What waits between this browser and the server. */
export function useOutboxStatus(): OutboxStatus {
  const outbox = useOutbox();
  return useSyncExternalStore(
    (listener) => outbox?.follow(listener) ?? ignore,
    () => outbox?.status ?? nothing,
  );
}

async function openOutbox(account: string): Promise<Outbox> {
  return new Outbox({
    store: await openStore(account),
    sender: apiSender,
    tabs: browserTabs(account),
    clock: () => new Date(),
    random: () =>
      [...crypto.getRandomValues(new Uint8Array(10))]
        .map((byte) => byte.toString(36).padStart(2, '0'))
        .join(''),
    later: (milliseconds, call) => {
      const timer = setTimeout(call, milliseconds);
      return () => clearTimeout(timer);
    },
  });
}

/** The best store of this browser: IndexedDB, else localStorage, else memory. */
async function openStore(account: string): Promise<BrowserStore> {
  try {
    return new FallbackStore(await openIndexedDbStore(account));
  } catch {
    // Refused, as in some private windows: the next best.
  }
  try {
    return new FallbackStore(new LocalStorageStore(localStorage, account));
  } catch {
    return new MemoryStore();
  }
}

function wakeOnReturn(outbox: () => Outbox | null): () => void {
  const wake = (): void => outbox()?.wake();
  const look = (): void =>
    document.visibilityState === 'hidden' ? outbox()?.drafts.sendOnLeaving() : wake();
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', look);
  return () => {
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', look);
  };
}

const ignore = (): void => undefined;
const nothing: OutboxStatus = { mode: 'idle', waiting: 0, refused: [], isLasting: true };
