import { fault, InputError, printValue, refuse } from '../../domain/fault.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Answer } from '../../domain/answer.ts';
import { appendAudit } from '../../store/workspace/audit.ts';
import { deleteDraft, deleteDrafts } from '../../store/judging/drafts.ts';
import { earlierJudgment } from '../../store/judging/judgments.ts';
import type { NewJudgment, StoredJudgment } from '../../store/judging/judgments.ts';
import { BatchedWrite } from '../../store/batched-write.ts';
import type { Store } from '../../store/open-store.ts';
import { keepRun } from '../../store/rounds/run-lock.ts';
import { findUnit } from '../../store/units/units.ts';
import {
  addFirstJudgments,
  addJudgment,
  latestOwn,
  lockedWork,
  markSlotJudged,
  takeOpenSlot,
} from '../../store/judging/work-save.ts';
import type { HeldWork } from '../../store/judging/work-save.ts';
import { claimOn } from '../../store/judging/work-claims.ts';
import { cappedSeconds } from '../../truth/judging/active-seconds.ts';
import type { GivenAnswers } from '../../truth/judging/faults.ts';
import { trainingFeedback } from '../../truth/rounds/training-feedback.ts';
import type { TrainingFeedback } from '../../truth/rounds/training-feedback.ts';
import { cacheOf } from '../caches.ts';
import { auditEntry } from '../audit-entry.ts';
import { judgingRoles } from '../authorise.ts';
import { leaseEnd } from './claim-units.ts';
import { readAsides } from './given-asides.ts';
import type { GivenAsides } from './given-asides.ts';
import { keptProgress, noteJudged, ownProgress } from './own-progress.ts';
import type { OwnProgress } from './own-progress.ts';
import { runWork } from '../rounds/run-work.ts';
import type { RunWork } from '../rounds/run-work.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';

/** A judgment as it is sent. */
export interface SaveJudgment {
  readonly run: string;
  readonly unit: string;
  readonly answers: GivenAnswers;
  readonly asides?: GivenAsides;
  /** Active seconds, where the sender has left the idle ones out … */
  readonly seconds?: number | null;
  /**
   * … or the pauses between one act and the next, in seconds; those longer than the protocol's
   * limit count as the limit.
   */
  readonly pauses?: readonly number[];
  /** The same key again on the same unit is the same judgment, sent twice. */
  readonly idempotencyKey: string;
  /**
   * The actor's own judgment that this one revises. Needed for a revision, so that two windows do
   * not overwrite each other unseen.
   */
  readonly supersedes?: string | null;
}

/** A judgment that was saved. */
export interface SavedJudgment {
  readonly id: string;
  readonly at: string;
  readonly supersedes: string | null;
  /** False when the same judgment had been saved before. */
  readonly fresh: boolean;
  readonly progress: OwnProgress;
  /** Units that they hold and have not judged. */
  readonly remaining: number;
  /** In training: how the answers compare with the known ones. */
  readonly feedback: TrainingFeedback | null;
}

/**
 * Saves a judgment of the actor on a unit they hold: the answers must be without faults. One write,
 * whose cost does not grow with what was done before. A retried
 * save is one judgment; a revision is a new one that supersedes. Annotators.
 */
export async function saveJudgment(
  context: WorkContext,
  input: SaveJudgment,
): Promise<SavedJudgment> {
  const work = await runWork(context, input.run, ...judgingRoles);
  const { facts } = work;
  const annotator = context.actor.login;
  const content = await checkedContent(context, work, input);
  const judgment = {
    id: context.newId(),
    project: facts.project,
    task: facts.task,
    run: input.run,
    unit: input.unit,
    annotator,
    ...content,
    guideline: facts.guideline,
    taskHash: facts.taskHash,
    at: timeOf(context),
    idempotencyKey: input.idempotencyKey,
    origin: 'workbench',
  } as const;
  const before = keptProgress(context.store, input.run, annotator);
  const revised = input.supersedes ?? null;
  const saved =
    (revised === null ? await firstSaves(context.store).add({ context, judgment }) : null) ??
    (await context.store.write((tx) => save(context, tx, work, judgment, revised), {
      repeatable: true,
    }));
  if (saved.isFirst) noteJudged(context.store, input.run, annotator, before);
  const progress = await ownProgress(
    context.store,
    input.run,
    annotator,
    context.clock().getTime(),
  );
  const { id, at, supersedes, answers } = saved.judgment;
  return {
    id,
    at,
    supersedes,
    fresh: saved.fresh,
    progress,
    remaining: Math.max(progress.held - progress.judged, 0),
    feedback: feedbackOf(work, input.unit, answers),
  };
}

