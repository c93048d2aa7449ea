import { setImmediate as nextTurn } from 'node:timers/promises';
import { standingNotes } from '../../domain/discussion/note.ts';
import type { Note } from '../../domain/discussion/note.ts';
import { refuse } from '../../domain/fault.ts';
import { refuseValue } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { findNote, listNotes, noteHeads, notesAbout } from '../../store/discussion/notes.ts';
import type { Store } from '../../store/open-store.ts';
import { findUnit } from '../../store/units/units.ts';
import { authorise, overseeingRoles } from '../authorise.ts';
import { addToCache, cacheOf } from '../caches.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { projectProtocol, taskOf } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';
import { addNote, checkedText } from './add-note.ts';
import type { AddedNote } from './add-note.ts';
import { isShown, meetingAgenda, seenTasks } from './agenda.ts';
import type { Agenda } from './agenda.ts';

/** What was decided on a point of the agenda. */
interface Decision extends Pick<Note, 'id' | 'text' | 'by' | 'at' | 'task'> {
  /** The key of the point; null for what concerns the meeting as a whole. */
  readonly point: string | null;
  /** The decision that this one corrects, which stays. */
  readonly replaces: string | null;
}

/** A meeting in the list. */
export interface MeetingHead extends Pick<Note, 'id' | 'by' | 'at'> {
  readonly title: string;
  readonly points: number;
  readonly decisions: number;
}

/** A meeting with the agenda that people had before them, and what they decided. */
export interface Meeting extends Pick<Note, 'id' | 'by' | 'at'> {
  readonly title: string;
  readonly agenda: Agenda;
  readonly decisions: readonly Decision[];
}

/** What a list says of a meeting, with the task of each point. */
export interface MeetingFacts {
  readonly title: string;
  readonly tasks: readonly (string | null)[];
}

/** The meetings of a project, latest first. For overseers. */
export async function listMeetings(
  context: WorkContext,
  project: string,
): Promise<readonly MeetingHead[]> {
  authorise(context.actor, project, ...overseeingRoles);
  const hidden = await hiddenTasks(context, project);
  const { store } = context;
  const kinds = ['decision', 'withdrawal'] as const;
  const { meetings, notes } = await store.read(async (db) => ({
    meetings: await noteHeads(db, { project, kind: 'meeting' }),
    notes: await listNotes(db, { project, kinds }),
  }));
  const listed: MeetingHead[] = [];
  for (const { id, by, at } of meetings) {
    const decisions = decisionsOf(notes.filter(({ about }) => about === id)).filter(
      (one, _, all) => isShown(hidden)(one) && !all.some(({ replaces }) => replaces === one.id),
    );
    const { title, tasks } = await meetingHead(store, project, id);
    const points = tasks.filter((task) => isShown(hidden)({ task })).length;
    listed.push({ id, by, at, title, points, decisions: decisions.length });
  }
  return listed.toReversed();
}

/** What a list says of a meeting. It never changes, and the agenda is long. */
async function meetingHead(store: Store, project: string, id: string): Promise<MeetingFacts> {
  const kept = cacheOf(store, 'meetings', () => new Map());
  const known = kept.get(id);
  if (known !== undefined) return known;
  const note = (await store.read((db) => findNote(db, { project, id })))!;
  const made = { title: note.text, tasks: agendaOf(note).points.map(({ task }) => task) };
  addToCache(kept, mostKept, id, made);
  // Others get a turn between two agendas.
  await nextTurn();
  return made;
}

const mostKept = 500;

/** One meeting. For overseers; what concerns tasks that the reader judges is left out. */
export async function showMeeting(
  context: WorkContext,
  { project, id }: { readonly project: string; readonly id: string },
): Promise<Meeting> {
  authorise(context.actor, project, ...overseeingRoles);
  const hidden = await hiddenTasks(context, project);
  const meeting = await meetingNote(context, project, id);
  const notes = await context.store.read((db) => notesAbout(db, { project, about: [id] }));
  const agenda = agendaOf(meeting);
  const points = agenda.points.filter(isShown(hidden));
  const told = new Set(
    points.flatMap(({ task, ...point }) => ('unit' in point ? [`${task}/${point.unit}`] : [])),
  );
  return {
    id,
    by: meeting.by,
    at: meeting.at,
    title: meeting.text,
    agenda: {
      ...agenda,
      points,
      tasks: agenda.tasks.filter(({ task }) => !hidden.includes(task)),
      unitTexts: Object.fromEntries(
        Object.entries(agenda.unitTexts).filter(([key]) => told.has(key)),
      ),
      hiddenTasks: hidden,
    },
    decisions: decisionsOf(notes).filter(isShown(hidden)),
  };
}

