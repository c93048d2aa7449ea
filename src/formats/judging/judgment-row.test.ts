import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { hiddenFaults, parseRow } from '../jsonl.ts';
import { judgmentRowReader, rowJudgment, wholeNumberFields } from './judgment-row.ts';
import type { JudgmentRow, RowContext } from './judgment-row.ts';

const trial = compileTask(
  buildTask({
    questions: {
      relevance_label: { scale: { ordinal: [0, 1, 2] } },
      rationale: { scale: 'text' },
      quote: { scale: { quote: { from: 'text' } }, required: false },
    },
    unit: { id: ['query_id', 'nct_id'], vocabulary: { status: ['OPEN', 'CLOSED'] } },
  }),
);
const strict: RowContext = { guideline: 'm4-v1', guidelineRequired: true, units: null };
const row = {
  query_id: 'Q1',
  nct_id: 'NCT1',
  relevance_label: 1,
  rationale: 'r',
  annotator_id: 'anna',
  guideline_version: 'm4-v1',
};

describe('whole rows', () => {
  it('have a key called unit, whatever a field of the unit is called', () => {
    const rules = compileTask(
      buildTask({
        questions: { right: {} },
        unit: { id: ['nct_id', 'rule'], vocabulary: { unit: ['years', 'months'] } },
      }),
    );
    const read = judgmentRowReader(rules, {
      guideline: null,
      guidelineRequired: false,
      units: null,
    });
    expect(read({ unit: 'N::1', annotator: 'anna', answers: { right: true } })).toMatchObject({
      unit: 'N::1',
      faults: [],
    });
    expect(
      read({ nct_id: 'N', rule: '1', unit: 'days', annotator_id: 'anna', right: true }).faults.map(
        (one) => one.message,
      ),
    ).toEqual(['unit is "days", expected years or months']);
  });
});

describe('rows that tell the version of the questions', () => {
  it('are refused under another one, in either form; without a version, or where none is asked for, they are taken', () => {
    const read = (fields: object, context: Partial<RowContext>): readonly string[] =>
      judgmentRowReader(trial, { ...strict, ...context })({ ...row, ...fields }).faults.map(
        (one) => one.message,
      );
    expect(read({ task_hash: 'old' }, { taskHash: 'now' })).toEqual([
      'judged under an older version of the task (old), expected now',
    ]);
    expect(read({ task_hash: 'now' }, { taskHash: 'now' })).toEqual([]);
    expect(read({}, { taskHash: 'now' })).toEqual([]);
    expect(read({ task_hash: 'old' }, {})).toEqual([]);
    const whole = {
      unit: 'Q1::NCT1',
      annotator: 'anna',
      answers: { relevance_label: 1, rationale: 'r' },
      guideline: 'm4-v1',
      task_hash: 'old',
    };
    expect(
      judgmentRowReader(trial, { ...strict, taskHash: 'now' })(whole).faults.map((one) => one.code),
    ).toEqual(['stale-task']);
  });
});

