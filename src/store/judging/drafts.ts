import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Asides } from '../../domain/judging/judgment.ts';
import { prepared } from '../prepared.ts';
import type { SlotHolder } from '../rounds/slots.ts';
import type { Tables, TimeText } from '../tables.ts';

/** Answers that are not given yet. They may be incomplete or break constraints. */
export interface Draft extends SlotHolder {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly asides: Asides;
  /** Counts up with each change, so that a late message does not undo a newer one. */
  readonly revision: number;
  readonly updatedAt: TimeText;
}

/**
 * Keeps a draft, unless a newer revision is kept already; false then. The same revision again, with
 * the same content, is kept already.
 */
export async function saveDraft(tx: Transaction<Tables>, draft: Draft): Promise<boolean> {
  const row = {
    ...draft,
    answers: JSON.stringify(draft.answers),
    asides: JSON.stringify(draft.asides),
  };
  if ((await upsertDraft(tx, row)).affected > 0) return true;
  const kept = (await selectDraft(tx, draft)).rows[0];
  return (
    kept !== undefined &&
    kept.revision === draft.revision &&
    kept.answers === row.answers &&
    kept.asides === row.asides
  );
}

/** The draft of an annotator on a unit. */
export async function findDraft(db: Kysely<Tables>, holder: SlotHolder): Promise<Draft | null> {
  const row = (await selectDraft(db, holder)).rows[0];
  return row === undefined
    ? null
    : {
        ...row,
        answers: JSON.parse(row.answers) as Draft['answers'],
        asides: JSON.parse(row.asides) as Asides,
      };
}

/** Forgets a draft, for instance once it was submitted. */
export async function deleteDraft(tx: Transaction<Tables>, holder: SlotHolder): Promise<void> {
  await removeDraft(tx, holder);
}

/** Forgets the drafts of several in one statement, on PostgreSQL. */
export async function deleteDrafts(
  tx: Transaction<Tables>,
  holders: readonly SlotHolder[],
): Promise<void> {
  if (holders.length > 0)
    await removeDrafts(tx, {
      runs: holders.map((one) => one.run),
      units: holders.map((one) => one.unit),
      annotators: holders.map((one) => one.annotator),
    });
}

interface DraftRow extends Omit<Draft, 'answers' | 'asides'> {
  readonly answers: string;
  readonly asides: string;
}

const upsertDraft = prepared((db: Kysely<Tables>, row: DraftRow) =>
  db
    .insertInto('draft')
    .values({
      run: row.run,
      unit: row.unit,
      annotator: row.annotator,
      answers: row.answers,
      asides: row.asides,
      revision: row.revision,
      updated_at: row.updatedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['run', 'unit', 'annotator'])
        .doUpdateSet({
          answers: row.answers,
          asides: row.asides,
          revision: row.revision,
          updated_at: row.updatedAt,
        })
        .where('draft.revision', '<', row.revision),
    ),
);

const selectDraft = prepared((db: Kysely<Tables>, holder: SlotHolder) =>
  db
    .selectFrom('draft')
    .select([
      'run',
      'unit',
      'annotator',
      'answers',
      'asides',
      'revision',
      'updated_at as updatedAt',
    ])
    .where('run', '=', holder.run)
    .where('unit', '=', holder.unit)
    .where('annotator', '=', holder.annotator),
);

const removeDraft = prepared((db: Kysely<Tables>, holder: SlotHolder) =>
  db
    .deleteFrom('draft')
    .where('run', '=', holder.run)
    .where('unit', '=', holder.unit)
    .where('annotator', '=', holder.annotator),
);

interface HolderColumns {
  readonly runs: readonly string[];
  readonly units: readonly string[];
  readonly annotators: readonly string[];
}

const removeDrafts = prepared((db: Kysely<Tables>, given: HolderColumns) =>
  db
    .deleteFrom('draft')
    .using(
      sql<SlotHolder>`unnest(${given.runs}::text[], ${given.units}::text[], ${given.annotators}::text[])`.as<'gone'>(
        sql`gone (run, unit, annotator)`,
      ),
    )
    .whereRef('draft.run', '=', 'gone.run')
    .whereRef('draft.unit', '=', 'gone.unit')
    .whereRef('draft.annotator', '=', 'gone.annotator'),
);
