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

/** What waits for a ruling in a settled fold: the units that are open. */
export function queueOrder(fold: TaskFold): QueueOrder {
  const rows = [...fold.standings.openUnits];
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
      reasons: fold.standings.reasons(row),
    });
  }
  return found;
}

function isComplete({ standings }: TaskFold, row: number): boolean {
  if (!standings.isAwaited(row) || standings.rulingOn(row) !== undefined) return true;
  return standings.reasons(row).some(({ kind }) => kind === 'round');
}

function isBehind(place: QueuePlace, after: QueuePlace): boolean {
  const [own, other] = [place.agreement ?? -1, after.agreement ?? -1];
  return own > other || (own === other && place.unit > after.unit);
}
