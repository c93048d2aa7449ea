import { describe, expect, it } from 'vitest';
import { rowsByQuery } from './scored-documents.ts';
import { readQrelsBytes, readRunBytes } from './trec-files.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const messages = (faults: ReturnType<typeof readRunBytes>['faults']): readonly string[] =>
  faults.map(({ line, message }) => `${line} ${message}`);

describe('relevance judgments from bytes', () => {
  it('are read with tabs, several spaces, CRLF, a byte order mark and comments', () => {
    const { documents, faults } = readQrelsBytes(
      bytes('\uFEFFq1 0 a 1\r\n# a comment\n\nq1\t0\tß  -1\nq2 0 a 2'),
    );
    expect(faults).toEqual([]);
    expect(documents.queries).toEqual(['q1', 'q2']);
    expect([...documents.value.subarray(0, documents.size)]).toEqual([1, -1, 2]);
    expect([...documents.line.subarray(0, 3)]).toEqual([1, 4, 5]);
  });

  it('name all their faults with lines', () => {
    const { faults } = readQrelsBytes(bytes('q1 0 a\nq1 0 b 1.5\nq1 0 c 1 x\nq1 0 d 999999'));
    expect(messages(faults)).toEqual([
      '1 the line has 3 fields, expected query, 0, document and grade',
      '2 grade is "1.5", expected a whole number',
      '3 the line has 5 fields, expected query, 0, document and grade',
      '4 grade is "999999", expected a whole number',
    ]);
  });

  it('keep the second column as the annotator when asked for', () => {
    const { documents } = readQrelsBytes(bytes('q1 anna a 1\nq1 ben a 0\nq1 anna b 0'), true);
    expect(documents.annotators).toEqual(['anna', 'ben']);
    expect([...documents.annotator.subarray(0, 3)]).toEqual([0, 1, 0]);
  });

  it('may have the header of BEIR, and then no second column', () => {
    const { documents, faults } = readQrelsBytes(
      bytes('# from BEIR\nquery-id\tcorpus-id\tscore\nq1\ta\t1\nq1\tb\n'),
      true,
    );
    expect(messages(faults)).toEqual([
      '4 the line has 2 fields, expected query, document and grade',
    ]);
    expect(documents.queries).toEqual(['q1']);
    expect(documents.annotators).toEqual(['0']);
    expect(Buffer.from(documents.pool).toString('utf8', documents.start[0])).toMatch(/^a\t1/);
    const late = readQrelsBytes(bytes('q1 0 a 1\nquery-id corpus-id score\n'));
    expect(messages(late.faults)).toEqual([
      '2 the line has 3 fields, expected query, 0, document and grade',
    ]);
  });

  it('may be about a query whose name begins like a comment', () => {
    const { documents, faults } = readQrelsBytes(bytes('#1 0 a 1\n #1 0 b\n#1 0 c high\n'));
    expect(faults).toEqual([]);
    expect(documents.queries).toEqual(['#1']);
    expect(documents.size).toBe(1);
  });

  it('without a line are a fault', () => {
    expect(messages(readQrelsBytes(bytes('\n')).faults)).toEqual([
      '1 the file is empty, expected at least one row',
    ]);
  });
});

describe('a run from bytes', () => {
  it('has the very numbers that the platform reads', () => {
    const texts = ['0.1', '-2.50', '1e-3', '123456789.123456789', '.5', '1.', '+4', '5e-324', '-0'];
    const { documents, faults } = readRunBytes(
      bytes(texts.map((text, at) => `q Q0 d${at} 1 ${text} x\n`).join('')),
    );
    expect(faults).toEqual([]);
    expect([...documents.value.subarray(0, texts.length)]).toEqual(texts.map(Number));
  });

  it('refuses scores that are no numbers, with all other faults', () => {
    const { faults } = readRunBytes(bytes('q Q0 a 1 nan x\nq Q0 b 1 0x10 x\nq Q0 c 1\n'));
    expect(messages(faults)).toEqual([
      '1 score is "nan", expected a number',
      '2 score is "0x10", expected a number',
      '3 the line has 4 fields, expected query, Q0, document, rank, score and run',
    ]);
  });

  it('may be about a query whose name begins like a comment', () => {
    const { documents, faults } = readRunBytes(bytes('# a run\n#1 Q0 a 1 0.5 x\n'));
    expect(faults).toEqual([]);
    expect(documents.queries).toEqual(['#1']);
  });

  it('knows its name, ignores notes behind it, and groups lines that lie apart', () => {
    const { documents } = readRunBytes(
      bytes('q1 Q0 a 1 3 old\nq2 Q0 a 1 3 old\nq1 Q0 b 2 1 new x'),
    );
    expect(documents.run).toBe('new');
    const { rows, from } = rowsByQuery(documents);
    expect([...rows]).toEqual([0, 2, 1]);
    expect([...from]).toEqual([0, 2, 3]);
  });
});
