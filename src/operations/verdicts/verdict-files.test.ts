import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsIn } from '../../../test/refusals.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { FolderOfVerdicts, VerdictCheck } from './verdict-files.ts';

describe('files of verdicts', () => {
  it('are put in place together, and replace earlier ones', () => {
    const folder = join(temporaryFolder(), 'deep', 'answers');
    const first = new FolderOfVerdicts(folder);
    first.open('P1.json')('old');
    first.keep();
    const files = new FolderOfVerdicts(folder);
    const [one, two] = [files.open('P1.json'), files.open('P2.json')];
    one('ä');
    // Longer than what is held back.
    one('x'.repeat(100_001));
    one('end');
    two('{}');
    expect(readFileSync(join(folder, 'P1.json'), 'utf8')).toBe('old');
    expect(existsSync(join(folder, 'P2.json'))).toBe(false);
    files.keep();
    expect(readdirSync(folder)).toEqual(['P1.json', 'P2.json']);
    expect(readFileSync(join(folder, 'P1.json'), 'utf8')).toBe(`ä${'x'.repeat(100_001)}end`);
    expect(readFileSync(join(folder, 'P2.json'), 'utf8')).toBe('{}');
  });

  it('that are given up leave what was there', () => {
    const folder = temporaryFolder({ 'P1.json': 'old' });
    const files = new FolderOfVerdicts(folder);
    files.open('P1.json')('new');
    files.discard();
    expect(readdirSync(folder)).toEqual(['P1.json']);
    expect(readFileSync(join(folder, 'P1.json'), 'utf8')).toBe('old');
  });

  it('are refused where a file is in the way', () => {
    const folder = temporaryFolder({ file: '' });
    const file = join(folder, 'file');
    const [found] = faultsIn(() => new FolderOfVerdicts(file));
    expect([found?.code, found?.values]).toEqual([
      'file-unwritable',
      { file, reason: { code: 'is-file', values: {} } },
    ]);
    const inside = join(file, 'answers');
    expect(faultsIn(() => new FolderOfVerdicts(inside))).toMatchObject([
      { code: 'file-unwritable', values: { file: inside } },
    ]);
  });
});

describe('a check of verdicts', () => {
  const text = (changes: Readonly<Record<string, string>> = {}, score = 1): string =>
    `${JSON.stringify(
      {
        computed_at: 'today',
        term_hash: 't',
        policy_hash: 'p',
        weights_hash: 'w',
        overrides_hash: 'o',
        ...changes,
        answers: { A: { score } },
      },
      null,
      2,
    )}\n`;
  const compared = (present: string | null, fresh: string): readonly unknown[] => {
    const folder = temporaryFolder();
    if (present !== null) writeFileSync(join(folder, 'P1.json'), present);
    const check = new VerdictCheck(folder);
    const write = check.open('P1.json');
    write(fresh.slice(0, 10));
    write(fresh.slice(10));
    check.keep();
    expect(readdirSync(folder)).toEqual(present === null ? [] : ['P1.json']);
    return check.differences.map(({ file, why }) => [file === join(folder, 'P1.json'), why]);
  };

  it('finds nothing where only the time differs', () => {
    expect(compared(text(), text())).toEqual([]);
    expect(compared(text({ computed_at: 'then' }), text())).toEqual([]);
  });

  it('says what has changed since', () => {
    expect(compared(null, text())).toEqual([[true, 'it does not exist']]);
    const changed = 'the judgments or the units have changed since';
    expect(compared(text({}, 2), text())).toEqual([[true, changed]]);
    for (const [name, words] of [
      ['term_hash', 'the terms'],
      ['policy_hash', 'the policy'],
      ['weights_hash', 'the weights'],
      ['overrides_hash', 'the overrides'],
    ] as const)
      expect(compared(text({ [name]: 'x' }, 2), text())).toEqual([
        [true, `${words} changed since`],
      ]);
    expect(compared(text({ term_hash: 'x', weights_hash: 'x' }), text())).toEqual([
      [true, 'the terms and the weights changed since'],
    ]);
  });

  it('says nothing of what was given up', () => {
    const check = new VerdictCheck(temporaryFolder());
    check.open('P1.json')('{}');
    check.discard();
    check.keep();
    expect(check.differences).toEqual([]);
  });
});