/**
 * In training, how the answers on a unit compare with the known ones; only ever told to who gave
 * them.
 */
export function feedbackOf(
  { round, project, task }: RunWork,
  unit: string,
  answers: Answers,
): TrainingFeedback | null {
  const known = round.kind === 'training' ? project.keys.get(round.id)?.get(unit) : undefined;
  return known === undefined
    ? null
    : trainingFeedback(task.task, project.guideline, answers, known);
}

async function checkedContent(
  context: WorkContext,
  { facts, task, project }: RunWork,
  input: SaveJudgment,
): Promise<Pick<NewJudgment, 'answers' | 'asides' | 'seconds'>> {
  const key = input.idempotencyKey;
  if (key === '' || key.length > longestKey)
    refuse('wrong-value', {
      field: 'idempotency_key',
      got: printValue(key),
      expected: `a text of 1 to ${longestKey} characters`,
    });
  const unit = task.hasQuotes
    ? await context.store.read((db) =>
        findUnit(db, { project: facts.project, task: facts.task, unit: input.unit }),
      )
    : null;
  const faults = task.compiled.faults(input.answers, unit?.fields ?? null);
  const { asides, faults: wrongAsides } = readAsides(task.task, input.asides ?? {});
  const seconds = activeTime(input, project.protocol.monitor.idle_seconds);
  const all = [
    ...faults,
    ...wrongAsides,
    ...(Number.isNaN(seconds)
      ? [
          fault('wrong-value', {
            field: 'seconds',
            got: printValue(input.seconds ?? input.pauses),
            expected: `a number of seconds up to ${longestTime}`,
          }),
        ]
      : []),
  ];
  if (all.length > 0) throw new InputError(all);
  return { answers: definedAnswers(input.answers), asides, seconds };
}

const longestKey = 200;

/** A day: nobody is active over one unit for longer, and whoever sends milliseconds is told so. */
const longestTime = 86_400;

/** NaN where what was sent is no time. */
function activeTime({ seconds, pauses }: SaveJudgment, idle: number): number | null {
  const isTime = (value: unknown): boolean =>
    typeof value === 'number' && Number.isFinite(value) && value >= 0;
  if (pauses !== undefined) return pauses.every(isTime) ? cappedSeconds(pauses, idle) : Number.NaN;
  if (seconds === undefined || seconds === null) return null;
  return isTime(seconds) && seconds <= longestTime ? seconds : Number.NaN;
}

function definedAnswers(given: GivenAnswers): Answers {
  const answers: Record<string, Answer> = {};
  for (const name in given)
    if (given[name] !== undefined && given[name] !== null) answers[name] = given[name] as Answer;
  return answers;
}

/** What became of a save. */
export interface Saved {
  readonly judgment: Pick<StoredJudgment, 'id' | 'at' | 'supersedes' | 'answers'>;
  readonly fresh: boolean;
  /** Whether the slot was judged for the first time. */
  readonly isFirst: boolean;
}

/** A judgment that is probably the first one for its slot. */
export interface FirstSave {
  readonly context: WorkContext;
  readonly judgment: NewJudgment & { readonly run: string };
}

/**
 * The saves of a store that are most likely first judgments of slots that wait for them, which is
 * nearly all.
 */
function firstSaves(store: Store): BatchedWrite<FirstSave, Saved> {
  return cacheOf(store, 'firstSaves', () => new BatchedWrite(store, saveFirst));
}

/**
 * Saves first judgments together; null for what is something else: judged before, in a run that is
 * closed, of a slot that is not theirs.
 */
async function saveFirst(
  tx: WriteTransaction,
  items: readonly FirstSave[],
): Promise<readonly (Saved | null)[]> {
  const held = await takeInOrder(tx, items);
  const added = items.filter((_, at) => held[at] !== null);
  for (const { context, judgment } of added) {
    const { id, project, run, unit, at } = judgment;
    appendAudit(
      tx,
      auditEntry(context, at, {
        action: 'judge',
        project,
        object: `judgment/${id}`,
        detail: { run, unit },
      }),
    );
  }
  await addFirstJudgments(
    tx,
    added.map(({ judgment }) => judgment),
  );
  return items.map(({ judgment: { id, at, answers } }, place) =>
    held[place] === null
      ? null
      : { judgment: { id, at, supersedes: null, answers }, fresh: true, isFirst: true },
  );
}

/**
 * Takes the slots in runs that are open, and what was drafted for them away; those of two servers
 * in one order, so that they never wait for each other in a circle. A draft that another server
 * kept
 * while its slot was waited for is not seen together with the slot, so there they are taken away at
 * the end.
 */
