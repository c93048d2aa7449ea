import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { binary, runAssay, spawnAssay } from '../../test/run-assay.ts';
import { commands } from './commands.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

describe('assay', () => {
  it('tells its version', () => {
    expect(spawnAssay(['--version'], '.')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('lists its verbs, each with a line, within 80 columns', () => {
    const { code, out } = spawnAssay(['--help'], '.');
    expect(code).toBe(0);
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
      expect(out).toMatch(new RegExp(`^ {2}${verb}\\b`, 'm'));
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('ends its process with the exit code, and prints faults to standard error', () => {
    const run = spawnAssay(['aggregate', 'no-such.csv'], '.');
    expect(run).toEqual({ code: 2, out: '', err: 'no-such.csv does not exist. Check the path.\n' });
  });

  it.each([
    ...Object.keys(commands).filter(
      (verb) => !['rule', 'audit', 'round', 'protocol', 'keys'].includes(verb),
    ),
    'round list',
    'round open',
    'protocol update',
    'rule list',
    'rule show',
    'rule add',
    'rule import',
    'rule allow-own',
    'audit verify',
    'audit head',
    'keys new',
  ])('%s has help with a real example, and --json, within 80 columns', async (verb) => {
    const { code, out } = await runAssay([...verb.split(' '), '--help'], '.');
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => [...line].length > 80)).toEqual([]);
    expect(out).toMatch(new RegExp(`^Example:\\n {2}assay ${verb} ?`, 'm'));
    if (!['start', 'serve', 'worker'].includes(verb)) expect(out).toContain('--json');
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
    [
      ['audit', 'verify', '--head', '23dd26a2'],
      /expected a number, a colon and 64 digits and letters/,
    ],
    [['plan', '--kappa', '2'], /expected a number above -1 and at most 1/],
    [['plan', '--claimed-weeks', '7-9-3'], /expected weeks such as 7-9/],
    [['aggregate'], /missing required argument 'votes'/],
    [['aggregate', 'no-such.csv'], /^no-such\.csv does not exist\. Check the path\.\n$/],
  ])('refuses %j with exit code 2', async (words, message) => {
    const run = await runAssay(words, '.');
    expect(run.code).toBe(2);
    expect(run.err).toMatch(message);
    expect(run.out).toBe('');
  });

  it('names in its help the variable that says where the workspace is, not what it holds', async () => {
    vi.stubEnv('ASSAY_DATABASE', 'postgres://assay:pass1234@db/assay');
    onTestFinished(() => void vi.unstubAllEnvs());
    const verbs = [
      'serve',
      'import',
      'export',
      'backup',
      'restore',
      'copy',
      'rule list',
      'audit verify',
      'audit head',
      'compute',
    ];
    for (const verb of verbs) {
      const { out } = await runAssay([...verb.split(' '), '--help'], '.');
      expect(out, verb).toContain('ASSAY_DATABASE');
      expect(out, verb).not.toContain('pass1234');
    }
  });

  it.each([
    ['start', '--no-open', '--no-build', '--folder'],
    ['serve', '--database'],
    ['restore', binary, '--database'],
    ['backup', '--database', 'nowhere.db'],
  ])(
    'says that nothing can be written where a part of the path is a file: %s',
    async (...words) => {
      const run = await runAssay([...words, `${binary}/x/y`], '.');
      expect(run.code).toBe(2);
      expect(run.err).toMatch(
        /assay\.js[/xy]* cannot be written: a part of its path is a file\.\n$/,
      );
    },
  );

  it('does not mind when nobody reads its output to the end', () => {
    const run = spawnSync(
      'sh',
      ['-c', '{ "$0" "$1" --help; echo "$?" >&2; } | true', process.execPath, binary],
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
        binary,
      ],
      { encoding: 'utf8' },
    );
    expect(faulty.stderr).toBe('2\n');
  });
});
