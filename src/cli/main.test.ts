import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commands } from './commands.ts';

const bin = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

describe('assay', () => {
  it('tells its version', () => {
    expect(assay(['--version'])).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('lists its verbs, each with a line, within 80 columns', () => {
    const { status, stdout } = assay(['--help']);
    expect(status).toBe(0);
    for (const verb of [
      'init',
      'validate',
      'sample',
      'assign',
      'agree',
      'aggregate',
      'split',
      'plan',
      'demo',
    ])
      expect(stdout).toMatch(new RegExp(`^ {2}${verb}\\b`, 'm'));
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it.each([
    ...Object.keys(commands).filter((verb) => !['rule', 'audit'].includes(verb)),
    'rule list',
    'rule show',
    'rule add',
    'rule import',
    'rule allow-own',
    'audit verify',
  ])('%s has help with a real example, and --json, within 80 columns', (verb) => {
    const { status, stdout } = assay([...verb.split(' '), '--help']);
    expect(status).toBe(0);
    expect(stdout.split('\n').filter((line) => [...line].length > 80)).toEqual([]);
    expect(stdout).toMatch(new RegExp(`^Example:\\n {2}assay ${verb} ?`, 'm'));
    if (!['start', 'serve'].includes(verb)) expect(stdout).toContain('--json');
  });

  it.each([
    [[], /Usage: assay/],
    [['agre'], /unknown command 'agre'/],
    [['agree', '--no-such'], /unknown option '--no-such'/],
    [['help', 'agre'], /unknown command 'agre'\n\(Did you mean agree\?\)/],
    [
      ['rule', 'lst'],
      /^There is no assay rule lst, expected list, show, add, import or allow-own\.\n$/,
    ],
    [
      ['rule', 'add', 'u1', '--reason', 'x'],
      /^A ruling states answers with --set, or leaves the unit out with --exclude/,
    ],
    [['audit', 'verify', '--head', '23dd26a2'], /expected 64 digits and letters/],
    [['plan', '--kappa', '2'], /expected a number above -1 and at most 1/],
    [['plan', '--claimed-weeks', '7-9-3'], /expected weeks such as 7-9/],
    [['aggregate'], /missing required argument 'votes'/],
    [['aggregate', 'no-such.csv'], /^no-such\.csv does not exist\. Check the path\.\n$/],
  ])('refuses %j with exit code 2', (words, message) => {
    const run = assay(words);
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(message);
    expect(run.stdout).toBe('');
  });

  it('names in its help the variable that says where the workspace is, not what it holds', () => {
    const verbs = [
      'serve',
      'import',
      'export',
      'backup',
      'restore',
      'copy',
      'rule list',
      'audit verify',
      'compute',
    ];
    const helps = verbs.map(
      (verb) =>
        spawnSync(process.execPath, [bin, ...verb.split(' '), '--help'], {
          encoding: 'utf8',
          env: { ...process.env, ASSAY_DATABASE: 'postgres://assay:secret@db/assay' },
        }).stdout,
    );
    expect(
      helps.filter((help) => !help.includes('ASSAY_DATABASE') || help.includes('secret')),
    ).toEqual([]);
  });

  it.each([
    ['start', '--no-open', '--no-build', '--folder'],
    ['serve', '--database'],
    ['restore', bin, '--database'],
    ['backup', '--database', 'nowhere.db'],
  ])('says that nothing can be written where a part of the path is a file: %s', (...words) => {
    const run = assay([...words, `${bin}/x/y`]);
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(
      /assay\.js[/xy]* cannot be written: a part of its path is a file\.\n$/,
    );
  });

  it('does not mind when nobody reads its output to the end', () => {
    const run = spawnSync(
      'sh',
      ['-c', '{ "$0" "$1" --help; echo "$?" >&2; } | true', process.execPath, bin],
      { encoding: 'utf8' },
    );
    expect(run.stderr).toBe('0\n');
    // Nor of what it says beside: the code is that of what was found.
    const faulty = spawnSync(
      'sh',
      [
        '-c',
        '{ { sleep 1; "$0" "$1" aggregate no-such.csv; echo "$?" >&3; } 2>&1 | true; } 3>&2',
        process.execPath,
        bin,
      ],
      { encoding: 'utf8' },
    );
    expect(faulty.stderr).toBe('2\n');
  });
});

function assay(words: readonly string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  return spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8' });
}
