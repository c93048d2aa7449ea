import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { defined } from '../../domain/defined.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { fault, refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Answers, Asides, Judgment } from '../../domain/judging/judgment.ts';
import { refreshStatistics } from '../../store/bulk-insert.ts';
import { judgedBefore, judgedSince } from '../../store/exchange/import-checks.ts';
import type { JudgedBefore } from '../../store/exchange/import-checks.ts';
import { lastJudgmentSeq } from '../../store/judgments-under-way.ts';
import type { NewJudgment } from '../../store/judging/judgments.ts';
import { lockLogs } from '../../store/log-lock.ts';
import { insertRows, judgmentValues } from '../../store/judging/insert-judgments.ts';
import type { StagedJudgments } from '../exchange/import-judgments.ts';
import { RoundSlots } from '../exchange/round-slots.ts';
import type { RunWork } from '../rounds/run-work.ts';
import { StagedRows } from '../staged-rows.ts';
import { findRun } from '../../store/rounds/rounds.ts';
import { lockRun } from '../../store/rounds/run-lock.ts';
import { fillSlots } from '../../store/rounds/slots.ts';
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
  /** How far the log went. */
  readonly upTo: number;
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
  const slots = run === null ? null : await RoundSlots.of(db, run);
  let unchanged = 0;
  let revised = 0;
  try {
    const upTo = await lastJudgmentSeq(db);
    for await (const batch of staged.rows.batches(lookedUpTogether)) {
      const units = [...new Set(batch.map((one) => one.unit))];
      const before = await judgedBefore(db, { project, task: staged.task, units, run });
      await slots?.lookUp(db, units);
      for (const judgment of batch) {
        const { unit, annotator } = judgment;
        annotators.add(annotator);
        const earlier = before.get(unit)?.get(annotator);
        const isOwn = earlier?.origin === 'workbench';
        const place = { field: unit, file: staged.name, ...defined({ line: judgment.line }) };
        const slot = earlier === undefined ? slots?.take(unit, annotator) : undefined;
        const misfit =
          otherVersion(staged, judgment) ?? (slot !== undefined && 'code' in slot ? slot : null);
        if (misfit !== null) {
          const round = staged.run?.round.id ?? '';
          found.add(fault('not-for-round', { annotator, unit, round, why: misfit }, place));
        } else if (earlier === undefined) {
          rows.add(judgmentValues(newJudgment(context, project, staged, judgment, at, null), null));
          if (slot !== undefined && 'id' in slot) filled.add(slot);
        } else if (isOwn && !sameJson(JSON.parse(earlier.answers), judgment.answers)) {
          found.add(fault('judged-in-workbench', { annotator, unit }, place));
        } else if (isOwn || saysNothingNew(staged, judgment, earlier)) unchanged += 1;
        else {
          const revision = newJudgment(context, project, staged, judgment, at, earlier.id);
          const { latestThere } = earlier;
          rows.add(judgmentValues({ ...revision, annotator: earlier.annotator }, latestThere));
          revised += 1;
        }
      }
      await nextTurn();
    }
    found.throwIfAny();
    return { inserted: rows.size, unchanged, revised, rows, annotators, filled, upTo };
  } catch (error) {
    await rows.discard();
    await filled.discard();
    throw error;
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
    return await insertPlanned(tx, planned, at);
  const anew = await planJudgments(context, tx, project, staged, at);
  try {
    return await insertPlanned(tx, anew, at);
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
  { rows, filled, inserted, unchanged, revised }: PlannedJudgments,
  at: string,
): Promise<AddedJudgments> {
  for await (const batch of rows.batches(addedTogether)) await insertRows(tx, batch);
  for await (const batch of filled.batches(addedTogether))
    if ((await fillSlots(tx, batch, at)) < batch.length) refuse('project-changed');
  await refreshStatistics(tx, 'judgment', inserted);
  return { inserted, unchanged, revised };
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

/** What was said: keys that mean nothing here do not make another judgment. */
function withoutOther({ other: _, ...said }: Asides): Asides {
  return said;
}

function sameJson(kept: unknown, given: Answers | Asides): boolean {
  return canonicalJson(kept) === canonicalJson(given);
}
