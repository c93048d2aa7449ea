import { describe, expect, it } from 'vitest';
import { codedText } from '../../domain/text-values.ts';
import { buildTask } from '../../../test/build-task.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { readArgilla } from './argilla.ts';
import { readLabelStudio } from './label-studio.ts';
import { takeJudgments } from '../../../test/take-judgments.ts';
import { readProdigy } from './prodigy.ts';
import type { ToolExport, ToolValue } from './tool-export.ts';
import { toolJudgments } from './tool-judgments.ts';
import type { ToolMapping } from './tool-mapping.ts';
import { toolUnitRows } from './tool-units.ts';

const questions = buildTask({
  questions: {
    relevant: {},
    grade: { scale: { ordinal: [0, 1, 2] } },
    kind: { scale: { nominal: ['Cat', 'Dog'] } },
    why: { scale: 'text', required: false },
  },
});
const topics = buildTask({
  form: 'labels',
  questions: {
    IRB: { scale: { ordinal: [0, 1, 2], present: 1, ticked: 2 } },
    AML: { scale: { ordinal: [0, 1, 2], present: 1, ticked: 2 } },
  },
});

const exported = (
  answers: Readonly<Record<string, ToolValue>>,
  fields: object = { id: 'u1' },
): ToolExport => ({
  tool: 'label-studio',
  records: [
    {
      id: 'own',
      fields: { ...fields },
      line: 3,
      index: 0,
      annotations: [
        {
          annotator: '10',
          answers: new Map(Object.entries(answers)),
          at: '2026-01-01T00:00:00Z',
          seconds: 5,
        },
      ],
    },
  ],
  skipped: [codedText('skipped-drafts', { count: 2 })],
  faults: [],
});
const chosen = (...labels: readonly string[]): ToolValue => ({ kind: 'chosen', labels });
const rowOf = (
  answers: Readonly<Record<string, ToolValue>>,
  mapping: ToolMapping = {},
  task = questions,
): unknown => toolJudgments(task, exported(answers), mapping).rows[0]!.row['answers'];
const faultsOf = (
  answers: Readonly<Record<string, ToolValue>>,
  mapping: ToolMapping = {},
  task = questions,
): readonly string[] =>
  toolJudgments(task, exported(answers), mapping).faults.map((found) => found.message);

