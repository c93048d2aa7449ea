import { aboutQuestion } from '../../domain/discussion/note.ts';
import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { findUnit } from '../../store/units/units.ts';
import { authorise } from '../authorise.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { projectProtocol, taskOf } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';
import { addNote, checkedText } from './add-note.ts';
import type { AddedNote } from './add-note.ts';
import { listThreads } from './threads.ts';
import type { Thread } from './threads.ts';

/** Something said to a question. */
export interface ReplyRequest {
  readonly project: string;
  readonly question: number;
  readonly text: string;
  /** The same key again is the same reply, sent twice. */
  readonly idempotencyKey: string;
}

/**
 * Says something in a thread. What a lead or an adjudicator says is the answer, which closes the
 * question; what the others say is a comment. Who may see a thread may speak in it, but reviewers,
 * who change nothing. An overseer who judges in an open round of the task is refused.
 */
export async function replyTo(context: WorkContext, input: ReplyRequest): Promise<AddedNote> {
  const { project } = input;
  const role = authorise(context.actor, project, 'lead', 'adjudicator', 'annotator');
  const text = checkedText('text', input.text);
  const thread = await seenThread(context, input);
  const kind = role === 'annotator' || thread.own ? 'comment' : 'answer';
  if (kind === 'answer') await refuseWhileBlind(context, { project, task: thread.task });
  const { task, unit } = thread;
  const about = aboutQuestion(thread.question);
  return addNote(context, { project, kind, task, unit, about, text }, input.idempotencyKey);
}

/**
 * Says something about a unit that nobody asked about. Those who took part see it once the unit is
 * in no open round. For leads and adjudicators who do not judge in an open round of the task.
 */
export async function commentOnUnit(
  context: WorkContext,
  input: {
    readonly project: string;
    readonly task: string;
    readonly unit: string;
    readonly text: string;
    readonly idempotencyKey: string;
  },
): Promise<AddedNote> {
  const { project, unit } = input;
  authorise(context.actor, project, 'lead', 'adjudicator');
  const { task } = taskOf(await projectProtocol(context.store, project), input.task);
  const place = { project, task: task.id, unit };
  await refuseWhileBlind(context, place);
  const text = checkedText('text', input.text);
  const found = await context.store.read((db) => findUnit(db, place));
  if (found === null) refuse('not-found', { what: codedText('unit', { id: unit }) });
  return addNote(context, { ...place, kind: 'comment', text }, input.idempotencyKey);
}

/** An answer to be kept. */
export interface KeepRequest {
  readonly project: string;
  readonly question: number;
  /** In the FAQ, or among the edge cases. */
  readonly as: 'faq' | 'edge-case';
  /** The question and the answer as they should read. */
  readonly asked: string;
  readonly answer: string;
  readonly idempotencyKey: string;
}

/**
 * Keeps a question with its answer in the FAQ or among the edge cases, with the text of the unit.
 * People who judge see it once the unit is in no open round. For leads and adjudicators.
 */
export async function keepAnswer(context: WorkContext, input: KeepRequest): Promise<AddedNote> {
  const { project, as } = input;
  authorise(context.actor, project, 'lead', 'adjudicator');
  const asked = checkedText('asked', input.asked);
  const text = checkedText('answer', input.answer);
  const { task, unit, question } = await overseenThread(context, input);
  const about = aboutQuestion(question);
  const note = { project, kind: 'entry', task, unit, about, text, detail: { as, asked } } as const;
  return addNote(context, note, input.idempotencyKey);
}

/** A thread that the actor may see. */
async function seenThread(
  context: WorkContext,
  { project, question }: { readonly project: string; readonly question: number },
): Promise<Thread> {
  const { threads } = await listThreads(context, { project });
  const found = threads.find((one) => one.question === question);
  if (found === undefined)
    refuse('not-found', { what: codedText('question-here', { id: String(question) }) });
  return found;
}

/** A thread that the actor may see as somebody who oversees the task. */
async function overseenThread(
  context: WorkContext,
  given: { readonly project: string; readonly question: number },
): Promise<Thread> {
  const thread = await seenThread(context, given);
  await refuseWhileBlind(context, { project: given.project, task: thread.task });
  return thread;
}
