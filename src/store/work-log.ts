import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { prepared } from './prepared.ts';
import type { Tables } from './tables.ts';

/** A judgment as a tally takes it, its answers unread. */
export interface LoggedJudgment {
  readonly seq: number;
  readonly run: string | null;
  readonly unit: string;
  readonly annotator: string;
  readonly answers: string;
  readonly guideline: string;
  readonly taskHash: string;
}

/** A piece of the log of all judgments, behind a place in it. */
export async function logAfter(db: Kysely<Tables>, given: { readonly after: number; readonly upTo: number; readonly limit: number }): Promise<readonly LoggedJudgment[]> {
  return (await selectLog(db, given)).rows;
}

/** Where a reader of one run's judgments has come to: they are read annotator by annotator. */
export interface RunCursor {
  readonly annotator: string;
  readonly seq: number;
}

/** A piece of the judgments of one run up to a place in the log, behind a cursor. */
export async function runLogAfter(db: Kysely<Tables>, given: RunCursor & { readonly run: string; readonly upTo: number; readonly limit: number }): Promise<readonly LoggedJudgment[]> {
  return (await selectRunLog(db, given)).rows;
}

/** The place of an annotator's last judgment in a run, 0 when there is none. */
export async function lastOwnSeq(db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string }): Promise<number> {
  return (await selectLastOwn(db, given)).rows[0]?.seq ?? 0;
}

/** How long an annotator's judgments in a run took: those with a time, and their active seconds together. */
export async function ownSeconds(db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string }): Promise<{ readonly timed: number; readonly seconds: number }> {
  return (await selectSeconds(db, given)).rows[0] ?? { timed: 0, seconds: 0 };
}

/** How many judgments of a project's task were given under each version of the questions and the guideline. */
export function countVersions(db: Kysely<Tables>, given: { readonly project: string; readonly task: string }): Promise<readonly { readonly taskHash: string; readonly guideline: string; readonly count: number }[]> {
  return db
    .selectFrom('judgment')
    .select(['task_hash as taskHash', 'guideline_version as guideline', sql<number>`count(*)`.as('count')])
    .where('project', '=', given.project)
    .where('task', '=', given.task)
    .groupBy(['task_hash', 'guideline_version'])
    .orderBy('task_hash')
    .orderBy('guideline_version')
    .execute();
}

function selectLogged(db: Kysely<Tables>) {
  return db.selectFrom('judgment').select(['seq', 'run', 'unit', 'annotator', 'answers', 'guideline_version as guideline', 'task_hash as taskHash']);
}

const selectLog = prepared((db: Kysely<Tables>, given: { readonly after: number; readonly upTo: number; readonly limit: number }) =>
  selectLogged(db).where('seq', '>', given.after).where('seq', '<=', given.upTo).orderBy('seq').limit(given.limit),
);

const selectRunLog = prepared((db: Kysely<Tables>, given: RunCursor & { readonly run: string; readonly upTo: number; readonly limit: number }) =>
  selectLogged(db)
    .where('run', '=', given.run)
    .where(sql<boolean>`(annotator, seq) > (${given.annotator}, ${given.seq})`)
    .where('seq', '<=', given.upTo)
    .orderBy('annotator')
    .orderBy('seq')
    .limit(given.limit),
);

const selectLastOwn = prepared((db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string }) =>
  db.selectFrom('judgment').select('seq').where('run', '=', given.run).where('annotator', '=', given.annotator).orderBy('seq', 'desc').limit(1),
);

const selectSeconds = prepared((db: Kysely<Tables>, given: { readonly run: string; readonly annotator: string }) =>
  db
    .selectFrom('judgment')
    .select([sql<number>`count(distinct case when seconds is not null then unit end)`.as('timed'), sql<number>`coalesce(sum(seconds), 0)`.as('seconds')])
    .where('run', '=', given.run)
    .where('annotator', '=', given.annotator),
);
