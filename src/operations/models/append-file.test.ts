import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { AppendFile } from './append-file.ts';

function fileWith(text: string | null, isReadOnly = false) {
  const path = join(temporaryFolder(), 'deep', 'lines.jsonl');
  if (text !== null) {
    mkdirSync(join(path, '..'));
    writeFileSync(path, text);
  }
  const file = new AppendFile(path, isReadOnly);
  onTestFinished(() => file.close());
  const lines = (): readonly string[] => {
    const found: string[] = [];
    file.read((line) => found.push(line));
    return found;
  };
  return { file, path, lines, content: () => readFileSync(path, 'utf8') };
}

describe('a file that is only added to', () => {
  it('is made with its folder when a line is added, for its owner alone', () => {
    const { file, path, lines, content } = fileWith(null);
    expect(lines()).toEqual([]);
    file.append([]);
    expect(() => statSync(path)).toThrow('ENOENT');
    file.append(['a', 'ü']);
    file.append(['c']);
    expect([content(), lines()]).toEqual(['a\nü\nc\n', ['a', 'ü', 'c']]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('writes lines that are held with the next ones, in their order, once', () => {
    const { file, path, content } = fileWith(null);
    file.hold(['a']);
    file.hold(['€'.repeat(50), 'c']);
    expect(() => statSync(path)).toThrow('ENOENT');
    file.append(['d']);
    file.flush();
    expect(content()).toBe(`a\n${'€'.repeat(50)}\nc\nd\n`);
    file.hold(['e']);
    file.flush();
    expect(content().endsWith('d\ne\n')).toBe(true);
  });

  it('goes on behind what is there after it was closed', () => {
    const { file, content } = fileWith('a\n');
    file.append(['b']);
    file.close();
    file.close();
    file.append(['c']);
    expect(content()).toBe('a\nb\nc\n');
  });

  it.each([
    ['a\nb\n', 'a\nb\n'],
    ['a\nb', 'a\n'],
    ['a', ''],
    ['', ''],
    // What is torn is longer than what is read at once, with and without a line before.
    [`a\n${'x'.repeat(70_000)}`, 'a\n'],
    ['x'.repeat(140_000), ''],
    [`${'y'.repeat(65_536)}\nz`, `${'y'.repeat(65_536)}\n`],
    [`${'y'.repeat(65_535)}\n`, `${'y'.repeat(65_535)}\n`],
  ])('cuts off what a crash left of a line (case %#)', (before, after) => {
    const { content, lines } = fileWith(before);
    expect(lines()).toEqual(after.split('\n').slice(0, -1));
    expect(content()).toBe(after);
  });

  it.each([
    ['a\nb\n', ['a', 'b']],
    ['a\nb', ['a']],
    ['a', []],
    ['', []],
  ])('changes nothing where it is only read: %j', (text, whole) => {
    const { content, lines } = fileWith(text, true);
    expect([lines(), content()]).toEqual([whole, text]);
  });

  it('forgets lines whose writing failed, and keeps those that are held', () => {
    const path = join(temporaryFolder(), 'folder', 'lines.jsonl');
    const inTheWay = join(path, '..');
    writeFileSync(inTheWay, 'This is no folder.');
    const file = new AppendFile(path);
    onTestFinished(() => file.close());
    file.hold(['held']);
    expect(() => file.append(['forgotten'])).toThrow(/lines\.jsonl/);
    expect(() => file.flush()).toThrow(/lines\.jsonl/);
    rmSync(inTheWay);
    file.append(['next']);
    expect(readFileSync(path, 'utf8')).toBe('held\nnext\n');
  });
});
