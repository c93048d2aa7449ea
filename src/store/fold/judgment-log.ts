import { sql } from 'kysely';
import type { ExpressionBuilder } from 'kysely';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import { batches } from '../bulk-insert.ts';
import { limitTo, prepared } from '../prepared.ts';
import type { TaskPlace } from '../units/units.ts';
import type { Database, Tables } from '../tables.ts';
import { stretchBehind } from '../stretches.ts';
import type { Stretch } from '../stretches.ts';
import { lastJudgmentSeq, visibleJudgments } from '../judgments-under-way.ts';
import { rulingsAhead } from '../rulings-under-way.ts';

/** The ends of the logs that the folds read. */
export interface RecordEnd {
  readonly judgments: number;
  readonly rulings: number;
}

/** Which piece of the log: of a task, or of one run. */
export interface LogPiece extends TaskPlace, Stretch {
  readonly run: string | null;
  readonly limit: number;
  /** The versions under which most judgments were given. */
  readonly guideline: string;
  readonly taskHash: string;
}

/** Which units of a run, by their position in it, and how far into the log. */
interface RunUnits extends TaskPlace {
  readonly run: string;
  readonly from: number;
  readonly to: number;
  readonly upTo: number;
}

/** The ends of the judgment and ruling logs. The units they refer to exist once this was read. */
export async function recordEnd(db: Database): Promise<RecordEnd> {
  const rulings = await rulingsAhead.lastSeq(db);
  return { judgments: await lastJudgmentSeq(db), rulings };
}

/** Judgments in the order of the log, and how far into it they were looked for. */
export interface ReadPiece {
  readonly entries: readonly LoggedJudgment[];
  readonly upTo: number;
}

/** A piece of the judgments on a task, or in a run; there may be none in it, and more behind. */
export async function judgmentLog(db: Database, given: LogPiece): Promise<ReadPiece> {
  const stretch = await stretchBehind(db, 'judgment', given);
  if (stretch === null) return { entries: [], upTo: given.upTo };
  const piece = { ...given, ...stretch };
  const { rows } =
    given.run === null ? await selectOfTask(db, piece) : await selectOfRun(db, piece);
  const entries = rows.map((row) => ({
    ...row,
    asides: row.asides ?? noAsides,
    guideline: row.guideline ?? given.guideline,
    taskHash: row.taskHash ?? given.taskHash,
  }));
  return { entries, upTo: rows.length < given.limit ? stretch.upTo : rows.at(-1)!.seq };
}

/** The judgments on some units of a run, in the order of the log: for a small run in a long log. */
export async function logOfRunUnits(
  db: Database,
  given: RunUnits,
): Promise<readonly LoggedJudgment[]> {
  return (await selectOfRunUnits(db, given)).rows.toSorted((a, b) => a.seq - b.seq);
}

/** All judgments on some units, in the order of the log. */
export async function logOfUnits(
  db: Database,
  { project, task }: TaskPlace,
  units: readonly string[],
): Promise<readonly LoggedJudgment[]> {
  const found: LoggedJudgment[] = [];
  for (const batch of batches(units)) {
    const query = visibleJudgments(db).select(judgmentColumns).select(recordedAt);
    const ofTask = query.where((eb) => eb.and({ project, task }));
    found.push(...(await ofTask.where('unit', 'in', batch).execute()));
  }
  return found.toSorted((a, b) => a.seq - b.seq);
}

const noAsides = '{}';

const judgmentColumns = [
  'judgment.seq',
  'judgment.run',
  'judgment.unit',
  'judgment.annotator',
  'judgment.answers',
  'judgment.asides',
  'judgment.at',
  'judgment.seconds',
  'judgment.guideline_version as guideline',
  'judgment.task_hash as taskHash',
] as const;

/** When a judgment was imported; null for one that was given here. */
export function recordedAt({ selectFrom }: ExpressionBuilder<Tables, 'judgment'>) {
  return selectFrom('import_log')
    .select('import_log.at')
    .whereRef('import_log.id', '=', 'judgment.import_id')
    .as('recordedAt');
}

/** Columns that most rows share are compared in the database: sending text costs more. */
function selectPiece(db: Database, given: LogPiece) {
  return db
    .selectFrom('judgment')
    .select(['seq', 'run', 'unit', 'annotator', 'answers', 'at', 'seconds'])
    .select(recordedAt)
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
    .limit(limitTo(given.limit));
}

const selectOfTask = prepared(selectPiece);

const selectOfRun = prepared((db, given: LogPiece) =>
  selectPiece(db, given).where('run', '=', given.run),
);

const selectOfRunUnits = prepared((db, given: RunUnits) =>
  db
    .selectFrom('run_unit')
    .innerJoin('judgment', (join) =>
      join
        .onRef('judgment.unit', '=', 'run_unit.unit')
        .on('judgment.task', '=', given.task)
        .on('judgment.project', '=', given.project)
        .onRef('judgment.run', '=', 'run_unit.run'),
    )
    .select(judgmentColumns)
    .select(recordedAt)
    .where('run_unit.run', '=', given.run)
    .where('run_unit.position', '>=', given.from)
    .where('run_unit.position', '<', given.to)
    .where('judgment.seq', '<=', given.upTo),
);
