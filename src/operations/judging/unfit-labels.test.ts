import { expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { UnfitLabels } from './unfit-labels.ts';

const task = buildTask({
  questions: {
    relevant: {},
    grade: { scale: { nominal: ['low', 'high'] } },
    why: { scale: 'text' },
  },
});
const wrong = (field: string): Fault => fault('wrong-value', { field, got: '', expected: '' });
const unknown = (field: string): Fault => fault('unknown-field', { field });
const row = (answers: Record<string, unknown>, other?: unknown) => ({ unit: 'u', answers, other });

function found(labels: UnfitLabels) {
  const said = labels.fault();
  return said === null ? null : (JSON.parse(String(said.values['mapping'])) as unknown);
}

function noted(...rows: readonly (readonly [ReturnType<typeof row>, Fault])[]) {
  const labels = new UnfitLabels(task);
  for (const [one, why] of rows) labels.note(one, [why]);
  return found(labels);
}

const four = <T>(one: T): readonly T[] => [one, one, one, one];

it('three rows with a wrong label are mistakes of their rows, four are another scheme', () => {
  const one = [row({ grade: 'HIGH' }), wrong('grade')] as const;
  expect(noted(one, one, one)).toBeNull();
  // Only the spelling differs, so the answer is filled in.
  expect(noted(...four(one))).toEqual({ values: { grade: { HIGH: 'high' } } });
});

it('a label that no answer is spelled like gets all answers that it may mean', () => {
  expect(noted(...four([row({ grade: 'middle' }), wrong('grade')] as const))).toEqual({
    values: { grade: { middle: 'low | high' } },
  });
  expect(noted(...four([row({ relevant: 'perhaps' }), wrong('relevant')] as const))).toEqual({
    values: { relevant: { perhaps: 'true | false' } },
  });
});

it('a label that stands where a question would is one of the questions', () => {
  expect(noted(...four([row({ Relevant: true }), unknown('Relevant')] as const))).toEqual({
    values: { '*': { Relevant: 'relevant' } },
  });
  expect(noted(...four([row({ other: true }), unknown('other')] as const))).toEqual({
    values: { '*': { other: 'relevant | grade | why' } },
  });
});

it('other unknown fields, other faults and free texts are no labels', () => {
  expect(noted(...four([row({ other: 'a text' }), unknown('other')] as const))).toBeNull();
  expect(noted(...four([row({ why: 'x' }), wrong('why')] as const))).toBeNull();
  const missing = fault('missing-field', { field: 'relevant', expected: '' });
  expect(noted(...four([row({ relevant: true }), missing] as const))).toBeNull();
  // Rows in the flat form have no answers of their own.
  const labels = new UnfitLabels(task);
  for (let at = 0; at < 9; at += 1) labels.note({ grade: 'x' }, [wrong('grade')]);
  expect(labels.fault()).toBeNull();
});

it('a label is named as the file says it, where a tool put it into another field', () => {
  const other = { said: { grade: { field: 'score', label: 'B+' } } };
  expect(noted(...four([row({ grade: 'b' }, other), wrong('grade')] as const))).toEqual({
    values: { score: { 'B+': 'low | high' } },
  });
});

it('counts the rows of each label, and looks at fifty labels of a field', () => {
  const labels = new UnfitLabels(task);
  for (let at = 0; at < 60; at += 1) labels.note(row({ grade: `x${at}` }), [wrong('grade')]);
  labels.note(row({ grade: 'x0' }), [wrong('grade')]);
  const said = labels.fault()!.values['labels'];
  expect(said).toHaveLength(50);
  expect(said).toMatchObject({ 0: { values: { count: 2 } }, 1: { values: { count: 1 } } });
});
