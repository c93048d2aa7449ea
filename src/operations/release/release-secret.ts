import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../../store/private-file.ts';
import { setWorkspaceValue, workspaceValue } from '../../store/workspace/workspace.ts';
import { audit } from '../audit.ts';
import { newSecret } from '../secret.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import { attempt } from '../write-files.ts';

const key = 'release-secret';

/**
 * The secret from which the pseudonyms of a workspace are made. It stays in the workspace, so that
 * somebody has the same pseudonym in every release.
 */
export async function workspaceSecret(context: WorkContext): Promise<string> {
  const known = await context.store.read((db) => workspaceValue(db, key));
  if (known !== null) return known;
  const secret = newSecret();
  return await context.store.write(async (tx) => {
    const other = await workspaceValue(tx, key);
    if (other !== null) return other;
    await setWorkspaceValue(tx, key, secret);
    const act = { project: null, object: 'workspace/release-secret', detail: {} };
    audit(tx, context.actor, timeOf(context), 'release-secret', act);
    return secret;
  });
}

/** The same for a folder of files: a file beside them that only its owner can read. */
export function folderSecret(folder: string): string {
  const file = join(folder, '.assay', 'release-secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = newSecret();
  attempt(file, () => {
    makePrivateFolder(dirname(file));
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  });
  return secret;
}
