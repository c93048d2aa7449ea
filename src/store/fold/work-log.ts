import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { LoggedVote } from '../../domain/judging/judgment.ts';
import { prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';

/** The judgments in a stretch of the log, in its order; of one run, where one is named. */
export async function logBetween(
  db: Kysely<Tables>,
  given: { readonly after: number; readonly upTo: number; readonly run?: string },
): Promise<readonly LoggedVote[]> {
  const { rows } = await selectLog(db, { after: given.after, upTo: given.upTo });
  return given.run === undefined ? rows : rows.filter((row) => row.run === given.run);
}

/**
 * The judgments on some of a run's units (by their place in the run) up to a place in the log, in
 * its order: for a small run in a long log.
 */
export async function logOfUnits(
  db: Kysely<Tables>,
  given: {
    readonly run: string;
    readonly project: string;
    readonly task: string;
    readonly from: number;
    readonly to: number;
    readonly upTo: number;
  },
): Promise<readonly LoggedVote[]> {
  return (await selectOfUnits(db, given)).rows.toSorted((a, b) => a.seq - b.seq);
}

/**
 * How long an annotator's judgments in a run took: units with a time, and their active seconds
 * together, revisions included.
 */
export async function ownSeconds(
  db: Kysely<Tables>,
  given: {
    readonly run: string;
    readonly project: string;
    readonly task: string;
    readonly annotator: string;
  },
): Promise<{ readonly timed: number; readonly seconds: number }> {
  return (await selectSeconds(db, given)).rows[0] ?? { timed: 0, seconds: 0 };
}

const loggedColumns = [
  'judgment.seq',
  'judgment.run',
  'judgment.unit',
  'judgment.annotator',
  'judgment.answers',
  'judgment.guideline_version as guideline',
  'judgment.task_hash as taskHash',
] as const;

const selectLog = prepared(
  (db: Kysely<Tables>, given: { readonly after: number; readonly upTo: number }) =>
    db
      .selectFrom('judgment')
      .select(loggedColumns)
      .where('seq', '>', given.after)
      .where('seq', '<=', given.upTo)
      .orderBy('seq'),
);

const selectOfUnits = prepared(
  (
    db: Kysely<Tables>,
    given: {
      readonly run: string;
      readonly project: string;
      readonly task: string;
      readonly from: number;
      readonly to: number;
      readonly upTo: number;
    },
  ) =>
    db
      .selectFrom('run_unit')
      .innerJoin('judgment', (join) =>
        join
          .onRef('judgment.unit', '=', 'run_unit.unit')
          .on('judgment.task', '=', given.task)
          .on('judgment.project', '=', given.project)
          .onRef('judgment.run', '=', 'run_unit.run'),
      )
      .select(loggedColumns)
      .where('run_unit.run', '=', given.run)
      .where('run_unit.position', '>=', given.from)
      .where('run_unit.position', '<', given.to)
      .where('judgment.seq', '<=', given.upTo),
);

const selectSeconds = prepared(
  (
    db: Kysely<Tables>,
    given: {
      readonly run: string;
      readonly project: string;
      readonly task: string;
      readonly annotator: string;
    },
  ) =>
    db
      .selectFrom('slot')
      .innerJoin('judgment', (join) =>
        join
          .onRef('judgment.unit', '=', 'slot.unit')
          .onRef('judgment.annotator', '=', 'slot.annotator')
          .on('judgment.task', '=', given.task)
          .on('judgment.project', '=', given.project)
          .onRef('judgment.run', '=', 'slot.run'),
      )
      .select([
        sql<number>`count(distinct case when judgment.seconds is not null then judgment.unit end)`.as(
          'timed',
        ),
        sql<number>`coalesce(sum(judgment.seconds), 0)`.as('seconds'),
      ])
      .where('slot.run', '=', given.run)
      .where('slot.annotator', '=', given.annotator)
      .where('slot.judged_at', 'is not', null),
);

/**
 * Who has saved something in a run behind a place in the log, and how many of these judgments were
 * their first on a unit.
 */
export interface SavedSince {
  readonly run: string;
  readonly annotator: string;
  readonly first: number;
}

/**
 * What was saved in the runs of a project behind a place in the log. As much work as there are
 * judgments behind it.
 */
export async function savedSince(
  db: Kysely<Tables>,
  given: { readonly project: string; readonly after: number },
): Promise<readonly SavedSince[]> {
  const rows = await db
    .selectFrom('judgment')
    .select([
      'run',
      'annotator',
      sql<number>`sum(case when supersedes is null then 1 else 0 end)`.as('first'),
    ])
    .where('seq', '>', given.after)
    .where('project', '=', given.project)
    .where('run', 'is not', null)
    .groupBy(['run', 'annotator'])
    .orderBy('run')
    .orderBy('annotator')
    .execute();
  return rows.map(({ run, annotator, first }) => ({ run: run!, annotator, first }));
}
