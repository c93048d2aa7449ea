import { describe, expect, it } from 'vitest';
import { readRagRecord, recordUuid, trimmed } from './rag-record.ts';
import type { RagRecord } from './rag-record.ts';
import { readRagRecords } from './rag-records.ts';
import { fanOut, ragUnits } from './rag-units.ts';

const chunk = (id: string, rank: unknown = 1): Record<string, unknown> => ({
  chunk_id: id,
  doc_id: 'd1',
  chunk_rank: rank,
  text: `text ${id}`,
});
const record = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  query: 'q',
  answer: 'a',
  context_set: 'x',
  chunks: [chunk('c1')],
  ...given,
});

function valid(given: Record<string, unknown>): RagRecord {
  const read = readRagRecord(record(given));
  if (!read.ok) throw new Error(read.faults.map((found) => found.message).join());
  return read.record;
}
function wrong(value: unknown): readonly string[] {
  const read = readRagRecord(value);
  return read.ok ? [] : read.faults.map((found) => found.message);
}

describe('a record', () => {
  it.each([
    [record({ query: '' }), 'query is "", expected a non-empty text'],
    [record({ query: '   ' }), 'query is "   ", expected a non-empty text'],
    [record({ query: 5 }), 'query is 5, expected a non-empty text'],
    [record({ chunks: [] }), 'chunks is an array of 0, expected a list of at least one chunk'],
    [record({ chunks: undefined }), 'chunks is missing, expected a list of at least one chunk'],
    [
      record({ chunks: [chunk('c1', 0)] }),
      'chunks.0.chunk_rank is 0, expected a whole number of at least 1',
    ],
    [
      record({ chunks: [chunk('c1', 1.5)] }),
      'chunks.0.chunk_rank is 1.5, expected a whole number of at least 1',
    ],
    [
      record({ chunks: [chunk('c1', true)] }),
      'chunks.0.chunk_rank is true, expected a whole number of at least 1',
    ],
    [
      record({ record_uuid: 1 }),
      'record_uuid is unknown here; expected query, answer, chunks, context_set and language',
    ],
    [
      record({ chunks: [{ ...chunk('c1'), answer: 1 }] }),
      'chunks.0.answer is unknown here; expected chunk_id, doc_id, chunk_rank and text',
    ],
    [
      record({ chunks: ['c1'] }),
      'chunks.0 is "c1", expected an object with chunk_id, doc_id, chunk_rank and text',
    ],
    [record({ language: '' }), 'language is "", expected a non-empty text'],
    [
      record({ answer: 'lone \ud800' }),
      'answer is "lone \\ud800", expected text that can be written as UTF-8',
    ],
    ['not a record', 'expected an object with named fields, got "not a record"'],
  ])('%j is refused', (value, message) => {
    expect(wrong(value)).toEqual([message]);
  });

  it('is refused with a chunk id or a rank that is there twice', () => {
    expect(wrong(record({ chunks: [chunk('c1', 1), chunk('c1', 2), chunk('c2', 2)] }))).toEqual([
      'chunks.1.chunk_id is "c1", which appears twice, expected each chunk_id once',
      'chunks.2.chunk_rank is 2, which appears twice, expected each chunk_rank once',
    ]);
  });

  it('is trimmed, may give ranks as text, and warns of ranks with a gap', () => {
    expect(
      readRagRecord(record({ query: '  padded  ', chunks: [chunk('c1', '3'), chunk('c2', 1)] })),
    ).toMatchObject({
      ok: true,
      record: { query: 'padded', chunks: [{ chunk_rank: 3 }, { chunk_rank: 1 }] },
      warnings: [{ code: 'ranks-have-gaps', values: { ranks: ['1', '3'], count: 2 } }],
    });
  });

  it('reports all its faults at once', () => {
    expect(wrong({ chunks: [{}] })).toHaveLength(7);
  });

  it('is trimmed by the same list of white space as the tool that made the ids, in linear time', () => {
    expect(trimmed('\u0085\u00a0 a b \u3000')).toBe('a b');
    expect(trimmed('\uFEFFa')).toBe('\uFEFFa');
    expect(trimmed(`${' '.repeat(200_000)}x${' '.repeat(200_000)}y`)).toBe(
      `x${' '.repeat(200_000)}y`,
    );
  });
});

describe('a table with a row per chunk', () => {
  const rows = ['r1,q,a,x,c1,d1,1,One.', 'r1,q,a,x,c2,d1,2,"Two, more."'];
  const head = 'record_id,query,answer,context_set,chunk_id,doc_id,chunk_rank';

  it.each(['text', 'chunk_text'])('may call the text of a chunk %s', (column) => {
    const read = readRagRecords([`${head},${column}`, ...rows].join('\n'), 'csv');
    expect([read.faults, read.errors]).toEqual([[], []]);
    expect(read.records[0]?.record.chunks.map(({ text }) => text)).toEqual(['One.', 'Two, more.']);
  });

  it('has one text per chunk', () => {
    const both = [`${head},text,chunk_text`, ...rows.map((row) => `${row},x`)].join('\n');
    expect(readRagRecords(both, 'csv').faults).toMatchObject([
      { code: 'unknown-field', field: 'chunk_text' },
    ]);
  });
});