describe('flat rows', () => {
  it('reads who judged what, the answers and their codes', () => {
    expect(judgmentRowReader(trial, strict)(row)).toEqual({
      unit: 'Q1::NCT1',
      annotator: 'anna',
      guideline: 'm4-v1',
      codes: [1, 1, -1],
      answers: { relevance_label: 1, rationale: 'r' },
      faults: [],
    });
  });

  it.each([
    [
      '{"query_id":" Q1 ","nct_id":"NCT1 ","relevance_label":2,"rationale":"r","annotator_id":" anna ","guideline_version":"m4-v1"}',
      [],
    ],
    [
      '{"query_id":"Q1","nct_id":"NCT1","relevance_label":1,"rationale":"r","annotator_id":"anna","guideline_version":"m4-v1","foo":3,"task_id":"t-1"}',
      [],
    ],
    ['{bad', ['expected JSON, got "{bad"']],
    ['[1,2]', ['expected an object with named fields, got an array of 2']],
    [
      '{"query_id":"Q1","relevance_label":1,"rationale":"r","annotator_id":"anna","guideline_version":"m4-v1"}',
      ['nct_id is missing, expected a non-empty text'],
    ],
    [
      '{"query_id":null,"nct_id":"A","relevance_label":1,"rationale":"r","annotator_id":"anna","guideline_version":"m4-v1"}',
      ['query_id is null, expected a non-empty text'],
    ],
    [
      '{"query_id":1.5,"nct_id":[2],"relevance_label":1,"rationale":"r","annotator_id":"anna","guideline_version":"m4-v1"}',
      [
        'query_id is 1.5, expected a non-empty text',
        'nct_id is an array of 1, expected a non-empty text',
      ],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":true,"rationale":"r","annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is true, expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1.0,"rationale":"r","annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is 1.0, expected a whole number, written without a fraction'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1.5,"rationale":"r","annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is 1.5, expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":"1","rationale":"r","annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is "1", expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":3,"rationale":"r","annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is 3, expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":-1,"rationale":"r","annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is -1, expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":null,"rationale":"r","annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is null, expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","rationale":"r","annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is missing, expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1,"rationale":"","annotator_id":"anna","guideline_version":"m4-v1"}',
      ['rationale is "", expected a non-empty text'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1,"rationale":"r","annotator_id":"anna","guideline_version":"m3"}',
      ['guideline_version is "m3", expected "m4-v1"'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1,"rationale":"r","annotator_id":"anna"}',
      ['guideline_version is missing, expected m4-v1'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1,"rationale":"r","annotator_id":"","guideline_version":"m4-v1"}',
      ['annotator_id is "", expected a non-empty text'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1,"relevance_label":2,"rationale":"r","annotator_id":"anna","guideline_version":"m4-v1"}',
      ['the key relevance_label appears twice, expected each key once'],
    ],
    [
      '{"query_id":"Q","nct_id":"A"}',
      [
        'annotator_id is missing, expected a non-empty text',
        'guideline_version is missing, expected m4-v1',
        'relevance_label is missing, expected 0, 1 or 2',
        'rationale is missing, expected a non-empty text',
      ],
    ],
  ])('finds all that is wrong with %s', (text, expected) => {
    expect(messages(text)).toEqual(expected);
  });

  it('repeat of the unit only what it says', () => {
    const rules = compileTask(
      buildTask({ questions: { right: {} }, unit: { id: ['rule'], carried: ['value', 'unit'] } }),
    );
    const units = new Map<string, UnitFields>([
      ['1', { rule: '1', value: 18, unit: 'years', text: 't' }],
    ]);
    const read = (fields: object, known: RowContext['units']): readonly string[] =>
      judgmentRowReader(rules, { guideline: null, guidelineRequired: false, units: known })({
        rule: '1',
        annotator_id: 'anna',
        right: true,
        ...fields,
      }).faults.map((one) => one.message);
    expect(read({ value: '18', unit: 'years' }, units)).toEqual([]);
    expect(read({}, units)).toEqual([]);
    expect(read({ value: '99', unit: 'months', text: 'other' }, units)).toEqual([
      'value is "99", expected 18, as in the unit',
      'unit is "months", expected "years", as in the unit',
    ]);
    expect(read({ value: '99' }, null)).toEqual([]);
  });

  it('may not tick a label and grade it as not present, unless somebody is told', () => {
    const topics = compileTask(
      buildTask({
        form: 'labels',
        questions: { IRB: { scale: { ordinal: [0, 1, 2], present: 1, ticked: 1 } } },
        unit: { id: ['id'] },
      }),
    );
    const told: string[] = [];
    const read = (grade: number, context: Partial<RowContext> = {}): JudgmentRow =>
      judgmentRowReader(topics, {
        guideline: null,
        guidelineRequired: false,
        units: null,
        ...context,
      })({ id: 'u', annotator_id: 'anna', labels: ['IRB'], grades: { IRB: grade } });
    expect(read(0).faults.map((one) => one.message)).toEqual([
      'grades.IRB is a grade of a label that is not present, expected a higher grade, or no tick',
    ]);
    expect(read(-1).faults.map((one) => one.message)).toEqual(['IRB is -1, expected 0, 1 or 2']);
    expect([read(0, { contradiction: (label) => void told.push(label) }).faults, told]).toEqual([
      [],
      ['IRB'],
    ]);
  });

  it('checks what is said beside the answers', () => {
    const read = judgmentRowReader(
      trial,
      strict,
    )({
      ...row,
      confidence: 'sure',
      notes: 3,
      flag: 'yes',
      uncertain: 1,
      seconds: -1,
      at: '2026-02-30T10:00:00Z',
      status: 'ajar',
    });
    expect(read.faults.map((one) => one.message)).toEqual([
      'confidence is "sure", expected low, medium or high',
      'notes is 3, expected a text without zero characters and half surrogate pairs',
      'flag is "yes", expected true or false',
      'uncertain is 1, expected true or false',
      'seconds is -1, expected a number of seconds',
      'at is "2026-02-30T10:00:00Z", expected a time such as 2026-01-31T09:30:00Z',
      'status is "ajar", expected OPEN or CLOSED',
    ]);
    const nothing = {
      confidence: null,
      notes: null,
      flag: null,
      uncertain: null,
      seconds: null,
      at: null,
    };
    expect(judgmentRowReader(trial, strict)({ ...row, ...nothing }).faults).toEqual([]);
  });

  it.each([
    '2026-01-31T09:30:00Z',
    '2026-01-31T09:30Z',
    '2026-01-31T09:30:00.123+02:00',
    '2024-02-29T00:00:00Z',
  ])('takes %s for a time', (at) => {
    expect(judgmentRowReader(trial, strict)({ ...row, at }).faults).toEqual([]);
  });

  it.each([
    '2026-01-31',
    '2026-01-31T09:30:00',
    'yesterday',
    '2026-13-01T00:00:00Z',
    '2025-02-29T00:00:00Z',
    1738315800,
  ])('does not take %s for a time', (at) => {
    expect(judgmentRowReader(trial, strict)({ ...row, at }).faults).toHaveLength(1);
  });

  it('refuses a unit that is not there, and checks quotes where it is', () => {
    const units = new Map<string, UnitFields>([['Q1::NCT1', { text: 'Aged 18 years.' }]]);
    const read = judgmentRowReader(trial, { ...strict, units });
    expect(read({ ...row, nct_id: 'NCT2' }).faults.map((one) => one.message)).toEqual([
      'query_id, nct_id Q1::NCT2 is not among the units. Do not change ids.',
    ]);
    expect(read({ ...row, quote: 'Aged 18' }).faults).toEqual([]);
    expect(read({ ...row, quote: 'aged 18' }).faults.map((one) => one.code)).toEqual([
      'not-verbatim',
    ]);
  });

  it('takes any guideline, or none, where none is expected', () => {
    const free: RowContext = { guideline: null, guidelineRequired: false, units: null };
    const { guideline_version: _, ...without } = row;
    expect(judgmentRowReader(trial, free)({ ...row, guideline_version: 'm9' })).toMatchObject({
      guideline: 'm9',
      faults: [],
    });
    expect(judgmentRowReader(trial, free)(without)).toMatchObject({ guideline: null, faults: [] });
  });
});

