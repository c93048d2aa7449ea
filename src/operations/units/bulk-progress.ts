import type { Store } from '../../store/open-store.ts';
import { cacheOf } from '../caches.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** How far a request is that changes many units: its write is seen by nobody before its end. */
export interface BulkProgress {
  readonly kind: 'exclusion' | 'marking';
  readonly project: string;
  /** The key of the request. */
  readonly name: string;
  readonly total: number;
  readonly startedAt: string;
  done: number;
}

/** What this process is doing to many units of a project. */
export function runningBulkActs(store: Store, project: string): readonly BulkProgress[] {
  return [...actsOf(store).values()].filter((one) => one.project === project);
}

/** Does something to many units; the work says how far it is. */
export async function withBulkProgress<Result>(
  context: WorkContext,
  begun: Pick<BulkProgress, 'kind' | 'project' | 'name' | 'total'>,
  work: (progress: BulkProgress) => Promise<Result>,
): Promise<Result> {
  const running = actsOf(context.store);
  const key = JSON.stringify([begun.kind, begun.project, begun.name]);
  const progress = { ...begun, startedAt: timeOf(context), done: 0 };
  running.set(key, progress);
  try {
    return await work(progress);
  } finally {
    running.delete(key);
  }
}

const actsOf = (store: Store): Map<string, BulkProgress> =>
  cacheOf(store, 'bulkActs', () => new Map());
