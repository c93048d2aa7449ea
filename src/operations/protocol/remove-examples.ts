import { existsSync, rmSync } from 'node:fs';
import { settleFile } from '../../store/workspace/sqlite-file.ts';

/** Removes a workspace of examples so that it can be recreated; refuses while it is in use. */
export function removeExamples(database: string): void {
  if (!existsSync(database)) return;
  settleFile(database);
  rmSync(database, { force: true });
}
