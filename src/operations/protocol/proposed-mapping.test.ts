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

describe('what a column of a table may be', () => {
  const single = buildTask({
    questions: { grade: { scale: { nominal: ['low', 'high'] } } },
    unit: { id: ['doc_id'], show: ['body'] },
  });
  const fieldsOf = (given: typeof task, ...columns: readonly string[]) =>
    proposeForTable(given, labels(Object.fromEntries(columns.map((name) => [name, ['x']])))).mapping
      .fields;

  it('is nothing that another column is already', () => {
    expect(fieldsOf(task, 'unit', 'Doc ID')).toEqual({ 'Doc ID': null });
    expect(fieldsOf(task, 'Doc ID')).toEqual({ 'Doc ID': 'doc_id' });
    expect(fieldsOf(task, 'annotator_id', 'worker')).toEqual({ worker: null });
    expect(fieldsOf(task, 'worker', 'rater')).toEqual({ worker: 'annotator', rater: null });
  });

  it('is the answer only where one question is measured, and the unit where one field names it', () => {
    expect(fieldsOf(single, 'label', 'colour')).toEqual({ label: 'grade', colour: null });
    expect(fieldsOf(task, 'label')).toEqual({ label: null });
    expect(fieldsOf(single, 'item')).toEqual({ item: 'doc_id' });
    const pair = buildTask({
      questions: { grade: {} },
      unit: { id: ['a_id', 'b_id'], show: ['t'] },
    });
    expect(fieldsOf(pair, 'item')).toEqual({ item: null });
  });

  it('has its labels read also where it is called as it should be', () => {
    const given = labels({ grade: ['LOW', 'Very high', 'high', 'blue'], why: ['LOW'] });
    expect(proposeForTable(task, given)).toEqual({
      mapping: { values: { grade: { LOW: 'low', 'Very high': 'high' } } },
      left: [],
    });
  });
});

describe('an export of a tool', () => {
  it('has labels that were typed, too, and no others than texts', () => {
    const typed: ToolValue = { kind: 'text', text: 'Hoch' };
    const number = { kind: 'number', number: 1 } as ToolValue;
    const given = exported({ doc_id: 'd1' }, { grade: typed, is_relevant: number });
    expect(proposeForTool(task, given)).toEqual({ values: { grade: { Hoch: 'high' } } });
  });

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
