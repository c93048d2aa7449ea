import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { currentAccount, isPassing, OfflineError, request } from '../api/client.ts';
import { lastReplies } from '../offline/cacheable-request.ts';
import { nextUnitsPath } from './next-units-path.ts';
import { UnitCache } from './unit-cache.ts';
import type { NextReply, UnitCacheState } from './unit-cache.ts';
import { useOutbox } from './use-outbox.tsx';

/** The next units of a run. `ahead` is how many to fetch: many of one's own, three if claimed. */
export function useUnitCache(
  run: string,
  ahead = 40,
): { readonly cache: UnitCache; readonly state: UnitCacheState } {
  const outbox = useOutbox();
  const cache = useMemo(
    () => new UnitCache((count, after) => nextOf(run, count, after), ahead),
    [run, ahead],
  );
  const state = useSyncExternalStore(
    (listener) => cache.follow(listener),
    () => cache.state,
  );
  useEffect(() => {
    if (outbox === null) return undefined;
    const isOpen = (unit: string): boolean => !outbox.isJudgedHere(run, unit);
    let retry: ReturnType<typeof setTimeout> | null = null;
    const fill = (): void => {
      cache.fill(isOpen).catch((failure: unknown) => {
        if (isPassing(failure)) retry ??= setTimeout(again, pause);
      });
    };
    const again = (): void => {
      retry = null;
      fill();
    };
    fill();
    // Whenever something was handed in or sent, fewer lie ahead.
    const stops = [
      outbox.follow(fill),
      outbox.followSent((sent) =>
        sent.run === run ? cache.done(sent.unit, sent.saved) : undefined,
      ),
    ];
    return () => {
      for (const stop of stops) stop();
      if (retry !== null) clearTimeout(retry);
    };
  }, [outbox, run, cache]);
  useEffect(() => {
    const account = currentAccount();
    if (account === null || state.progress === null) return undefined;
    // For a reload without a connection; not with every unit that is fetched.
    const { units, progress, remaining } = state;
    const timer = setTimeout(
      () => void lastReplies.write(account, storedName(run), { run, units, progress, remaining }),
      300,
    );
    return () => clearTimeout(timer);
  }, [run, state]);
  return { cache, state };
}

const pause = 5000;

/** The next units from the server, or offline, to begin with, the ones stored last time. */
async function nextOf(run: string, count: number, after: number | null): Promise<NextReply> {
  try {
    return await request<NextReply>(nextUnitsPath(run, count, after));
  } catch (failure) {
    const isOurs =
      failure instanceof OfflineError &&
      after === null &&
      (await lastReplies.account()) === currentAccount();
    const kept = isOurs
      ? ((await lastReplies.read(storedName(run))) as NextReply | undefined)
      : undefined;
    if (kept === undefined || kept.units.length === 0) throw failure;
    return kept;
  }
}

function storedName(run: string): string {
  return `next-units/${run}`;
}
