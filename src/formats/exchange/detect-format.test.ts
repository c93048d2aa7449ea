import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../domain/english.ts';
import { detectFormat } from './detect-format.ts';
import { firstRows } from '../first-rows.ts';
import { isTime, utcTime } from '../time-text.ts';

const json = (...rows: readonly object[]): string =>
  rows.map((row) => JSON.stringify(row)).join('\n');

describe('a format', () => {
  it.each<readonly [string, string | null]>([
    [JSON.stringify([{ id: 1, data: { text: 't' }, annotations: [] }]), 'label-studio'],
    [json({ text: 't', answer: 'accept', accept: ['x'] }), 'prodigy'],
    [json({ text: 't', _input_hash: 1, label: 'X' }), 'prodigy'],
    [json({ id: 1, text: 't', label: ['x'] }), 'doccano'],
    [json({ id: 1, text: 't', annotations: [{ label: 1, user: 2 }] }), 'doccano'],
    ['id,data,label\n1,t,x#y\n', 'doccano'],
    ['id,text,label,Comments\n1,t,x#y,[]\n', 'doccano'],
    ['id,text,label\n1,t,x\n', 'units-csv'],
    [JSON.stringify([{ id: 'a', fields: {}, responses: {} }]), 'argilla'],
    [json({ id: 'a', 'q.responses': [], 'q.responses.users': [] }), 'argilla'],
    [json({ user_id: 'a', instance_id: 'b', label_annotations: {} }), 'potato-jsonl'],
    [json({ instance_id: 'b', user_id: 'a', labels: {}, spans: {} }), 'potato-jsonl'],
    ['user,instance_id,displayed_text,s:::x\na,b,c,1\n', 'potato-csv'],
    ['instance_id\tuser_id\ts.x\nb\ta\t1\n', 'potato-tsv'],
    [json({ query: 'q', answer: 'a', chunks: [], context_set: 'x' }), 'rag-records-jsonl'],
    [JSON.stringify([{ query: 'q', answer: 'a', chunks: [] }]), 'rag-records-json'],
    ['query,answer,context_set,chunks\n', 'rag-records-csv'],
    ['record_uuid,annotator_id,task,language\n', 'rag-table'],
    [json({ unit: 'u', annotator: 'a', answers: {} }), 'judgments-jsonl'],
    [
      json({ query_id: 'q', nct_id: 'n', relevance_label: 1, annotator_id: 'a' }),
      'judgments-jsonl',
    ],
    [json({ unit: 'u', by: 'b', reason: 'r', exclude: true }), 'rulings-jsonl'],
    ['chunk_id,annotator_id,IRB\n', 'judgments-csv'],
    ['chunk_id,doc_id,text\na,b,c\n', 'gold-chunks'],
    ['1,0,0\n0,1,0\n', 'gold-matrix'],
    ['{"labels":["a"],"synonyms":{}}', 'gold-labels'],
    ['Q1 0 D1 1\nQ1 0 D2 0\n', 'trec-qrels'],
    ['Q1 0 D1 1\nQ1 0 D2\nQ1 0 D3 0\nQ1 0 D4 0\n', 'trec-qrels'],
    [
      json({ text: 't', labels: [{ user_id: 'u1', value: ['A'], status: 'submitted' }] }),
      'argilla',
    ],
    [json({ chunk_id: 'c', text: 't' }), 'units-jsonl'],
    ['chunk_id,page,text\na,1,c\n', 'units-csv'],
    ['', null],
    ['\uFEFF \n', null],
    ['just some prose\n', null],
    ['{"a":', null],
  ])('of %j is %s', (text, format) => {
    const detected = detectFormat(text);
    expect(detected.format).toBe(format);
    expect(inEnglish(detected.why).length).toBeGreaterThan(5);
  });

  it('is recognised from the beginning alone, and from bytes', () => {
    expect(detectFormat(`[{"id":1,"data":{"text":"]}"},"annotations":[]},{"id":2,"da`).format).toBe(
      'label-studio',
    );
    expect(detectFormat(new Uint8Array([0x50, 0x41, 0x52, 0x31, 9])).format).toBe('parquet');
    expect(detectFormat(new Uint8Array([1, 2, 3])).format).toBeNull();
  });

  it('of rows with the fields of the units that are asked for is units, unless a tool has put its mark on them', () => {
    const shape = { id: ['chunk_id'], show: ['text'] };
    const unit = { chunk_id: 'k1', text: 't' };
    expect(
      [
        { labels: ['IRB'] },
        { answer: 'accept', label: 'x' },
        { id: 7, label: [] },
        { _input_hash: 1 },
        { chunk_id: null, labels: [] },
      ].map((given) => detectFormat(json({ ...unit, ...given }), shape).format),
    ).toEqual(['units-jsonl', 'units-jsonl', 'doccano', 'prodigy', 'doccano']);
    // doccano numbers its rows: its labels never become a field of a unit.
    const byId = { id: ['id'], show: ['text'] };
    const ofDoccano = [
      { id: 7, label: ['x'] },
      { id: 7, annotations: [{ label: 1, user: 2 }] },
      { id: 7, entities: [{ label: 'x', start_offset: 0, end_offset: 1 }], relations: [] },
    ];
    for (const given of ofDoccano)
      expect(detectFormat(json({ ...given, text: 't' }), byId).format).toBe('doccano');
    expect(detectFormat(json({ id: 'k7', text: 't', label: [] }), byId).format).toBe('units-jsonl');
  });

  it('is said in words', () => {
    for (const table of ['chunk_id;text\na;b\n', 'chunk_id\ttext\na\tb\n'])
      expect(inEnglish(detectFormat(table).why)).toBe('its columns are chunk_id and text');
    expect(inEnglish(detectFormat(`{"a":"${'x'.repeat(1_000_000)}"}`).why)).toBe(
      'it starts like JSON, but its first object does not end within 1000000 characters',
    );
    expect(
      inEnglish(detectFormat(json({ annotation_id: 1, annotator: 2, text: 't' })).why),
    ).toContain('JSON-MIN');
    expect(inEnglish(detectFormat('chunk_id,page,text\n').why)).toBe(
      'its columns are chunk_id, page and text',
    );
  });
});

