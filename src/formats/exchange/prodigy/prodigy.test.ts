import { describe, expect, it } from 'vitest';
import { codedText } from '../../../domain/text-values.ts';
import { readProdigy } from './prodigy.ts';

const lines = (...rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const common = {
  text: 'a text',
  _input_hash: -91551573,
  _task_hash: 5,
  _view_id: 'choice',
  _timestamp: 1707211049,
  _annotator_id: 'data-anna',
  _session_id: 'data-anna',
  answer: 'accept',
};

describe('a Prodigy export', () => {
  it('gives the chosen options of each row, who chose them and when', () => {
    const exported = readProdigy(
      lines({
        ...common,
        meta: { chunk_id: 'c1' },
        options: [
          { id: 'A', text: 'Aha' },
          { id: 2, text: 'two' },
        ],
        accept: ['A', 2],
        config: { choice_style: 'multiple' },
        user_input: 'because',
      }),
    );
    expect(exported).toMatchObject({ tool: 'prodigy', faults: [], skipped: [] });
    expect(exported.records).toEqual([
      {
        id: '-91551573',
        fields: { chunk_id: 'c1', text: 'a text', _input_hash: -91551573 },
        annotations: [
          {
            annotator: 'data-anna',
            at: '2024-02-06T09:17:29Z',
            seconds: null,
            answers: new Map<string, unknown>([
              ['accept', { kind: 'chosen', labels: ['A', '2'] }],
              ['user_input', { kind: 'text', text: 'because' }],
            ]),
            kept: {
              prodigy: {
                _input_hash: -91551573,
                _task_hash: 5,
                _session_id: 'data-anna',
                _annotator_id: 'data-anna',
                _view_id: 'choice',
                options: [
                  { id: 'A', text: 'Aha' },
                  { id: 2, text: 'two' },
                ],
                meta: { chunk_id: 'c1' },
              },
            },
          },
        ],
        line: 1,
        index: 0,
      },
    ]);
  });

  it('takes accept and reject of a label as yes and no, one judgment per text and person', () => {
    const exported = readProdigy(
      lines(
        { ...common, label: 'SPAM' },
        { ...common, label: 'AD', answer: 'reject' },
        { ...common, label: 'SPAM', _annotator_id: 'ben' },
        { ...common, label: 'SPAM', answer: 'reject' },
      ),
    );
    expect(
      exported.records.map((record) => [
        record.annotations[0]!.annotator,
        [...record.annotations[0]!.answers],
      ]),
    ).toEqual([
      [
        'data-anna',
        [
          ['AD', { kind: 'applies', applies: false }],
          // The same label a second time revises the first answer, and no other.
          ['SPAM', { kind: 'applies', applies: false }],
        ],
      ],
      ['ben', [['SPAM', { kind: 'applies', applies: true }]]],
    ]);
    expect(exported.skipped).toEqual([codedText('skipped-revised', { count: 1 })]);
  });

  it('joins the rows of one text that offer different options, named by their texts', () => {
    const list = (...texts: readonly string[]): object => ({
      options: texts.map((text, id) => ({ id, text })),
    });
    const design = list('Design: trial', 'Design: survey');
    const drug = list('Drug: A', 'Drug: B', 'Drug: none');
    const other = { ...common, _input_hash: 7 };
    const exported = readProdigy(
      lines(
        { ...common, ...design, accept: [1] },
        { ...common, ...drug, accept: [0, 1], _timestamp: common._timestamp + 9 },
        { ...other, ...design, accept: [0] },
        { ...other, ...drug, accept: [2] },
        { ...other, ...design, accept: [1] },
        // Later in the file, but answered before.
        { ...other, ...drug, accept: [0], _timestamp: 1 },
      ),
    );
    const offered = ['Design: trial', 'Design: survey', 'Drug: A', 'Drug: B', 'Drug: none'];
    expect(exported.faults).toEqual([]);
    expect(exported.records.map(({ annotations: [own] }) => [own!.at, ...own!.answers])).toEqual([
      [
        '2024-02-06T09:17:38Z',
        ['accept', { kind: 'chosen', labels: ['Design: survey', 'Drug: A', 'Drug: B'], offered }],
      ],
      [
        '2024-02-06T09:17:29Z',
        [
          'accept',
          {
            kind: 'chosen',
            labels: ['Drug: none', 'Design: survey'],
            offered: [...offered.slice(2), ...offered.slice(0, 2)],
          },
        ],
      ],
    ]);
    expect(exported.skipped).toEqual([codedText('skipped-revised', { count: 2 })]);
  });

  it('refuses rows of one text whose ids name other options, if lists are for one row', () => {
    const pair = (a: string, b: string): object => ({
      options: [
        { id: 'A', text: a },
        { id: 'B', text: b },
      ],
    });
    const rows = [
      { ...common, ...pair('one answer', 'another'), accept: ['A'] },
      { ...common, ...pair('a third', 'a fourth'), accept: ['B'] },
    ];
    expect(readProdigy(lines(...rows)).faults.map(({ line, message }) => [line, message])).toEqual([
      [
        2,
        'options is a list that gives ids of another row about this text to other options, ' +
          'expected ids that name the same options in all rows about a text, or an id for each row',
      ],
    ]);
    const named = rows.map((row, at) => ({ ...row, id: `pair-${at}` }));
    expect(readProdigy(lines(...named))).toMatchObject({ faults: [], skipped: [] });
  });

  it('leaves out passages without a label, which only show where a pattern was found', () => {
    const spans = [{ start: 0, end: 1, text: 'a', pattern: 4 }];
    const exported = readProdigy(
      lines({ ...common, options: [{ id: 'A' }], accept: ['A'], spans }),
    );
    expect(exported.faults).toEqual([]);
    expect([...exported.records[0]!.annotations[0]!.answers.keys()]).toEqual(['accept']);
    expect(exported.skipped).toEqual([codedText('skipped-spans', { count: 1 })]);
  });

  it('leaves out ignored rows and rejected choices, and counts them', () => {
    const exported = readProdigy(
      lines(
        { ...common, answer: 'ignore' },
        { ...common, answer: 'reject', options: [{ id: 'A' }], accept: ['A'] },
        { ...common, options: [{ id: 'A' }], accept: [] },
      ),
    );
    expect(exported.skipped).toEqual([
      codedText('skipped-ignored', { count: 1 }),
      codedText('skipped-rejected', { count: 1 }),
    ]);
    expect(exported.records.map((record) => [...record.annotations[0]!.answers])).toEqual([
      [['accept', { kind: 'chosen', labels: [] }]],
    ]);
  });

  it('falls back on the session, and on other names of the record', () => {
    const { _annotator_id: _left, ...rest } = common;
    const exported = readProdigy(
      lines(
        { ...rest, id: 'own', options: [], accept: ['A'] },
        { ...rest, meta: { id: 4 }, options: [], accept: ['A'] },
      ),
    );
    expect(exported.records.map((record) => [record.id, record.annotations[0]!.annotator])).toEqual(
      [
        ['own', 'data-anna'],
        ['4', 'data-anna'],
      ],
    );
  });

  it('gives what was marked beside a choice, and counts relations', () => {
    const exported = readProdigy(
      lines({
        ...common,
        options: [{ id: 'A' }],
        accept: ['A'],
        spans: [{ start: 0, end: 1, label: 'X' }],
        relations: [{}, {}],
      }),
    );
    expect(exported).toMatchObject({
      faults: [],
      skipped: [codedText('skipped-relations', { count: 2 })],
    });
    expect([...exported.records[0]!.annotations[0]!.answers]).toEqual([
      ['accept', { kind: 'chosen', labels: ['A'] }],
      ['spans', { kind: 'spans', spans: [{ label: 'X', start: 0, end: 1, text: 'a' }] }],
    ]);
  });

  it('gives marked passages with offsets that count characters', () => {
    const spans = [
      { start: 5, end: 10, label: 'PER', token_start: 1, token_end: 1 },
      { start: 0, end: 4, label: 'SIGN', text: '😀 ok' },
    ];
    const row = { ...common, text: '😀 ok Marie', tokens: [], spans };
    const exported = readProdigy(
      lines(row, { ...row, answer: 'reject' }, { ...row, spans: [] }, { ...row, spans: [{}] }),
    );
    expect(
      exported.records.slice(0, 2).map(({ annotations }) => [...annotations[0]!.answers]),
    ).toEqual([
      [
        [
          'spans',
          {
            kind: 'spans',
            spans: [
              { label: 'PER', start: 5, end: 10, text: 'Marie' },
              { label: 'SIGN', start: 0, end: 4, text: '😀 ok' },
            ],
          },
        ],
      ],
      [['spans', { kind: 'spans', spans: [] }]],
    ]);
    expect(exported.skipped).toEqual([codedText('skipped-rejected', { count: 1 })]);
    expect(exported.faults.map((found) => found.message)).toEqual([
      'spans is an array of 1, expected a list of passages with start, end and label',
    ]);
  });

  it('refuses rows without an answer, or with nothing to answer', () => {
    expect(
      readProdigy(
        lines({ text: 'x' }, { ...common, answer: 'maybe' }, common, { ...common, accept: 'A' }),
      ).faults.map((found) => `${found.line} ${found.message}`),
    ).toEqual([
      '1 answer is missing, expected accept, reject or ignore',
      '2 answer is "maybe", expected accept, reject or ignore',
      '3 label is missing, expected the label that was accepted or rejected, or options ' +
        'with accept',
      '4 accept is "A", expected a list of the chosen options',
    ]);
  });
});
