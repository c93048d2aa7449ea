import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { folderOf } from '../../../test/compute-input.ts';
import { faultsIn } from '../../../test/refusals.ts';
import { jsonLines } from '../../../test/run-assay.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { LoadedProtocol } from '../protocol/load-protocol.ts';
import { FaultList } from '../text-file.ts';
import {
  filesIn,
  judgmentFiles,
  otherVersion,
  readRulings,
  unreadNotes,
} from './protocol-judgments.ts';

const named = (id: string, question: string): Task => ({
  ...buildTask({ questions: { [question]: {} }, unit: { id: [`${id}_id`], show: ['text'] } }),
  id,
});
const [spam, tone] = [named('spam', 'is_spam'), named('tone', 'is_kind')];

describe('the version of a judgment', () => {
  const other = (row: object) =>
    otherVersion(row as Parameters<typeof otherVersion>[0], (hash) => hash === 'now', '2');
  const stale = { why: 'stale', round: null };

  it('is another by its questions, else by its guideline, which the row may leave out', () => {
    expect(other({ task_hash: 'old', guideline: '2' })).toEqual({ version: 'old', reason: stale });
    expect(other({ unit: 'u', answers: {}, annotator: 'a', task: 't', guideline: '1' })).toEqual({
      version: 'guideline 1',
      reason: { ...stale, guideline: '1' },
    });
    expect(other({ id: 'u', guideline_version: '1' })).toMatchObject({ version: 'guideline 1' });
    for (const present of [
      { task_hash: 'now', guideline_version: '2' },
      { id: 'u' },
      { id: 'u', guideline_version: 1 },
      { id: 'u', task_hash: 7 },
    ])
      expect(other(present)).toBeNull();
  });
});

describe('the files of a folder', () => {
  it('are those of a kind, by name, and none where there is no folder', () => {
    const folder = folderOf({
      'judgments/b.jsonl': '',
      'judgments/a.jsonl': '',
      'judgments/c.csv': '',
    });
    expect(filesIn(folder, 'judgments', /\.jsonl$/)).toEqual(
      ['a.jsonl', 'b.jsonl'].map((name) => join(folder, 'judgments', name)),
    );
    expect(filesIn(folder, 'rulings', /\.jsonl$/)).toEqual([]);
  });

  it('hold judgments on a task, but for those of training and its key', () => {
    const folder = folderOf({
      'judgments/start.anna.jsonl': jsonLines([{ spam_id: 'u', is_spam: true }]),
      'judgments/key.jsonl': jsonLines([{ spam_id: 'u', is_spam: true }]),
      'judgments/anna.jsonl': jsonLines([{ spam_id: 'u', is_spam: true }]),
      'judgments/ben.jsonl': jsonLines([{ unit: 'u', task: 'tone', answers: {} }]),
      'judgments/empty.jsonl': '',
    });
    const rounds = [
      { id: 'start', kind: 'training', key: 'judgments/key.jsonl' },
      { id: 'full', kind: 'full', key: null },
    ];
    const loaded = (tasks: readonly Task[]) =>
      ({ folder, protocol: { tasks, rounds } }) as unknown as LoadedProtocol;
    const files = (task: Task, tasks: readonly Task[], judgments: readonly string[] = []) =>
      judgmentFiles(task, loaded(tasks), { judgments }).map((file) => file.split('/').at(-1));
    expect(files(spam, [spam, tone])).toEqual(['anna.jsonl']);
    expect(files(tone, [spam, tone])).toEqual(['ben.jsonl']);
    // With one task no file is looked into.
    expect(files(spam, [spam])).toEqual(['anna.jsonl', 'ben.jsonl', 'empty.jsonl']);
    expect(files(spam, [spam], ['named.jsonl'])).toEqual(['named.jsonl']);
    const nothing = { ...loaded([spam]), folder: folderOf({ a: '' }) };
    expect(faultsIn(() => judgmentFiles(spam, nothing, { judgments: [] }))).toMatchObject([
      { code: 'no-judgments', values: { topic: 'spam' } },
    ]);
  });

  it('that look like judgments and are not read are told, unless others are named', () => {
    const folder = folderOf({ 'judgments/a.csv': '', 'judgments/b.jsonl': '' });
    const notes = (judgments: readonly string[]) =>
      unreadNotes(folder, { judgments, subject: null, progress: undefined });
    expect(notes([])).toEqual([
      `${join(folder, 'judgments', 'a.csv')} is not read: the judgments of a folder are JSONL ` +
        'files. Import it into a workspace, or write it as JSONL.',
    ]);
    expect(notes(['b.jsonl'])).toEqual([]);
  });

  it('hold rulings by their unit, with file and line', () => {
    const ruling = (unit: string, task = 'spam'): object => {
      return { unit, task, by: 'sam', reason: 'r', answers: { is_spam: true } };
    };
    const folder = folderOf({
      'a.jsonl': jsonLines([ruling('u1'), ruling('u2'), ruling('u1', 'no'), { unit: 'u3' }]),
      'b.jsonl': jsonLines([ruling('u1')]),
    });
    const found = new FaultList();
    const files = ['a.jsonl', 'b.jsonl'].map((name) => join(folder, name));
    const rulings = readRulings(files, [spam, tone], found);
    expect(
      [...rulings].map(([unit, placed]) => [
        unit,
        placed.map(({ file, line }) => [file === files[0], line]),
      ]),
    ).toEqual([
      [
        'u1',
        [
          [true, 1],
          [false, 1],
        ],
      ],
      ['u2', [[true, 2]]],
    ]);
    const faults = found.faults.map(({ code, line, file }) => [code, line, file === files[0]]);
    expect(faults[0]).toEqual(['unknown-task', 3, true]);
    expect(faults.slice(1).every(([, line]) => line === 4)).toBe(true);
    expect(found.faults[0]!.values).toEqual({ got: 'no', expected: ['spam', 'tone'] });
  });
});
