import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { defined } from '../../domain/defined.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { fault, refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { groupBy } from '../../domain/group-by.ts';
import { storedFurther } from '../../domain/judging/further.ts';
import { isAskedByAnswers } from '../../domain/rounds/further-plan.ts';
import type { Answers, Asides, Judgment } from '../../domain/judging/judgment.ts';
import { batches, refreshStatistics } from '../../store/bulk-insert.ts';
import { judgedBefore, judgedSince } from '../../store/exchange/import-checks.ts';
import type { JudgedBefore } from '../../store/exchange/import-checks.ts';
import { lastJudgmentSeq } from '../../store/judgments-under-way.ts';
import type { NewJudgment } from '../../store/judging/judgments.ts';
import { bindGroup } from '../../store/kysely-handle.ts';
import { lockLogs } from '../../store/log-lock.ts';
import { insertRows, judgmentValues } from '../../store/judging/insert-judgments.ts';
import type { StagedJudgment, StagedJudgments } from '../exchange/import-judgments.ts';
import { RoundSlots } from '../exchange/round-slots.ts';
import type { LatePlace } from '../exchange/round-slots.ts';
import { markedFurther } from './first-saves.ts';
import { askFurther } from '../rounds/ask-further.ts';
import type { RunWork } from '../rounds/run-work.ts';
import { StagedRows } from '../staged-rows.ts';
import { findRun } from '../../store/rounds/rounds.ts';
import { lockRun } from '../../store/rounds/run-lock.ts';
import { fillSlots, markJudged, takeOverSlot } from '../../store/rounds/slots.ts';
import type { FilledSlot } from '../../store/rounds/slots.ts';
import { FaultList } from '../text-file.ts';
import type { WorkContext } from '../work-context.ts';
import type { Database, WriteTransaction } from '../workspace.ts';

/** How many judgments were added, unchanged or revised. */
export interface AddedJudgments {
  readonly inserted: number;
  /** Already stored, with the same content. */
  readonly unchanged: number;
  /** Of those that were added: revisions of judgments that an earlier import had brought. */
  readonly revised: number;
}

/** Judgments that were read and checked, with the entry of the log that their import gets. */
export type ImportedJudgments = StagedJudgments & { readonly importId: string };

/** What to add, as of one moment. */
export interface PlannedJudgments extends AddedJudgments {
  /** The values of each judgment that is new, in the order of the columns. */
  readonly rows: StagedRows<readonly unknown[]>;
  /** Whose judgments the file holds. */
  readonly annotators: ReadonlySet<string>;
  /** The places in the run that they fill. */
  readonly filled: StagedRows<FilledSlot>;
  /** What the import means for the further places of the run. */
  readonly further: PlannedFurther;
  /** How far the log went. */
  readonly upTo: number;
}

/** The units whose first judges an import may complete, and the further places that it fills. */
export interface PlannedFurther {
  readonly units: ReadonlySet<string>;
  readonly late: readonly LatePlace[];
}

/**
 * Decides what staged judgments change, without blocking anybody. A row that repeats the
 * annotator's current judgment is skipped; any other revises it, even back to an earlier answer. A
 * file never replaces what was given in the workbench; all such conflicts are listed.
 */
