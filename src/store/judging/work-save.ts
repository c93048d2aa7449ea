import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { bulkInsert } from '../bulk-insert.ts';
import { judgmentColumns, judgmentValues } from './bulk-judgments.ts';
import { judgmentInsert } from './judgments.ts';
import type { NewJudgment, StoredJudgment } from './judgments.ts';
import { databaseKind } from '../kysely-handle.ts';
import { prepared } from '../prepared.ts';
import { keepRun } from '../rounds/run-lock.ts';
import type { SlotHolder } from '../rounds/slots.ts';
import type { Tables, TimeText } from '../tables.ts';

/** What must be known of an assignment before something is saved for it. */
export interface HeldWork {
  readonly closedAt: TimeText | null;
  /** The annotator's slot on the unit; null when they hold none. */
  readonly slot: number | null;
  readonly judgedAt: TimeText | null;
  readonly leasedUntil: TimeText | null;
  /** The revision of the draft that is kept; null when there is none. */
  readonly draft: number | null;
}

/**
 * Everything about an assignment in one query, and that the run stays as it is until the write
 * ends; null when there is no such run.
 */
export async function heldWork(
  tx: Transaction<Tables>,
  holder: SlotHolder,
): Promise<HeldWork | null> {
  await keepRun(tx, holder.run);
  return (await selectHeldWork(tx, holder)).rows[0] ?? null;
}

/**
 * The same, for a draft or a judgment: the slot is kept as well, so that the two come one after the
 * other. On SQLite they do anyway.
 */
export async function lockedWork(
  tx: Transaction<Tables>,
  holder: SlotHolder,
): Promise<HeldWork | null> {
  await keepRun(tx, holder.run);
  if (databaseKind(tx) === 'postgres') await selectSlotLocked(tx, holder);
  return (await selectHeldWork(tx, holder)).rows[0] ?? null;
}

/** The annotator's latest judgment on a unit in a run; asked only of units that are judged. */
export async function latestOwn(
  db: Kysely<Tables>,
  given: SlotHolder & { readonly project: string; readonly task: string },
): Promise<string | null> {
  return (await selectLatestOwn(db, given)).rows[0]?.id ?? null;
}

/** Notes that a slot was judged; false when somebody else holds it by now. */
export async function markSlotJudged(
  tx: Transaction<Tables>,
  given: { readonly slot: number; readonly annotator: string; readonly at: TimeText },
): Promise<boolean> {
  return (await updateSlot(tx, given)).affected > 0;
}

/** What {@link takeOpenSlot} takes. */
export interface OpenSlot extends SlotHolder {
  readonly at: TimeText;
}

/**
 * Notes that the annotator's slot on a unit was judged, if it waits for its first judgment and the
 * run, which must be kept, is open; null otherwise. With the revision of the draft that is kept:
 * for the
 * usual save, everything that must be known in one statement.
 */
export async function takeOpenSlot(
  tx: Transaction<Tables>,
  given: OpenSlot,
): Promise<Pick<HeldWork, 'draft'> | null> {
  return (await updateOpenSlot(tx, given)).rows[0] ?? null;
}

/** Adds first judgments, none of which may be there. */
export async function addFirstJudgments(
  tx: Transaction<Tables>,
  judgments: readonly NewJudgment[],
): Promise<void> {
  await bulkInsert(
    tx,
    'judgment',
    judgmentColumns,
    judgments.map((judgment) => judgmentValues(judgment, null)),
  );
}

/**
 * Adds a judgment that supersedes what is given, in one statement. Null when its key, or what it
 * supersedes, was used in the meantime: then
 * {@link earlierJudgment} says whether it is the same judgment, sent twice.
 */
export async function addJudgment(
  tx: Transaction<Tables>,
  judgment: NewJudgment & { readonly supersedes: string | null },
): Promise<StoredJudgment | null> {
  const row = {
    ...judgment,
    answers: JSON.stringify(judgment.answers),
    asides: JSON.stringify(judgment.asides),
  };
  const added = (await insertRow(tx, row)).rows[0];
  return added === undefined ? null : { ...judgment, seq: added.seq };
}

const selectHeldWork = prepared((db: Kysely<Tables>, given: SlotHolder) =>
  db
    .selectFrom('round_run')
    .leftJoin('slot', (join) =>
      join
        .onRef('slot.run', '=', 'round_run.id')
        .on('slot.unit', '=', given.unit)
        .on('slot.annotator', '=', given.annotator),
    )
    .leftJoin('draft', (join) =>
      join
        .onRef('draft.run', '=', 'round_run.id')
        .on('draft.unit', '=', given.unit)
        .on('draft.annotator', '=', given.annotator),
    )
    .select([
      'round_run.closed_at as closedAt',
      'slot.id as slot',
      'slot.judged_at as judgedAt',
      'slot.leased_until as leasedUntil',
      'draft.revision as draft',
    ])
    .where('round_run.id', '=', given.run),
);

const selectSlotLocked = prepared((db: Kysely<Tables>, given: SlotHolder) =>
  db
    .selectFrom('slot')
    .select('id')
    .where('run', '=', given.run)
    .where('unit', '=', given.unit)
    .where('annotator', '=', given.annotator)
    .forUpdate(),
);

const selectLatestOwn = prepared(
  (db: Kysely<Tables>, given: SlotHolder & { readonly project: string; readonly task: string }) =>
    db
      .selectFrom('judgment')
      .select('id')
      .where('unit', '=', given.unit)
      .where('annotator', '=', given.annotator)
      .where('task', '=', given.task)
      .where('project', '=', given.project)
      .where('run', '=', given.run)
      .orderBy('seq', 'desc')
      .limit(sql.lit(1)),
);

const updateSlot = prepared(
  (
    db: Kysely<Tables>,
    given: { readonly slot: number; readonly annotator: string; readonly at: TimeText },
  ) =>
    db
      .updateTable('slot')
      .set({ judged_at: given.at, leased_until: null })
      .where('id', '=', given.slot)
      .where('annotator', '=', given.annotator)
      .where('judged_at', 'is', null),
);

const updateOpenSlot = prepared((db: Kysely<Tables>, given: OpenSlot) =>
  db
    .updateTable('slot')
    .set({ judged_at: given.at, leased_until: null })
    .where('run', '=', given.run)
    .where('unit', '=', given.unit)
    .where('annotator', '=', given.annotator)
    .where('judged_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('round_run')
          .select('round_run.id')
          .where('round_run.id', '=', given.run)
          .where('round_run.closed_at', 'is', null),
      ),
    )
    .returning(({ selectFrom }) =>
      selectFrom('draft')
        .select('draft.revision')
        .where('draft.run', '=', given.run)
        .where('draft.unit', '=', given.unit)
        .where('draft.annotator', '=', given.annotator)
        .as('draft'),
    ),
);

const insertRow = prepared(
  (
    db: Kysely<Tables>,
    row: Omit<NewJudgment, 'answers' | 'asides'> & {
      readonly answers: string;
      readonly asides: string;
      readonly supersedes: string | null;
    },
  ) =>
    judgmentInsert(db, row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('seq'),
);
