import { describe, expect, it } from 'vitest';
import { takeJudgments } from '../../../test/take-judgments.ts';
import {
  rag,
  topics,
  graded,
  open,
  take,
  changes,
  messages,
  pair,
} from '../../../test/intake-rows.ts';

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
