import { describe, expect, it } from 'vitest';
import { goldJudgments, readGoldPack, writeGoldPack } from './gold-pack.ts';
import type { GoldFiles, GoldPack } from './gold-pack.ts';

const files: GoldFiles = {
  chunks: 'chunk_id,doc_id,text\nC1,D1,"one, two"\nC2,D1,three\n',
  matrix: '1,0\n1,1\n',
  labels: '{"labels":["IRB","AML"],"synonyms":{"IRB":["pd","lgd"]}}',
};
const messages = (given: Partial<GoldFiles>): readonly string[] => {
  const read = readGoldPack({ ...files, ...given });
  return read.ok ? [] : read.faults.map((found) => `${found.line ?? ''} ${found.message}`.trim());
};

describe('a gold pack', () => {
  it('gives the labels of each chunk, by position', () => {
    expect(readGoldPack(files)).toEqual({
      ok: true,
      value: {
        labels: ['IRB', 'AML'],
        synonyms: { IRB: ['pd', 'lgd'] },
        chunks: [
          { chunk_id: 'C1', doc_id: 'D1', text: 'one, two', applies: [true, false], line: 2 },
          { chunk_id: 'C2', doc_id: 'D1', text: 'three', applies: [true, true], line: 3 },
        ],
      },
    });
  });

  it('is the same after being written and read back', () => {
    const read = readGoldPack(files) as { readonly value: GoldPack };
    const written = writeGoldPack(read.value);
    expect(written.matrix).toBe(files.matrix);
    expect(written.chunks).toBe(files.chunks);
    expect(readGoldPack(written)).toEqual(read);
  });

  it('is faulted in the file that is wrong', () => {
    const names = { chunks: 'chunks.csv', matrix: 'Y.csv', labels: 'labels.json' };
    const places = (given: Partial<GoldFiles>): readonly unknown[] => {
      const read = readGoldPack({ ...files, ...given }, names);
      return read.ok ? [] : read.faults.map(({ file, line }) => [file, line]);
    };
    expect(
      places({
        matrix: '1,2\n1,1\n',
        chunks: 'chunk_id,doc_id,text\nC1,D1,a\nC1,D2,b\n',
        labels: '{"labels":["IRB","AML"],"synonyms":{"X":[]}}',
      }),
    ).toEqual([
      ['labels.json', undefined],
      ['chunks.csv', 3],
      ['Y.csv', 1],
    ]);
    expect(places({ matrix: '1,0\n' })).toEqual([['Y.csv', undefined]]);
    expect(places({ labels: '{}' })).toEqual([['labels.json', undefined]]);
  });

  it('may have a header over the matrix, which then says the order', () => {
    expect(readGoldPack({ ...files, matrix: 'AML,IRB\n0,1\n1,1\n' })).toEqual(readGoldPack(files));
    expect(messages({ matrix: 'AML,Other\n0,1\n1,1\n' })).toEqual([
      '1 the header is AML,Other, expected no header, or exactly IRB and AML',
    ]);
  });

  it('is refused when rows do not match, cells are not 0 or 1, or a chunk is there twice', () => {
    expect(messages({ matrix: '1,0\n' })).toEqual([
      'the matrix is 1 row, expected 2, one per chunk',
    ]);
    expect(messages({ matrix: '1,2\n1,x\n' })).toEqual([
      '1 AML is "2", expected 0 or 1',
      '2 AML is "x", expected 0 or 1',
    ]);
    expect(messages({ matrix: '1,0,0\n1,1,0\n' })).toEqual([
      '1 the row has 3 fields, expected 2, one per label',
    ]);
    expect(messages({ matrix: '1,0\n1\n' })).toEqual([
      '2 the row has 1 field, expected 2 as in the first row',
    ]);
    expect(messages({ chunks: 'chunk_id,doc_id,text\nC1,D1,a\nC1,D2,b\n' })).toEqual([
      '3 the unit C1 already appears on line 2',
    ]);
  });

  it('is refused when the chunks have no header, or more columns than are kept', () => {
    expect(messages({ chunks: 'C1,D1,a\nC2,D1,b\n' }).at(-1)).toBe(
      '1 the header has no chunk_id, doc_id and text, expected chunk_id,doc_id,text in ' +
        'the first line',
    );
    expect(messages({ chunks: 'chunk_id,doc_id,text,score\nC1,D1,a,1\nC2,D1,b,1\n' })).toEqual([
      "1 score is unknown here; a gold pack's chunks have chunk_id, doc_id and text",
    ]);
  });

  it('is refused when the labels are none', () => {
    expect(messages({ labels: '{"labels":[]}' })).toEqual([
      'labels is an array of 0, expected a list of label names, each once',
    ]);
    expect(messages({ labels: 'nonsense' })).toEqual([
      'labels is "nonsense", expected a list of label names, each once',
    ]);
    expect(messages({ labels: '{"labels":["IRB","AML"],"synonyms":{"Other":["x"]}}' })).toEqual([
      'synonyms.Other is unknown here; it is not among the labels',
    ]);
  });

  it('becomes rows of judgments', () => {
    expect(
      goldJudgments((readGoldPack(files) as { readonly value: GoldPack }).value, 'gold'),
    ).toEqual([
      { chunk_id: 'C1', labels: ['IRB'], annotator_id: 'gold' },
      { chunk_id: 'C2', labels: ['IRB', 'AML'], annotator_id: 'gold' },
    ]);
  });
});
