import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { OwnUnitReply } from '../../../../server/routes/judging/work.ts';
import { useResource } from '../../../api/cache.ts';
import type { Resource } from '../../../api/cache.ts';
import { ApiError, apiPath, request, withQuery } from '../../../api/client.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import type { DraftContent } from '../../../outbox/saves.ts';
import type { UnitCacheState, ShownUnit, UnitCache } from '../../../outbox/unit-cache.ts';
import { navigate } from '../../../router.ts';
import type { Feedback } from '../training/FeedbackPanel.tsx';
import type { MyRun } from './use-run-facts.ts';

/** The unit that is on the page. */
export interface CurrentUnit {
  readonly shown: ShownUnit;
  /** What was handed in here and may not have been sent yet. */
  readonly handedIn: { readonly key: string; readonly content: DraftContent } | null;
  readonly isClosed: boolean;
  /** In training, once it was judged. */
  readonly feedback: Feedback | null;
}

/** Which unit is on the page, and how to come to others. */
export interface UnitWay {
  readonly current: CurrentUnit | null;
  readonly error: unknown;
  /** Whether every unit that one holds is judged, here or on the server. */
  readonly isDone: boolean;
  /** Whether no other unit is open. */
  readonly isLast: boolean;
  /** Judged, the unsent ones included, and all. */
  readonly progress: { readonly judged: number; readonly held: number } | null;
  readonly canGoBack: boolean;
  readonly canGoOn: boolean;
  readonly canSkip: boolean;
  /** To the first open unit, or to the one seen after this one. */
  readonly goOn: (where: 'open' | 'seen') => void;
  readonly goBack: () => void;
  readonly skip: (unit: string) => void;
  /** Remembers what was handed in, so that it can be looked at again without a connection. */
  readonly noteSubmitted: (shown: ShownUnit, key: string, content: DraftContent) => void;
}

/** What was handed in on this page. */
interface HandedIn {
  readonly shown: ShownUnit;
  readonly key: string;
  readonly content: DraftContent;
  readonly feedback: Feedback | null;
}

type OwnPlaces = { readonly items: readonly { readonly unit: string }[] };

