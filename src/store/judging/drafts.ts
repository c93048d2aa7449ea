import { storedJson } from '../../domain/stored-json.ts';
import { sql } from 'kysely';
import type { Asides } from '../../domain/judging/judgment.ts';
import { toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import { preparedChange, preparedFirst } from '../prepared.ts';
import type { SlotHolder } from '../rounds/slots.ts';
import type { WriteTransaction } from '../tables.ts';

type DraftRow = Row<'draft'>;

/**
 * Unsubmitted answers, possibly incomplete or breaking constraints. The revision grows with each
 * change, so that a late message does not undo a newer one.
 */
export interface Draft extends Omit<DraftRow, 'answers' | 'asides'> {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly asides: Asides;
}

/** Stores a draft; false if a newer revision is stored. The same one again counts as stored. */
export async function saveDraft(tx: WriteTransaction, draft: Draft): Promise<boolean> {
  const answers = JSON.stringify(draft.answers);
  const asides = JSON.stringify(draft.asides);
  if ((await upsertDraft(tx, { ...draft, answers, asides })) > 0) return true;
  const stored = await selectDraft(tx, draft);
  if (stored?.revision !== draft.revision) return false;
  return stored.answers === answers && stored.asides === asides;
}

/** Parses the answers and asides of a row. */
export function readDraft<Unparsed extends Pick<DraftRow, 'answers' | 'asides'>>(
  row: Unparsed,
): Omit<Unparsed, 'answers' | 'asides'> & Pick<Draft, 'answers' | 'asides'> {
  return {
    ...row,
    answers: storedJson<Draft['answers']>(row.answers, 'draft', 'answers', row),
    asides: storedJson<Asides>(row.asides, 'draft', 'asides', row),
  };
}

/** Deletes a draft, for instance once it was submitted. */
export const deleteDraft = preparedChange((db, { run, unit, annotator }: SlotHolder) =>
  db.deleteFrom('draft').where((eb) => eb.and({ run, unit, annotator })),
);

/** Deletes several drafts in one statement, on PostgreSQL. */
export async function deleteDrafts(
  tx: WriteTransaction,
  holders: readonly SlotHolder[],
): Promise<void> {
  if (holders.length === 0) return;
  await removeDrafts(tx, {
    runs: holders.map((one) => one.run),
    units: holders.map((one) => one.unit),
    annotators: holders.map((one) => one.annotator),
  });
}

const upsertDraft = preparedChange((db, row: DraftRow) => {
  const { answers, asides, revision, updatedAt } = row;
  return db
    .insertInto('draft')
    .values(toColumns('draft', row))
    .onConflict((conflict) =>
      conflict
        .columns(['run', 'unit', 'annotator'])
        .doUpdateSet({ answers, asides, revision, updated_at: updatedAt })
        .where('draft.revision', '<', revision),
    );
});

const selectDraft = preparedFirst((db, { run, unit, annotator }: SlotHolder) => {
  const held = db.selectFrom('draft').where((eb) => eb.and({ run, unit, annotator }));
  return held.select(['answers', 'asides', 'revision']);
});

interface HolderColumns {
  readonly runs: readonly string[];
  readonly units: readonly string[];
  readonly annotators: readonly string[];
}

const removeDrafts = preparedChange((db, { runs, units, annotators }: HolderColumns) => {
  const rows = sql<SlotHolder>`unnest(${runs}::text[], ${units}::text[], ${annotators}::text[])`;
  return db
    .deleteFrom('draft')
    .using(rows.as<'gone'>(sql`gone (run, unit, annotator)`))
    .whereRef('draft.run', '=', 'gone.run')
    .whereRef('draft.unit', '=', 'gone.unit')
    .whereRef('draft.annotator', '=', 'gone.annotator');
});
