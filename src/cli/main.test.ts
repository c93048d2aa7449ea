import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { readonly version: string };

describe('assay', () => {
  it('tells its version', () => {
    expect(assay(['--version'])).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('lists its verbs, each with a line, within 80 columns', () => {
    const { status, stdout } = assay(['--help']);
    expect(status).toBe(0);
    for (const verb of ['init', 'validate', 'sample', 'assign', 'agree', 'aggregate', 'split', 'plan', 'demo']) expect(stdout).toMatch(new RegExp(`^ {2}${verb}\\b`, 'm'));
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it.each(['init', 'validate', 'sample', 'assign', 'agree', 'aggregate', 'split', 'plan', 'demo'])('%s has help with one real example, and --json', (verb) => {
    const { status, stdout } = assay([verb, '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Example:\\n {2}assay ${verb} ?`, 'm'));
    expect(stdout).toContain('--json');
  });

  it.each([
    [[], /Usage: assay/],
    [['agre'], /unknown command 'agre'/],
    [['agree', '--no-such'], /unknown option '--no-such'/],
    [['aggregate'], /missing required argument 'votes'/],
    [['aggregate', 'no-such.csv'], /^no-such\.csv does not exist\. Check the path, or pass - to read standard input\.\n$/],
  ])('refuses %j with exit code 2', (words, message) => {
    const run = assay(words);
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(message);
    expect(run.stdout).toBe('');
  });

  it('does not mind when nobody reads its output to the end', () => {
    const run = spawnSync('sh', ['-c', '{ "$0" "$1" --help; echo "$?" >&2; } | true', process.execPath, bin], { encoding: 'utf8' });
    expect(run.stderr).toBe('0\n');
  });
});

function assay(words: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8' });
}
