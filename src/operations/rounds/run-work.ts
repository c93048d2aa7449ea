import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { findRun } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import type { Store } from '../../store/open-store.ts';
import { authorise } from '../authorise.ts';
import { addToCache, cacheOf } from '../caches.ts';
import { projectProtocol, taskOf } from '../project-protocol.ts';
import type { ProjectProtocol, ProjectTask } from '../project-protocol.ts';
import type { Role, WorkContext } from '../work-context.ts';

/** What never changes about an open run. */
type FixedRun = Omit<RoundRun, 'closedAt' | 'closedBy' | 'perUnit'>;

/** A run with the version of the protocol that it was opened with. */
export interface RunWork {
  readonly facts: FixedRun;
  readonly project: ProjectProtocol;
  readonly round: Round;
  readonly task: ProjectTask;
}

/**
 * A run, for actors with one of the roles. To others, runs of a project do not exist. All of this
 * never changes and is cached; whether the run is closed must be looked up.
 */
export async function runWork(
  context: WorkContext,
  run: string,
  ...roles: readonly Role[]
): Promise<RunWork> {
  const work = await loadRunWork(context.store, run);
  if (work === null || context.actor.roleIn(work.facts.project) === null)
    refuse('not-found', { what: codedText('run', { id: run }) });
  authorise(context.actor, work.facts.project, ...roles);
  return work;
}

/** The same without authorisation. */
export async function loadRunWork(store: Store, run: string): Promise<RunWork | null> {
  const kept = cacheOf(store, 'runs', () => new Map());
  const known = kept.get(run);
  if (known !== undefined) return known;
  const facts = await store.read((db) => findRun(db, run));
  if (facts === null) return null;
  const project = await projectProtocol(store, facts.project, facts.protocolVersion);
  const round = project.protocol.rounds.find((one) => one.id === facts.round);
  if (round === undefined) return null;
  const work = { facts, project, round, task: taskOf(project, facts.task) };
  addToCache(kept, mostKept, run, work);
  return work;
}

const mostKept = 500;
