import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/run-assay.ts';
import { keepEvaluation, keptEvaluations, keptPage } from './kept-evaluations.ts';
import type { KeptEvaluation } from './kept-evaluations.ts';
import { separateFiles } from './prediction-files.ts';

const evaluation = (id: string): KeptEvaluation => ({
  id,
  at: '2026-03-02T08:00:00.000Z',
  by: 'lena',
  systems: ['mine'],
  files: ['a.csv'],
  kind: 'labels',
  task: 'relevance',
  split: 'test',
  n: 3,
  measures: [],
  simulated: false,
  override: null,
  training: null,
  looks: null,
});

describe('evaluations that are kept beside a release', () => {
  it('are listed with the latest first, and each has its page', () => {
    const release = join(temporaryFolder(), 'release');
    expect([keptEvaluations(release), keptPage(release, 'e1')]).toEqual([[], null]);
    for (const id of ['e1', 'e3', 'e2']) keepEvaluation(release, evaluation(id), `page of ${id}`);
    expect(keptEvaluations(release)).toEqual(['e3', 'e2', 'e1'].map(evaluation));
    const page = keptPage(release, 'e2')!;
    expect(page).toBe(join(`${release}.evaluations`, 'e2', 'evaluation.html'));
    expect(readFileSync(page, 'utf8')).toBe('page of e2');
  });

  it('are there as a whole: what was being written is none', () => {
    const release = join(temporaryFolder(), 'release');
    keepEvaluation(release, evaluation('e1'), 'page');
    mkdirSync(join(`${release}.evaluations`, '.e2'));
    expect(keptEvaluations(release).map(({ id }) => id)).toEqual(['e1']);
    expect(readdirSync(`${release}.evaluations`).toSorted()).toEqual(['.e2', 'e1']);
  });

  it('have no page outside of their folder', () => {
    const folder = temporaryFolder();
    const release = join(folder, 'release');
    keepEvaluation(release, evaluation('e1'), 'page');
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other', 'evaluation.html'), 'secret');
    for (const id of ['../other', 'e1/../e1', '.', 'e1 ', 'e9'])
      expect(keptPage(release, id)).toBeNull();
  });
});

describe('the files of an upload', () => {
  const uploaded = (text: string): string => join(temporaryFolder({ upload: text }), 'upload');

  it('are separated by their bytes, and keep the ends of their names', async () => {
    const upload = uploaded('head:one,two,{three}');
    const files = await separateFiles(upload, 5, [
      { name: 'My file.CSV', bytes: 4 },
      { name: 'empty.jsonl', bytes: 0 },
      { name: 'none', bytes: 4 },
      { name: 'x.<b>', bytes: 7 },
    ]);
    expect(files.map(({ name }) => name)).toEqual(['My file.CSV', 'empty.jsonl', 'none', 'x.<b>']);
    const names = ['part-0.csv', 'part-1.jsonl', 'part-2', 'part-3'];
    expect(files.map(({ path }) => path)).toEqual(names.map((name) => join(dirname(upload), name)));
    const texts = files.map(({ path }) => readFileSync(path, 'utf8'));
    expect(texts).toEqual(['one,', '', 'two,', '{three}']);
    expect(statSync(files[0]!.path).mode & 0o777).toBe(0o600);
  });

  it.each([3, 5])('are refused when they say %i bytes of four', async (bytes) => {
    const upload = uploaded('head:four');
    await expect(separateFiles(upload, 5, [{ name: 'a.csv', bytes }])).rejects.toMatchObject({
      faults: [
        {
          code: 'wrong-value',
          field: 'files.bytes',
          values: { expected: { code: 'bytes', values: { count: 4 } } },
        },
      ],
    });
    expect(readdirSync(dirname(upload))).toEqual(['upload']);
  });
});
