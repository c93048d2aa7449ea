import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { ToolExport, ToolValue } from '../../formats/exchange/tool-export.ts';
import {
  proposedUnit,
  proposeForTable,
  proposeForTool,
  questionNamed,
} from './proposed-mapping.ts';

const task = buildTask({
  questions: {
    is_relevant: {},
    grade: { scale: { nominal: ['low', { high: { en: 'Very high', de: 'Hoch' } }] } },
    why: { scale: 'text', required: false },
  },
  unit: { id: ['doc_id'], show: ['body'] },
});

const labels = (columns: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(columns).map(([name, own]) => [name, new Set(own)]));

function exported(
  fields: Readonly<Record<string, unknown>>,
  answers: Readonly<Record<string, ToolValue>>,
): ToolExport {
  const annotation = { answers: new Map(Object.entries(answers)) };
  return { records: [{ fields, annotations: [annotation] }] } as unknown as ToolExport;
}

const chosen = (...own: readonly string[]): ToolValue => ({ kind: 'chosen', labels: own });

it('a question is meant by its id, else by a name that differs only in case and gaps', () => {
  expect(questionNamed(task, 'is_relevant')?.id).toBe('is_relevant');
  expect(questionNamed(task, ' Is Relevant')?.id).toBe('is_relevant');
  expect(questionNamed(task, 'IS-RELEVANT')?.id).toBe('is_relevant');
  expect(questionNamed(task, 'relevant')).toBeUndefined();
  const twins = buildTask({ questions: { a_b: {}, 'a b': {} } });
  expect(questionNamed(twins, 'A-B')).toBeUndefined();
});

describe('a table', () => {
  it('keeps the columns that are named as they should be, and needs no mapping', () => {
    expect(
      proposeForTable(task, labels({ doc_id: ['d1'], annotator: ['anna'], grade: ['low'] })),
    ).toEqual({ mapping: {}, left: [] });
  });

  it('has its columns found by other spellings, and leaves out what nothing is called like', () => {
    const { mapping, left } = proposeForTable(
      task,
      labels({ 'Doc ID': ['d1'], worker: ['anna'], Grade: ['LOW', 'hoch'], colour: ['red'] }),
    );
    expect(mapping.fields).toEqual({
      'Doc ID': 'doc_id',
      worker: 'annotator',
      Grade: 'grade',
      colour: null,
    });
    expect(mapping.values).toEqual({ Grade: { LOW: 'low', hoch: 'high' } });
    expect(left).toEqual(['colour']);
  });

  it('gives no two columns the same meaning', () => {
    const { mapping, left } = proposeForTable(task, labels({ grade: ['low'], Grade: ['low'] }));
    expect(mapping.fields).toEqual({ Grade: null });
    expect(left).toEqual(['Grade']);
  });
});

describe('an export of a tool', () => {
  it('has its fields and labels found by other spellings', () => {
    expect(
      proposeForTool(
        task,
        exported({ doc_id: 'd1' }, { Grade: chosen('Very High'), is_relevant: chosen('Ja') }),
      ),
    ).toEqual({
      fields: { Grade: 'grade' },
      values: { Grade: { 'Very High': 'high' }, is_relevant: { Ja: true } },
    });
  });

  it('may have labels that are the questions themselves', () => {
    const { fields, values } = proposeForTool(
      task,
      exported({ doc_id: 'd1' }, { tags: chosen('Is relevant', 'grade') }),
    );
    expect(fields).toEqual({ tags: '*' });
    expect(values).toEqual({ tags: { 'Is relevant': 'is_relevant' } });
  });

  it('proposes nothing for a field with other labels, nor twice the same question', () => {
    expect(proposeForTool(task, exported({ doc_id: 'd1' }, { tags: chosen('blue') }))).toEqual({});
    const twice = { grade: chosen('low'), Grade: chosen('low') };
    expect(proposeForTool(task, exported({ doc_id: 'd1' }, twice))).toEqual({});
  });

  it('names its units by fields that differ only in case, unless it names them itself', () => {
    const unitOf = (fields: Readonly<Record<string, unknown>>) =>
      proposedUnit(task, exported(fields, {}));
    expect(unitOf({ DocID: 1 })).toBeNull();
    expect(unitOf({ 'Doc-Id': 1 })).toEqual(['Doc-Id']);
    expect(unitOf({ 'Doc-Id': 1, 'DOC ID': 2 })).toBeNull();
    expect(unitOf({ doc_id: 1 })).toBeNull();
    expect(unitOf({ assay_unit: 1, 'Doc-Id': 1 })).toBeNull();
  });
});
