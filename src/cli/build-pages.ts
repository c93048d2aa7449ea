import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newestChange } from '../operations/newest-change.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Whether a clone has to build the pages: they are missing, or older than their sources. */
export function arePagesOld(folder = root): boolean {
  if (!existsSync(join(folder, 'src', 'web', 'index.html'))) return false;
  const built = join(folder, 'dist', 'web', 'index.html');
  if (!existsSync(built)) return true;
  const builtAt = statSync(built).mtimeMs;
  // The pages are made of the pure rooms too.
  return ['src/web', 'src/domain', 'src/statistics', 'src/truth', 'src/formats'].some(
    (room) => newestChange(join(folder, room)) > builtAt,
  );
}

/** Builds the pages; gives what the builder said when it failed, else null. */
export function buildPages(): Promise<string | null> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite)) return Promise.resolve('Vite is not installed. Run npm ci.');
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [vite, 'build', '--config', 'vite.config.web.ts', '--logLevel', 'warn'],
      { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const said: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
    child.once('error', (failure) => resolve(failure.message));
    child.once('exit', (code) =>
      resolve(code === 0 ? null : said.join('') || `Vite ended with ${code}.`),
    );
  });
}
