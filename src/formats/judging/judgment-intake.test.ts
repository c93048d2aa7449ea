import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildQuestion, buildTask } from '../../../test/build-task.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { takeJudgments } from '../../../test/take-judgments.ts';
import type { Intake } from '../../../test/take-judgments.ts';
import type { ImportMode } from '../../domain/exchange/file-formats.ts';
import { spelledAnswer, spelledName } from './spelling.ts';

const rag = compileTask(
  buildTask({
    questions: { topically_relevant: {}, evidence_sufficient: {}, misleading: {} },
    constraints: [
      'evidence_sufficient => topically_relevant',
      'evidence_sufficient => not misleading',
    ],
    unit: { id: ['record_uuid', 'chunk_id'] },
  }),
);
const topics = compileTask(
  buildTask({
    form: 'labels',
    questions: {
      IRB: { scale: { ordinal: [0, 1, 2], present: 1, ticked: 2 } },
      AML: { scale: { ordinal: [0, 1, 2], present: 1, ticked: 2 } },
    },
  }),
);
const graded = compileTask(
  buildTask({
    questions: {
      relevance: { scale: { ordinal: [0, 1, 2] } },
      kind: { scale: { nominal: ['Cat', 'Dog'] }, when: 'relevance >= 1' },
    },
  }),
);
const open = { guideline: null, guidelineRequired: false, units: null };

const take = (
  compiled: typeof rag,
  mode: ImportMode,
  ...rows: readonly Readonly<Record<string, unknown>>[]
): Intake =>
  takeJudgments(
    compiled,
    open,
    mode,
    rows.map((row, at) => ({ row, line: at + 1 })),
  );
const changes = (intake: Intake): readonly string[] =>
  intake.changes.map(
    (one) =>
      `${one.line} ${one.unit} ${one.annotator} ${one.field}: ${JSON.stringify(one.old)} -> ${JSON.stringify(one.new)} (${one.rule})`,
  );
const messages = (intake: Intake): readonly string[] =>
  intake.faults.map((found) => `${found.line} ${found.message}`);
const pair = (given: object): Record<string, unknown> => ({
  record_uuid: 'r1',
  chunk_id: 'c1',
  annotator_id: 'anna',
  topically_relevant: true,
  evidence_sufficient: false,
  misleading: false,
  ...given,
});

describe('reject', () => {
  it('takes 1 and 0, yes and no for truth values, and nothing else that looks like them', () => {
    expect(
      take(
        rag,
        'reject',
        pair({ topically_relevant: 1, evidence_sufficient: 'no', misleading: 0 }),
      ),
    ).toMatchObject({
      judgments: [
        { answers: { topically_relevant: true, evidence_sufficient: false, misleading: false } },
      ],
      changes: [],
      faults: [],
    });
    expect(
      messages(
        take(
          rag,
          'reject',
          pair({ topically_relevant: 'Yes', evidence_sufficient: 2, misleading: 'n' }),
        ),
      ),
    ).toEqual([
      '1 topically_relevant is "Yes", expected true or false',
      '1 evidence_sufficient is 2, expected true or false',
      '1 misleading is "n", expected true or false',
    ]);
    expect(
      messages(take(rag, 'reject', pair({ topically_relevant: 0, evidence_sufficient: 1 }))),
    ).toEqual([
      '1 evidence_sufficient => topically_relevant is broken: evidence_sufficient=True ' +
        'but topically_relevant=False',
    ]);
  });

  it('takes what is right as it is', () => {
    expect(take(rag, 'reject', pair({}), pair({ annotator_id: 'ben' }))).toMatchObject({
      judgments: [{ unit: 'r1::c1', annotator: 'anna' }, { annotator: 'ben' }],
      changes: [],
      aside: [],
      faults: [],
    });
  });

  it('stops everything on any fault, and tells all of them', () => {
    const intake = take(
      rag,
      'reject',
      pair({}),
      pair({ annotator_id: 'ben', misleading: 'none' }),
      pair({ annotator_id: 'cleo', evidence_sufficient: true, misleading: true }),
      pair({}),
    );
    expect(intake.judgments).toEqual([]);
    expect(messages(intake)).toEqual([
      '2 misleading is "none", expected true or false',
      '3 evidence_sufficient => not misleading is broken: evidence_sufficient=True but ' +
        'misleading=True',
      '4 anna already judged r1::c1 on line 1',
    ]);
  });

  it('refuses a label that is ticked and graded as not present', () => {
    expect(
      messages(
        take(topics, 'reject', { id: 'u', annotator_id: 'a', labels: ['IRB'], grades: { IRB: 0 } }),
      ),
    ).toEqual([
      '1 grades.IRB is a grade of a label that is not present, expected a higher grade, or no tick',
    ]);
  });

  it('refuses names that a database would choke on', () => {
    expect(
      messages(
        take(graded, 'reject', { id: 'a\u0000', annotator_id: 'x'.repeat(301), relevance: 0 }),
      ),
    ).toEqual([
      '1 unit is "a\\u0000", expected a text without control characters',
      '1 annotator is 301 characters long, expected at most 300 characters',
    ]);
  });

  it('refuses 1.0 for a whole number when it has the text', () => {
    const text = '{"id":"u","annotator_id":"a","relevance":0.0}';
    const rows = [{ row: JSON.parse(text) as Record<string, unknown>, line: 1, text }];
    expect(messages(takeJudgments(graded, open, 'reject', rows))).toEqual([
      '1 relevance is 0.0, expected a whole number, written without a fraction',
    ]);
    const normal = takeJudgments(graded, open, 'normalise', rows);
    expect(changes(normal)).toEqual([
      '1 u a relevance: "0.0" -> 0 (written with a fraction of zero)',
    ]);
  });
});