/**
 * Begins a meeting: keeps the agenda as it is now, so that it can be read later as it was. For
 * leads and adjudicators who judge in no open round of the project.
 */
export async function beginMeeting(
  context: WorkContext,
  input: { readonly project: string; readonly title: string; readonly idempotencyKey: string },
): Promise<AddedNote> {
  const { project } = input;
  authorise(context.actor, project, 'lead', 'adjudicator');
  await refuseWhileBlind(context, { project });
  const text = checkedText('title', input.title);
  const agenda = await meetingAgenda(context, { project });
  const detail = { agenda: JSON.parse(JSON.stringify(agenda)) as Agenda };
  return addNote(context, { project, kind: 'meeting', text, detail }, input.idempotencyKey);
}

/** What was decided on a point. */
export interface DecisionRequest {
  readonly project: string;
  readonly meeting: string;
  readonly point: string | null;
  readonly text: string;
  readonly replaces: string | null;
  readonly idempotencyKey: string;
}

/**
 * Takes down what a meeting decided on a point. A correction is a further decision that names the
 * one it replaces. For leads and adjudicators who do not judge the task of the point.
 */
export async function decide(context: WorkContext, input: DecisionRequest): Promise<AddedNote> {
  const { project, meeting: about, point, replaces } = input;
  authorise(context.actor, project, 'lead', 'adjudicator');
  const text = checkedText('text', input.text);
  const { points } = agendaOf(await meetingNote(context, project, about));
  const found = points.find(({ key }) => key === point);
  if (point !== null && found === undefined)
    refuseValue('point', point, codedText('point-of-agenda'));
  const task = found?.task ?? null;
  await refuseWhileBlind(context, { project, ...(task === null ? {} : { task }) });
  const unit = found !== undefined && 'unit' in found ? found.unit : null;
  const detail = { point, replaces };
  const note = { project, kind: 'decision', task, unit, about, text, detail } as const;
  return addNote(context, note, input.idempotencyKey, async (tx) => {
    if (replaces === null) return;
    const earlier = decisionsOf(await notesAbout(tx, { project, about: [about] }));
    if (!earlier.some((one) => one.id === replaces && one.point === point))
      refuseValue('replaces', replaces, codedText('decision-of-point'));
  });
}

/** Puts something on the agenda of the next meeting. For leads and adjudicators. */
export async function putOnAgenda(
  context: WorkContext,
  input: {
    readonly project: string;
    readonly text: string;
    readonly task?: string | null;
    readonly unit?: string | null;
    readonly idempotencyKey: string;
  },
): Promise<AddedNote> {
  const { project, task = null, unit = null } = input;
  authorise(context.actor, project, 'lead', 'adjudicator');
  const text = checkedText('text', input.text);
  if (task !== null) taskOf(await projectProtocol(context.store, project), task);
  await refuseWhileBlind(context, { project, ...(task === null ? {} : { task }) });
  if (unit !== null) {
    const place = { project, task: task ?? '', unit };
    const found = await context.store.read((db) => findUnit(db, place));
    if (found === null) refuse('not-found', { what: codedText('unit', { id: unit }) });
  }
  return addNote(context, { project, kind: 'agenda', task, unit, text }, input.idempotencyKey);
}

async function hiddenTasks(context: WorkContext, project: string): Promise<readonly string[]> {
  const { protocol } = await projectProtocol(context.store, project);
  const tasks = protocol.tasks.map(({ id }) => id);
  return (await seenTasks(context, project, tasks)).hidden;
}

async function meetingNote(context: WorkContext, project: string, id: string): Promise<Note> {
  const note = await context.store.read((db) => findNote(db, { project, id }));
  if (note?.kind !== 'meeting') refuse('not-found', { what: codedText('meeting-here', { id }) });
  return note;
}

/** The agenda as the meeting had it. */
function agendaOf({ detail }: Note): Agenda {
  return detail['agenda'] as Agenda;
}

function decisionsOf(notes: readonly Note[]): readonly Decision[] {
  return standingNotes(notes)
    .filter(({ kind }) => kind === 'decision')
    .map(({ id, text, by, at, task, detail }) => {
      const named = (name: string): string | null => (detail[name] as string | null) ?? null;
      return { id, text, by, at, task, point: named('point'), replaces: named('replaces') };
    });
}
