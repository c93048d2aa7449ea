import { workspaceValue } from '../../store/workspace/workspace.ts';
import type { Workspace } from '../workspace.ts';

/** Asks the database something small; throws when it does not answer. */
export async function checkDatabase({ store }: Workspace): Promise<void> {
  await store.read((db) => workspaceValue(db, 'id'));
}
