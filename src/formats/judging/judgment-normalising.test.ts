import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildQuestion } from '../../../test/build-task.ts';
import { spelledAnswer, spelledName } from './spelling.ts';
import { rag, topics, graded, take, changes, messages, pair } from '../../../test/intake-rows.ts';

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
