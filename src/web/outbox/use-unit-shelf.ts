import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { apiPath, isPassing, request, withQuery } from '../api/client.ts';
import { UnitShelf } from './unit-shelf.ts';
import type { NextReply, ShelfState } from './unit-shelf.ts';
import { useOutbox } from './use-outbox.tsx';

/** The next units of a run. `ahead` is how many to have at hand: many where they are one's own, three where they are claimed (hand-out `open`). */
export function useUnitShelf(run: string, ahead = 40): { readonly shelf: UnitShelf; readonly state: ShelfState } {
  const outbox = useOutbox();
  const shelf = useMemo(
    () => new UnitShelf((count, after) => request<NextReply>(withQuery(apiPath`/api/runs/${run}/next`, { count, after })), ahead),
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
    const stops = [outbox.follow(fill), outbox.followSent((sent) => (sent.run === run ? shelf.done(sent.unit, sent.saved) : undefined))];
    return () => {
      for (const stop of stops) stop();
      if (retry !== null) clearTimeout(retry);
    };
  }, [outbox, run, shelf]);
  return { shelf, state };
}

const pause = 5000;