describe('normalise', () => {
  it('reads other spellings, and logs each', () => {
    const intake = take(
      rag,
      'normalise',
      pair({
        record_uuid: ' r1 ',
        annotator_id: 'anna ',
        topically_relevant: 'Yes',
        evidence_sufficient: 0,
        misleading: ' FALSE',
        confidence: 'High',
        flag: '1',
      }),
    );
    expect(intake).toMatchObject({
      faults: [],
      judgments: [
        {
          unit: 'r1::c1',
          annotator: 'anna',
          answers: { topically_relevant: true, evidence_sufficient: false, misleading: false },
          asides: { confidence: 'high', flag: true },
        },
      ],
    });
    expect(changes(intake)).toEqual([
      '1 r1::c1 anna record_uuid: " r1 " -> "r1" (surrounding space)',
      '1 r1::c1 anna annotator_id: "anna " -> "anna" (surrounding space)',
      '1 r1::c1 anna topically_relevant: "Yes" -> true (spelling of true)',
      '1 r1::c1 anna evidence_sufficient: 0 -> false (spelling of false)',
      '1 r1::c1 anna misleading: " FALSE" -> false (spelling of false)',
      '1 r1::c1 anna confidence: "High" -> "high" (spelling of high)',
      '1 r1::c1 anna flag: "1" -> true (spelling of true)',
    ]);
  });

  it('drops a claim whose condition is missing, and never invents support', () => {
    const intake = take(
      rag,
      'normalise',
      pair({
        topically_relevant: false,
        evidence_sufficient: true,
        misleading: true,
        notes: 'kept',
        at: '2026-01-01T00:00:00Z',
      }),
    );
    expect(intake).toMatchObject({
      faults: [],
      judgments: [
        {
          answers: { topically_relevant: false, evidence_sufficient: false, misleading: true },
          asides: { notes: 'kept' },
          at: '2026-01-01T00:00:00Z',
        },
      ],
    });
    expect(changes(intake)).toEqual([
      '1 r1::c1 anna evidence_sufficient: true -> false (evidence_sufficient => ' +
        'topically_relevant)',
    ]);
  });

  it('unticks a label that is graded as not present, and flags the judgment', () => {
    const intake = take(topics, 'normalise', {
      id: 'u',
      annotator_id: 'a',
      labels: ['irb', 'AML', 'AML'],
      grades: { irb: '0', AML: '1' },
    });
    expect(intake).toMatchObject({
      faults: [],
      judgments: [{ answers: { IRB: 0, AML: 1 }, asides: { flag: true } }],
    });
    expect(changes(intake)).toEqual([
      '1 u a labels: "irb" -> "IRB" (spelling of IRB)',
      '1 u a labels: "AML" -> null (label twice)',
      '1 u a grades.irb: "irb" -> "IRB" (spelling of IRB)',
      '1 u a grades.IRB: "0" -> 0 (spelling of 0)',
      '1 u a grades.AML: "1" -> 1 (spelling of 1)',
      '1 u a labels.IRB: 0 -> null (ticked, but graded as not present: taken as not ticked)',
      '1 u a flag: null -> true (a label was ticked, but graded as not present)',
    ]);
  });

  it('drops an answer to a question that is not asked', () => {
    const intake = take(graded, 'normalise', {
      id: 'u',
      annotator_id: 'a',
      relevance: '0',
      kind: 'cat',
    });
    expect(intake.judgments[0]!.answers).toEqual({ relevance: 0 });
    expect(changes(intake).at(-1)).toBe(
      '1 u a kind: "Cat" -> null (asked only when relevance >= 1)',
    );
  });

  it('works on whole rows as well', () => {
    const intake = take(rag, 'normalise', {
      unit: 'r1::c1',
      annotator: 'anna',
      answers: { topically_relevant: 'no', evidence_sufficient: 'yes', misleading: false },
      guideline: '1.0',
      seconds: 4,
    });
    expect(intake).toMatchObject({
      faults: [],
      judgments: [
        {
          guideline: '1.0',
          seconds: 4,
          answers: { topically_relevant: false, evidence_sufficient: false, misleading: false },
        },
      ],
    });
    expect(intake.changes).toHaveLength(3);
  });

  it('leaves what it cannot read as a fault that stops everything', () => {
    const intake = take(
      rag,
      'normalise',
      pair({ misleading: 'No' }),
      pair({ annotator_id: 'ben', misleading: 'maybe', evidence_sufficient: null }),
      pair({ annotator_id: 'cleo', misleading: undefined }),
    );
    expect(intake).toMatchObject({ judgments: [], changes: [] });
    expect(messages(intake).toSorted()).toEqual([
      '2 evidence_sufficient is null, expected true or false',
      '2 misleading is "maybe", expected true or false',
      '3 misleading is missing, expected true or false',
    ]);
  });

  it('gives only judgments without faults, whatever comes', () => {
    const value = fc.constantFrom<unknown>(
      true,
      false,
      'yes',
      'No',
      1,
      0,
      '1',
      'maybe',
      null,
      2,
      '',
      undefined,
    );
    fc.assert(
      fc.property(value, value, value, (topically_relevant, evidence_sufficient, misleading) => {
        const given = pair({ topically_relevant, evidence_sufficient, misleading });
        const intake = take(rag, 'normalise', given);
        for (const judgment of intake.judgments) {
          expect(rag.faults(judgment.answers, null)).toEqual([]);
          // Nothing becomes true that did not say so.
          for (const [name, answer] of Object.entries(judgment.answers))
            if (answer === true) expect(/^(true|yes|1)$/i.test(String(given[name]))).toBe(true);
        }
        expect(intake.judgments.length + Math.min(1, intake.faults.length)).toBe(1);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe('a name with space around it', () => {
  it('is refused, and made right with each change logged where that is asked for', () => {
    const flat = pair({ chunk_id: ' c1', annotator_id: 'anna ' });
    const whole = {
      unit: 'r1 ::c2',
      annotator: ' anna',
      answers: { topically_relevant: true, evidence_sufficient: false, misleading: false },
    };
    expect(messages(take(rag, 'reject', flat, whole))).toEqual([
      '1 chunk_id is " c1", expected a name without spaces around it',
      '1 annotator_id is "anna ", expected a name without spaces around it',
      '2 unit is "r1 ::c2", expected a name without spaces around it',
      '2 annotator is " anna", expected a name without spaces around it',
    ]);
    const intake = take(rag, 'normalise', flat, whole);
    expect(intake.judgments.map(({ unit, annotator }) => [unit, annotator])).toEqual([
      ['r1::c1', 'anna'],
      ['r1::c2', 'anna'],
    ]);
    expect(changes(intake)).toEqual([
      '1 r1::c1 anna chunk_id: " c1" -> "c1" (surrounding space)',
      '1 r1::c1 anna annotator_id: "anna " -> "anna" (surrounding space)',
      '2 r1::c2 anna unit: "r1 ::c2" -> "r1::c2" (surrounding space)',
      '2 r1::c2 anna annotator: " anna" -> "anna" (surrounding space)',
    ]);
    expect(take(rag, 'flag', flat).aside.length).toBe(1);
  });
});

describe('flag', () => {
  it('keeps rows with faults aside, unchanged, and takes the others', () => {
    const bad = pair({ annotator_id: 'ben', misleading: 'none' });
    const intake = take(rag, 'flag', pair({}), bad, pair({}));
    expect(intake).toMatchObject({ judgments: [{ annotator: 'anna' }], changes: [], faults: [] });
    expect(
      intake.aside.map(({ row, unit, annotator, line, faults }) => [
        row === bad,
        unit,
        annotator,
        line,
        faults.map((found) => found.message),
      ]),
    ).toEqual([
      [true, 'r1::c1', 'ben', 2, ['misleading is "none", expected true or false']],
      [false, 'r1::c1', 'anna', 3, ['anna already judged r1::c1 on line 1']],
    ]);
  });
});

describe('a spelling', () => {
  const binary = buildQuestion('b');
  const cases = buildQuestion('c', { scale: { nominal: ['A', 'a', 'Other'] } });
  it('means a value only when it means just one', () => {
    expect(
      ['YES', ' true ', 1, '1', 'no', 'False', 0, '0'].map(
        (given) => spelledAnswer(binary, given)?.answer,
      ),
    ).toEqual([true, true, true, true, false, false, false, false]);
    expect(
      ['maybe', '', 'y', 2, null, undefined, [], {}, 'on'].map((given) =>
        spelledAnswer(binary, given),
      ),
    ).toEqual(Array.from({ length: 9 }, () => null));
    expect(spelledAnswer(cases, 'other')?.answer).toBe('Other');
    expect(spelledAnswer(cases, 'A ')).toBeNull();
    expect(
      spelledAnswer(buildQuestion('o', { scale: { ordinal: [-1, 0, 1] } }), '-1.00')?.answer,
    ).toBe(-1);
    expect(
      ['04', '-0', '007', '0x4'].map(
        (given) => spelledAnswer(buildQuestion('o', { scale: { ordinal: [0, 4] } }), given)?.answer,
      ),
    ).toEqual([4, 0, undefined, undefined]);
    expect(spelledAnswer(buildQuestion('t', { scale: 'text' }), 'x')).toBeNull();
    expect([
      spelledName(['IRB', 'irb'], 'Irb'),
      spelledName(['IRB'], ' irb'),
      spelledName(['IRB'], 4),
    ]).toEqual([null, 'IRB', null]);
  });
});
