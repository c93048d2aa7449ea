import type { TaskFold } from '../fold/task-fold.ts';
import type { OpenReason } from '../../domain/fold/open-reason.ts';

/** A unit that waits for a ruling. */
export interface QueuedUnit {
  readonly unit: string;
  /** The share of equal pairs of answers; null when no question was answered twice. */
  readonly agreement: number | null;
  readonly judgments: number;
  /** False when judgments are missing and the unit is here only because of a flag. */
  readonly complete: boolean;
  readonly reasons: readonly OpenReason[];
}

/** Where a page of the queue ends. */
export interface QueuePlace {
  readonly agreement: number | null;
  readonly unit: string;
}

/** Rows of the fold that wait for a ruling, lowest agreement first, then by id. */
export interface QueueOrder {
  readonly rows: readonly number[];
  readonly version: number;
}

/**
 * What waits for a ruling in a settled fold: units that are open (tied, without a counted
 * answer, contradictory, or with a faulty ruling), those on which a pilot that has not passed
 * disagrees, and flagged ones without a later ruling.
 */
export function queueOrder(fold: TaskFold): QueueOrder {
  const rows = [
    ...new Set([
      ...fold.standings.openUnits,
      ...fold.standings.disputedUnits,
      ...fold.flaggedUnits.filter((row) => fold.standings.state(row) !== 'excluded'),
    ]),
  ];
  const key = (row: number): number => fold.agreement(row) ?? -1;
  rows.sort((a, b) => key(a) - key(b) || (fold.units.at(a) < fold.units.at(b) ? -1 : 1));
  return { rows, version: fold.version };
}

/** A page of the queue behind a place. */
export function queuePage(
  fold: TaskFold,
  order: QueueOrder,
  page: { readonly after: QueuePlace | null; readonly limit: number },
): readonly QueuedUnit[] {
  const { after, limit } = page;
  const found: QueuedUnit[] = [];
  for (const row of order.rows) {
    if (found.length >= limit) break;
    const unit = fold.units.at(row);
    const agreement = fold.agreement(row);
    if (after !== null && !isBehind({ agreement, unit }, after)) continue;
    found.push({
      unit,
      agreement,
      judgments: fold.standings.counted.count(row) || fold.standings.pending.count(row),
      complete: isComplete(fold, row),
      reasons: reasonsOf(fold, row),
    });
  }
  return found;
}

/** Why a unit is in the queue. */
export function reasonsOf(fold: TaskFold, row: number): readonly OpenReason[] {
  const flagged = fold.flaggedBy(row).length;
  const { standings } = fold;
  const open = standings.disputedUnits.has(row)
    ? [...standings.pending.rounds(row), ...standings.pending.explain(row).open]
    : standings.reasons(row);
  return flagged === 0 ? open : [...open, { kind: 'flagged', annotators: flagged }];
}

function isComplete({ standings }: TaskFold, row: number): boolean {
  return standings.state(row) !== 'awaiting' || standings.disputedUnits.has(row);
}

function isBehind(place: QueuePlace, after: QueuePlace): boolean {
  const [own, other] = [place.agreement ?? -1, after.agreement ?? -1];
  return own > other || (own === other && place.unit > after.unit);
}
