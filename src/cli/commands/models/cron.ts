import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { refuse } from '../../../domain/fault.ts';

/** Adds the line that polls a place, or replaces it; returns the line. */
export function installCron(words: readonly string[]): string {
  const line = cronLine(words);
  write([...others(words), line], line);
  return line;
}

/** Removes the line that polls a place; null when there is none. */
export function removeCron(words: readonly string[]): string | null {
  const mark = markOf(words);
  const found = crontab(cronLine(words)).find((line) => line.endsWith(mark));
  if (found === undefined) return null;
  write(others(words), found);
  return found;
}

/** Identifies our line: the place that it polls, from the folder where it is. */
function markOf(words: readonly string[]): string {
  const place = JSON.stringify([process.cwd(), ...words]);
  return `# assay-poll-${createHash('sha256').update(place).digest('hex').slice(0, 12)}`;
}

function cronLine(words: readonly string[]): string {
  const binary = fileURLToPath(new URL('../../../../bin/assay.js', import.meta.url));
  const call = [process.execPath, binary, 'poll', '--quiet', ...words].map(quoted).join(' ');
  // A percent sign ends the command in a crontab.
  const command = `cd ${quoted(process.cwd())} && ${call}`.replaceAll('%', '\\%');
  return `*/5 * * * * ${command} ${markOf(words)}`;
}

function quoted(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function others(words: readonly string[]): readonly string[] {
  const mark = markOf(words);
  return crontab(cronLine(words)).filter((line) => !line.endsWith(mark));
}

function crontab(line: string): readonly string[] {
  const { error, status, stdout, stderr } = spawnSync('crontab', ['-l'], { encoding: 'utf8' });
  if (error !== undefined) refuse('no-crontab', { reason: error.message, line });
  // Who has no crontab yet gets a failure and nothing else.
  if (status !== 0 && !/no crontab/i.test(stderr))
    refuse('no-crontab', { reason: stderr.trim(), line });
  return status === 0 ? stdout.split('\n').filter((one) => one !== '') : [];
}

function write(lines: readonly string[], line: string): void {
  const input = lines.map((one) => `${one}\n`).join('');
  const { error, status, stderr } = spawnSync('crontab', ['-'], { input, encoding: 'utf8' });
  if (error !== undefined || status !== 0)
    refuse('no-crontab', { reason: error?.message ?? stderr.trim(), line });
}
