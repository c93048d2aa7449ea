import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { hasFolderWork } from './poll-work.ts';

function folderWith(...journals: readonly (readonly object[])[]): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'protocol.yaml'), 'assay: 1\n');
  for (const [at, events] of journals.entries()) {
    const place = join(folder, '.assay', 'models', `task-${at}`);
    mkdirSync(place, { recursive: true });
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    writeFileSync(join(place, 'journal.jsonl'), lines);
  }
  return folder;
}

const started = (id: string, mode = 'batch') => ({
  is: 'job',
  job: { id, mode, state: 'running' },
});
const ended = (id: string, state = 'done') => ({ is: 'job-state', id, state: { state } });

describe('an idle poll of a folder', () => {
  it('has work while a job by batch runs', () => {
    expect(hasFolderWork(folderWith())).toBe(false);
    expect(hasFolderWork(folderWith([]))).toBe(false);
    expect(hasFolderWork(folderWith([started('a')]))).toBe(true);
    expect(hasFolderWork(folderWith([started('a'), ended('a')]))).toBe(false);
    expect(hasFolderWork(folderWith([started('a'), ended('a'), ended('a', 'running')]))).toBe(true);
    expect(hasFolderWork(folderWith([started('a'), ended('a')], [started('b')]))).toBe(true);
    expect(hasFolderWork(folderWith([started('a', 'now')]))).toBe(false);
    expect(hasFolderWork(folderWith([ended('a', 'running')]))).toBe(false);
  });

  it('has a folder without a journal, and may have work where there is no protocol', () => {
    const folder = folderWith();
    mkdirSync(join(folder, '.assay', 'models', 'relevance'), { recursive: true });
    expect(hasFolderWork(folder)).toBe(false);
    expect(hasFolderWork(join(folder, 'protocol.yaml'))).toBe(false);
    expect(hasFolderWork(temporaryFolder())).toBe(true);
  });
});
