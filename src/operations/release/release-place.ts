import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { refuse } from '../../domain/fault.ts';
import { databaseFile } from '../../store/database-address.ts';
import type { ReleasePlace } from './workspace-releases.ts';

/**
 * Where a server keeps releases: in the folder that is named, else beside the file of the database.
 * Null where neither is known.
 */
export function releasePlace(
  database: string,
  named: string | undefined,
  key: string | undefined,
): ReleasePlace | null {
  if (key !== undefined && !existsSync(key)) refuse('file-not-found', { file: key });
  const file = databaseFile(database);
  const folder = named ?? (file === null ? null : join(dirname(file), 'releases'));
  if (folder === null) return null;
  return { database, folder: resolve(folder), key: key === undefined ? null : resolve(key) };
}
