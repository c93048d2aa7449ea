import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newestChange } from '../newest-change.ts';
import { packageText, packageVersion } from '../package-files.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const built = join(root, 'dist', 'report', 'report.js');

/** The sources that the program inside report.html is made of. */
const rooms = ['web/report', 'release', 'formats', 'truth', 'domain', 'statistics'];

/**
 * The program inside report.html. It comes with the package; in a clone it is built when it is
 * missing or older than its sources.
 */
export async function reportScript(): Promise<string> {
  if (isOld()) await build();
  return readFileSync(built, 'utf8');
}

/** Whether a program is the one that a version of Assay puts into the page. */
export async function isKnownProgram(
  version: string,
  script: string,
  published: ReadonlyMap<string, string> = publishedPrograms(),
): Promise<boolean> {
  if (version === packageVersion()) return script === (await reportScript());
  return published.get(version) === hash('sha256', script);
}

/**
 * The hashes of the programs that published versions put into the page, by version. When a version
 * is published, its line is added with its chapter in the changelog.
 * @internal
 */
export function publishedPrograms(): ReadonlyMap<string, string> {
  const listed = JSON.parse(packageText('presets/report-programs.json')) as object;
  return new Map(Object.entries(listed));
}

function isOld(): boolean {
  const sources = join(root, 'src');
  if (!existsSync(join(sources, 'web', 'report', 'main.ts'))) return false;
  if (!existsSync(built)) return true;
  const builtAt = statSync(built).mtimeMs;
  return rooms.some((room) => newestChange(join(sources, room)) > builtAt);
}

/** Into a folder of its own first: two processes may build at once. */
async function build(): Promise<void> {
  await mkdir(join(root, 'dist', 'report'), { recursive: true });
  const folder = mkdtempSync(join(root, 'dist', 'report', 'build-'));
  try {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    const config = ['build', '--config', 'vite.config.report.ts', '--logLevel', 'error'];
    await promisify(execFile)(process.execPath, [vite, ...config, '--outDir', folder], {
      cwd: root,
    });
    renameSync(join(folder, 'report.js'), built);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
