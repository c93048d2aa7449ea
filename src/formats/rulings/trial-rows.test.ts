import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editRow } from '../judging/row-edit.ts';
import { adjudicate } from './trial-rows.ts';

describe('editing a row', () => {
  it('leaves every other character as it was', () => {
    expect(editRow('{"b": 1.0, "a":2 ,"n":{"a":[1,"}"]}, "10": 1e2}', { a: 'x' })).toBe(
      '{"b": 1.0, "a":"x" ,"n":{"a":[1,"}"]}, "10": 1e2}',
    );
  });

  it('appends new fields in the spacing of the row', () => {
    expect(editRow('{"a": 1, "b": 2}', { c: true })).toBe('{"a": 1, "b": 2, "c": true}');
    expect(editRow('{"a":1,"b":2}', { c: true })).toBe('{"a":1,"b":2,"c":true}');
    expect(editRow('{ }', { c: [1] })).toBe('{"c":[1]}');
  });

  it('gives what changing the parsed object gives', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }),
        fc.constantFrom('a', '"', '__proto__', '1'),
        fc.jsonValue({ maxDepth: 1 }),
        fc.constantFrom(undefined, 2),
        (row, key, value, indent) => {
          const text = JSON.stringify(row, null, indent);
          const edited = JSON.parse(editRow(text, Object.fromEntries([[key, value]]))) as Record<
            string,
            unknown
          >;
          const expected = JSON.parse(
            JSON.stringify(Object.fromEntries([...Object.entries(row), [key, value]])),
          ) as Record<string, unknown>;
          expect(new Map(Object.entries(edited))).toEqual(new Map(Object.entries(expected)));
        },
      ),
      { seed: 1, numRuns: 400 },
    );
  });
});

describe('adjudication', () => {
  const row = (pair: string, label: number, by: string, more = ''): string =>
    `{"query_id": "Q${pair[0]}", "nct_id": "N${pair[1]}", "relevance_label": ${label}, ` +
    `"rationale": "by ${by}", "annotator_id": "${by}", "guideline_version": ` +
    `"m4-v1"${more}}`;
  const base = [row('11', 0, 'b', ', "task_id": "t-1"'), row('12', 1, 'b'), '', row('21', 2, 'b')];

  it('takes over label, rationale and guideline, marks the row and keeps who decided', () => {
    const done = adjudicate(base, [row('11', 2, 'anna'), row('21', 2, 'anna')]);
    expect(done).toMatchObject({
      ok: true,
      summary: {
        rows: 3,
        adjudicated: 2,
        changed: 1,
        changed_rate: 0.5,
        transitions: { '0->2': 1, '2->2': 1 },
        queries: { Q1: 1, Q2: 1 },
      },
    });
    expect(done.ok && done.lines[0]).toBe(
      '{"query_id": "Q1", "nct_id": "N1", "relevance_label": 2, "rationale": "by anna", ' +
        '"annotator_id": "adjudicated", "guideline_version": "m4-v1", "task_id": "t-1", ' +
        '"adjudicated": true, "adjudicator_id": "anna"}',
    );
    expect(done.ok && done.lines[1]).toBe(base[1]);
  });

  it('refuses pairs that are not in the base or are there twice, and rows that are none', () => {
    const done = adjudicate(
      [...base, row('12', 1, 'b')],
      [row('99', 1, 'anna'), 'nonsense', '{"query_id": "Q1"}'],
    );
    expect(done.ok ? [] : done.faults.map((found) => `${found.line} ${found.message}`)).toEqual([
      '5 the base already judged Q1::N2 on line 2',
      '2 expected JSON, got "nonsense"',
      '3 nct_id is missing, expected a non-empty text',
      '1 query_id, nct_id Q9::N9 is not among the units. Do not change ids.',
    ]);
  });

  it('has no rate when nothing was adjudicated', () => {
    expect(adjudicate(base, [])).toMatchObject({
      ok: true,
      summary: { adjudicated: 0, changed_rate: null },
    });
  });
});