describe('the id of a record', () => {
  // Made by derive_record_uuid of the public evaluation framework at commit 1467bb1; see the
  // requirements on RAG tasks.
  it.each([
    [
      'd22cdc6ef0348bacbd1672ffcc788069fb9d5926f4679269285050be0cb44d0a',
      {
        query: 'q1',
        answer: 'a1',
        context_set: 't1 [CTX_SEP] t2',
        chunks: [chunk('c1', 1), chunk('c2', 2)],
        language: 'de',
      },
    ],
    [
      'd22cdc6ef0348bacbd1672ffcc788069fb9d5926f4679269285050be0cb44d0a',
      {
        query: 'q1',
        answer: 'a1',
        context_set: 't1 [CTX_SEP] t2',
        chunks: [chunk('c2', 2), chunk('c1', 1)],
      },
    ],
    ['8ae5236e76054189a2eedba0bc4b7cdae40d4e34b6833ea6997f3a0ff4c0df98', { query: '  padded  ' }],
    [
      '9fe364e9b738a2500e0826e46a159f5a8d4f9d39fec23a9cbde43cb8189607f9',
      { query: 'Größe? 日本', answer: 'ä', chunks: [chunk('π')] },
    ],
    [
      'ec9904bf75ee7c4a465b48796a9996a8d8c84876b1a76bbf3bac86c632f8740a',
      { chunks: [chunk('c1', '2')] },
    ],
  ])('is %s', (uuid, given) => {
    expect(recordUuid(valid(given))).toBe(uuid);
  });

  it('sorts chunk ids by code point, not by UTF-16 unit', () => {
    const ids = ['\uffee', '😀'];
    // sha256 of "q\0a\0x\0\uffee|😀" by Python's hashlib, whose sorted() goes by code point.
    expect(recordUuid(valid({ chunks: ids.map((id, at) => chunk(id, at + 1)) }))).toBe(
      recordUuid(valid({ chunks: ids.toReversed().map((id, at) => chunk(id, at + 1)) })),
    );
    expect(recordUuid(valid({ chunks: ids.map((id, at) => chunk(id, at + 1)) }))).toBe(
      '5cc90889edb5360727cda6ba1418803ac6a2eb365d7f1d3fde1daae96ea10daf',
    );
  });
});

describe('the units of a record', () => {
  const read = valid({
    query: 'q1',
    answer: 'a1',
    chunks: [chunk('c2', 2), chunk('c1', 1)],
    language: 'de',
  });
  const uuid = recordUuid(read);

  it('are a pair per chunk, named by record and chunk, and one each for the answer', () => {
    expect(fanOut(read)).toEqual({
      retrieval: [
        {
          record_uuid: uuid,
          chunk_id: 'c2',
          doc_id: 'd1',
          chunk_rank: 2,
          query: 'q1',
          chunk: 'text c2',
          answer: 'a1',
          language: 'de',
        },
        {
          record_uuid: uuid,
          chunk_id: 'c1',
          doc_id: 'd1',
          chunk_rank: 1,
          query: 'q1',
          chunk: 'text c1',
          answer: 'a1',
          language: 'de',
        },
      ],
      grounding: [
        { record_uuid: uuid, answer: 'a1', context_set: 'x', query: 'q1', language: 'de' },
      ],
      generation: [
        { record_uuid: uuid, query: 'q1', answer: 'a1', context_set: 'x', language: 'de' },
      ],
    });
  });

  it('are the same when the chunks come in another order, and a record that changed is a fault', () => {
    const same = { ...read, chunks: read.chunks.toReversed() };
    const changed = {
      ...read,
      chunks: read.chunks.map((one) => Object.assign({}, one, { text: 'other' })),
    };
    const all = ragUnits({
      records: [read, same, changed].map((one, index) => ({ index, record: one })),
      warnings: [],
      errors: [],
      faults: [],
    });
    expect(all).toMatchObject({ repeated: 1, faults: [{ field: '[2]' }] });
    expect(all.units.retrieval).toHaveLength(2);
  });
});

