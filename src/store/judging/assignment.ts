import { sql } from 'kysely';
import type { FurtherReason } from '../../domain/judging/further.ts';
import { databaseKind } from '../kysely-handle.ts';
import { preparedChange, preparedFirst } from '../prepared.ts';
import { shareRun } from '../rounds/run-lock.ts';
import type { SlotHolder } from '../rounds/slots.ts';
import type { Database, TimeText, WriteTransaction } from '../tables.ts';
import { readJudgment } from './judgments.ts';
import type { StoredJudgment } from './judgments.ts';
import { visibleJudgments } from '../judgments-under-way.ts';

/** What must be known of an assignment before something is saved for it. */
export interface AssignmentState {
  readonly closedAt: TimeText | null;
  /** The annotator's slot on the unit; null when they hold none. */
  readonly slot: number | null;
  readonly judgedAt: TimeText | null;
  readonly leasedUntil: TimeText | null;
  /** The revision of the stored draft; null when there is none. */
  readonly draft: number | null;
  /** Why the unit has this slot besides the first ones; never shown to its annotator. */
  readonly further: FurtherReason | null;
}

/** An assignment in one query, null without the run, which stays unchanged until the write ends. */
export async function assignmentState(
  tx: WriteTransaction,
  holder: SlotHolder,
): Promise<AssignmentState | null> {
  await shareRun(tx, holder.run);
  return await selectState(tx, holder);
}

/** The same for a draft or judgment, with the slot locked, so that the two are serialised. */
export async function lockAssignment(
  tx: WriteTransaction,
  holder: SlotHolder,
): Promise<AssignmentState | null> {
  await shareRun(tx, holder.run);
  if (databaseKind(tx) === 'postgres') await selectSlotLocked(tx, holder);
  return await selectState(tx, holder);
}

/** An annotator's own judgment, as it is shown to them again. */
export type OwnJudgment = Pick<StoredJudgment, 'id' | 'answers' | 'asides' | 'at' | 'seconds'>;

/** The annotator's latest judgment on a unit in a run. */
export async function latestOwnJudgment(
  db: Database,
  given: SlotHolder & { readonly project: string; readonly task: string },
): Promise<OwnJudgment | null> {
  const row = await selectLatestOwn(db, given);
  if (row === null) return null;
  const { asides, ...judgment } = readJudgment(row);
  // Whoever is asked because others disagreed must not learn it.
  const { further: _, ...own } = asides;
  return { ...judgment, asides: own };
}

/** Marks a slot as judged; 0 when somebody else holds it by now. */
export const markSlotJudged = preparedChange(
  (db, given: { readonly slot: number; readonly annotator: string; readonly at: TimeText }) =>
    db
      .updateTable('slot')
      .set({ judged_at: given.at, leased_until: null })
      .where('id', '=', given.slot)
      .where('annotator', '=', given.annotator)
      .where('judged_at', 'is', null),
);

/**
 * Marks the annotator's slot on a unit as judged, if it waits for its first judgment and the run is
 * open (it must be locked against closing); else null. Returns the revision of the stored draft:
 * all that a usual save must know, in one statement.
 */
export const takeOpenSlot = preparedFirst((db, given: SlotHolder & { readonly at: TimeText }) => {
  const { run, unit, annotator, at } = given;
  return db
    .updateTable('slot')
    .set({ judged_at: at, leased_until: null })
    .where((eb) => eb.and({ run, unit, annotator }))
    .where('judged_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('round_run')
          .select('round_run.id')
          .where('round_run.id', '=', run)
          .where('round_run.closed_at', 'is', null),
      ),
    )
    .returning('slot.further')
    .returning(({ selectFrom }) =>
      selectFrom('draft')
        .select('draft.revision')
        .where('draft.run', '=', run)
        .where('draft.unit', '=', unit)
        .where('draft.annotator', '=', annotator)
        .as('draft'),
    );
});

const selectState = preparedFirst((db, given: SlotHolder) =>
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
    .select(['round_run.closed_at as closedAt', 'slot.id as slot', 'draft.revision as draft'])
    .select(['slot.judged_at as judgedAt', 'slot.leased_until as leasedUntil'])
    .select('slot.further')
    .where('round_run.id', '=', given.run),
);

const selectSlotLocked = preparedFirst((db, { run, unit, annotator }: SlotHolder) => {
  const held = db.selectFrom('slot').where((eb) => eb.and({ run, unit, annotator }));
  return held.select('id').forUpdate();
});

const selectLatestOwn = preparedFirst(
  (db, given: SlotHolder & { readonly project: string; readonly task: string }) =>
    visibleJudgments(db)
      .select(['id', 'answers', 'asides', 'at', 'seconds'])
      .where('unit', '=', given.unit)
      .where('annotator', '=', given.annotator)
      .where('task', '=', given.task)
      .where('project', '=', given.project)
      .where('run', '=', given.run)
      .orderBy('seq', 'desc')
      .limit(sql.lit(1)),
);
