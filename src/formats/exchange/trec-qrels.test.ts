import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { pairUnits, qrelRows, readQrels, readRun, writeQrels } from './trec-qrels.ts';

describe('qrels', () => {
  it('are query, iteration, document and grade, with any white space between', () => {
    expect(readQrels('\uFEFFQ1 0 NCT1 2\r\n\n  Q1\t0\tNCT2   -1 \n')).toEqual({
      qrels: [
        { query: 'Q1', document: 'NCT1', grade: 2, line: 1, group: '0' },
        { query: 'Q1', document: 'NCT2', grade: -1, line: 3, group: '0' },
      ],
      faults: [],
    });
  });

  it('answer a yes-or-no question with 0 and 1, and with nothing else', () => {
    const task = buildTask({ questions: { g: {} }, unit: { id: ['d'], show: ['d'] } });
    const read = readQrels('q1 0 d1 1\nq1 0 d2 0\nq1 0 d3 2\n');
    const rows = qrelRows(task, read, { annotator: 'anna', question: 'g' })!;
    expect(rows.map(({ row }) => row['answers'])).toEqual([{ g: true }, { g: false }, { g: 2 }]);
  });

  it('may have the header of BEIR, comments, and groups that judged the same pairs', () => {
    expect(readQrels('query-id\tcorpus-id\tscore\nq1\td1\t1\n').qrels).toEqual([
      { query: 'q1', document: 'd1', grade: 1, line: 2, group: '0' },
    ]);
    const grouped = readQrels('# judged in June\nq1 A d1 1\nq1 B d1 0\n#q 0 d1 1\n');
    expect(grouped.faults).toEqual([]);
    expect(grouped.qrels.map(({ query, group, line }) => [query, group, line])).toEqual([
      ['q1', 'A', 2],
      ['q1', 'B', 3],
      ['#q', '0', 4],
    ]);
    const pairs = buildTask({ questions: { g: {} }, unit: { id: ['q', 'd'], show: ['q'] } });
    const options = { question: 'g', annotators: { B: 'ben' } };
    expect(qrelRows(pairs, grouped, options)!.map(({ row }) => row['annotator'])).toEqual([
      'A',
      'ben',
      '0',
    ]);
    expect(qrelRows(pairs, readQrels('q1 0 d1 1'), options)).toBeNull();
    expect(pairUnits(pairs, grouped).map(({ row }) => [row['q'], row['d']])).toEqual([
      ['q1', 'd1'],
      ['#q', 'd1'],
    ]);
    const run = readRun('q1 Q0 d1 1 12.5 bm25\nq1 Q0 d2 2 1e-3 bm25\nq1 Q0 d3\n');
    expect(run.qrels.map(({ document }) => document)).toEqual(['d1', 'd2']);
    expect(run.faults.map((found) => found.message)).toEqual([
      'the line has 3 fields, expected query, Q0, document, rank, score and run',
    ]);
  });

  it('are refused when a pair is judged twice, a grade is no whole number, or a field is missing', () => {
    expect(
      readQrels('Q1 0 D1 1\nQ1 0 D1 1\nQ1 0 D2 1.0\nQ1 D3 1\n').faults.map(
        (found) => `${found.line} ${found.message}`,
      ),
    ).toEqual([
      '2 the unit Q1::D1 already appears on line 1',
      '3 grade is "1.0", expected a whole number',
      '4 the line has 3 fields, expected query, 0, document and grade',
    ]);
    expect(readQrels('\n').faults.map((found) => found.code)).toEqual(['file-empty']);
  });

  it('are the same after being written and read back', () => {
    const id = fc.stringMatching(/^[^\s\uFEFF]{1,8}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.record({ query: id, document: id, grade: fc.integer({ min: -2, max: 4 }) }),
          { minLength: 1, selector: ({ query, document }) => `${query} ${document}` },
        ),
        (qrels) => {
          expect(
            readQrels(writeQrels(qrels)).qrels.map(({ query, document, grade }) => ({
              query,
              document,
              grade,
            })),
          ).toEqual(qrels);
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  it('cannot be written with white space in an id', () => {
    expect(() => writeQrels([{ query: 'a b', document: 'd', grade: 1 }])).toThrow(
      'query is "a b", expected an id without white space',
    );
  });

  it('become judgments on a pair', () => {
    const task = buildTask({
      questions: { relevance: { scale: { ordinal: [0, 1, 2] } } },
      unit: { id: ['query_id', 'nct_id'] },
    });
    expect(
      qrelRows(task, readQrels('Q1 0 D1 2'), {
        annotator: 'nist',
        question: 'relevance',
        guideline: '1',
      }),
    ).toEqual([
      {
        line: 1,
        row: { unit: 'Q1::D1', annotator: 'nist', answers: { relevance: 2 }, guideline: '1' },
      },
    ]);
  });
});
