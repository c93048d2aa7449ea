import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { refusal } from '../../../test/refusals.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { writeWorkbook } from '../../formats/xlsx-writer.ts';
import { contentOf, readBeginning, recognise, spreadObject } from './file-content.ts';
import type { ImportRequest } from './import-request.ts';

const named = (id: string, question: string, show: string): Task => ({
  ...buildTask({ questions: { [question]: {} }, unit: { id: ['id'], show: [show] } }),
  id,
});
const spam = named('spam', 'is_spam', 'text');
const tone = named('tone', 'is_kind', 'letter');

function content(row: unknown, tasks: readonly Task[] = [spam, tone], task: Task | null = null) {
  const text = typeof row === 'string' ? row : `${JSON.stringify(row)}\n`;
  const found = contentOf(join(temporaryFolder({ 'f.jsonl': text }), 'f.jsonl'), tasks, task);
  return 'task' in found ? [found.kind, found.task.id] : [found.kind];
}

it('judgments are of the task that they name, else of the only one with these questions', () => {
  const judged = { unit: 'u', annotator: 'a' };
  expect(content({ ...judged, task: 'tone', answers: {} })).toEqual(['judgments', 'tone']);
  expect(content({ ...judged, answers: { is_kind: true } })).toEqual(['judgments', 'tone']);
  expect(content({ ...judged, answers: {} }, [spam])).toEqual(['judgments', 'spam']);
  // Nothing was answered, or nobody asks it: any of them might be meant.
  expect(content({ ...judged, answers: {} })).toEqual(['no task']);
  expect(content({ ...judged, answers: { is_odd: true } })).toEqual(['no task']);
  expect(content({ ...judged, answers: { is_odd: true } }, [spam, tone], tone)).toEqual([
    'judgments',
    'tone',
  ]);
});

it('flat judgments have the ids and answers of a task, or say who judged', () => {
  expect(content({ id: 'u', is_kind: true })).toEqual(['judgments', 'tone']);
  expect(content({ id: 'u', annotator_id: 'a' })).toEqual(['judgments', 'spam']);
  expect(content({ annotator_id: 'a' }, [spam, tone], tone)).toEqual(['judgments', 'tone']);
});

it('units have the ids of a task and something that it shows', () => {
  expect(content({ id: 'u', letter: 'Dear …' })).toEqual(['units', 'tone']);
  expect(content({ id: 'u', text: 'Buy!' })).toEqual(['units', 'spam']);
  expect(content({ id: 'u', colour: 'red' })).toEqual(['unknown']);
  expect(content({ letter: 'Dear …' })).toEqual(['unknown']);
});

it('rulings and recordings are known by their fields', () => {
  expect(content({ unit: 'u', by: 'a', reason: 'r', answers: {} })).toEqual(['rulings']);
  expect(content({ recording: 1 })).toEqual(['recording']);
  expect(content({ unit: 'u', by: 'a' })).toEqual(['unknown']);
});

it('a file that is not there, a folder and an empty file are unknown', () => {
  const folder = temporaryFolder({ 'empty.jsonl': '' });
  for (const file of [join(folder, 'none.jsonl'), folder, join(folder, 'empty.jsonl')])
    expect(readBeginning(file)).toBe('');
  expect(content('')).toEqual(['unknown']);
});

it('an object that goes over several lines is seen as such', () => {
  const spread = (text: string): unknown => {
    const folder = temporaryFolder({ 'a.json': text });
    return spreadObject(join(folder, 'a.json'));
  };
  expect(spread('{\n  "id": "u1"\n}\n')).toEqual({ id: 'u1' });
  expect(spread('[\n  {"id": "u1"}\n]\n')).toEqual({ id: 'u1' });
  expect(spread('{"id": "u1",\n "b": 1}\n')).toEqual({ id: 'u1', b: 1 });
  expect(spread('{"id": "u1"}\n{"id": "u2"}\n')).toBeNull();
  expect(spread('id,text\nu1,x\n')).toBeNull();
});

describe('a file for an import', () => {
  const tasks = (...all: readonly Task[]) => ({
    tasks: new Map(all.map((task) => [task.id, { task }])) as never,
  });
  const seen = async (
    bytes: string | Uint8Array,
    given: Partial<ImportRequest> = {},
    ...all: readonly Task[]
  ) => {
    const path = join(temporaryFolder(), 'f');
    writeFileSync(path, bytes);
    const request = { project: 'p', kind: 'units', path, name: 'f', ...given } as const;
    const { format, why } = await recognise(request, tasks(...(all.length === 0 ? [spam] : all)));
    return [format, why.code];
  };

  it('is recognised by its first bytes, its sheet or its first rows', async () => {
    expect((await seen('{"id":"u","text":"Buy!"}\n'))[0]).toBe('units-jsonl');
    expect((await seen('id,text\nu,Buy!\n'))[0]).toBe('units-csv');
    expect(await seen('PAR1 and more')).toEqual(['parquet', 'starts-as-parquet']);
    const columns = ['id', 'text'].map((name) => ({ name, type: 'text' as const }));
    const sheet = writeWorkbook('s', columns, [{ id: 'u', text: 'Buy!' }]);
    expect((await seen(sheet))[0]).toBe('units-csv');
    expect((await seen('u,Buy!\n', { mapping: { columns: ['id', 'text'] } }))[0]).toBe('units-csv');
  });

  it('is a unit though a tool writes the same fields, where the task is known', async () => {
    const row = '{"id":"u","text":"Buy!","labels":["a"],"comments":[]}\n';
    expect((await seen(row))[0]).toBe('units-jsonl');
    expect((await seen(row, { task: 'spam' }, spam, tone))[0]).toBe('units-jsonl');
    const unknown = (await seen(row, {}, spam, tone))[0];
    expect(unknown).not.toBe('units-jsonl');
    expect((await seen(row, { kind: 'judgments' }))[0]).toBe(unknown);
  });

  it('is a cache or an override file only where judgments or rulings are wanted', async () => {
    const cache = '{ "raw": { "T1": {} } }';
    expect(await seen(cache, { kind: 'judgments' })).toEqual([
      'judgment-cache',
      'has-raw-judgments',
    ]);
    expect((await seen(cache))[0]).not.toBe('judgment-cache');
    const overrides = '{"T1":[{"review_id":"u","corrected":{"a":1},"reason":"r"}]}';
    expect(await seen(overrides, { kind: 'rulings' })).toEqual([
      'override-file',
      'has-override-lists',
    ]);
    expect((await seen(overrides))[0]).not.toBe('override-file');
  });

  it('is refused where it is empty, or has the line ends of another time', async () => {
    for (const text of ['', ' \n', '\uFEFF\n'])
      expect(await refusal(seen(text))).toEqual([['file-empty', {}]]);
    const reason = { code: 'cr-line-ends', values: {} };
    expect(await refusal(seen('id,text\ru,Buy!\r'))).toEqual([['bad-csv', { reason }]]);
    expect((await seen('id,text\r\nu,Buy!\r\n'))[0]).toBe('units-csv');
    expect((await seen('[{"id":"u",\r"text":"Buy!"}]'))[0]).toBe('units-jsonl');
  });
});