describe('the first rows', () => {
  it('end where the text is cut off', () => {
    expect(firstRows('{"a":"}\\""}\n{"b":[{}]}{"c"', 9)).toEqual([{ a: '}"' }, { b: [{}] }]);
    expect(firstRows('[{"a":1},5', 9)).toEqual([{ a: 1 }]);
    expect(firstRows('[{"a":1},{"a":2}]', 1)).toEqual([{ a: 1 }]);
    expect(firstRows('5', 1)).toEqual([]);
  });
});

describe('a time', () => {
  it('of another tool is read as UTC', () => {
    expect(
      [
        '2021-03-09T22:16:08.728353Z',
        '2025-09-22 13:25:15',
        '2026-01-31T10:30:00+01:00',
        '2026-01-31',
        1707211049,
        'yesterday',
        'March 3 2024',
        1e15,
        {},
        null,
        '',
      ].map(utcTime),
    ).toEqual([
      '2021-03-09T22:16:08.728Z',
      '2025-09-22T13:25:15Z',
      '2026-01-31T09:30:00Z',
      '2026-01-31T00:00:00Z',
      '2024-02-06T09:17:29Z',
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('of ours has its zone, and is a day that exists', () => {
    expect(
      [
        '2026-01-31T09:30:00Z',
        '2026-01-31T09:30Z',
        '2026-02-30T00:00:00Z',
        '2026-01-31T09:30:00',
        '2026-01-31',
      ].map(isTime),
    ).toEqual([true, true, false, false, false]);
  });
});
