import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import { prepared } from '../prepared.ts';
import type { Tables, TimeText } from '../tables.ts';

/** Which piece of the log: of a task, or of one run, behind a place in it. */
export interface MonitoredPiece {
  readonly project: string;
  readonly task: string;
  readonly run: string | null;
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
  /** The versions that most judgments were given under. */
  readonly guideline: string;
  readonly taskHash: string;
}

/** A piece of the judgments on a task, or in a run, in the order of the log. */
export async function monitoredJudgments(
  db: Kysely<Tables>,
  given: MonitoredPiece,
): Promise<readonly LoggedJudgment[]> {
  const { rows } =
    given.run === null ? await selectOfTask(db, given) : await selectOfRun(db, given);
  return rows.map((row) => ({
    ...row,
    asides: row.asides ?? noAsides,
    guideline: row.guideline ?? given.guideline,
    taskHash: row.taskHash ?? given.taskHash,
  }));
}

/** The last place in the log of rulings, 0 when it is empty. */
export async function lastRulingSeq(db: Kysely<Tables>): Promise<number> {
  return (await selectLastRuling(db, {})).rows[0]?.seq ?? 0;
}

/** When a version of the guideline came into force: the first protocol version with it. */
export async function guidelineSince(
  db: Kysely<Tables>,
  given: { readonly project: string; readonly guideline: string },
): Promise<TimeText | null> {
  const row = await db
    .selectFrom('protocol_version')
    .select('created_at')
    .where('project', '=', given.project)
    .where('guideline_version', '=', given.guideline)
    .orderBy('version')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row?.created_at ?? null;
}

const noAsides = '{}';

/**
 * What nearly all have in common is not sent: bringing a text out of the database costs more than
 * comparing it there.
 */
function selectPiece(db: Kysely<Tables>, given: MonitoredPiece) {
  return db
    .selectFrom('judgment')
    .select(['seq', 'run', 'unit', 'annotator', 'answers', 'at', 'seconds'])
    .select(({ fn, ref, val }) => [
      fn<string | null>('nullif', [ref('asides'), sql.lit(noAsides)]).as('asides'),
      fn<string | null>('nullif', [ref('guideline_version'), val(given.guideline)]).as('guideline'),
      fn<string | null>('nullif', [ref('task_hash'), val(given.taskHash)]).as('taskHash'),
    ])
    .where('seq', '>', given.after)
    .where('seq', '<=', given.upTo)
    .where('project', '=', given.project)
    .where('task', '=', given.task)
    .orderBy('seq')
    .limit(given.limit);
}

const selectOfTask = prepared((db: Kysely<Tables>, given: MonitoredPiece) =>
  selectPiece(db, given),
);

const selectOfRun = prepared((db: Kysely<Tables>, given: MonitoredPiece) =>
  selectPiece(db, given).where('run', '=', given.run),
);

const selectLastRuling = prepared((db: Kysely<Tables>, _: object) =>
  db.selectFrom('ruling').select('seq').orderBy('seq', 'desc').limit(sql.lit(1)),
);
