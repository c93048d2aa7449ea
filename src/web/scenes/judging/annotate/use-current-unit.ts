import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { MyRunReply } from '../../../../server/routes/judging/my-work.ts';
import type { OwnUnitReply } from '../../../../server/routes/judging/work.ts';
import { useResource } from '../../../api/cache.ts';
import { ApiError, apiPath, request, withQuery } from '../../../api/client.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import type { DraftContent } from '../../../outbox/saves.ts';
import type { UnitCacheState, ShownUnit, UnitCache } from '../../../outbox/unit-cache.ts';
import { redirect } from '../../../router.ts';
import type { Feedback } from '../training/FeedbackPanel.tsx';

/** The unit that is on the page. */
export interface CurrentUnit {
  readonly shown: ShownUnit;
  /** What was submitted here and may not have been sent yet. */
  readonly handedIn: { readonly key: string; readonly content: DraftContent } | null;
  readonly isClosed: boolean;
  /** In training, once it was judged. */
  readonly feedback: Feedback | null;
}

/** Which unit is on the page, and how to get to others. */
export type UnitWay = ReturnType<typeof useCurrentUnit>;

/** The unit in the address, or the first open one, which then goes into the address. */
export function useCurrentUnit(
  { run, hand_out: handOut }: Pick<MyRunReply, 'run' | 'hand_out'>,
  wanted: string | null,
  outbox: Outbox | null,
  cache: UnitCache,
  state: UnitCacheState,
) {
  const submitted = useRef(new Map<string, CurrentUnit>());
  const visited = useRef<string[]>([]);
  const isOpen = useCallback(
    (unit: string) => !submitted.current.has(unit) && outbox?.isJudgedHere(run, unit) !== true,
    [outbox, run],
  );
  const open = state.units.filter((one) => isOpen(one.unit));
  const first = open[0]?.unit ?? null;
  const goTo = useCallback(
    (unit: string | null) => {
      const search = unit === null ? {} : { unit };
      redirect({ to: 'annotate', params: { run }, search });
    },
    [run],
  );
  useEffect(() => {
    if (wanted === null && first !== null) goTo(first);
    if (wanted !== null && !visited.current.includes(wanted)) visited.current.push(wanted);
  }, [wanted, first, goTo]);

  // A unit stays on the page while it is being submitted, though it is no longer open then.
  const cached = state.units.find((one) => one.unit === wanted);
  const kept = submitted.current.get(wanted ?? '');
  const isKnown = wanted === null || cached !== undefined || kept !== undefined;
  const path = isKnown ? null : apiPath`/api/runs/${run}/units/${wanted}`;
  const fetched = useResource<OwnUnitReply>(path, 0);
  const current = useMemo((): CurrentUnit | null => {
    if (kept !== undefined) return kept;
    if (cached !== undefined) return { ...untouched, shown: cached };
    if (fetched.data === null) return null;
    const { closed, feedback, ...shown } = fetched.data;
    return { shown, handedIn: null, isClosed: closed, feedback };
  }, [cached, kept, fetched.data]);

  const otherOpen = useCallback(
    () => cache.state.units.find((one) => one.unit !== wanted && isOpen(one.unit))?.unit ?? null,
    [wanted, cache, isOpen],
  );
  const goOn = useCallback(
    (where: 'open' | 'seen') => {
      const at = wanted === null || where === 'open' ? -1 : visited.current.indexOf(wanted);
      const seen = at < 0 ? undefined : visited.current[at + 1];
      goTo(seen ?? otherOpen());
    },
    [wanted, otherOpen, goTo],
  );
  /** The place of the unit among those that were seen: behind them where it has just come. */
  const place = (): number => {
    const at = visited.current.indexOf(wanted ?? '');
    return at < 0 ? visited.current.length : at;
  };
  const goBack = async (): Promise<void> => {
    const before = visited.current[place() - 1];
    if (before !== undefined) return goTo(before);
    const unit = await judgedBefore(run, wanted);
    if (unit === null) return;
    visited.current.unshift(unit);
    goTo(unit);
  };
  const skip = (unit: string): void => {
    const next = otherOpen();
    if (next === null) return;
    visited.current = visited.current.filter((one) => one !== unit);
    // Where units are claimed, it goes back to the others.
    if (handOut === 'open') cache.done(unit, null);
    else cache.putLast(unit);
    goTo(next);
  };
  const noteSubmitted = (shown: ShownUnit, key: string, content: DraftContent): void => {
    const { unit } = shown;
    const isFirst = shown.judgment === null && !submitted.current.has(unit);
    // The server's draft has become the judgment.
    const sent = { ...untouched, shown: { ...shown, draft: null }, handedIn: { key, content } };
    submitted.current.set(unit, sent);
    outbox?.whenSent(key).then(
      (saved) => {
        if (isFirst) cache.done(unit, saved);
        const { id, at, feedback } = saved;
        const judgment = { id, answers: {}, asides: content.asides, at, seconds: null };
        submitted.current.set(unit, { ...sent, shown: { ...sent.shown, judgment }, feedback });
      },
      // Refused: it is open again. A unit judged elsewhere is not: it would be refused each time.
      (failure: unknown) => {
        submitted.current.delete(unit);
        if (!(failure instanceof ApiError)) return;
        if (failure.code === 'judged-before' || failure.code === 'revised-meanwhile')
          cache.done(unit, null);
      },
    );
  };

  const isJudged =
    current !== null && (current.shown.judgment !== null || current.handedIn !== null);
  const { progress, isAll } = state;
  const unsent = state.units.length - open.length;
  const error = fetched.error ?? (wanted === null ? state.error : null);
  return {
    current,
    isJudged,
    error: current === null ? error : null,
    /** Whether no other unit is open. */
    isLast: isAll && open.every((one) => one.unit === wanted),
    /** Whether every unit that one holds is judged, here or on the server. */
    isDone: wanted === null && first === null && isAll,
    /** How many are judged, including the unsent ones, of how many. */
    progress: progress && { ...progress, judged: progress.judged + unsent },
    canGoBack: place() > 0 || (progress?.judged ?? 0) > 0,
    canGoOn: isJudged,
    canSkip: !isJudged && open.length > 1,
    /** To the first open unit, or to the one seen after this one. */
    goOn,
    goBack: () => void goBack(),
    skip,
    /** Remembers what was submitted, so that it can be shown again without a connection. */
    noteSubmitted,
  };
}

const untouched = { handedIn: null, isClosed: false, feedback: null };

/** The most units that the server lists at once. */
const page = 500;

/** The unit judged before this one; before an open one, the latest. Changes with every judgment. */
async function judgedBefore(run: string, unit: string | null): Promise<string | null> {
  const path = withQuery(apiPath`/api/runs/${run}/units`, { which: 'judged', limit: page });
  const { items } = await request<{ readonly items: readonly { unit: string }[] }>(path);
  const at = items.findIndex((one) => one.unit === unit);
  return items[at + 1]?.unit ?? null;
}