async function takeInOrder(
  tx: WriteTransaction,
  items: readonly FirstSave[],
): Promise<readonly (Pick<HeldWork, 'draft'> | null)[]> {
  const held: (Pick<HeldWork, 'draft'> | null)[] = items.map(() => null);
  const key = ({ judgment: { run, unit, annotator } }: FirstSave): string =>
    `${run} ${unit} ${annotator}`;
  const places = [...items.keys()];
  const isPostgres = items[0]?.context.store.kind === 'postgres';
  if (isPostgres) {
    for (const run of [...new Set(items.map(({ judgment }) => judgment.run))].toSorted())
      await keepRun(tx, run);
    const keys = items.map(key);
    places.sort((a, b) => (keys[a]! < keys[b]! ? -1 : Number(keys[a]! > keys[b]!)));
  }
  for (const place of places) {
    const { run, unit, annotator, at } = items[place]!.judgment;
    held[place] = await takeOpenSlot(tx, { run, unit, annotator, at });
    if (!isPostgres && held[place]?.draft != null) await deleteDraft(tx, { run, unit, annotator });
  }
  if (isPostgres)
    await deleteDrafts(
      tx,
      items.flatMap(({ judgment }, at) => (held[at] === null ? [] : [judgment])),
    );
  return held;
}

async function save(
  context: WorkContext,
  tx: WriteTransaction,
  work: RunWork,
  judgment: NewJudgment,
  revised: string | null,
): Promise<Saved> {
  const { facts, round } = work;
  const { unit, annotator, at } = judgment;
  const held = await heldSlot(context, tx, work, judgment);
  if (held.judgedAt !== null || held.closedAt !== null) {
    const earlier = await earlierJudgment(tx, judgment);
    if (earlier !== null) return { judgment: earlier, fresh: false, isFirst: false };
  }
  if (held.closedAt !== null) refuse('round-closed', { round: facts.round });
  const isFirst = held.judgedAt === null;
  if (!isFirst && round.kind === 'training') refuse('already-judged', { unit });
  const latest = isFirst
    ? null
    : await latestOwn(tx, {
        run: facts.id,
        unit,
        annotator,
        project: facts.project,
        task: facts.task,
      });
  if (revised !== latest)
    refuse('conflict', {
      detail:
        isFirst || revised !== null
          ? `${unit} is not at the judgment that this one revises. Load it again.`
          : `You have judged ${unit} already. Load it again to revise it.`,
    });
  if (isFirst && !(await markSlotJudged(tx, { slot: held.slot!, annotator, at })))
    return (await sentTwice(tx, judgment)) ?? refuse('not-assigned', { unit });
  const added = await addJudgment(tx, { ...judgment, supersedes: latest });
  if (added === null)
    return (
      (await sentTwice(tx, judgment)) ??
      refuse('conflict', { detail: `${unit} was revised at the same time. Load it again.` })
    );
  if (held.draft !== null) await deleteDraft(tx, { run: facts.id, unit, annotator });
  appendAudit(
    tx,
    auditEntry(context, at, {
      action: isFirst ? 'judge' : 'judge-again',
      project: facts.project,
      object: `judgment/${judgment.id}`,
      detail: { run: facts.id, unit },
    }),
  );
  return { judgment: added, fresh: true, isFirst };
}

/**
 * The actor's slot on the unit. A claim that ran out is taken up again as long as somebody is still
 * needed, so that what was begun is not lost. That it was
 * begun is shown by its draft: nobody picks units for themselves.
 */
async function heldSlot(
  context: WorkContext,
  tx: WriteTransaction,
  { facts }: RunWork,
  { unit, annotator }: NewJudgment,
): Promise<HeldWork> {
  const held = await lockedWork(tx, { run: facts.id, unit, annotator });
  if (held === null) refuse('not-found', { what: `run ${facts.id}` });
  if (held.slot !== null) return held;
  const mayClaim = facts.handOut === 'open' && held.closedAt === null && held.draft !== null;
  const claimed = mayClaim
    ? await claimOn(tx, { run: facts.id, annotator, unit, until: leaseEnd(context) })
    : null;
  if (claimed === null) refuse('not-assigned', { unit });
  return { ...held, slot: claimed.id };
}

async function sentTwice(tx: WriteTransaction, judgment: NewJudgment): Promise<Saved | null> {
  const earlier = await earlierJudgment(tx, judgment);
  return earlier === null ? null : { judgment: earlier, fresh: false, isFirst: false };
}
