import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { draftBeside } from '../src/operations/unfinished-files.ts';
import { jsonLines, runAssay, temporaryFolder } from './run-assay.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('stray files', () => {
  const inClone = it.skipIf(!existsSync(`${root}/.git`));
  inClone('are not in the repository, such as drafts, copies of editors and -', () => {
    const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
    const files = tracked.split('\0').filter((file) => file !== '');
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => /\.(tmp|orig|rej|swp|bak)$|~$|(^|\/)-/.test(file))).toEqual([]);
  });

  it.each([
    ['backup', '-'],
    ['backup', '-', '--to', 'age1x'],
    ['backup', 'a.jsonl', '--database', '-'],
    ['restore', 'a.jsonl', '--database', '-'],
    ['copy', '--from', 'a.db', '--to', '-'],
    ['release', '.', '--out', '-', '--number', '1'],
    ['report', '.', '--out', '-'],
    ['split', 'rows.csv', '--labels', 'A', '--out-dir', '-'],
    ['agree', '--a', 'a.jsonl', '--b', 'b.jsonl', '--mismatches', '-'],
    ['evaluate', '--qrels', 'a', '--run', 'b', '--html', '-'],
    ['compute', '--out', '-'],
    ['compute', '--save-cache', '-'],
    ['keys', 'new', '-'],
    ['audit', 'head', '--signature', '-'],
    ['assign', 'units.jsonl', '-a', 'anna', '--out-dir', '-'],
    ['init', 'trial-relevance', '-'],
    ['serve', '--releases', '-'],
    ['serve', '--audit-head-file', '-'],
    ['serve', '--database', '-'],
    ['start', '--folder', '-'],
  ])('are not made by %s %s %s %s %s %s', async (...words) => {
    const folder = temporaryFolder();
    const run = await runAssay(words.filter(Boolean), folder);
    expect([run.code, run.out, readdirSync(folder)]).toEqual([2, '', []]);
    expect(run.err).toMatch(/- is standard output, expected a name/);
  });

  it('are not made where standard output is the usual place: - means just that', async () => {
    const units = jsonLines([{ id: 'u1', text: 'One.' }]);
    const folder = temporaryFolder({ 'units.jsonl': units });
    const assign = ['assign', 'units.jsonl', '--id', 'id', '-a', 'anna', '-k', '1'];
    for (const words of [['sample', 'units.jsonl', '--id', 'id', '--n', '1'], assign]) {
      const run = await runAssay([...words, '--out', '-'], folder);
      expect(run).toEqual(await runAssay(words, folder));
      expect([run.code, run.out]).toEqual([0, expect.stringContaining('u1')]);
    }
    expect(readdirSync(folder)).toEqual(['units.jsonl']);
  });

  it('are not made by any code that forgot to ask', () => {
    expect(() => draftBeside('-')).toThrow('- is no file');
  });
});
