import type { Kysely } from 'kysely';
import type { LoggedVote } from '../../domain/judging/judgment.ts';
import { lastJudgmentSeq } from '../judging/judgments.ts';
import { lastRulingSeq } from './monitor-log.ts';
import { limitTo, prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';

/** How far the logs reach that verdicts rest on. */
export interface RecordEnd {
  readonly judgments: number;
  readonly rulings: number;
}

/** A task of a project. */
interface TaskPlace {
  readonly project: string;
  readonly task: string;
}

/**
 * The last places in the logs of judgments and rulings. Units that these speak of are there once
 * this was read.
 */
export async function recordEnd(db: Kysely<Tables>): Promise<RecordEnd> {
  return { judgments: await lastJudgmentSeq(db), rulings: await lastRulingSeq(db) };
}

/** A piece of the judgments on a task, in the order of the log. */
export async function votedJudgments(
  db: Kysely<Tables>,
  given: TaskPlace & { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<readonly LoggedVote[]> {
  return (await selectPiece(db, given)).rows;
}

/** All judgments on some units, in the order of the log. */
export async function judgmentsOfUnits(
  db: Kysely<Tables>,
  place: TaskPlace,
  units: readonly string[],
): Promise<readonly LoggedVote[]> {
  const found: LoggedVote[] = [];
  for (let start = 0; start < units.length; start += lookedUpTogether) {
    found.push(
      ...(await votes(db, place)
        .where('unit', 'in', units.slice(start, start + lookedUpTogether))
        .execute()),
    );
  }
  return found.toSorted((a, b) => a.seq - b.seq);
}

/**
 * Units that somebody is still to judge in a run that is open, but for the runs that are named;
 * without an annotator where whoever comes first judges.
 */
export async function unfinishedUnits(
  db: Kysely<Tables>,
  given: TaskPlace & { readonly but: readonly string[] },
): Promise<readonly { readonly unit: string; readonly annotator: string | null }[]> {
  return await db
    .selectFrom('slot')
    .innerJoin('round_run', 'round_run.id', 'slot.run')
    .select(['slot.unit', 'slot.annotator'])
    .distinct()
    .where('round_run.project', '=', given.project)
    .where('round_run.task', '=', given.task)
    .where('round_run.closed_at', 'is', null)
    .where('slot.judged_at', 'is', null)
    .$if(given.but.length > 0, (query) => query.where('round_run.id', 'not in', given.but))
    .execute();
}

const lookedUpTogether = 500;

function votes(db: Kysely<Tables>, place: TaskPlace) {
  return db
    .selectFrom('judgment')
    .select([
      'seq',
      'run',
      'unit',
      'annotator',
      'answers',
      'guideline_version as guideline',
      'task_hash as taskHash',
    ])
    .where('project', '=', place.project)
    .where('task', '=', place.task);
}

const selectPiece = prepared(
  (
    db: Kysely<Tables>,
    given: TaskPlace & { readonly after: number; readonly upTo: number; readonly limit: number },
  ) =>
    votes(db, given)
      .where('seq', '>', given.after)
      .where('seq', '<=', given.upTo)
      .orderBy('seq')
      .limit(limitTo(given.limit)),
);
