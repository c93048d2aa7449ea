import { codedText, oneOf } from '../../domain/text-values.ts';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import { refuse } from '../../domain/fault.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { Store } from '../../store/open-store.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { judgmentLog, recordEnd } from '../../store/fold/judgment-log.ts';
import { cacheOf } from '../caches.ts';
import { MonitorTally } from '../../truth/fold/monitor-tally.ts';
import type { Standing } from '../../truth/fold/monitor-tally.ts';
import { taskStanding } from '../judging/judgment-standing.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { ProjectProtocol, ProjectTask } from '../project-protocol.ts';
import { recentFollower } from '../recent-follower.ts';

/** What figures are asked for: a task of a project, or one run. */
export interface FigureScope {
  readonly project: string;
  /** May be left out where a run is named, or where the protocol has one task. */
  readonly task?: string;
  readonly run?: string;
}

/** The live figures of a task or a run as of now, with what they were computed by. */
export interface LiveTally {
  readonly tally: MonitorTally;
  readonly project: ProjectProtocol;
  readonly task: ProjectTask;
  /** The run, where figures of one were asked for. */
  readonly run: RoundRun | null;
  /** Every run on the task. */
  readonly runs: readonly RoundRun[];
}

/**
 * The fold of a task's judgments and rulings, brought up to now. It is kept in memory and follows
 * the log: the first time costs a pass over the task's judgments, after that only what was added
 * since, by whichever server. It is a cache: nothing is lost with it.
 *
 * Over a task, judgments count that were given under its present questions: those of full rounds,
 * those of pilots under the present guideline, and those from outside any run under the present
 * guideline. Trainings are left out, since their truth is known. Over a run, all its judgments
 * under its own versions count.
 */
export async function liveTally(store: Store, scope: FigureScope): Promise<LiveTally> {
  const project = await projectProtocol(store, scope.project);
  const runs = await store.read((db) => listRuns(db, scope.project));
  const run = scope.run === undefined ? null : runs.find((one) => one.id === scope.run);
  if (run === undefined) refuse('not-found', { what: codedText('run', { id: scope.run! }) });
  const task = namedTask(project, scope.task ?? run?.task);
  const own =
    run === null ? project : await projectProtocol(store, scope.project, run.protocolVersion);
  const asked =
    own.tasks.get(task) ?? refuse('not-found', { what: codedText('task', { id: task }) });
  const { tally, runs: known } = await followerOf(store, {
    project: own,
    task: asked,
    run,
  }).current();
  return { tally, project: own, task: asked, run, runs: known.filter((one) => one.task === task) };
}

/** The task that is named, or the only one. */
export function namedTask({ protocol }: ProjectProtocol, named: string | undefined): string {
  const names = protocol.tasks.map((task) => task.id);
  const found = named ?? (names.length === 1 ? names[0] : undefined);
  if (found === undefined) refuse('missing-field', { field: 'task', expected: oneOf(names) });
  if (!names.includes(found)) refuse('unknown-task', { got: found, expected: oneOf(names) });
  return found;
}

/** Judgments read at once: few enough that saves in between do not wait. */
const pieceSize = 2000;
/** How many folds are kept, and how many judgments they hold together. */
const limits = { followers: 8, judgments: 1_500_000 };

interface FollowedTask {
  readonly project: ProjectProtocol;
  readonly task: ProjectTask;
  readonly run: RoundRun | null;
}

/** Follows the log for one task or run. One thing at a time, so that nothing is folded twice. */
export class TaskFollower {
  readonly #store: Store;
  readonly #followed: FollowedTask;
  readonly tally: MonitorTally;
  #runs: ReadonlyMap<string, RoundRun> = new Map();
  /** Rulings on units that the run has no judgment on yet. */
  #early: readonly Ruling[] = [];
  #judgments = 0;
  #rulings = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store, followed: FollowedTask) {
    this.#store = store;
    this.#followed = followed;
    const { protocol } = followed.project;
    this.tally = new MonitorTally({
      task: followed.task.task,
      panel: protocol.panel,
      consensus: protocol.consensus,
      standing: (entry) => this.#standing(entry),
    });
  }

  get judgments(): number {
    return this.tally.judged;
  }

  current(): Promise<{ readonly tally: MonitorTally; readonly runs: readonly RoundRun[] }> {
    const next = this.#last.then(() => this.#follow());
    // A failure belongs to who asked; the next one goes on from where the fold is.
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #follow(): Promise<{ readonly tally: MonitorTally; readonly runs: readonly RoundRun[] }> {
    const { project, task, run } = this.#followed;
    const place = { project: project.project, task: task.task.id };
    const end = await this.#store.read(recordEnd);
    // After the ends of the logs, so that the run of every judgment up to there is known.
    const runs = await this.#store.read((db) => listRuns(db, place.project));
    this.#runs = new Map(runs.map((one) => [one.id, one]));
    while (this.#judgments < end.judgments) {
      const given = {
        ...place,
        run: run?.id ?? null,
        after: this.#judgments,
        upTo: end.judgments,
        limit: pieceSize,
        guideline: run?.guideline ?? project.protocol.guideline.version,
        taskHash: run?.taskHash ?? task.hash,
      };
      const piece: readonly LoggedJudgment[] = await this.#store.read((db) =>
        judgmentLog(db, given),
      );
      for (const entry of piece) this.tally.add(entry);
      this.#judgments = piece.length < pieceSize ? end.judgments : piece.at(-1)!.seq;
    }
    const rulings =
      this.#rulings < end.rulings
        ? await this.#store.read((db) => listRulings(db, { ...place, after: this.#rulings }))
        : [];
    this.#rulings = Math.max(end.rulings, ...rulings.map((ruling) => ruling.seq));
    this.#take([...this.#early, ...rulings]);
    this.tally.setRuns(
      new Map(runs.map((one) => [one.id, { perUnit: one.perUnit, closed: one.closedAt !== null }])),
    );
    this.tally.settle();
    return { tally: this.tally, runs };
  }

  #take(rulings: readonly Ruling[]): void {
    const isOurs = (ruling: Ruling): boolean =>
      this.#followed.run === null || this.tally.answers.find(ruling.unit) >= 0;
    for (const ruling of rulings) if (isOurs(ruling)) this.tally.rule(ruling);
    this.#early = rulings.filter((ruling) => !isOurs(ruling));
  }

  #standing(entry: LoggedJudgment): Standing {
    const { project, task, run } = this.#followed;
    if (run !== null)
      return entry.taskHash === run.taskHash && entry.guideline === run.guideline
        ? 'counts'
        : 'stale';
    return taskStanding(project, task, this.#runs, entry);
  }
}

function followerOf(store: Store, followed: FollowedTask): TaskFollower {
  const kept = cacheOf(store, 'taskFollowers', () => new Map());
  const { project, task, run } = followed;
  const key = JSON.stringify([project.project, project.version, task.task.id, run?.id ?? null]);
  return recentFollower(kept, key, () => new TaskFollower(store, followed), limits);
}
