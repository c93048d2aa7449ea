import { expect, it } from 'vitest';
import { join } from 'node:path';
import { buildTask } from '../../../test/build-task.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { contentOf, readBeginning, spreadObject } from './file-content.ts';

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