export async function planJudgments(
  context: Pick<WorkContext, 'newId'>,
  db: Database,
  project: string,
  staged: ImportedJudgments,
  at: string,
): Promise<PlannedJudgments> {
  const run = staged.run?.facts.id ?? null;
  const found = new FaultList();
  const rows = new StagedRows<readonly unknown[]>();
  const filled = new StagedRows<FilledSlot>();
  const annotators = new Set<string>();
  const slots = run === null ? null : await RoundSlots.of(db, run, staged.run);
  const isAsking = isAskedByAnswers(staged.run?.round.further ?? null);
  const touched = new Set<string>();
  const late: LatePlace[] = [];
  // Rows of further judges may come before those of the first.
  const again = isAsking ? new StagedRows<StagedJudgment>() : null;
  let unchanged = 0;
  let revised = 0;
  const plan = (judgment: StagedJudgment, earlier: JudgedBefore | undefined): void => {
    const { unit, annotator } = judgment;
    annotators.add(annotator);
    const isOwn = earlier?.origin === 'workbench';
    const place = { field: unit, file: staged.name, ...defined({ line: judgment.line }) };
    const other = otherVersion(staged, judgment);
    const slot = earlier === undefined && other === null ? slots?.take(judgment) : undefined;
    const isLate = isAsking && slot !== undefined && 'code' in slot && slot.code === 'no-slot-left';
    if (isLate && !areLast) return again?.add(judgment);
    const misfit = other ?? (slot !== undefined && 'code' in slot ? slot : null);
    if (misfit !== null) {
      const round = staged.run?.round.id ?? '';
      found.add(fault('not-for-round', { annotator, unit, round, why: misfit }, place));
    } else if (earlier === undefined) {
      const added = newJudgment(context, project, staged, judgment, at, null);
      const mark = slot !== undefined && 'further' in slot ? slot.further : null;
      rows.add(judgmentValues(run === null ? added : markedFurther(added, mark), null));
      if (slot !== undefined && 'id' in slot) filled.add({ id: slot.id, annotator });
      else if (slot !== undefined && 'unit' in slot) late.push(slot);
    } else if (isOwn && !sameJson(JSON.parse(earlier.answers), judgment.answers)) {
      found.add(fault('judged-in-workbench', { annotator, unit }, place));
    } else if (isOwn || saysNothingNew(staged, judgment, earlier)) unchanged += 1;
    else {
      const revision = newJudgment(context, project, staged, judgment, at, earlier.id);
      const { latestThere } = earlier;
      const marked = markedFurther(revision, storedFurther(earlier.asides, earlier));
      const own = run === null ? revision : marked;
      rows.add(judgmentValues({ ...own, annotator: earlier.annotator }, latestThere));
      slots?.note(judgment);
      revised += 1;
    }
    if (isAsking) touched.add(unit);
  };
  let areLast = false;
  const planAll = async (given: StagedRows<StagedJudgment>): Promise<void> => {
    for await (const batch of given.batches(lookedUpTogether)) {
      const units = [...new Set(batch.map((one) => one.unit))];
      const before = await judgedBefore(db, { project, task: staged.task, units, run });
      await slots?.lookUp(db, units);
      for (const judgment of batch)
        plan(judgment, before.get(judgment.unit)?.get(judgment.annotator));
      await nextTurn();
    }
  };
  try {
    const upTo = await lastJudgmentSeq(db);
    await planAll(staged.rows);
    areLast = true;
    if (again !== null) await planAll(again);
    found.throwIfAny();
    const further = { units: touched, late };
    return { inserted: rows.size, unchanged, revised, rows, annotators, filled, further, upTo };
  } catch (error) {
    await rows.discard();
    await filled.discard();
    throw error;
  } finally {
    await again?.discard();
  }
}

/** Why a judgment does not go by the versions of the run that it is to go into. */
function otherVersion(staged: ImportedJudgments, judgment: Judgment): CodedText | null {
  const { run } = staged;
  if (run === null) return null;
  const isSame =
    run.task.hashes.has(presentHash(staged, judgment.taskHash)) &&
    (judgment.guideline ?? staged.guideline) === run.facts.guideline;
  return isSame ? null : codedText('uncounted-stale');
}

/** Adds what was planned, in the open write; plans again if an annotator has judged since. */
export async function addJudgments(
  context: WorkContext,
  tx: WriteTransaction,
  project: string,
  staged: ImportedJudgments,
  planned: PlannedJudgments,
  at: string,
): Promise<AddedJudgments> {
  await keepRunOpen(tx, staged.run);
  // What was looked up must still hold when it is added to.
  await lockLogs(tx);
  const since = await judgedSince(tx, { project, task: staged.task, after: planned.upTo });
  if (![...since].some((annotator) => planned.annotators.has(annotator)))
    return await insertPlanned(tx, staged, planned, at);
  const anew = await planJudgments(context, tx, project, staged, at);
  try {
    return await insertPlanned(tx, staged, anew, at);
  } finally {
    await anew.rows.discard();
    await anew.filled.discard();
  }
}

/** Keeps a run from being closed until the write ends; refuses one that is closed. */
export async function keepRunOpen(tx: WriteTransaction, run: RunWork | null): Promise<void> {
  if (run === null) return;
  await lockRun(tx, run.facts.id);
  const now = await findRun(tx, run.facts.id);
  if (now === null || now.closedAt !== null) refuse('round-closed', { round: run.round.id });
}

async function insertPlanned(
  tx: WriteTransaction,
  { run }: ImportedJudgments,
  { rows, filled, further, inserted, unchanged, revised }: PlannedJudgments,
  at: string,
): Promise<AddedJudgments> {
  for await (const batch of rows.batches(addedTogether)) await insertRows(tx, batch);
  for await (const batch of filled.batches(addedTogether))
    if ((await fillSlots(tx, batch, at)) < batch.length) refuse('project-changed');
  await fillFurther(tx, run, further, at);
  await refreshStatistics(tx, 'judgment', inserted);
  return { inserted, unchanged, revised };
}

