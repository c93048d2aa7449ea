import { expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { readAsides } from './given-asides.ts';

const task = {
  ...buildTask({ questions: { relevant: {} } }),
  asides: ['notes', 'confidence', 'edge_case'],
} as unknown as Task;

const codes = (given: Readonly<Record<string, unknown>>, of = task): readonly string[] =>
  readAsides(of, given).faults.map(({ code }) => code);

it('keeps what was said, and leaves out empty notes, unset flags and nothing', () => {
  expect(readAsides(task, { notes: 'why', confidence: 'high', edge_case: true })).toEqual({
    asides: { notes: 'why', confidence: 'high', edge_case: true },
    faults: [],
  });
  expect(readAsides(task, { notes: '', edge_case: false, confidence: null })).toEqual({
    asides: {},
    faults: [],
  });
});

it('takes notes of ten thousand characters, and no more', () => {
  expect(codes({ notes: 'x'.repeat(10_000) })).toEqual([]);
  expect(codes({ notes: 'x'.repeat(10_001) })).toEqual(['wrong-value']);
});

it('reports every wrong aside at once', () => {
  expect(codes({ notes: 3, confidence: 'sure', edge_case: 'yes', mood: 'good' })).toEqual([
    'wrong-value',
    'wrong-value',
    'wrong-value',
    'unknown-field',
  ]);
});

it('says which asides a task has, or that it has none', () => {
  const none = { ...task, asides: [] };
  expect(readAsides(none, { notes: 'why' }).faults[0]!.values!['hint']).toMatchObject({
    code: 'only-answers',
  });
  expect(readAsides(task, { mood: 'good' }).faults[0]!.values!['hint']).toMatchObject({
    code: 'asides-are',
  });
});