describe('a file of records', () => {
  const expected = [
    {
      query: 'q1',
      answer: 'a, "b"',
      context_set: 'x',
      language: null,
      chunks: [
        { chunk_id: 'c1', doc_id: 'd1', chunk_rank: 1, text: 't1' },
        { chunk_id: 'c2', doc_id: 'd1', chunk_rank: 2, text: 't2' },
      ],
    },
  ];
  const nothingElse = expected.map((one) => ({
    ...one,
    chunks: one.chunks.map((part) => ({ ...part, other: {} })),
    other: {},
  }));
  const json = JSON.stringify(expected);

  it('is a JSON array, JSONL, or CSV in two layouts, and all give the same', () => {
    const chunks = JSON.stringify(expected[0]!.chunks).replaceAll('"', '""');
    const wide = `query,answer,context_set,language,chunks\nq1,"a, ""b""",x,,"${chunks}"\n`;
    const long =
      'query,answer,context_set,chunk_id,doc_id,chunk_rank,text\n' +
      'q1,"a, ""b""",x,c1,d1,1,t1\nq1,"a, ""b""",x,c2,d1,2,t2\n';
    const named =
      'record_id,query,answer,context_set,chunk_id,doc_id,chunk_rank,text\n' +
      'r,q1,"a, ""b""",x,c1,d1,1,t1\nr,q1,"a, ""b""",x,c2,d1,2,t2\n';
    for (const read of [
      readRagRecords(json, 'json'),
      readRagRecords(`${json.slice(1, -1)}\n`, 'jsonl'),
      ...[wide, long, named].map((csv) => readRagRecords(csv, 'csv')),
    ]) {
      expect(read).toMatchObject({ errors: [], faults: [] });
      expect(read.records.map((one) => one.record)).toEqual(nothingElse);
    }
  });

  it('tells the faults of each record by its index, and keeps the others', () => {
    const read = readRagRecords(
      '{"query":"q"}\nnonsense\n{"query":"q","answer":"a","context_set":"x",' +
        '"chunks":[{"chunk_id":"c","doc_id":"d","chunk_rank":1,"text":"t"}]}\n',
      'jsonl',
    );
    expect(read.errors.map(({ index, faults }) => [index, faults[0]!.line, faults.length])).toEqual(
      [
        [0, 1, 3],
        [1, 2, 1],
      ],
    );
    expect(read.records.map((one) => one.index)).toEqual([2]);
  });

  it('is at fault as a whole when it is no array', () => {
    expect(readRagRecords('{}', 'json').faults.map((found) => found.message)).toEqual([
      'the file is an object, expected an array of records',
    ]);
    expect(readRagRecords('[', 'json').faults.map((found) => found.code)).toEqual(['bad-json']);
  });

  it('keeps what else records and chunks say with their units, and says so once', () => {
    const given = valid({ trace: 't', chunks: [{ ...chunk('c1'), score: 0.7 }] });
    expect(fanOut(given)).toMatchObject({
      retrieval: [{ trace: 't', score: 0.7 }],
      grounding: [{ trace: 't' }],
      generation: [{ trace: 't' }],
    });
    const row = JSON.stringify(record({ trace: 't' }));
    const two = `${row}\n${row.replace('"q"', '"r"')}\n`;
    expect(readRagRecords(two, 'jsonl').warnings).toEqual([
      { index: 0, warning: { code: 'keys-kept', values: { fields: ['trace'] } } },
    ]);
  });

  it('may be a table of chunks without documents, whose other columns are kept', () => {
    const table = `query,answer,context_set,run,chunk_id,chunk_rank,chunk_text,score
q,a,x,r1,c1,1,One.,0.7
q,a,x,r1,c2,2,Two.,0.5
`;
    const read = readRagRecords(table, 'csv');
    expect([read.faults, read.errors]).toEqual([[], []]);
    const { retrieval, grounding } = fanOut(read.records[0]!.record);
    expect(retrieval).toMatchObject([
      { chunk: 'One.', run: 'r1', score: '0.7' },
      { chunk: 'Two.', run: 'r1', score: '0.5' },
    ]);
    expect(retrieval[0]).not.toHaveProperty('doc_id');
    expect(grounding[0]).toMatchObject({ run: 'r1' });
    expect(grounding[0]).not.toHaveProperty('score');
  });

  it('refuses CSV rows of one record that differ, and chunks that are no JSON', () => {
    const csv =
      'group,query,answer,context_set,chunk_id,doc_id,chunk_rank,text\n' +
      'r,q1,a,x,c1,d1,1,t1\nr,q2,a,x,c2,d1,2,t2\n';
    expect(readRagRecords(csv, 'csv').errors).toMatchObject([
      {
        index: 0,
        faults: [
          {
            message:
              'query is "q2", expected the same as on line 2, which belongs to the same record',
            line: 3,
          },
        ],
      },
    ]);
    expect(
      readRagRecords('query,answer,context_set,chunks\nq,a,x,[oops\n', 'csv').errors,
    ).toMatchObject([{ index: 0, faults: [{ field: 'chunks', line: 2 }] }]);
  });
});
