import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { InputError } from '../../domain/fault.ts';
import { loadProtocol } from './load-protocol.ts';

const protocol = `assay: 1
name: tiny
guideline: { version: "1", file: guide.md, complete: true }
tasks:
  topics:
    unit: { id: id, show: text }
    questions:
      IRB: {}
`;
const card =
  '# Guide\n\n## IRB\n\n### Definition\n\nText.\n\n### Include\n\n- one\n\n### Exclude\n\n' +
  '- two\n\n### Positive examples\n\n- three\n';
const complete = `${card}\n### Negative examples\n\n- four\n`;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

function faultsOf(path: string): readonly string[] {
  try {
    loadProtocol(path);
  } catch (error) {
    if (error instanceof InputError)
      return error.faults.map(
        (one) => `${one.file === undefined ? '' : `${basename(one.file)}:${one.line} `}${one.code}`,
      );
    throw error;
  }
  return [];
}

describe('loadProtocol', () => {
  it('finds a protocol by its folder and by its file, with its guideline', () => {
    const folder = folderWith({ 'protocol.yaml': protocol, 'guide.md': complete });
    for (const path of [folder, join(folder, 'protocol.yaml')]) {
      const loaded = loadProtocol(path);
      expect([loaded.protocol.name, loaded.guideline.cards[0]?.question, loaded.folder]).toEqual([
        'tiny',
        'IRB',
        folder,
      ]);
    }
  });

  it('tells the faults of protocol and guideline together, each with its file and line', () => {
    const folder = folderWith({ 'protocol.yaml': `${protocol}panels: {}\n`, 'guide.md': card });
    expect(faultsOf(folder)).toEqual([
      'protocol.yaml:9 unknown-field',
      'guide.md:3 guideline-incomplete',
    ]);
  });

  it('tells the faults of a protocol also where its guideline is missing', () => {
    const folder = folderWith({ 'protocol.yaml': `${protocol}panels: {}\n` });
    expect(faultsOf(folder)).toEqual(['protocol.yaml:9 unknown-field', 'file-not-found']);
  });

  it('says when a file is missing: the protocol, one in a folder, the guideline', () => {
    const folder = folderWith({ 'other.yaml': protocol });
    expect(faultsOf(join(folder, 'nothing.yaml'))).toEqual(['file-not-found']);
    expect(faultsOf(folder)).toEqual(['file-not-found']);
    expect(() => loadProtocol(folder)).toThrow(join(folder, 'protocol.yaml'));
    expect(faultsOf(join(folder, 'other.yaml'))).toEqual(['file-not-found']);
  });

  it.each([
    '/etc/hostname',
    '../guide.md',
    'texts/../../guide.md',
    'C:\\guide.md',
    '..\\guide.md',
    '-',
    './/-',
  ])('refuses files outside the folder of the protocol, and standard input: %s', (path) => {
    const named: readonly string[] = [
      protocol.replace('guide.md', JSON.stringify(path)),
      `${protocol}units: { topics: ${JSON.stringify(path)} }\n`,
      `${protocol}panel: { words: { kind: rule, file: ${JSON.stringify(path)} } }\n`,
      `${protocol}rounds: { first: { kind: training, key: ${JSON.stringify(path)} } }\n`,
      `${protocol}policies: { files: [${JSON.stringify(path)}], k: [1] }\n`,
    ];
    for (const text of named) {
      const folder = folderWith({ 'protocol.yaml': text, 'guide.md': complete });
      expect(faultsOf(folder)[0]).toMatch(/^protocol.yaml:\d+ wrong-value$/);
    }
  });

  it('refuses links of files and of folders that lead out of the folder', () => {
    const outside = folderWith({ 'guide.md': complete, 'units.jsonl': '{"id":"u1","text":"x"}\n' });
    const guided = protocol.replace('guide.md', 'texts/guide.md');
    const text = `${guided}units: { topics: units.jsonl }\n`;
    const folder = folderWith({ 'protocol.yaml': text });
    symlinkSync(outside, join(folder, 'texts'));
    symlinkSync(join(outside, 'units.jsonl'), join(folder, 'units.jsonl'));
    expect(faultsOf(folder)).toEqual(['file-unreadable', 'file-unreadable']);
    expect(() => loadProtocol(folder)).toThrow(`link to ${realpathSync(outside)}`);
  });

  it('reads links that stay in the folder', () => {
    const folder = folderWith({ 'protocol.yaml': protocol, 'guide-1.md': complete });
    symlinkSync('guide-1.md', join(folder, 'guide.md'));
    expect(faultsOf(folder)).toEqual([]);
  });

  it('refuses a pipe in the place of a file without waiting for it', () => {
    const folder = folderWith({ 'protocol.yaml': protocol });
    execFileSync('mkfifo', [join(folder, 'guide.md')]);
    expect(faultsOf(folder)).toEqual(['file-unreadable']);
  });
});
