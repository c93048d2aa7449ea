import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import {
  latestOwnJudgment,
  lockAssignment,
  markSlotJudged,
} from '../../store/judging/assignment.ts';
import type { AssignmentState } from '../../store/judging/assignment.ts';
import { claimOn } from '../../store/judging/claims.ts';
import { deleteDraft } from '../../store/judging/drafts.ts';
import { addJudgment } from '../../store/judging/insert-judgments.ts';
import { earlierJudgment } from '../../store/judging/judgments.ts';
import type { NewJudgment } from '../../store/judging/judgments.ts';
import type { GivenAnswers } from '../../truth/judging/faults.ts';
import { trainingFeedback } from '../../truth/rounds/training-feedback.ts';
import type { TrainingFeedback } from '../../truth/rounds/training-feedback.ts';
import { audit } from '../audit.ts';
import { judgingRoles } from '../authorise.ts';
import { askFurther } from '../rounds/ask-further.ts';
import { runWork } from '../rounds/run-work.ts';
import type { RunWork } from '../rounds/run-work.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';
import { leaseEnd } from './claim-units.ts';
import { firstSaves, markedFurther } from './first-saves.ts';
import type { Saved } from './first-saves.ts';
import type { GivenAsides } from './given-asides.ts';
import { checkedContent } from './judgment-content.ts';
import { cachedProgress, noteAsked, noteProgress, ownProgress } from './own-progress.ts';
import type { OwnProgress } from './own-progress.ts';

/** A judgment as it is sent. */
export interface SaveJudgment {
  readonly run: string;
  readonly unit: string;
  readonly answers: GivenAnswers;
  readonly asides?: GivenAsides;
  /** Active seconds, without idle time … */
  readonly seconds?: number | null;
  /** … or the pauses between actions, in seconds, each capped at the protocol's limit. */
  readonly pauses?: readonly number[];
  /** Identifies the save: the same key on the same unit is the same judgment, sent again. */
  readonly idempotencyKey: string;
  /** Whose suggestion the form showed; checked against what the server sent. */
  readonly suggestedBy?: string | null;
  /** The annotator's judgment that this one revises; two windows cannot overwrite each other. */
  readonly supersedes?: string | null;
}

/** A judgment that was saved. */
export interface SavedJudgment extends Omit<Saved['judgment'], 'answers'> {
  /** False if the same judgment was saved before. */
  readonly fresh: boolean;
  readonly progress: OwnProgress;
  /** Units that they hold and have not judged. */
  readonly remaining: number;
  /** In training: how the answers compare with the known ones. */
  readonly feedback: TrainingFeedback | null;
}

/**
 * Saves the actor's judgment on a unit they hold, in one write whose cost does not grow with
 * earlier work. A retried save is one judgment; a revision supersedes the old one. Annotators.
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
  const before = cachedProgress(context.store, input.run, annotator);
  const revised = input.supersedes ?? null;
  const saved =
    (revised === null ? await firstSaves(context.store).add({ context, work, judgment }) : null) ??
    (await saveAlone(context, work, judgment, revised));
  if (saved.isFirst) noteProgress(context.store, input.run, annotator, before, oneJudged);
  const progress = await ownProgress(context, input.run, annotator);
  const { id, at, supersedes, answers } = saved.judgment;
  const remaining = Math.max(progress.held - progress.judged, 0);
  const feedback = feedbackOf(work, input.unit, answers);
  return { id, at, supersedes, fresh: saved.fresh, progress, remaining, feedback };
}

const oneJudged: OwnProgress = { held: 0, judged: 1 };

/** In training, how the answers compare with the known ones; only their annotator sees it. */
export function feedbackOf(
  { round, project, task }: RunWork,
  unit: string,
  answers: Answers,
): TrainingFeedback | null {
  const known = round.kind === 'training' ? project.keys.get(round.id)?.get(unit) : undefined;
  if (known === undefined) return null;
  return trainingFeedback(task.task, project.guideline, answers, known);
}

/** Saves one judgment in a write of its own: a revision, or what `firstSaves` did not take. */
async function saveAlone(
  context: WorkContext,
  work: RunWork,
  judgment: NewJudgment,
  revised: string | null,
): Promise<Saved> {
  const inWrite = (tx: WriteTransaction) => save(context, tx, work, judgment, revised);
  return await context.store.write(inWrite, { repeatable: true });
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
    const earlier = await sentTwice(tx, judgment);
    if (earlier !== null) return earlier;
  }
  if (held.closedAt !== null) refuse('round-closed', { round: facts.round });
  const isFirst = held.judgedAt === null;
  if (!isFirst && round.kind === 'training') refuse('already-judged', { unit });
  const place = { run: facts.id, unit, annotator, project: facts.project, task: facts.task };
  const latest = isFirst ? null : ((await latestOwnJudgment(tx, place))?.id ?? null);
  if (revised !== latest)
    refuse(isFirst || revised !== null ? 'revised-meanwhile' : 'judged-before', { unit });
  if (isFirst && !(await markSlotJudged(tx, { slot: held.slot!, annotator, at })))
    return (await sentTwice(tx, judgment)) ?? refuse('not-assigned', { unit });
  if (!(await addJudgment(tx, markedFurther(judgment, held.further), latest)))
    return (await sentTwice(tx, judgment)) ?? refuse('revised-meanwhile', { unit });
  if (held.draft !== null) await deleteDraft(tx, { run: facts.id, unit, annotator });
  noteAsked(context.store, facts.id, await askFurther(tx, work, [unit]));
  audit(tx, context.actor, at, isFirst ? 'judge' : 'judge-again', {
    project: facts.project,
    object: `judgment/${judgment.id}`,
    detail: { run: facts.id, unit },
  });
  return { judgment: { ...judgment, supersedes: latest }, fresh: true, isFirst };
}

/**
 * The actor's slot on the unit. An expired claim is renewed while the unit still needs annotators,
 * so that no work is lost. A draft is required, which proves that the unit was assigned before:
 * annotators cannot pick their units.
 */
async function heldSlot(
  context: WorkContext,
  tx: WriteTransaction,
  { facts }: RunWork,
  { unit, annotator }: NewJudgment,
): Promise<AssignmentState> {
  const held = await lockAssignment(tx, { run: facts.id, unit, annotator });
  if (held === null) refuse('not-found', { what: codedText('run', { id: facts.id }) });
  if (held.slot !== null) return held;
  const mayClaim = facts.handOut === 'open' && held.closedAt === null && held.draft !== null;
  const claimed = mayClaim
    ? await claimOn(tx, { run: facts.id, annotator, unit, until: leaseEnd(context) })
    : null;
  if (claimed === null) refuse('not-assigned', { unit });
  return { ...held, slot: claimed.id, further: claimed.further };
}

async function sentTwice(tx: WriteTransaction, judgment: NewJudgment): Promise<Saved | null> {
  const earlier = await earlierJudgment(tx, judgment);
  return earlier === null ? null : { judgment: earlier, fresh: false, isFirst: false };
}
