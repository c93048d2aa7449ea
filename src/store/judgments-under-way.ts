import { RowsAhead } from './rows-ahead.ts';
import type { Database } from './tables.ts';

/** The log of judgments, whose imports are stored ahead of it. */
export const judgmentsAhead = new RowsAhead('judgment');

/** That a judgment is part of the log, and not of an import that is not finished. */
export function isVisible(name?: string): ReturnType<typeof judgmentsAhead.isVisible> {
  return judgmentsAhead.isVisible(name);
}

/** The visible judgments, for every reader that has no end of the log to read up to. */
export function visibleJudgments(db: Database) {
  return db.selectFrom('judgment').where(isVisible());
}

/** The last place in the log of judgments, 0 when it is empty. */
export async function lastJudgmentSeq(db: Database): Promise<number> {
  return await judgmentsAhead.lastSeq(db);
}
