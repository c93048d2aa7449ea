import { byCodeUnits } from '../../domain/by-code-units.ts';
import { BatchedWrite } from '../../store/batched-write.ts';
import { takeOpenSlot } from '../../store/judging/assignment.ts';
import type { AssignmentState } from '../../store/judging/assignment.ts';
import { deleteDraft, deleteDrafts } from '../../store/judging/drafts.ts';
import { addFirstJudgments } from '../../store/judging/insert-judgments.ts';
import type { NewJudgment, StoredJudgment } from '../../store/judging/judgments.ts';
import type { Store } from '../../store/open-store.ts';
import { shareRun } from '../../store/rounds/run-lock.ts';
import { audit } from '../audit.ts';
import { cacheOf } from '../caches.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';

/** The outcome of a save. */
export interface Saved {
  readonly judgment: Pick<StoredJudgment, 'id' | 'at' | 'supersedes' | 'answers'>;
  readonly fresh: boolean;
  /** Whether the slot was judged for the first time. */
  readonly isFirst: boolean;
}

/** A judgment that is probably the first one for its slot, as nearly all are. */
export interface FirstSave {
  readonly context: WorkContext;
  readonly judgment: NewJudgment & { readonly run: string };
}

/** The queue that saves first judgments together. */
export function firstSaves(store: Store): BatchedWrite<FirstSave, Saved> {
  return cacheOf(store, 'firstSaves', () => new BatchedWrite(store, saveFirst));
}

/** Saves them together; null where the slot is judged, its run closed, or not the actor's. */
async function saveFirst(
  tx: WriteTransaction,
  items: readonly FirstSave[],
): Promise<readonly (Saved | null)[]> {
  const taken = await takeSlots(tx, items);
  const added = items.filter((_, at) => taken[at] !== null);
  for (const { context, judgment } of added) {
    const { id, project, run, unit, at } = judgment;
    const saved = { project, object: `judgment/${id}`, detail: { run, unit } };
    audit(tx, context.actor, at, 'judge', saved);
  }
  const judgments = added.map(({ judgment }) => judgment);
  await addFirstJudgments(tx, judgments);
  return items.map(({ judgment: { id, at, answers } }, place) => {
    if (taken[place] === null) return null;
    return { judgment: { id, at, supersedes: null, answers }, fresh: true, isFirst: true };
  });
}

type Taken = Pick<AssignmentState, 'draft'> | null;

/**
 * Takes slots in open runs and deletes their drafts. On PostgreSQL all servers use the same order,
 * so that they never deadlock, and drafts are deleted last: one that another server stored while we
 * waited for the slot is not visible together with the slot.
 */
async function takeSlots(
  tx: WriteTransaction,
  items: readonly FirstSave[],
): Promise<readonly Taken[]> {
  const isPostgres = items[0]?.context.store.kind === 'postgres';
  if (isPostgres)
    for (const run of [...new Set(items.map(({ judgment }) => judgment.run))].toSorted())
      await shareRun(tx, run);
  const taken: Taken[] = items.map(() => null);
  for (const place of isPostgres ? inOrder(items) : items.keys()) {
    const { run, unit, annotator, at } = items[place]!.judgment;
    taken[place] = await takeOpenSlot(tx, { run, unit, annotator, at });
    if (!isPostgres && taken[place]?.draft != null) await deleteDraft(tx, { run, unit, annotator });
  }
  if (isPostgres) {
    const saved = items.filter((_, at) => taken[at] !== null).map(({ judgment }) => judgment);
    await deleteDrafts(tx, saved);
  }
  return taken;
}

/** The places of saves in the order of their slots. */
function inOrder(items: readonly FirstSave[]): readonly number[] {
  const keys = items.map(slotKey);
  return [...keys.keys()].toSorted((a, b) => byCodeUnits(keys[a]!, keys[b]!));
}

function slotKey({ judgment: { run, unit, annotator } }: FirstSave): string {
  return `${run} ${unit} ${annotator}`;
}
