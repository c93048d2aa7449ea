import { english } from '../../domain/english.ts';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { compileTask, expectation } from './faults.ts';
import type { GivenAnswers } from './faults.ts';

const task = buildTask({
  questions: {
    relevant: {},
    grade: { scale: { ordinal: [0, 1, 2] } },
    severity: { scale: { nominal: ['mild', 'severe'] }, when: 'relevant' },
    cause: { scale: { nominal: ['food', 'staff'] }, when: 'severity = severe' },
    why: { scale: { text: { max: 10 } } },
    note: { scale: 'text', required: false },
    evidence: { scale: { quote: { from: 'text' } }, required: false },
  },
  constraints: ['grade >= 1 => relevant'],
});
const { faults } = compileTask(task);
const unit: UnitFields = { text: 'Must be 18 years or older. No allergies.' };
const good = { relevant: true, grade: 2, severity: 'mild', why: 'because' } as const;

describe('faults', () => {
  it('finds nothing wrong with good answers', () => {
    expect(messages(good)).toEqual([]);
    expect(messages({ relevant: false, grade: 0, why: 'x' })).toEqual([]);
    expect(
      messages({
        ...good,
        severity: 'severe',
        cause: 'food',
        note: '',
        evidence: '18 years or older',
      }),
    ).toEqual([]);
  });

  it('accepts a text of the greatest length, and refuses one character more', () => {
    expect(messages({ ...good, why: 'x'.repeat(10) })).toEqual([]);
    expect(messages({ ...good, why: 'x'.repeat(11) })).toEqual([
      'why is 11 characters long, expected at most 10 characters',
    ]);
  });

  it.each<[string, GivenAnswers, readonly string[]]>([
    [
      'a text for a truth value',
      { ...good, relevant: 'yes' },
      ['relevant is "yes", expected true or false'],
    ],
    [
      'a number for a truth value',
      { ...good, relevant: 1 },
      ['relevant is 1, expected true or false'],
    ],
    ['a truth value for a number', { ...good, grade: true }, ['grade is true, expected 0, 1 or 2']],
    ['a value off the scale', { ...good, grade: 3 }, ['grade is 3, expected 0, 1 or 2']],
    ['a fraction', { ...good, grade: 1.5 }, ['grade is 1.5, expected 0, 1 or 2']],
    ['digits for a number', { ...good, grade: '1' }, ['grade is "1", expected 0, 1 or 2']],
    ['an array', { ...good, grade: [1] }, ['grade is an array of 1, expected 0, 1 or 2']],
    ['null', { ...good, grade: null }, ['grade is null, expected 0, 1 or 2']],
    [
      'another spelling',
      { ...good, severity: 'Severe' },
      ['severity is "Severe", expected mild or severe'],
    ],
    [
      'a missing answer',
      { relevant: true, severity: 'mild', why: 'x' },
      ['grade is missing, expected 0, 1 or 2'],
    ],
    ['an empty text', { ...good, why: '  ' }, ['why is "  ", expected a non-empty text']],
    ['a number for a text', { ...good, why: 3 }, ['why is 3, expected a non-empty text']],
    [
      'a long text',
      { ...good, why: 'because of that' },
      ['why is 15 characters long, expected at most 10 characters'],
    ],
    [
      'a question that does not exist',
      { ...good, foo: 1 },
      [
        'foo is unknown here; the questions are relevant, grade, severity, cause, why, note ' +
          'and evidence',
      ],
    ],
    [
      'an answer to a question that is not asked',
      { relevant: false, grade: 0, severity: 'mild', why: 'x' },
      ['severity has an answer, but is only asked when relevant'],
    ],
    [
      'a question that is asked and not answered',
      { relevant: true, grade: 1, why: 'x' },
      ['severity is missing, expected mild or severe'],
    ],
    [
      'a broken constraint',
      { relevant: false, grade: 2, why: 'x' },
      ['grade >= 1 => relevant is broken: grade=2 but relevant=False'],
    ],
  ])('finds %s', (_, answers, expected) => {
    expect(messages(answers)).toEqual(expected);
  });

  it('tells everything at once, broken constraints among it', () => {
    expect(messages({ relevant: false, grade: 2, severity: 'odd', foo: 1, bar: 2 })).toEqual([
      'severity is "odd", expected mild or severe',
      'foo is unknown here; the questions are relevant, grade, severity, cause, why, note and ' +
        'evidence',
      'bar is unknown here; the questions are relevant, grade, severity, cause, why, note and ' +
        'evidence',
      'why is missing, expected a non-empty text',
      'severity has an answer, but is only asked when relevant',
      'grade >= 1 => relevant is broken: grade=2 but relevant=False',
    ]);
  });

  it('does not hold against an answer what a fault in another leaves open', () => {
    expect(messages({ ...good, relevant: 'yes', grade: 0 })).toEqual([
      'relevant is "yes", expected true or false',
    ]);
    expect(messages({ grade: 0, severity: 'mild', why: 'x' })).toEqual([
      'relevant is missing, expected true or false',
    ]);
  });

  it('refuses an answer whose condition depends on a question that was not asked', () => {
    expect(messages({ relevant: false, grade: 0, cause: 'food', why: 'x' })).toEqual([
      'cause has an answer, but is only asked when severity = severe',
    ]);
  });

  it('takes null for no answer where none is needed', () => {
    expect(
      messages({
        relevant: false,
        grade: 0,
        severity: null,
        cause: null,
        why: 'x',
        note: null,
        evidence: null,
      }),
    ).toEqual([]);
  });

  it('offers the passage that a quote means, with its place', () => {
    const [found] = faults({ ...good, evidence: '18 Years or  older' }, unit);
    const nearest = { passage: '"18 years or older"', start: 8, end: 25 };
    const hint = { code: 'nearest-passage', values: nearest };
    expect(found).toEqual({
      code: 'not-verbatim',
      values: { field: 'evidence', source: 'text', hint },
      message:
        'evidence is not copied from text; the nearest passage is "18 years or older" at 8–25',
      field: 'evidence',
      fix: { field: 'evidence', value: '18 years or older', start: 8, end: 25 },
    });
    expect(faults({ ...good, evidence: found!.fix!.value }, unit)).toEqual([]);
  });

  it('offers nothing when nothing is near, and does not check quotes without the unit', () => {
    expect(faults({ ...good, evidence: 'something else' }, unit)).toEqual([
      {
        code: 'not-verbatim',
        values: { field: 'evidence', source: 'text', hint: '' },
        message: 'evidence is not copied from text',
        field: 'evidence',
      },
    ]);
    expect(faults({ ...good, evidence: 'something else' }, null)).toEqual([]);
    expect(faults({ ...good, evidence: '' }, unit)).toEqual([]);
  });

  it('says when the unit lacks the text to quote from', () => {
    expect(faults({ ...good, evidence: 'x' }, {}).map((one) => one.message)).toEqual([
      'text is missing, expected the text that evidence quotes',
    ]);
  });

  it('uses a code of the catalogue for each kind of fault', () => {
    const all = [
      ...faults({ relevant: false, grade: 2, severity: 'mild', evidence: 'no such', foo: 1 }, unit),
      ...faults({ ...good, grade: 7 }, unit),
    ];
    expect(new Set(all.map((one) => one.code))).toEqual(
      new Set([
        'not-verbatim',
        'unknown-field',
        'missing-field',
        'not-applicable',
        'constraint-broken',
        'wrong-value',
      ]),
    );
  });
});

describe('compileTask', () => {
  it('gives the codes in the order of the questions, and none for what cannot be read', () => {
    const codesOf = (answers: GivenAnswers): readonly number[] => {
      const codes: number[] = [];
      faults(answers, unit, codes);
      return codes;
    };
    expect(codesOf(good)).toEqual([1, 2, 0, -1, 1, -1, -1]);
    expect(codesOf({ relevant: 'x', grade: 1, note: '', evidence: '18 years' })).toEqual([
      -1, 1, -1, -1, -1, 0, 1,
    ]);
  });
});

describe('expectation', () => {
  it('says what may be answered on each scale', () => {
    expect(task.questions.map((one) => english('one-of', { list: expectation(one) }))).toEqual([
      'true or false',
      '0, 1 or 2',
      'mild or severe',
      'food or staff',
      'a non-empty text',
      'a non-empty text',
      'a passage copied from text',
    ]);
  });
});

function messages(answers: GivenAnswers): readonly string[] {
  return faults(answers, unit).map((one) => one.message);
}
