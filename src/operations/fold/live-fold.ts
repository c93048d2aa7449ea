import { codedText, oneOf } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Store } from '../../store/open-store.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { recordEnd } from '../../store/fold/judgment-log.ts';
import { cacheOf } from '../caches.ts';
import { runCooperatively } from '../cooperative-steps.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { TextIndex } from '../../formats/text-index.ts';
import { FoldFollower } from './fold-follower.ts';
import type { FoldScope } from './fold-follower.ts';
import { runCounting, taskCounting } from './known-counting.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { ProjectProtocol, ProjectTask } from '../project-protocol.ts';
import { recentFollower } from '../recent-follower.ts';

/** What figures are asked for: a task of a project, or one run. */
export interface FigureScope {
  readonly project: string;
  /** May be left out where a run is named, or where the protocol has one task. */
  readonly task?: string;
  readonly run?: string;
  /** Whether votes decide before all quotas are met; what they decide is marked as partial. */
  readonly allowPartial?: boolean;
}

/** The fold of a task or a run as of now, with the protocol, task and runs that it rests on. */
export interface LiveFold {
  /** The fold; figures are read from it. */
  readonly fold: TaskFold;
  readonly project: ProjectProtocol;
  readonly task: ProjectTask;
  /** The run, where figures of one were asked for. */
  readonly run: RoundRun | null;
  /** Every run on the task. */
  readonly runs: readonly RoundRun[];
}

/** The fold of a task, or of one run, brought up to now and kept in memory. */
export async function liveFold(store: Store, scope: FigureScope): Promise<LiveFold> {
  return (await liveFigures(store, scope, noFigures)).live;
}

/**
 * The same with figures that are computed in steps, while others get their turn and the fold
 * stays as it is.
 */
export async function liveFigures<T>(
  store: Store,
  scope: FigureScope,
  figures: (live: LiveFold) => Iterator<unknown, T>,
): Promise<{ readonly live: LiveFold; readonly figures: T }> {
  const project = await projectProtocol(store, scope.project);
  const runs = await store.read((db) => listRuns(db, scope.project));
  const run = scope.run === undefined ? null : runs.find((one) => one.id === scope.run);
  if (run === undefined) refuse('not-found', { what: codedText('run', { id: scope.run! }) });
  const task = namedTask(project, scope.task ?? run?.task);
  const own =
    run === null ? project : await projectProtocol(store, scope.project, run.protocolVersion);
  const asked =
    own.tasks.get(task) ?? refuse('not-found', { what: codedText('task', { id: task }) });
  const follower = followerOf(store, {
    project: own,
    task: asked,
    run,
    seed: 1,
    allowPartial: scope.allowPartial === true,
  });
  return await follower.current(async (fold, known) => {
    const ofTask = known.filter((one) => one.task === task);
    const live = { fold, project: own, task: asked, run, runs: ofTask };
    return { live, figures: await runCooperatively(figures(live), longestTurn) };
  });
}

/** Milliseconds of computing before others get their turn. */
const longestTurn = 15;

function* noFigures(): Generator<void, void> {}

/** The task that is named, or the only one. */
export function namedTask(
  { protocol }: Pick<ProjectProtocol, 'protocol'>,
  named: string | undefined,
): string {
  const names = protocol.tasks.map((task) => task.id);
  const found = named ?? (names.length === 1 ? names[0] : undefined);
  if (found === undefined) refuse('missing-field', { field: 'task', expected: oneOf(names) });
  if (!names.includes(found)) refuse('unknown-task', { got: found, expected: oneOf(names) });
  return found;
}

/** How many folds are kept, and how many judgments they hold together. */
const limits = { followers: 200, judgments: 1_500_000 };

/** Follows the record for one task or run; calls wait for each other, so nothing is added twice. */
export class TaskFollower {
  readonly #store: Store;
  readonly #scope: Omit<FoldScope, 'counting'>;
  #follower: FoldFollower | null = null;
  #key = '';
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store, scope: Omit<FoldScope, 'counting'>) {
    this.#store = store;
    this.#scope = scope;
  }

  get judgments(): number {
    return this.#follower?.fold.judged ?? 0;
  }

  /** Reads the fold as of now; nothing is added to it before `read` has ended. */
  current<T>(read: (fold: TaskFold, runs: readonly RoundRun[]) => Promise<T>): Promise<T> {
    const next = this.#last.then(async () => {
      const { fold, runs } = await this.#follow();
      return await read(fold, runs);
    });
    // A failure is reported to its caller; the next caller continues from where the fold is.
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #follow(): Promise<{ readonly fold: TaskFold; readonly runs: readonly RoundRun[] }> {
    const end = await this.#store.read(recordEnd);
    // After the ends of the logs, so that the run of every judgment up to there is known.
    const runs = await this.#store.read((db) => listRuns(db, this.#scope.project.project));
    const known = this.#scope.run === null ? taskCounting : runCounting;
    const { counting, key } = await known(this.#store, this.#scope, runs);
    // When it changes whose judgments count, everything is counted again.
    if (this.#follower === null || key !== this.#key) {
      const earlier = await earlierTasks(this.#store, this.#scope, runs);
      const scope = { ...this.#scope, counting, earlier };
      this.#follower = new FoldFollower(this.#store, scope, new TextIndex());
    }
    this.#key = key;
    await this.#follower.follow(end, runs);
    return { fold: this.#follower.fold, runs };
  }
}

/** A task as it was asked in its runs, where its questions have changed since. */
async function earlierTasks(
  store: Store,
  { project, task }: Pick<FoldScope, 'project' | 'task'>,
  runs: readonly RoundRun[],
): Promise<ReadonlyMap<string, Task>> {
  const earlier = new Map<string, Task>();
  for (const { task: id, taskHash, protocolVersion } of runs) {
    if (id !== task.task.id || task.hashes.has(taskHash) || earlier.has(taskHash)) continue;
    const { tasks } = await projectProtocol(store, project.project, protocolVersion);
    earlier.set(taskHash, tasks.get(id)!.task);
  }
  return earlier;
}

function followerOf(store: Store, scope: Omit<FoldScope, 'counting'>): TaskFollower {
  const kept = cacheOf(store, 'taskFollowers', () => new Map());
  const { project, task, run, allowPartial } = scope;
  const which = [project.project, project.version, task.task.id, run?.id ?? null, allowPartial];
  const key = JSON.stringify(which);
  return recentFollower(kept, key, () => new TaskFollower(store, scope), limits);
}
