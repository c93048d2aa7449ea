import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { FaultList } from '../text-file.ts';
import { isDocumentTable, readDocuments } from './read-rankings.ts';
import type { DocumentsKind } from './read-rankings.ts';

/** The rows of a file, and what is wrong with it. */
async function read(name: string, text: string, kind: DocumentsKind) {
  const file = join(temporaryFolder({ [name]: text }), name);
  const found = new FaultList();
  const documents = await readDocuments(file, kind, found);
  const faults = found.faults.map(({ code, line, values }) => [code, line, values['field']]);
  if (documents === null) return { rows: null, faults, run: null };
  const { pool, start, length, query, value, annotator, part, size } = documents;
  const rows = Array.from({ length: size }, (_, row) => [
    documents.queries[query[row]!],
    Buffer.from(pool.subarray(start[row]!, start[row]! + length[row]!)).toString('utf8'),
    value[row],
    documents.annotators[annotator[row]!] ?? '',
    part[row],
  ]);
  return { rows, faults, run: documents.run };
}

describe('a table of documents', () => {
  it('is read under any of the names of its columns', async () => {
    const csv = await read('a.csv', 'qid,docno,sim\nq1,d1,0.5\nq1,ü2,-1\n', 'run');
    expect(csv.rows).toEqual([
      ['q1', 'd1', 0.5, '', 0],
      ['q1', 'ü2', -1, '', 0],
    ]);
    expect(csv).toMatchObject({ faults: [], run: expect.stringMatching(/a\.csv$/) });
    const rows = '{"topic":7,"nct_id":"d1","grade":2}\n{"topic":8,"nct_id":3,"rel":0}\n';
    const json = await read('a.jsonl', rows, 'qrels');
    expect([json.rows, json.run]).toEqual([
      [
        ['7', 'd1', 2, '', 0],
        ['8', '3', 0, '', 0],
      ],
      '',
    ]);
  });

  it('has judges where these are asked for, and parts of their preferences', async () => {
    const text =
      'query,document,level,annotator,part\nq1,d1,1,anna,first\nq1,d2,0,anna,second\nq1,d1,3,,\n';
    const preferences = await read('a.csv', text, 'preferences');
    expect(preferences.faults).toEqual([]);
    expect(preferences.rows!.map(([, , , who]) => who)).toEqual(['anna', 'anna', '']);
    const parts = preferences.rows!.map((row) => row[4]);
    expect(new Set(parts).size).toBe(3);
    const grades = 'query,document,grade,annotator,part\nq1,d1,1,anna,x\nq1,d1,2,ben,y\n';
    const votes = await read('a.csv', grades, 'votes');
    expect(votes.rows).toEqual([
      ['q1', 'd1', 1, 'anna', 0],
      ['q1', 'd1', 2, 'ben', 0],
    ]);
    // The same document twice, where nobody asks who judged it.
    const qrels = await read('a.csv', grades, 'qrels');
    expect(qrels.faults.map(([, line]) => line)).toEqual([3]);
  });

  it.each([
    ['a grade with a fraction', 'qrels', 'grade', '1.5', true],
    ['a vote with a fraction', 'votes', 'grade', '1.5', true],
    ['a score with a fraction', 'run', 'score', '1.5', false],
    ['a grade below 0', 'qrels', 'grade', '-1', false],
    ['a level with a fraction', 'preferences', 'level', '0.5', false],
    ['a level below 0', 'preferences', 'level', '-1', true],
    ['the level 0', 'preferences', 'level', '0', false],
    ['a word', 'run', 'score', 'high', true],
    ['nothing', 'run', 'score', '', true],
  ] as const)('with %s', async (_, kind, column, cell, isWrong) => {
    const text = `query_id,doc_id,${column}\nq0,d0,1\nq1,d1,${cell}\n`;
    const { faults, rows } = await read('a.csv', text, kind);
    expect(faults).toEqual(isWrong ? [['wrong-value', 3, column]] : []);
    expect(rows?.length ?? null).toBe(isWrong ? null : 2);
  });

  it('says what is expected of a number that does not fit', async () => {
    const expected = async (kind: DocumentsKind, column: string, cell: string) => {
      const file = join(
        temporaryFolder({ 'a.csv': `query_id,doc_id,${column}\nq,d,${cell}\n` }),
        'a.csv',
      );
      const found = new FaultList();
      await readDocuments(file, kind, found);
      return found.faults[0]!.values['expected'];
    };
    expect(await expected('qrels', 'grade', 'x')).toEqual({ code: 'whole-number', values: {} });
    expect(await expected('run', 'score', 'x')).toEqual({ code: 'number', values: {} });
    const least = { code: 'number-from', values: { least: 0 } };
    expect(await expected('preferences', 'level', '-1')).toEqual(least);
  });

  it('names every column that a row lacks', async () => {
    const rows = [
      { query: 'q', document: 'd' },
      { document: 'd', grade: 1 },
      { query: 'q', grade: 1 },
    ];
    const text = rows.map((row) => JSON.stringify(row)).join('\n');
    expect((await read('a.jsonl', text, 'qrels')).faults).toEqual([
      ['missing-field', 1, 'relevance'],
      ['missing-field', 2, 'query_id'],
      ['missing-field', 3, 'doc_id'],
    ]);
    const blank = await read('a.csv', 'qid,docno,rel\n,d,1\nq,,1\n', 'qrels');
    expect(blank.faults).toEqual([
      ['missing-field', 2, 'qid'],
      ['missing-field', 3, 'docno'],
    ]);
  });
});

describe('a file with the columns of TREC', () => {
  it('is read by its kind', async () => {
    const run = await read('run.txt', 'q1 Q0 d1 1 0.5 mine\nq1 Q0 d2 2 0.25 mine\n', 'run');
    expect(run).toEqual({
      rows: [
        ['q1', 'd1', 0.5, '', 0],
        ['q1', 'd2', 0.25, '', 0],
      ],
      faults: [],
      run: 'mine',
    });
    const qrels = await read('qrels.txt', 'q1 0 d1 2\n', 'qrels');
    expect(qrels.rows).toEqual([['q1', 'd1', 2, '', 0]]);
    const votes = await read('qrels.txt', 'q1 anna d1 2\nq1 ben d1 0\n', 'votes');
    expect(votes.rows!.map(([, , value, who]) => [value, who])).toEqual([
      [2, 'anna'],
      [0, 'ben'],
    ]);
  });

  it('with faults is not read, and a document that appears twice is one', async () => {
    const bad = await read('run.txt', 'q1 Q0 d1 1 high mine\n', 'run');
    expect([bad.rows, bad.faults.map(([, line]) => line)]).toEqual([null, [1]]);
    const twice = await read('qrels.txt', 'q1 0 d1 2\nq1 0 d1 2\n', 'qrels');
    expect(twice.faults.map(([, line]) => line)).toEqual([2]);
    expect((await read('run.txt', '', 'run')).faults).toEqual([
      ['file-empty', undefined, undefined],
    ]);
  });

  it('that is not there is a fault', async () => {
    const found = new FaultList();
    const file = join(temporaryFolder(), 'nothing.txt');
    expect([await readDocuments(file, 'run', found), found.count]).toEqual([null, 1]);
  });

  it('is known by its name', () => {
    const names = ['a.csv', 'a.jsonl', 'run.txt', '-'];
    expect(names.map(isDocumentTable)).toEqual([true, true, false, false]);
  });
});
