import { byCodeUnits } from '../../domain/by-code-units.ts';
import { BatchedWrite } from '../../store/batched-write.ts';
import { takeOpenSlot } from '../../store/judging/assignment.ts';
import type { AssignmentState } from '../../store/judging/assignment.ts';
import { deleteDraft, deleteDrafts } from '../../store/judging/drafts.ts';
import { addFirstJudgments } from '../../store/judging/insert-judgments.ts';
import type { NewJudgment, StoredJudgment } from '../../store/judging/judgments.ts';
import type { Store } from '../../store/open-store.ts';
import { shareRun } from '../../store/rounds/run-lock.ts';
import { groupBy } from '../../domain/group-by.ts';
import { audit } from '../audit.ts';
import { cacheOf } from '../caches.ts';
import { askFurther } from '../rounds/ask-further.ts';
import type { RunWork } from '../rounds/run-work.ts';
import type { WorkContext } from '../work-context.ts';
import { noteAsked } from './own-progress.ts';
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
  readonly work: RunWork;
  readonly judgment: NewJudgment & { readonly run: string };
}

/** The queue that saves first judgments together. */
export function firstSaves(store: Store): BatchedWrite<FirstSave, Saved> {
  return cacheOf(store, 'firstSaves', () => new BatchedWrite(store, saveFirst));
}

/** A judgment with the reason why its annotator was asked, where they were not one of the first. */
export function markedFurther<Judged extends NewJudgment>(
  judgment: Judged,
  further: AssignmentState['further'],
): Judged {
  if (further === null && judgment.asides.further === undefined) return judgment;
  const { further: _, ...asides } = judgment.asides;
  return { ...judgment, asides: further === null ? asides : { ...asides, further } };
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
  const judgments = items.flatMap(({ judgment }, at) =>
    taken[at] === null ? [] : [markedFurther(judgment, taken[at]!.further)],
  );
  await addFirstJudgments(tx, judgments);
  for (const own of groupBy(added, ({ work }) => work.facts.id).values()) {
    const [{ context, work }] = own as [FirstSave];
    const units = [...new Set(own.map(({ judgment }) => judgment.unit))];
    noteAsked(context.store, work.facts.id, await askFurther(tx, work, units));
  }
  return items.map(({ judgment: { id, at, answers } }, place) => {
    if (taken[place] === null) return null;
    return { judgment: { id, at, supersedes: null, answers }, fresh: true, isFirst: true };
  });
}

type Taken = Pick<AssignmentState, 'draft' | 'further'> | null;

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