/**
 * Asks for further judges where the first ones disagree by an import, and fills such places with
 * what the import brings. The logs must be locked.
 */
export async function fillFurther(
  tx: WriteTransaction,
  run: RunWork | null,
  { units, late }: PlannedFurther,
  at: string,
): Promise<void> {
  if (run === null || units.size === 0) return;
  const { id } = run.facts;
  const asked = groupBy(
    late.filter(({ slot }) => slot === null),
    (one) => one.unit,
  );
  const imported = new Map(
    [...asked].map(([unit, places]) => [unit, places.map((one) => one.annotator)]),
  );
  for (const batch of batches([...units])) await askFurther(tx, run, batch, imported);
  let filled = 0;
  for (const { unit, annotator, slot } of late)
    filled +=
      slot === null
        ? await markJudged(tx, { run: id, unit, annotator, at })
        : await takeOverSlot(tx, { id: slot, annotator, at });
  if (filled < late.length) refuse('project-changed');
  // Somebody else has what one was given: that is more than a claim.
  if (late.some(({ slot }) => slot !== null)) bindGroup(tx, 'slot', id);
}

/** Few, since other requests wait while they are looked up. */
const lookedUpTogether = 250;
const addedTogether = 1000;

function newJudgment(
  context: Pick<WorkContext, 'newId'>,
  project: string,
  { task, guideline, run, importId, ...staged }: ImportedJudgments,
  judgment: Judgment,
  at: string,
  supersedes: string | null,
): NewJudgment {
  const { unit, annotator, answers, asides, seconds } = judgment;
  return {
    id: context.newId(),
    project,
    task,
    run: run?.facts.id ?? null,
    unit,
    annotator,
    answers,
    asides,
    guideline: judgment.guideline ?? guideline,
    taskHash: presentHash(staged, judgment.taskHash),
    at: judgment.at === null ? at : new Date(judgment.at).toISOString(),
    untimed: judgment.at === null ? 1 : null,
    seconds,
    idempotencyKey: importKey(task, judgment, supersedes),
    origin: 'import',
    importId,
  };
}

/** One hash for judgments under the current questions, whichever version of Assay wrote the row. */
function presentHash(
  { hash: present, hashes }: Pick<StagedJudgments, 'hash' | 'hashes'>,
  given: string | null,
): string {
  return given === null || hashes.has(given) ? present : given;
}

/**
 * The key covers the row, not the time of the import, so sending it again changes nothing. A
 * revision's key also covers what it supersedes, so one can go back to an earlier answer.
 */
function importKey(task: string, judgment: Judgment, supersedes: string | null): string {
  const { unit, annotator, answers, asides, guideline, taskHash, at, seconds, round } = judgment;
  const content = [task, unit, annotator, answers, asides, guideline, taskHash, at, seconds, round];
  if (supersedes !== null) content.push(supersedes);
  return `import:${hash('sha256', canonicalJson(content)).slice(0, 40)}`;
}

/** Whether a row repeats the annotator's current judgment, as far as the row says. */
function saysNothingNew(
  staged: StagedJudgments,
  judgment: Judgment,
  current: JudgedBefore,
): boolean {
  const { task } = staged;
  // Revisions of older imports have the key of a first judgment.
  const isSent = (supersedes: string | null): boolean =>
    current.idempotencyKey === importKey(task, judgment, supersedes);
  if (isSent(current.supersedes) || isSent(null)) return true;
  return (
    (judgment.guideline ?? staged.guideline) === current.guideline &&
    presentHash(staged, judgment.taskHash) === presentHash(staged, current.taskHash) &&
    (judgment.at === null ||
      (current.untimed !== 1 && new Date(judgment.at).toISOString() === current.at)) &&
    (judgment.seconds === null || judgment.seconds === current.seconds) &&
    sameJson(withoutOther(JSON.parse(current.asides) as Asides), withoutOther(judgment.asides)) &&
    sameJson(JSON.parse(current.answers), judgment.answers)
  );
}

/** What was said: keys that mean nothing here, or that the run sets, make no other judgment. */
function withoutOther({ other: _, further: __, ...said }: Asides): Asides {
  return said;
}

function sameJson(kept: unknown, given: Answers | Asides): boolean {
  return canonicalJson(kept) === canonicalJson(given);
}
