import { questionOf, standingNotes } from '../../domain/discussion/note.ts';
import type { Note } from '../../domain/discussion/note.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { listNotes } from '../../store/discussion/notes.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { askedQuestions } from '../../store/rulings/monitor-cases.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { findUnits } from '../../store/units/units.ts';
import { openQuestions } from '../../truth/discussion/open-questions.ts';
import { unitText } from '../../truth/units/unit-text.ts';
import { authorise, everyRole, overseeingRoles } from '../authorise.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { Role, WorkContext } from '../work-context.ts';
import { namesWithRole } from '../workspace/known-actor.ts';
import { threadAccess } from './thread-access.ts';

/** What somebody wrote in a thread. */
interface ThreadReply extends Pick<Note, 'id' | 'text' | 'at'> {
  readonly kind: 'answer' | 'comment';
  /** Null when the reader must not know which annotator it was. */
  readonly by: string | null;
  readonly own: boolean;
}

/** A question about a unit with what was said to it. */
export interface Thread {
  /** Its number in the log. */
  readonly question: number;
  readonly task: string;
  readonly unit: string;
  /** The beginning of what the unit says. */
  readonly unitText: string;
  readonly run: string;
  readonly round: string;
  readonly attempt: number;
  readonly by: string | null;
  readonly own: boolean;
  readonly text: string;
  readonly at: string;
  readonly state: 'open' | 'answered';
  /** Whether its round is open: only the asker and those who oversee see it. */
  readonly isPrivate: boolean;
  readonly replies: readonly ThreadReply[];
  /** What the answer was kept as. */
  readonly entries: readonly { readonly id: string; readonly as: string }[];
}

/** Something said about a unit without a question before it. */
interface UnitComment extends Omit<ThreadReply, 'kind'> {
  readonly task: string;
  readonly unit: string;
}

/** What somebody may see of the threads of a project. */
export interface ThreadsView {
  readonly threads: readonly Thread[];
  readonly comments: readonly UnitComment[];
  /** Whether the reader may answer and comment on units. */
  readonly mayAnswer: boolean;
  /** Tasks whose threads are hidden from an overseer, who judges in an open round of them. */
  readonly hiddenTasks: readonly string[];
}

/** Which threads; an omitted filter does not apply. */
export interface ThreadFilter {
  readonly project: string;
  readonly task?: string;
  readonly unit?: string;
  readonly run?: string;
  readonly state?: Thread['state'];
  /** Only the reader's own questions. */
  readonly mine?: boolean;
}

/** The threads that the reader may see, latest first; see {@link threadAccess}. For members. */
export async function listThreads(
  context: WorkContext,
  filter: ThreadFilter,
): Promise<ThreadsView> {
  const { project } = filter;
  const role = authorise(context.actor, project, ...everyRole);
  const { protocol } = await projectProtocol(context.store, project);
  const tasks = protocol.tasks.filter(({ id }) => filter.task === undefined || id === filter.task);
  const { runs, overseers } = await context.store.read(async (db) => ({
    runs: await listRuns(db, project),
    overseers: await namesWithRole(db, project, ...overseeingRoles),
  }));
  const views = [];
  for (const task of tasks)
    views.push(await taskThreads(context, filter, { task, role, runs, overseers }));
  return {
    threads: views.flatMap((view) => view.threads).toSorted((a, b) => b.question - a.question),
    comments: views.flatMap((view) => view.comments),
    mayAnswer: role !== 'reviewer' && views.some((view) => view.isOverseer),
    hiddenTasks: views.flatMap((view) => (view.isBlind ? [view.task] : [])),
  };
}

interface TaskScope {
  readonly task: Task;
  readonly role: Role;
  readonly runs: readonly RoundRun[];
  readonly overseers: ReadonlySet<string>;
}

async function taskThreads(context: WorkContext, filter: ThreadFilter, scope: TaskScope) {
  const { task, role, runs, overseers } = scope;
  const place = { project: filter.project, task: task.id };
  const ofUnit = filter.unit === undefined ? {} : { unit: filter.unit };
  const found = await context.store.read(async (db) => ({
    asked: await askedQuestions(db, { ...place, ...ofUnit }),
    notes: await listNotes(db, { ...place, ...ofUnit, kinds: threadKinds }),
    rulings: await listRulings(db, { ...place, ...ofUnit }),
  }));
  const spoken = [...found.asked, ...found.notes].map(({ unit }) => unit ?? '');
  const access = await threadAccess(context, place, role, runs, [...new Set(spoken)]);
  const wanted = found.asked
    .filter((one) => filter.run === undefined || one.run === filter.run)
    .filter(access.seesQuestion);
  // That somebody ruled on a unit is nothing for those who still judge it.
  const rulings = access.isOverseer ? found.rulings : [];
  const open = new Set(openQuestions(wanted, found.notes, rulings).map(({ seq }) => seq));
  const named = [...new Set(wanted.map(({ unit }) => unit))];
  const units = await context.store.read((db) => findUnits(db, place, named));
  const texts = new Map(units.map(({ id, fields }) => [id, unitText(task.unit, fields)]));
  const notes = groupBy(standingNotes(found.notes), questionOf);
  const author = ({ kind, by }: Note): Pick<ThreadReply, 'by' | 'own'> => {
    const own = by === access.login;
    const isKnown = own || kind === 'answer' || access.knowsNames || overseers.has(by);
    return { by: isKnown ? by : null, own };
  };
  const threads = wanted.flatMap((question): readonly Thread[] => {
    const own = question.annotator === access.login;
    const state = open.has(question.seq) ? 'open' : 'answered';
    if ((filter.mine === true && !own) || (filter.state ?? state) !== state) return [];
    const run = runs.find(({ id }) => id === question.run)!;
    const said = notes.get(question.seq) ?? [];
    return [
      {
        question: question.seq,
        task: task.id,
        unit: question.unit,
        unitText: (texts.get(question.unit) ?? '').slice(0, longestText),
        run: run.id,
        round: run.round,
        attempt: run.attempt,
        by: access.knowsNames || own ? question.annotator : null,
        own,
        text: question.text,
        at: question.at,
        state,
        isPrivate: run.closedAt === null,
        replies: said.flatMap((note): readonly ThreadReply[] => {
          const { id, kind, text, at } = note;
          if (kind !== 'answer' && kind !== 'comment') return [];
          return [{ id, kind, text, at, ...author(note) }];
        }),
        entries: said.flatMap(({ id, kind, detail }) =>
          kind === 'entry' ? [{ id, as: String(detail['as']) }] : [],
        ),
      },
    ];
  });
  const comments = (notes.get(null) ?? []).flatMap((note): readonly UnitComment[] => {
    const { id, kind, unit, text, at } = note;
    if (kind !== 'comment' || unit === null || !access.seesUnit(unit)) return [];
    return [{ id, task: task.id, unit, text, at, ...author(note) }];
  });
  const { isOverseer, isBlind } = access;
  return { task: task.id, threads, comments, isOverseer, isBlind };
}

const threadKinds: readonly Note['kind'][] = ['answer', 'comment', 'entry', 'withdrawal'];

/** How much of a unit's text goes with a question. */
const longestText = 600;
