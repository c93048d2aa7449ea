import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusedFor } from '../../../test/refusals.ts';
import { folderOf } from '../../../test/temporary-files.ts';
import { InputError } from '../../domain/fault.ts';
import { completeFolder, exampleStories } from './example-stories.ts';
import { init, listExamples } from './init.ts';
import { loadProtocol } from './load-protocol.ts';

const name = 'rag-tasks';

const refused = (act: () => unknown): unknown => {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
};

describe('an example', () => {
  it('is copied into a new folder, its schema still found', () => {
    const folder = join(folderOf(), 'mine');
    const copied = init(name, folder);
    expect(copied).toMatchObject({
      name,
      folder,
      ...listExamples().find((one) => one.name === name),
    });
    expect(copied.files).toContain(join(folder, 'protocol.yaml'));
    expect(copied.files.every((file) => statSync(file).isFile())).toBe(true);
    expect(copied.files.filter((file) => relative(folder, file).startsWith('..'))).toEqual([]);
    const text = readFileSync(join(folder, 'protocol.yaml'), 'utf8');
    const schema = /^# yaml-language-server: \$schema=(\S+)/m.exec(text)![1]!;
    expect(existsSync(resolve(dirname(join(folder, 'protocol.yaml')), schema))).toBe(true);
    expect(loadProtocol(folder).protocol.name).toBe(name);
    expect(existsSync(join(folder, 'rulings', 'decided.jsonl'))).toBe(false);
  });

  it('is copied with the rulings that complete it, where that was asked for', () => {
    const folder = folderOf();
    const copied = init(name, folder, true);
    const decided = join('rulings', 'decided.jsonl');
    expect(copied.files).toContain(join(folder, decided));
    expect(readFileSync(join(folder, decided), 'utf8')).toBe(
      readFileSync(join(completeFolder(name), decided), 'utf8'),
    );
  });

  it('is not copied over a file, into a folder with something in it, or where it is not known', () => {
    const folder = folderOf({ 'note.txt': 'mine' });
    expect(refused(() => init(name, folder))).toMatchObject(
      refusedFor('folder-not-empty', { values: { file: folder } }),
    );
    const file = join(folder, 'note.txt');
    expect(refused(() => init(name, file))).toMatchObject(
      refusedFor('file-unwritable', {
        values: { file, reason: expect.stringContaining('a folder') },
      }),
    );
    expect(refused(() => init('nosuch', join(folder, 'new')))).toMatchObject(
      refusedFor('usage', {
        values: { reason: expect.stringContaining('There is no example nosuch') },
      }),
    );
    expect(existsSync(join(folder, 'new'))).toBe(false);
    expect(listExamples().map((one) => one.name)).toEqual(exampleStories.map((one) => one.name));
  });
});
