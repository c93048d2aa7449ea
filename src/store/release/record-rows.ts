import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import { recordedAt } from '../fold/judgment-log.ts';
import { visibleJudgments } from '../judgments-under-way.ts';
import { rowsInStretches } from '../stretches.ts';
import type { Database, TimeText } from '../tables.ts';
import type { AuditRow } from '../workspace/audit.ts';

/** A judgment of a project with where it comes from; answers and asides are JSON text. */
export interface ProjectJudgment extends LoggedJudgment {
  readonly task: string;
  readonly origin: string;
  readonly untimed: 0 | 1 | null;
  /** If a model was asked here, this names the request. */
  readonly idempotencyKey: string;
}

/** A unit of a project; its fields are JSON text. */
export interface ProjectUnit {
  readonly task: string;
  readonly id: string;
  readonly subject: string | null;
  readonly fields: string;
  readonly contentHash: string;
}

/** Every judgment of a project in the order of the log, one by one. */
export function streamProjectJudgments(
  db: Database,
  project: string,
): AsyncIterable<ProjectJudgment> {
  return rowsInStretches(db, 'judgment', ({ after, upTo }) =>
    visibleJudgments(db)
      .select(['seq', 'task', 'run', 'unit', 'annotator', 'answers', 'asides'])
      .select([
        'guideline_version as guideline',
        'task_hash as taskHash',
        'at',
        'seconds',
        'origin',
        'untimed',
        'idempotency_key as idempotencyKey',
      ])
      .select(recordedAt)
      .where('project', '=', project)
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .orderBy('seq'),
  );
}

/** A request that became a judgment, with the hash of its reply. */
export interface AcceptedReply {
  readonly id: string;
  readonly promptHash: string;
  readonly reply: string | null;
}

/** The requests of a project whose reply became a judgment, in the order of the log. */
export function streamAcceptedReplies(db: Database, project: string): AsyncIterable<AcceptedReply> {
  return acceptedAttempts(db, project)
    .select(['id', 'prompt_hash as promptHash', 'reply'])
    .orderBy('seq')
    .stream(1000);
}

/** The texts of these replies, each once. */
export function streamReplyTexts(
  db: Database,
  project: string,
): AsyncIterable<{ readonly hash: string; readonly content: string }> {
  return db
    .selectFrom('model_reply')
    .select(['hash', 'content'])
    .where('hash', 'in', acceptedAttempts(db, project).select('reply'))
    .stream(1000);
}

function acceptedAttempts(db: Database, project: string) {
  return db
    .selectFrom('model_attempt')
    .where('project', '=', project)
    .where('outcome', '=', 'accepted')
    .where('reply', 'is not', null);
}

/** Every unit of a project in the order in which they came, one by one. */
export function streamProjectUnits(db: Database, project: string): AsyncIterable<ProjectUnit> {
  return rowsInStretches(db, 'unit', ({ after, upTo }) =>
    db
      .selectFrom('unit')
      .select(['task', 'id', 'subject', 'fields', 'content_hash as contentHash'])
      .where('project', '=', project)
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .orderBy('seq'),
  );
}

/**
 * How many slots each run of a project has, and the slots without a judgment: all of open runs, and
 * of closed ones the further ones that answers asked for.
 */
export async function projectSlots(
  db: Database,
  project: string,
): Promise<{
  readonly counts: ReadonlyMap<string, number>;
  readonly open: readonly {
    readonly run: string;
    readonly unit: string;
    readonly annotator: string | null;
  }[];
}> {
  const rows = await db
    .selectFrom('slot')
    .innerJoin('round_run', 'round_run.id', 'slot.run')
    .select(['slot.run', ({ fn }) => fn.countAll<number>().as('slots')])
    .where('round_run.project', '=', project)
    .groupBy('slot.run')
    .execute();
  const open = await db
    .selectFrom('slot')
    .innerJoin('round_run', 'round_run.id', 'slot.run')
    .select(['slot.run', 'slot.unit', 'slot.annotator'])
    .where('round_run.project', '=', project)
    .where((eb) =>
      eb.or([
        eb('round_run.closed_at', 'is', null),
        eb('slot.further', 'in', ['disagreement', 'flag']),
      ]),
    )
    .where('slot.judged_at', 'is', null)
    .orderBy('slot.id')
    .execute();
  return { counts: new Map(rows.map((row) => [row.run, Number(row.slots)])), open };
}

/** What annotators asked about units, oldest first; the detail is JSON text. */
export function projectQuestions(
  db: Database,
  project: string,
): Promise<
  readonly {
    readonly task: string;
    readonly unit: string;
    readonly detail: string;
    readonly at: TimeText;
  }[]
> {
  return db
    .selectFrom('fact')
    .innerJoin('round_run', 'round_run.id', 'fact.run')
    .select(['round_run.task', 'fact.unit', 'fact.detail', 'fact.at'])
    .where('fact.project', '=', project)
    .where('fact.kind', '=', 'question')
    .orderBy('fact.seq')
    .execute();
}

/**
 * The last entry of the audit log that changed what releases are made from: not one about a
 * release, an export, a visit, or a note that is no decision. The same record thereby has the same
 * head, however often it is released.
 */
export async function recordHead(
  db: Database,
): Promise<{ readonly seq: number; readonly hash: string } | null> {
  const row = await db
    .selectFrom('audit')
    .select(['seq', 'hash'])
    .where('action', 'not like', 'release%')
    .where('action', 'not like', 'session-%')
    .where((eb) => eb.or([eb('action', 'not like', 'note-%'), eb('action', '=', 'note-decision')]))
    .where('action', '!=', 'export')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** A release that was cut, as the audit log has it. */
export interface ReleaseEntry {
  readonly seq: number;
  readonly at: TimeText;
  readonly actor: string;
  readonly detail: string;
}

/** The releases of a project in the order in which they were cut. */
export function listReleases(db: Database, project: string): Promise<readonly ReleaseEntry[]> {
  return db
    .selectFrom('audit')
    .select(['seq', 'at', 'actor', 'detail'])
    .where('project', '=', project)
    .where('action', '=', 'release')
    .orderBy('seq')
    .execute();
}

/** The action of an entry that binds the manifest of a release, and nobody's name. */
export const boundAction = 'release-bound';

/** The entries that bind releases of a project, whole: their hashes can be computed from them. */
export function listBound(db: Database, project: string): Promise<readonly AuditRow[]> {
  return db
    .selectFrom('audit')
    .selectAll()
    .where('project', '=', project)
    .where('action', '=', boundAction)
    .orderBy('seq')
    .execute();
}

/** The looks at a release that the log knows: an entry for each evaluation of a test split. */
export function listLooks(
  db: Database,
  project: string,
  version: string,
): Promise<readonly ReleaseEntry[]> {
  return db
    .selectFrom('audit')
    .select(['seq', 'at', 'actor', 'detail'])
    .where('project', '=', project)
    .where('action', '=', 'evaluate')
    .where('object', '=', `release/${version}`)
    .orderBy('seq')
    .execute();
}
