import { describe, expect, it } from 'vitest';
import { codedText } from '../../domain/text-values.ts';
import { readDoccano } from './doccano.ts';

const lines = (...rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const labelsOf = (text: string, options: Parameters<typeof readDoccano>[1] = {}): unknown =>
  readDoccano(text, options).records.map((record) =>
    record.annotations.map((one) => [one.annotator, one.answers.get('label')]),
  );

describe('a doccano export', () => {
  it('as CSV has its labels joined by #, and the text in quotes where it needs them', () => {
    const csv = 'id,data,label,chunk_id\n1,"a, ""b""\nc",x#y,c1\n2,d,,c2\n3,e,x,c3\n';
    expect(labelsOf(csv)).toEqual([
      [[null, { kind: 'chosen', labels: ['x', 'y'] }]],
      [],
      [[null, { kind: 'chosen', labels: ['x'] }]],
    ]);
    const { records, skipped, faults } = readDoccano(csv);
    expect(records[0]).toMatchObject({ id: '1', fields: { text: 'a, "b"\nc', chunk_id: 'c1' } });
    expect(records.map(({ line }) => line)).toEqual([2, 4, 5]);
    expect([skipped, faults]).toEqual([[codedText('skipped-unlabelled', { count: 1 })], []]);
    expect(readDoccano('id,data,label\n1,a\n').faults).toMatchObject([{ line: 2 }]);
  });

  it('gives the labels of each text, with its metadata', () => {
    const exported = readDoccano(
      lines(
        { id: 1, text: 'a', label: ['x', 'y'], chunk_id: 'c1' },
        {
          id: 2,
          text: 'b',
          labels: ['x'],
          meta: { chunk_id: 'c2' },
          annotation_approver: null,
          Comments: [],
        },
      ),
    );
    expect(exported).toMatchObject({
      tool: 'doccano',
      faults: [],
      skipped: [],
      records: [
        { id: '1', fields: { id: 1, text: 'a', chunk_id: 'c1' }, line: 1 },
        { id: '2', fields: { id: 2, text: 'b', chunk_id: 'c2' } },
      ],
    });
    expect(exported.records.map((record) => Object.keys(record.fields))).toEqual([
      ['id', 'text', 'chunk_id'],
      ['chunk_id', 'id', 'text'],
    ]);
    expect(labelsOf(lines({ id: 1, text: 'a', label: ['x', 'y'] }))).toEqual([
      [[null, { kind: 'chosen', labels: ['x', 'y'] }]],
    ]);
  });

  it('is read as an array too, and with a single label as text', () => {
    expect(
      labelsOf('[{"id":1,"text":"a","label":"x"},{"id":2,"text":"b","cats":["y"],"entities":[]}]'),
    ).toEqual([
      [[null, { kind: 'chosen', labels: ['x'] }]],
      [[null, { kind: 'chosen', labels: ['y'] }]],
    ]);
  });

  it('cannot tell "none applies" from "not annotated", and so leaves rows without a label out unless told', () => {
    const text = lines({ id: 1, text: 'a', label: [] }, { id: 2, text: 'b', label: ['x'] });
    expect(readDoccano(text).skipped).toEqual([codedText('skipped-unlabelled', { count: 1 })]);
    expect(labelsOf(text)).toEqual([[], [[null, { kind: 'chosen', labels: ['x'] }]]]);
    expect(labelsOf(text, { empty: 'no label applies' })).toEqual([
      [[null, { kind: 'chosen', labels: [] }]],
      [[null, { kind: 'chosen', labels: ['x'] }]],
    ]);
  });

  it('of the older form is read per user', () => {
    expect(
      labelsOf(
        lines({
          id: 1,
          text: 'a',
          annotations: [
            { label: 2, user: 1 },
            { label: 3, user: 1 },
            { label: 2, user: 5 },
          ],
          meta: {},
        }),
      ),
    ).toEqual([
      [
        ['1', { kind: 'chosen', labels: ['2', '3'] }],
        ['5', { kind: 'chosen', labels: ['2'] }],
      ],
    ]);
  });

  it('may have entities beside the labels; relations and comments are left out and counted', () => {
    const text = lines({
      id: 3,
      text: 'c',
      cats: ['x'],
      entities: [
        [0, 1, 'PER'],
        [2, 3, 'PER'],
      ],
      relations: [{}],
      Comments: ['hm'],
    });
    expect(readDoccano(text)).toMatchObject({
      faults: [],
      skipped: [
        codedText('skipped-relations', { count: 1 }),
        codedText('skipped-comments', { count: 1 }),
      ],
    });
    const spans = ['c', null].map((passage, at) => ({
      label: 'PER',
      start: at * 2,
      end: at * 2 + 1,
      text: passage,
    }));
    const [record] = readDoccano(text).records;
    expect([...record!.annotations[0]!.answers]).toEqual([
      ['entities', { kind: 'spans', spans }],
      ['label', { kind: 'chosen', labels: ['x'] }],
    ]);
  });

  it('keeps an id in the metadata, since the other one is a number of doccano’s', () => {
    expect(
      readDoccano(lines({ id: 3, text: 'c', label: ['x'], meta: { id: 'own' } })).records,
    ).toMatchObject([{ id: '3', fields: { id: 'own', text: 'c' } }]);
  });

  it('gives marked passages, also of the older form, and texts', () => {
    const text = 'Zoë met Ann';
    const passage = { label: 'PER', start: 8, end: 11, text: 'Ann' };
    const rows = [
      { id: 1, text, label: [[8, 11, 'PER']] },
      { id: 2, text, entities: [{ id: 4, label: 'PER', start_offset: 8, end_offset: 11 }] },
      { id: 3, text, annotations: [{ label: 'PER', user: 1, start_offset: 8, end_offset: 11 }] },
      { id: 4, text, annotations: [{ text: 'Zoe traf Ann', user: 2 }] },
      { id: 5, text, annotations: [{ label: 7 }] },
    ];
    expect(
      readDoccano(lines(...rows)).records.map(({ annotations }) =>
        annotations.map((one) => [one.annotator, ...one.answers]),
      ),
    ).toEqual([
      [[null, ['label', { kind: 'spans', spans: [passage] }]]],
      [[null, ['entities', { kind: 'spans', spans: [passage] }]]],
      [['1', ['label', { kind: 'spans', spans: [passage] }]]],
      [['2', ['label', { kind: 'chosen', labels: ['Zoe traf Ann'] }]]],
      [[null, ['label', { kind: 'chosen', labels: ['7'] }]]],
    ]);
  });

  it('is refused with what are no labels; a row without any is not annotated', () => {
    expect(
      readDoccano(
        lines(
          { id: 1, text: 'a', label: [[0, 1]] },
          { id: 2, text: 'b' },
          { id: 4, text: 'd', annotations: [{ user: 1, start_offset: 0, end_offset: 2 }] },
          { id: 5, text: 'e', entities: 'all' },
        ),
      ).faults.map((found) => `${found.line} ${found.message}`),
    ).toEqual([
      '1 label is an array of 1, expected a list of labels, or of passages with start, ' +
        'end and label',
      '3 annotations is an array of 1, expected a list of objects with label and user',
      '4 entities is "all", expected a list of passages with start, end and label',
    ]);
  });
});