describe('whole rows', () => {
  const whole = {
    unit: 'Q1::NCT1',
    task: 'task',
    annotator: 'anna',
    answers: { relevance_label: 2, rationale: 'r' },
    guideline: 'm4-v1',
    round: 'pilot',
    at: '2026-01-31T09:30:00Z',
    seconds: 31.5,
    confidence: 'low',
    notes: '',
    flag: true,
    uncertain: false,
    task_hash: 'abc',
  };

  it('become the judgment that they stand for', () => {
    const read = judgmentRowReader(trial, strict)(whole);
    expect(read.faults).toEqual([]);
    expect(rowJudgment(trial, whole, read)).toEqual({
      unit: 'Q1::NCT1',
      task: 'task',
      annotator: 'anna',
      answers: { relevance_label: 2, rationale: 'r' },
      asides: { confidence: 'low', flag: true },
      guideline: 'm4-v1',
      taskHash: 'abc',
      round: 'pilot',
      at: '2026-01-31T09:30:00Z',
      seconds: 31.5,
    });
  });

  it('have no other keys, name their own task, and answer in an object', () => {
    const read = judgmentRowReader(
      trial,
      strict,
    )({ ...whole, task: 'other', answers: [1], foo: 1, seconds: null });
    expect(read.faults.map((one) => one.message)).toEqual([
      'task is "other", expected "task"',
      'foo is unknown here; expected unit, task, annotator, answers, guideline, task_hash, round, at, seconds, confidence, notes and 5 more',
      'answers is an array of 1, expected an object with an answer per question',
      'relevance_label is missing, expected 0, 1 or 2',
      'rationale is missing, expected a non-empty text',
    ]);
  });

  it('have their whole numbers written as such', () => {
    expect(
      messages(
        '{"unit":"Q1::NCT1","annotator":"anna","guideline":"m4-v1","answers":{"relevance_label":2.0,"rationale":"r"}}',
      ),
    ).toEqual([
      'answers.relevance_label is 2.0, expected a whole number, written without a fraction',
    ]);
  });
});

