import type { BatchedWrite } from '../store/batched-write.ts';
import type { Store } from '../store/open-store.ts';
import type { MeetingFacts } from './discussion/meetings.ts';
import type { TaskFollower } from './fold/live-fold.ts';
import type { ClaimCursor } from './judging/claim-units.ts';
import type { JudgedCount } from './judging/judged-counts.ts';
import type { RunProgress } from './judging/own-progress.ts';
import type { FirstSave, Saved } from './judging/first-saves.ts';
import type { ProjectProtocol } from './project-protocol.ts';
import type { RunWork } from './rounds/run-work.ts';
import type { BulkProgress } from './units/bulk-progress.ts';
import type { UnitCache } from './units/unit-cache.ts';
import type { UnitFollower } from './units/unit-follower.ts';
import type { ProjectFollower } from './verdicts/project-verdicts.ts';

/**
 * Everything held in memory for an open workspace. It can all be recomputed from the record, so
 * nothing is lost when the workspace closes or an entry is evicted.
 */
export interface Caches {
  /** By version and project. A version never changes. */
  readonly protocols: Map<string, Promise<ProjectProtocol>>;
  /** By run. What a run was opened with never changes. */
  readonly runs: Map<string, RunWork>;
  /** By run, whether it was imported instead of drawn. Never changes. */
  readonly importedRuns: Map<string, boolean>;
  /** Units never change. */
  readonly units: UnitCache;
  /** By run and annotator, where to look for the next free slot. */
  readonly claimCursors: Map<string, Promise<ClaimCursor>>;
  /** By run; follows the log of judgments. */
  readonly judgedCounts: Map<string, JudgedCount>;
  /** By run, the first count while it is under way. */
  readonly firstCounts: Map<string, Promise<ReadonlyMap<string, number>>>;
  /** By run; stale after a few seconds. */
  readonly progress: Map<string, RunProgress>;
  /** By project, version, task and run; each follows the logs. */
  readonly taskFollowers: Map<string, TaskFollower>;
  /** By project and task; each follows the units. */
  readonly unitColumns: Map<string, UnitFollower>;
  /** By project and task, while units are added to the index of words. */
  readonly wordIndexing: Map<string, Promise<void>>;
  /** By kind, project and key of the request, how many units are changed so far. */
  readonly bulkActs: Map<string, BulkProgress>;
  /** By id. A meeting never changes. */
  readonly meetings: Map<string, MeetingFacts>;
  /** By project and version; each follows the logs. */
  readonly verdictFollowers: Map<string, ProjectFollower>;
  /** The queue that joins first judgments into one write. */
  readonly firstSaves: BatchedWrite<FirstSave, Saved>;
}

/** A cache of an open workspace, created when it is first asked for. */
export function cacheOf<Name extends keyof Caches>(
  store: Store,
  name: Name,
  create: () => Caches[Name],
): Caches[Name] {
  const known = store.caches.get(name) as Caches[Name] | undefined;
  if (known !== undefined) return known;
  const created = create();
  store.caches.set(name, created);
  return created;
}

/** Adds an entry and evicts the oldest one when there are too many. */
export function addToCache<Value>(
  cache: Map<string, Value>,
  limit: number,
  key: string,
  value: Value,
): void {
  if (!cache.has(key) && cache.size >= limit) cache.delete(cache.keys().next().value!);
  cache.set(key, value);
}
