import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { Note } from '../../domain/discussion/note.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { listNotes, noteHeads, notesByIds } from '../../store/discussion/notes.ts';
import type { NoteHead } from '../../store/discussion/notes.ts';
import type { Store } from '../../store/open-store.ts';
import { askedQuestions } from '../../store/rulings/monitor-cases.ts';
import { lastRuledAt, listRulings } from '../../store/rulings/rulings.ts';
import { findUnits } from '../../store/units/units.ts';
import {
  annotatorPoints,
  labelPoints,
  notePoints,
  speedPoints,
  unitPoints,
  weekPoints,
} from '../../truth/discussion/agenda.ts';
import type { AgendaPoint } from '../../truth/discussion/agenda.ts';
import { openQuestions } from '../../truth/discussion/open-questions.ts';
import { isoWeek } from '../../truth/judging/iso-week.ts';
import { speedFigures } from '../../truth/monitoring/monitor-speed.ts';
import { unitText } from '../../truth/units/unit-text.ts';
import { authorise, overseeingRoles } from '../authorise.ts';
import { liveFigures } from '../fold/live-fold.ts';
import type { LiveFold } from '../fold/live-fold.ts';
import { isBlind, refuseWhileBlind } from '../judging/blindness.ts';
import { agreementOf, annotatorsOf, isRecent, standOutsOf } from '../monitoring/monitor-figures.ts';
import { projectProtocol } from '../project-protocol.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { Database } from '../workspace.ts';

/** How a task stands when the agenda is made. */
interface AgendaTask {
  readonly task: string;
  readonly judgments: number;
  readonly measure: MeasureName;
  /** What the measure is called, by what it was computed from. */
  readonly name: CodedText;
  readonly agreement: Estimate;
}

/** What a meeting has to talk about, from the record as it is now. */
export interface Agenda {
  readonly at: string;
  readonly week: string;
  readonly simulated: boolean;
  readonly tasks: readonly AgendaTask[];
  readonly points: readonly AgendaPoint[];
  /** How many more there are of what people ask and mark, of which an agenda has the first. */
  readonly more: Readonly<Record<'put' | 'flag' | 'question', number>>;
  /** What the units on it say, by task and name: `topics/u1`. */
  readonly unitTexts: Readonly<Record<string, string>>;
  /** Tasks that are left out, since the reader judges in an open round of them. */
  readonly hiddenTasks: readonly string[];
}

/** How much of a unit's text is on an agenda. */
const longestText = 280;
/** How much of what somebody wrote. */
const longestPoint = 1000;
/** How many points of a kind that people write are on an agenda: there may be many more. */
const mostWritten = 100;
/** How many notes are looked at before others get a turn. */
const notesTogether = 500;

/**
 * The agenda of the weekly meeting: labels below target, the hardest units, open questions,
 * annotators who stand out or work outside of the limits of speed, and what was put on by hand. The
 * figures are those of monitoring. For overseers; tasks that the reader judges are left out.
 */
export async function meetingAgenda(
  context: WorkContext,
  input: { readonly project: string; readonly task?: string },
): Promise<Agenda> {
  const { project } = input;
  authorise(context.actor, project, ...overseeingRoles);
  const { protocol } = await projectProtocol(context.store, project);
  const asked = protocol.tasks
    .map(({ id }) => id)
    .filter((id) => input.task === undefined || id === input.task);
  const { seen, hidden } = await seenTasks(context, project, asked);
  const points: AgendaPoint[] = [];
  const tasks: AgendaTask[] = [];
  for (const task of seen) {
    const made = await taskPoints(context, project, task);
    tasks.push(made.task);
    points.push(...made.points);
  }
  const [isSeen, isAsked] = [isShown(hidden), isOf(input.task)];
  const byHand = await handPoints(context, project, (one) => isSeen(one) && isAsked(one));
  const questions = points.filter(({ kind }) => kind === 'question');
  const later = new Set(questions.slice(mostWritten));
  const kept = [...byHand.points, ...points.filter((point) => !later.has(point))].map(
    withShortText,
  );
  return {
    at: timeOf(context),
    week: isoWeek(timeOf(context)),
    simulated: protocol.simulated,
    tasks,
    points: kept,
    more: { ...byHand.more, question: later.size },
    unitTexts: await textsOf(context, project, kept),
    hiddenTasks: hidden,
  };
}