describe('the answers of a tool', () => {
  it('go to questions of the same name, in the spelling of their scales', () => {
    const read = toolJudgments(
      questions,
      exported({
        relevant: chosen('yes'),
        grade: chosen('2'),
        kind: chosen('Cat'),
        why: { kind: 'text', text: 'so' },
        notes: { kind: 'text', text: 'n' },
      }),
    );
    expect(read).toEqual({
      rows: [
        {
          row: {
            unit: 'u1',
            annotator: '10',
            answers: { relevant: true, grade: 2, kind: 'Cat', why: 'so' },
            at: '2026-01-01T00:00:00Z',
            seconds: 5,
            notes: 'n',
            other: { said: { relevant: { field: 'relevant', label: 'yes' } } },
          },
          line: 3,
          index: 0,
        },
      ],
      skipped: [codedText('skipped-drafts', { count: 2 })],
      faults: [],
    });
  });

  it('go where the mapping says, with the values that it says', () => {
    const mapping: ToolMapping = {
      fields: { rel: 'relevant', stars: 'grade', extra: null, comment: 'notes' },
      values: { rel: { Relevant: true, Off: false } },
      annotators: { 10: 'anna' },
      guideline: '1.0',
      round: 'pilot',
    };
    const read = toolJudgments(
      questions,
      exported({
        rel: chosen('Relevant'),
        stars: { kind: 'number', number: 1 },
        extra: chosen('x'),
        comment: { kind: 'text', text: 'hm' },
      }),
      mapping,
    );
    expect(read).toMatchObject({
      rows: [
        {
          row: {
            annotator: 'anna',
            guideline: '1.0',
            round: 'pilot',
            answers: { relevant: true, grade: 1 },
            notes: 'hm',
          },
        },
      ],
      skipped: [
        codedText('skipped-drafts', { count: 2 }),
        codedText('skipped-by-mapping', { field: 'extra', count: 1 }),
      ],
      faults: [],
    });
  });

  it('that fit nowhere are faults, told once with their number', () => {
    expect(faultsOf({ other: chosen('x') })).toEqual([
      'other is unknown here (in 1 annotation); map it to relevant, grade, kind, why, * ' +
        'or notes, or to null to leave it out',
    ]);
    expect(faultsOf({ rel: chosen('x') }, { fields: { rel: 'no-such-question' } })).toHaveLength(1);
    expect(faultsOf({ constructor: chosen('x') })).toHaveLength(1);
    expect(
      faultsOf({ a: chosen('yes'), b: chosen('no') }, { fields: { a: 'relevant', b: 'relevant' } }),
    ).toEqual(['b is a second answer to relevant, expected one field per question']);
  });

  it('with unknown labels stay as they are, and never become no', () => {
    expect(
      rowOf({ relevant: chosen('maybe'), grade: chosen('9'), kind: chosen('Cat', 'Dog') }),
    ).toEqual({ relevant: 'maybe', grade: '9', kind: ['Cat', 'Dog'] });
    const taken = takeJudgments(
      compileTask(questions),
      { guideline: null, guidelineRequired: false, units: null },
      'normalise',
      toolJudgments(
        questions,
        exported({ relevant: chosen('maybe'), grade: chosen('9'), kind: chosen('Cat', 'Dog') }),
      ).rows,
    );
    expect(taken.faults.map((found) => found.message)).toEqual([
      'relevant is "maybe", expected true or false',
      'grade is "9", expected 0, 1 or 2',
      'kind is an array of 2, expected Cat or Dog',
    ]);
  });

  it('that are labels tick the questions of their name, and leave the others unticked', () => {
    expect(rowOf({ accept: chosen('IRB') }, {}, topics)).toEqual({ IRB: 2, AML: 0 });
    expect(rowOf({ accept: chosen() }, {}, topics)).toEqual({ IRB: 0, AML: 0 });
    expect(
      rowOf(
        { topics: chosen('Ratings') },
        { fields: { topics: '*' }, values: { topics: { Ratings: 'IRB' } } },
        topics,
      ),
    ).toEqual({ IRB: 2, AML: 0 });
    expect(rowOf({ accept: chosen('IRB', 'Other') }, {}, topics)).toEqual({
      IRB: 2,
      AML: 0,
      Other: true,
    });
    expect(faultsOf({ accept: { kind: 'number', number: 3 } }, {}, topics)).toEqual([
      'accept is 3, expected the labels that apply',
    ]);
  });

  it('in several fields of labels are ticked together', () => {
    const mapping: ToolMapping = { fields: { a: '*', b: '*' } };
    expect(rowOf({ a: chosen('IRB'), b: chosen('AML') }, mapping, topics)).toEqual({
      IRB: 2,
      AML: 2,
    });
    expect(rowOf({ a: chosen('IRB'), b: chosen() }, mapping, topics)).toEqual({ IRB: 2, AML: 0 });
    expect(rowOf({ a: chosen('IRB'), IRB: chosen('1') }, mapping, topics)).toEqual({
      IRB: 1,
      AML: 0,
    });
    expect(faultsOf({ a: chosen('IRB'), IRB: chosen('0') }, mapping, topics)).toEqual([
      'IRB is chosen as a label and answered with no, expected one of the two',
    ]);
  });

  it('with labels that the task does not have are for the mode to decide', () => {
    const take = (
      mode: 'reject' | 'normalise' | 'flag',
      ...labels: readonly string[]
    ): ReturnType<typeof takeJudgments> =>
      takeJudgments(
        compileTask(topics),
        { guideline: null, guidelineRequired: false, units: null },
        mode,
        toolJudgments(topics, exported({ accept: chosen(...labels) })).rows,
      );
    expect(take('reject', 'Other').faults.map((found) => found.message)).toEqual([
      'Other is unknown here; the questions are IRB and AML',
    ]);
    expect(take('flag', 'Other')).toMatchObject({
      faults: [],
      judgments: [],
      aside: [{ unit: 'u1', annotator: '10' }],
    });
    expect(take('normalise', 'Other').faults).toHaveLength(1);
    expect(take('reject', 'irb').faults).not.toEqual([]);
    expect(take('normalise', 'irb')).toMatchObject({
      faults: [],
      judgments: [{ answers: { IRB: 2, AML: 0 } }],
      changes: [{ field: 'answers.irb', old: 'irb', new: 'IRB', rule: 'spelling of IRB' }],
    });
    expect(take('normalise', 'irb', 'IRB')).toMatchObject({
      faults: [],
      judgments: [{ answers: { IRB: 2, AML: 0 } }],
      changes: [{ old: 'irb', new: null, rule: 'label twice' }],
    });
  });

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
            'query, doc is missing, expected what names the unit; say in the mapping ' +
            '(unit) which fields do',
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
      '3 id is missing, expected what names the unit; say in the mapping (unit) which fields do',
    ]);
  });
});
