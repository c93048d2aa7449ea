import { openStore } from '../store/open-store.ts';
import { timeOrderedIds } from './time-ordered-ids.ts';
import type { WorkContext } from './work-context.ts';

/** A workspace before it is known who asks. */
export type Workspace = Omit<WorkContext, 'actor'>;

type Work<Kind extends 'read' | 'write'> = Parameters<Parameters<WorkContext['store'][Kind]>[0]>[0];
/** What a read of the store is given. */
export type Database = Work<'read'>;
/** What a write of the store is given. */
export type WriteTransaction = Work<'write'>;

/** Opens the workspace in a database, creating it if needed. */
export async function openWorkspace(
  database: string,
  clock: () => Date = () => new Date(),
  isServer = false,
): Promise<Workspace> {
  return {
    store: await openStore(database, { clock, isServer }),
    clock,
    newId: timeOrderedIds(clock),
  };
}
