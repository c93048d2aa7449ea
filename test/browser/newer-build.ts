import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtPages } from './workbench.ts';

/** With what the names of the newer assets begin. */
export const newerMark = 'newer-';

/**
 * Writes the built pages into a folder once more as another version: the same, but every asset has
 * another name, as if each of them had changed, and
 * the service worker another version. Nothing of the older version is in it.
 */
export function writeNewerBuild(folder: string): void {
  const assets = new Set(
    readdirSync(join(builtPages, 'assets')).filter((name) => !/\.(br|gz)$/.test(name)),
  );
  const rename = (text: string): string =>
    text.replaceAll(/(?<=\/)[\w.-]+(?=["'`)])/g, (name) =>
      assets.has(name) ? newerMark + name : name,
    );
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const name of assets) {
    const bytes = readFileSync(join(builtPages, 'assets', name));
    writeFileSync(
      join(folder, 'assets', newerMark + name),
      /\.(js|css)$/.test(name) ? rename(bytes.toString('utf8')) : bytes,
    );
  }
  writeFileSync(
    join(folder, 'index.html'),
    rename(readFileSync(join(builtPages, 'index.html'), 'utf8')),
  );
  writeFileSync(
    join(folder, 'service-worker.js'),
    rename(readFileSync(join(builtPages, 'service-worker.js'), 'utf8')).replace(
      /assay-(?=[0-9a-f]{16})/,
      `assay-${newerMark}`,
    ),
  );
}
