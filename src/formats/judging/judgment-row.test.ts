import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { judgmentRowReader } from './judgment-row.ts';
import type { JudgmentRow, RowContext } from './judgment-row.ts';
import { trial, strict, messages } from '../../../test/judgment-lines.ts';

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
  it('are refused under another one, and taken without a version or where none is asked for', () => {
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
      apart: null,
      faults: [],
    });
  });

  it.each([
    [
      '{"query_id":" Q1 ","nct_id":"NCT1 ","relevance_label":2,"rationale":"r",' +
        '"annotator_id":" anna ","guideline_version":"m4-v1"}',
      [],
    ],
    [
      '{"query_id":"Q1","nct_id":"NCT1","relevance_label":1,"rationale":"r",' +
        '"annotator_id":"anna","guideline_version":"m4-v1","foo":3,"task_id":"t-1"}',
      [],
    ],
    ['{bad', ['expected JSON, got "{bad"']],
    ['[1,2]', ['expected an object with named fields, got an array of 2']],
    [
      '{"query_id":"Q1","relevance_label":1,"rationale":"r","annotator_id":"anna",' +
        '"guideline_version":"m4-v1"}',
      ['nct_id is missing, expected a non-empty text'],
    ],
    [
      '{"query_id":null,"nct_id":"A","relevance_label":1,"rationale":"r",' +
        '"annotator_id":"anna","guideline_version":"m4-v1"}',
      ['query_id is null, expected a non-empty text'],
    ],
    [
      '{"query_id":1.5,"nct_id":[2],"relevance_label":1,"rationale":"r",' +
        '"annotator_id":"anna","guideline_version":"m4-v1"}',
      [
        'query_id is 1.5, expected a non-empty text',
        'nct_id is an array of 1, expected a non-empty text',
      ],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":true,"rationale":"r",' +
        '"annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is true, expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1.0,"rationale":"r",' +
        '"annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is 1.0, expected a whole number, written without a fraction'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1.5,"rationale":"r",' +
        '"annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is 1.5, expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":"1","rationale":"r",' +
        '"annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is "1", expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":3,"rationale":"r",' +
        '"annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is 3, expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":-1,"rationale":"r",' +
        '"annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is -1, expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":null,"rationale":"r",' +
        '"annotator_id":"anna","guideline_version":"m4-v1"}',
      ['relevance_label is null, expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","rationale":"r","annotator_id":"anna",' +
        '"guideline_version":"m4-v1"}',
      ['relevance_label is missing, expected 0, 1 or 2'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1,"rationale":"",' +
        '"annotator_id":"anna","guideline_version":"m4-v1"}',
      ['rationale is "", expected a non-empty text'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1,"rationale":"r",' +
        '"annotator_id":"anna","guideline_version":"m3"}',
      ['guideline_version is "m3", expected "m4-v1"'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1,"rationale":"r","annotator_id":"anna"}',
      ['guideline_version is missing, expected m4-v1'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1,"rationale":"r",' +
        '"annotator_id":"","guideline_version":"m4-v1"}',
      ['annotator_id is "", expected a non-empty text'],
    ],
    [
      '{"query_id":"Q","nct_id":"A","relevance_label":1,"relevance_label":2,' +
        '"rationale":"r","annotator_id":"anna","guideline_version":"m4-v1"}',
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
      'notes is 3, expected a text without null characters or unpaired surrogates',
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
