import { describe, expect, it } from 'vitest';
import { codedText } from '../../domain/text-values.ts';
import { buildTask } from '../../../test/build-task.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { readArgilla } from './argilla.ts';
import { readLabelStudio } from './label-studio.ts';
import { takeJudgments } from '../../../test/take-judgments.ts';
import { readProdigy } from './prodigy/prodigy.ts';
import type { ToolExport, ToolMapping, ToolValue } from './tool-export.ts';
import { toolJudgments } from './tool-judgments.ts';
import { toolUnitRows } from './tool-units.ts';
import { questions, topics, exported, chosen, rowOf, faultsOf } from '../../../test/tool-tasks.ts';

describe('the answers of a tool', () => {
  it('that cannot be read are faults, unless the mapping leaves their field out', () => {
    const spans: ToolValue = {
      kind: 'unreadable',
      count: 3,
      got: 'marked spans',
      expected: 'a label',
    };
    expect(faultsOf({ accept: chosen('IRB'), ner: spans }, {}, topics)).toEqual([
      'ner is unknown here (in 1 annotation) and has marked spans; map it to null to leave it out',
    ]);
    expect(faultsOf({ relevant: spans })).toEqual(['relevant is marked spans, expected a label']);
    expect(
      toolJudgments(topics, exported({ accept: chosen('IRB'), ner: spans }), {
        fields: { ner: null },
      }),
    ).toMatchObject({
      faults: [],
      skipped: [
        codedText('skipped-drafts', { count: 2 }),
        codedText('skipped-by-mapping', { field: 'ner', count: 3 }),
      ],
      rows: [{ row: { answers: { IRB: 2, AML: 0 } } }],
    });
  });

  it('that are notes are kept below each other', () => {
    const notes = (text: string): ToolValue => ({ kind: 'text', text });
    expect(
      toolJudgments(
        questions,
        exported({ comment: notes('first'), empty: notes(''), remark: notes('second') }),
        { fields: { comment: 'notes', empty: 'notes', remark: 'notes' } },
      ).rows[0]!.row['notes'],
    ).toBe('first\nsecond');
  });

  it('that say yes or no to a label take its scale', () => {
    expect(
      rowOf(
        { IRB: { kind: 'applies', applies: true }, AML: { kind: 'applies', applies: false } },
        {},
        topics,
      ),
    ).toEqual({ IRB: 2, AML: 0 });
    expect(rowOf({ relevant: { kind: 'applies', applies: false } })).toEqual({ relevant: false });
  });

  it('in an unnamed field answer the only question', () => {
    const only = buildTask({ questions: { kind: { scale: { nominal: ['Cat', 'Dog'] } } } });
    expect(rowOf({ label: chosen('Dog') }, {}, only)).toEqual({ kind: 'Dog' });
  });

  it('that are none mean that no label applies only when it is said so', () => {
    expect(rowOf({}, {}, topics)).toEqual({});
    expect(rowOf({}, { empty: 'no label applies' }, topics)).toEqual({ IRB: 0, AML: 0 });
    expect(rowOf({ notes: { kind: 'text', text: 'nothing applies' } }, {}, topics)).toEqual({});
    expect(
      rowOf(
        { notes: { kind: 'text', text: 'nothing applies' } },
        { empty: 'no label applies' },
        topics,
      ),
    ).toEqual({ IRB: 0, AML: 0 });
    expect(rowOf({ IRB: chosen('1') }, { empty: 'no label applies' }, topics)).toEqual({ IRB: 1 });
  });

  it('name their unit by the mapping, by the id fields of the task, or by the id of the tool', () => {
    const pair = buildTask({ questions: { a: {} }, unit: { id: ['query', 'doc'] } });
    const unit = (task: typeof pair, fields: object, mapping: ToolMapping = {}): unknown =>
      toolJudgments(task, exported({}, fields), mapping).rows[0]!.row['unit'];
    expect(unit(pair, { query: 'q', doc: 4 })).toBe('q::4');
    expect(toolJudgments(pair, exported({}, { query: 'q' }))).toMatchObject({
      rows: [],
      faults: [
        {
          message:
            'query, doc is missing, expected the fields that name the unit; set unit in the ' +
            'mapping to say which',
        },
      ],
    });
    expect(unit(pair, { a: 'x', b: 'y' }, { unit: ['b', 'a'] })).toBe('y::x');
    expect(unit(pair, { assay_unit: 'q::d' })).toBe('q::d');
    expect(unit(questions, { text: 't' })).toBe('own');
    const named = (id: string): ToolExport => ({
      ...exported({}),
      records: [{ ...exported({}).records[0]!, id, fields: {} }],
    });
    expect(toolJudgments(pair, named('q::d')).rows[0]!.row['unit']).toBe('q::d');
    expect(['q::d::e', 'q::', '17'].map((id) => toolJudgments(pair, named(id)).rows)).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('come in end to end', () => {
    const text = JSON.stringify([
      {
        id: 1,
        data: { id: 'u1' },
        annotations: [
          {
            completed_by: 1,
            result: [
              { from_name: 'IRB', type: 'choices', value: { choices: ['1'] } },
              { from_name: 'AML', type: 'choices', value: { choices: ['0'] } },
            ],
          },
        ],
      },
    ]);
    const taken = takeJudgments(
      compileTask(topics),
      { guideline: null, guidelineRequired: false, units: null },
      'reject',
      toolJudgments(topics, readLabelStudio(text)).rows,
    );
    expect(taken).toMatchObject({
      faults: [],
      judgments: [{ unit: 'u1', annotator: '1', answers: { IRB: 1, AML: 0 } }],
    });
  });
});

describe('the records of a tool', () => {
  it('become rows of units, each once', () => {
    const text = ['anna', 'ben']
      .map((by) =>
        JSON.stringify({
          text: 't',
          meta: { id: 'u1', page: 3 },
          options: [],
          accept: ['x'],
          answer: 'accept',
          _annotator_id: by,
        }),
      )
      .join('\n');
    expect(toolUnitRows(questions, readProdigy(text)).rows.map((one) => one.row)).toEqual([
      { id: 'u1', page: 3, text: 't' },
    ]);
  });

  it('leave out the name that a tool needs for itself, unless the task uses it', () => {
    const chunks = buildTask({ questions: { a: {} }, unit: { id: ['chunk'], show: ['text'] } });
    const text = JSON.stringify([{ id: 'c1', fields: { chunk: 'c1', text: 't' }, responses: {} }]);
    expect(toolUnitRows(chunks, readArgilla(text)).rows.map((one) => one.row)).toEqual([
      { chunk: 'c1', text: 't' },
    ]);
    expect(toolUnitRows(questions, readArgilla(text)).rows.map((one) => one.row)).toEqual([
      { chunk: 'c1', id: 'c1', text: 't' },
    ]);
  });

  it('are refused when they change, or have no name', () => {
    const row = (text: string, id?: string): string =>
      JSON.stringify({
        text,
        ...(id === undefined ? {} : { id }),
        options: [],
        accept: ['x'],
        answer: 'accept',
      });
    expect(
      toolUnitRows(
        questions,
        readProdigy([row('a', 'u1'), row('b', 'u1'), row('c')].join('\n')),
      ).faults.map((found) => `${found.line} ${found.message}`),
    ).toEqual([
      '2 id is u1 with different data than before, expected the same data wherever a unit appears',
      '3 id is missing, expected the fields that name the unit; set unit in the mapping to say ' +
        'which',
    ]);
  });
});