/** The tasks that somebody may talk about; refuses when they judge in all of them. */
export async function seenTasks(
  context: WorkContext,
  project: string,
  tasks: readonly string[],
): Promise<{ readonly seen: readonly string[]; readonly hidden: readonly string[] }> {
  const hidden: string[] = [];
  for (const task of tasks) if (await isBlind(context, { project, task })) hidden.push(task);
  const seen = tasks.filter((task) => !hidden.includes(task));
  if (seen.length === 0 && hidden.length > 0)
    await refuseWhileBlind(context, { project, task: hidden[0]! });
  return { seen, hidden };
}

/** Whether a reader for whom some tasks are hidden may see a point or a decision. */
export function isShown(hidden: readonly string[]) {
  return ({ task }: { readonly task: string | null }): boolean =>
    task === null ? hidden.length === 0 : !hidden.includes(task);
}

function isOf(task: string | undefined) {
  return (point: Pick<AgendaPoint, 'task'>): boolean =>
    task === undefined || point.task === null || point.task === task;
}

async function taskPoints(
  context: WorkContext,
  project: string,
  task: string,
): Promise<{ readonly task: AgendaTask; readonly points: readonly AgendaPoint[] }> {
  const scope = { project, task };
  const { live, figures } = await liveFigures(context.store, scope, agendaSteps);
  const { fold } = live;
  const { agreement, compared, standOuts } = figures;
  const week = isoWeek(timeOf(context));
  const recent = standOuts.filter(({ known }) => isRecent(known, week));
  const speeds = speedFigures(fold, live.project.protocol.monitor);
  const place = { project, task };
  const found = await context.store.read(async (db) => ({
    questions: await askedQuestions(db, place),
    answers: await listNotes(db, { ...place, kinds: ['answer', 'withdrawal'] }),
    rulings: await listRulings(db, place),
    decided: (await decidedPoints(db, project)).decided,
  }));
  const questions = openQuestions(found.questions, found.answers, found.rulings);
  return {
    task: {
      task,
      judgments: fold.judged,
      measure: agreement.leading,
      name: agreement.names[agreement.leading]!,
      agreement: agreement.overall[agreement.leading]!,
    },
    points: [
      ...questions.map(({ seq: question, unit, text, at }): AgendaPoint => {
        const key = `question/${question}`;
        return { kind: 'question', key, task, question, unit, text, at };
      }),
      ...labelPoints(task, agreement),
      ...unitPoints(task, fold),
      ...weekPoints(task, recent, found.decided),
      ...annotatorPoints(task, compared),
      ...speedPoints(task, speeds),
    ],
  };
}

function* agendaSteps(live: LiveFold) {
  const agreement = yield* agreementOf(live);
  const compared = yield* annotatorsOf(live);
  return { agreement, compared, standOuts: yield* standOutsOf(live) };
}

/** The points that a meeting has decided on, by decisions that were not withdrawn. */
async function decidedPoints(
  db: Database,
  project: string,
): Promise<{ readonly decided: ReadonlySet<string>; readonly gone: ReadonlySet<string> }> {
  const decisions = await listNotes(db, { project, kinds: ['decision'] });
  const withdrawn = await noteHeads(db, { project, kind: 'withdrawal' });
  const gone = new Set(withdrawn.flatMap(({ about }) => about ?? []));
  const standing = decisions.filter(({ id }) => !gone.has(id));
  return { decided: new Set(standing.map(({ detail }) => String(detail['point']))), gone };
}