/** The unit in the address, or the first open one, which then goes into the address. */
export function useCurrentUnit(
  { run, hand_out: handOut }: Pick<MyRun, 'run' | 'hand_out'>,
  wanted: string | null,
  outbox: Outbox | null,
  cache: UnitCache,
  state: UnitCacheState,
): UnitWay {
  const submitted = useRef(new Map<string, HandedIn>());
  const visited = useRef<string[]>([]);
  const isOpen = useCallback(
    (unit: string) => !submitted.current.has(unit) && outbox?.isJudgedHere(run, unit) !== true,
    [outbox, run],
  );
  const open = state.units.filter((one) => isOpen(one.unit));
  const first = open[0]?.unit ?? null;
  const goTo = useCallback(
    (unit: string | null) =>
      navigate(
        { to: 'annotate', params: { run }, ...(unit === null ? {} : { search: { unit } }) },
        { replace: true },
      ),
    [run],
  );
  useEffect(() => {
    if (wanted === null && first !== null) goTo(first);
    if (wanted !== null && !visited.current.includes(wanted)) visited.current.push(wanted);
  }, [wanted, first, goTo]);

  // It stays on the page while it is being handed in, though it is no longer open then.
  const cached = wanted === null ? undefined : state.units.find((one) => one.unit === wanted);
  const kept = wanted === null ? undefined : submitted.current.get(wanted);
  const path =
    wanted === null || cached !== undefined || kept !== undefined
      ? null
      : apiPath`/api/runs/${run}/units/${wanted}`;
  const fetched = useResource<OwnUnitReply>(path, 0);
  const current = useMemo((): CurrentUnit | null => {
    if (kept !== undefined)
      return { shown: kept.shown, handedIn: kept, isClosed: false, feedback: kept.feedback };
    if (cached !== undefined)
      return { shown: cached, handedIn: null, isClosed: false, feedback: null };
    return fetched.data === null ? null : fromReply(fetched);
  }, [cached, kept, fetched]);

  const isJudged =
    current !== null && (current.shown.judgment !== null || current.handedIn !== null);
  const goOn = useCallback(
    (where: 'open' | 'seen') => {
      const at = wanted === null || where === 'open' ? -1 : visited.current.indexOf(wanted);
      const seen = at < 0 ? undefined : visited.current[at + 1];
      goTo(
        seen ??
          cache.state.units.find((one) => one.unit !== wanted && isOpen(one.unit))?.unit ??
          null,
      );
    },
    [wanted, cache, isOpen, goTo],
  );
  const goBack = useCallback(() => {
    const at = wanted === null ? visited.current.length : visited.current.indexOf(wanted);
    const before = visited.current[at - 1];
    if (before !== undefined) goTo(before);
    else
      void judgedBefore(run, wanted).then((unit) => {
        if (unit === null) return;
        visited.current.unshift(unit);
        goTo(unit);
      });
  }, [wanted, run, goTo]);
  const skip = useCallback(
    (unit: string) => {
      const next = cache.state.units.find((one) => one.unit !== unit && isOpen(one.unit));
      if (next === undefined) return;
      visited.current = visited.current.filter((one) => one !== unit);
      // Where units are claimed, it goes back to the others.
      if (handOut === 'open') cache.done(unit, null);
      else cache.putLast(unit);
      goTo(next.unit);
    },
    [cache, handOut, isOpen, goTo],
  );
  const noteSubmitted = useCallback(
    (shown: ShownUnit, key: string, content: DraftContent) => {
      const isFirst = shown.judgment === null && !submitted.current.has(shown.unit);
      // What the server kept as a draft went with it.
      const handedIn: HandedIn = { shown: { ...shown, draft: null }, key, content, feedback: null };
      submitted.current.set(shown.unit, handedIn);
      outbox?.whenSent(key).then(
        (saved) => {
          if (isFirst) cache.done(shown.unit, saved);
          const judgment = {
            id: saved.id,
            answers: {},
            asides: content.asides,
            at: saved.at,
            seconds: null,
          };
          submitted.current.set(shown.unit, {
            ...handedIn,
            shown: { ...handedIn.shown, judgment },
            feedback: saved.feedback,
          });
        },
        // Refused: it is open again. A unit judged elsewhere is not: it would be refused each time.
        (failure: unknown) => {
          submitted.current.delete(shown.unit);
          if (!(failure instanceof ApiError)) return;
          if (failure.code === 'judged-before' || failure.code === 'revised-meanwhile')
            cache.done(shown.unit, null);
        },
      );
    },
    [outbox, cache],
  );

  const unsent = state.units.length - open.length;
  return {
    current,
    error: current === null ? (fetched.error ?? (wanted === null ? state.error : null)) : null,
    isLast: state.isAll && open.every((one) => one.unit === wanted),
    isDone: wanted === null && first === null && state.isAll,
    progress:
      state.progress === null
        ? null
        : { judged: state.progress.judged + unsent, held: state.progress.held },
    canGoBack: visited.current.indexOf(wanted ?? '') > 0 || (state.progress?.judged ?? 0) > 0,
    canGoOn: isJudged,
    canSkip: !isJudged && open.length > 1,
    goOn,
    goBack,
    skip,
    noteSubmitted,
  };
}

function fromReply({ data }: Resource<OwnUnitReply>): CurrentUnit | null {
  if (data === null) return null;
  const { closed, feedback, ...shown } = data;
  return { shown, handedIn: null, isClosed: closed, feedback };
}

/** What the server lists at once. */
const page = 500;

/** The unit judged before this one; before an open one, the latest. Changes with every judgment. */
async function judgedBefore(run: string, unit: string | null): Promise<string | null> {
  const { items } = await request<OwnPlaces>(
    withQuery(apiPath`/api/runs/${run}/units`, { which: 'judged', limit: page }),
  );
  const at = items.findIndex((one) => one.unit === unit);
  return items[at + 1]?.unit ?? null;
}
