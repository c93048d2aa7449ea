import { RowsAhead } from './rows-ahead.ts';
import type { Database } from './tables.ts';

/** The log of rulings, whose imports are stored ahead of it. */
export const rulingsAhead = new RowsAhead('ruling');

/** The visible rulings: every reader asks here. */
export function visibleRulings(db: Database) {
  return db.selectFrom('ruling').where(rulingsAhead.isVisible());
}