/**
 * What was put on the agenda by hand and not decided, and what was flagged and not ruled on: the
 * first of each, and how many more there are.
 */
async function handPoints(
  { store }: WorkContext,
  project: string,
  isWanted: (note: Pick<Note, 'task'>) => boolean,
): Promise<{
  readonly points: readonly AgendaPoint[];
  readonly more: Readonly<Record<'put' | 'flag', number>>;
}> {
  const { decided, gone } = await store.read((db) => decidedPoints(db, project));
  const isStanding = (note: NoteHead): boolean =>
    !gone.has(note.id) && !decided.has(`note/${note.id}`) && isWanted(note);
  const waiting: Record<'agenda' | 'flag', NoteHead[]> = { agenda: [], flag: [] };
  for (const kind of ['agenda', 'flag'] as const)
    for await (const page of notePages(store, { project, kind })) {
      const standing = page.filter(isStanding);
      const ruled = kind === 'flag' ? await ruledSince(store, project, standing) : null;
      waiting[kind].push(...standing.filter(({ id }) => ruled?.has(id) !== true));
    }
  const { agenda, flag } = waiting;
  const first = [...agenda.slice(0, mostWritten), ...flag.slice(0, mostWritten)];
  const ids = first.map(({ id }) => id);
  const notes = await store.read((db) => notesByIds(db, { project, ids }));
  return {
    points: notePoints(notes, decided),
    more: { put: beyondFirst(agenda.length), flag: beyondFirst(flag.length) },
  };
}

/** Notes of a kind in pages, between which others get a turn. */
async function* notePages(
  store: Store,
  filter: { readonly project: string; readonly kind: 'agenda' | 'flag' },
): AsyncGenerator<readonly NoteHead[]> {
  let page: readonly NoteHead[];
  let after = 0;
  do {
    const range = { ...filter, after, limit: notesTogether };
    page = await store.read((db) => noteHeads(db, range));
    yield page;
    after = page.at(-1)?.seq ?? after;
    await nextTurn();
  } while (page.length === notesTogether);
}

/** Those of some notes on whose unit somebody has ruled since. */
async function ruledSince(
  store: Store,
  project: string,
  notes: readonly NoteHead[],
): Promise<ReadonlySet<string>> {
  const ruled = new Set<string>();
  for (const [task, some] of groupBy(notes, (note) => note.task ?? '')) {
    const units = [...new Set(some.map(({ unit }) => unit ?? ''))];
    const last = await store.read((db) => lastRuledAt(db, { project, task }, units));
    for (const { id, unit, at } of some) if ((last.get(unit ?? '') ?? '') >= at) ruled.add(id);
  }
  return ruled;
}

function beyondFirst(count: number): number {
  return Math.max(0, count - mostWritten);
}

async function textsOf(
  { store }: WorkContext,
  project: string,
  points: readonly AgendaPoint[],
): Promise<Readonly<Record<string, string>>> {
  const { protocol } = await projectProtocol(store, project);
  const texts: Record<string, string> = {};
  for (const { id: task, unit: shape } of protocol.tasks) {
    const named = points.flatMap((point) =>
      point.task === task && 'unit' in point && point.unit !== null ? [point.unit] : [],
    );
    const units = await store.read((db) => findUnits(db, { project, task }, [...new Set(named)]));
    for (const { id, fields } of units)
      texts[`${task}/${id}`] = shortened(unitText(shape, fields), longestText);
  }
  return texts;
}

function withShortText(point: AgendaPoint): AgendaPoint {
  if (!('text' in point) || point.text.length <= longestPoint) return point;
  return { ...point, text: shortened(point.text, longestPoint) };
}

function shortened(text: string, longest: number): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= longest) return plain;
  const end = plain.lastIndexOf(' ', longest);
  return `${plain.slice(0, end < longest / 2 ? longest : end)}…`;
}
