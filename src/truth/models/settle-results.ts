import type { Attempt, AttemptOutcome } from '../../domain/models/attempt.ts';
import type { CellContent } from './open-cells.ts';

/** What came of a request: the attempt, and what becomes a judgment when it is accepted. */
export interface ReadResult<Given> {
  readonly attempt: Attempt;
  readonly given: Given | null;
}

/** What decides what becomes of results when they are kept. */
export interface SettleFacts {
  /** The hashes of the replies that are kept under a request, by batch. */
  readonly known: (attempt: Attempt) => readonly (string | null)[];
  readonly content: (attempt: Attempt) => CellContent;
  /** Whether the round is closed. */
  readonly isClosed: boolean;
}

/**
 * Decides what becomes of results, in their order: what is known is left out (null), a second,
 * different reply to one request is a conflict, and a cell takes one answer. Of what came too late
 * or was no longer needed the attempt is kept, since it was paid for.
 */
export function settleResults<Given, Result extends ReadResult<Given>>(
  results: readonly Result[],
  { known, content, isClosed }: SettleFacts,
): readonly (Result | null)[] {
  // Maps in maps: keys put together for each of a million results would cost more than the rest.
  const seenIn = new Map<string | null, Map<string, readonly (string | null)[]>>();
  const filledBy = new Map<string, Set<string>>();
  return results.map((result) => {
    const { attempt } = result;
    const seen = within(seenIn, attempt.batch, () => new Map<string, readonly (string | null)[]>());
    const own = seen.get(attempt.id) ?? none;
    const before = own.length === 0 ? known(attempt) : [...known(attempt), ...own];
    if (before.includes(attempt.reply)) return null;
    // A missing or lost result was never received; a stored reply takes precedence.
    if (before.length > 0 && attempt.reply === null) return null;
    seen.set(attempt.id, own.length === 0 ? [attempt.reply] : [...own, attempt.reply]);
    if (before.length > 0) return withOutcome(result, 'conflict');
    if (attempt.outcome !== 'accepted') return result;
    if (isClosed) return withOutcome(result, 'late');
    const filled = within(filledBy, attempt.annotator, () => new Set<string>());
    if (content(attempt) === 'judged' || filled.has(attempt.unit))
      return withOutcome(result, 'unneeded');
    filled.add(attempt.unit);
    return result;
  });
}

function within<Key, Value>(all: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = all.get(key);
  if (known !== undefined) return known;
  const made = make();
  all.set(key, made);
  return made;
}

const none: readonly (string | null)[] = [];

function withOutcome<Result extends ReadResult<unknown>>(
  result: Result,
  outcome: AttemptOutcome,
): Result {
  return { ...result, attempt: { ...result.attempt, outcome }, given: null };
}