describe('rows of labels', () => {
  const grades = { ordinal: [0, 1, 2], present: 1 } as const;
  const topics = compileTask(
    buildTask({
      form: 'labels',
      questions: {
        IRB: { scale: grades },
        LCR: { scale: { ...grades, ticked: 1 } },
        Urgent: {},
        why: { scale: 'text', required: false },
      },
    }),
  );
  const base = { id: 'c1', annotator_id: 'anna' };
  const context: RowContext = { guideline: null, guidelineRequired: false, units: null };
  const read = (labels: unknown, rest: Readonly<Record<string, unknown>> = {}): JudgmentRow =>
    judgmentRowReader(topics, context)({ ...base, labels, ...rest });

  it('give every label an answer: its grade, what a tick counts as, or the lowest', () => {
    expect(read(['IRB', 'LCR'], { grades: { IRB: 2 } })).toMatchObject({
      answers: { IRB: 2, LCR: 1, Urgent: false },
      codes: [2, 1, 0, -1],
      faults: [],
    });
    expect(read(['Urgent'], { why: 'soon' })).toMatchObject({
      answers: { IRB: 0, LCR: 0, Urgent: true, why: 'soon' },
      codes: [0, 0, 1, 1],
      faults: [],
    });
  });

  it('say that no label applies by an empty list, which is not the same as no list', () => {
    expect(read([])).toMatchObject({ codes: [0, 0, 0, -1], faults: [] });
    expect(read([], { grades: null })).toMatchObject({ faults: [] });
    expect(read(undefined).faults.map((one) => one.message)).toEqual([
      'labels is missing, expected a list of labels (empty when none applies)',
    ]);
    expect(read(null).faults.map((one) => one.message)).toEqual([
      'labels is null, expected a list of labels (empty when none applies)',
    ]);
    expect(read('IRB').faults.map((one) => one.message)).toEqual([
      'labels is "IRB", expected a list of labels (empty when none applies)',
    ]);
  });

  it.each([
    [['IRB', 'Nope'], { grades: { IRB: 1 } }, ['labels is "Nope", expected IRB, LCR or Urgent']],
    [['IRB', 3], { grades: { IRB: 1 } }, ['labels is 3, expected IRB, LCR or Urgent']],
    [['why'], {}, ['labels is "why", expected IRB, LCR or Urgent']],
    [['LCR', 'LCR'], {}, ['labels is a list with a label twice, expected each label once']],
    [['LCR'], { grades: { IRB: 1 } }, ['grades.IRB is given, but IRB is not among the labels']],
    [['IRB'], {}, ['grades.IRB is missing, expected a grade for the ticked label']],
    [
      ['IRB'],
      { grades: { IRB: null } },
      ['grades.IRB is missing, expected a grade for the ticked label'],
    ],
    [['IRB'], { grades: { IRB: 3 } }, ['IRB is 3, expected 0, 1 or 2']],
    [['IRB'], { grades: { IRB: true } }, ['IRB is true, expected 0, 1 or 2']],
    [
      ['Urgent'],
      { grades: { Urgent: 1 } },
      ['grades.Urgent is 1, expected no grade for a label that is ticked or not'],
    ],
    [
      ['LCR'],
      { grades: [1] },
      ['grades is an array of 1, expected an object with a grade per label'],
    ],
    [['LCR'], { grades: 'high' }, ['grades is "high", expected an object with a grade per label']],
  ])('refuse %j with %j', (labels, rest, expected) => {
    expect(read(labels, rest).faults.map((one) => one.message)).toEqual(expected);
  });

  it('find a grade that is written with a fraction', () => {
    expect(
      hiddenFaults('{"labels":["IRB"],"grades":{"IRB":1.0}}', wholeNumberFields(topics)).map(
        (one) => one.field,
      ),
    ).toEqual(['grades.IRB']);
  });
});

function messages(text: string): readonly string[] {
  const parsed = parseRow(text);
  if (!parsed.ok) return [parsed.fault.message];
  return [
    ...judgmentRowReader(trial, strict)(parsed.row).faults,
    ...hiddenFaults(text, wholeNumberFields(trial)),
  ].map((one) => one.message);
}
