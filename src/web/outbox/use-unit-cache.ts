import { useEffect, useMemo, useSyncExternalStore } from 'react';
import {
  apiPath,
  currentAccount,
  isPassing,
  OfflineError,
  request,
  withQuery,
} from '../api/client.ts';
import { lastReplies } from '../offline/cacheable-request.ts';
import { UnitShelf } from './unit-cache.ts';
import type { NextReply, ShelfState } from './unit-cache.ts';
import { useOutbox } from './use-outbox.tsx';

/**
 * The next units of a run. `ahead` is how many to have at hand: many where they are one's own,
 * three where they are claimed (hand-out `open`).
 */
export function useUnitShelf(
  run: string,
  ahead = 40,
): { readonly shelf: UnitShelf; readonly state: ShelfState } {
  const outbox = useOutbox();
  const shelf = useMemo(
    () => new UnitShelf((count, after) => nextOf(run, count, after), ahead),
    [run, ahead],
  );
  const state = useSyncExternalStore(
    (listener) => shelf.follow(listener),
    () => shelf.state,
  );
  useEffect(() => {
    if (outbox === null) return undefined;
    const isOpen = (unit: string): boolean => !outbox.isJudgedHere(run, unit);
    let retry: ReturnType<typeof setTimeout> | null = null;
    const fill = (): void => {
      shelf.fill(isOpen).catch((failure: unknown) => {
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
        sent.run === run ? shelf.done(sent.unit, sent.saved) : undefined,
      ),
    ];
    return () => {
      for (const stop of stops) stop();
      if (retry !== null) clearTimeout(retry);
    };
  }, [outbox, run, shelf]);
  useEffect(() => {
    const account = currentAccount();
    if (account === null || state.progress === null) return undefined;
    // For a reload without a connection; not with every unit that is fetched.
    const { units, progress, remaining } = state;
    const timer = setTimeout(
      () => void lastReplies.write(account, shelfName(run), { run, units, progress, remaining }),
      300,
    );
    return () => clearTimeout(timer);
  }, [run, state]);
  return { shelf, state };
}

const pause = 5000;

/**
 * The next units from the server, or, to begin with and without a connection, those that lay ahead
 * when there was one.
 */
async function nextOf(run: string, count: number, after: number | null): Promise<NextReply> {
  try {
    return await request<NextReply>(withQuery(apiPath`/api/runs/${run}/next`, { count, after }));
  } catch (failure) {
    const isOurs =
      failure instanceof OfflineError &&
      after === null &&
      (await lastReplies.account()) === currentAccount();
    const kept = isOurs
      ? ((await lastReplies.read(shelfName(run))) as NextReply | undefined)
      : undefined;
    if (kept === undefined || kept.units.length === 0) throw failure;
    return kept;
  }
}

function shelfName(run: string): string {
  return `shelf/${run}`;
}
