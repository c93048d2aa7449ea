import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** When the latest source below a folder was changed, in milliseconds; tests do not count. */
export function newestChange(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.md$/.test(entry.name))
    .reduce(
      (latest, entry) => Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs),
      0,
    );
}
