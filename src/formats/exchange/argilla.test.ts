import { describe, expect, it } from 'vitest';
import { codedText } from '../../domain/text-values.ts';
import { readArgilla } from './argilla.ts';

const read = (
  records: readonly object[],
  options: Parameters<typeof readArgilla>[1] = {},
): ReturnType<typeof readArgilla> => readArgilla(JSON.stringify(records), options);
const answers = (exported: ReturnType<typeof readArgilla>): unknown =>
  exported.records.map((record) =>
    record.annotations.map((one) => [one.annotator, Object.fromEntries(one.answers)]),
  );

describe('Argilla records', () => {
  it('nested per question: only what was submitted counts', () => {
    const exported = read([
      {
        id: 'r1',
        fields: { text: 'a text' },
        metadata: { chunk_id: 'c1' },
        suggestions: { label: { value: 'yes', score: 0.9, agent: 'model' } },
        responses: {
          label: [
            { value: 'yes', user_id: 'u1', status: 'submitted' },
            { value: 'no', user_id: 'u2', status: 'draft' },
            { value: 'no', user_id: 'u3', status: 'discarded' },
          ],
          topics: [{ value: ['a', 'b'], user_id: 'u1', status: 'submitted' }],
          rating: [{ value: 4, user_id: 'u1', status: 'submitted' }],
        },
        vectors: {},
        _server_id: 's1',
      },
    ]);
    expect(exported).toMatchObject({
      tool: 'argilla',
      faults: [],
      skipped: [
        codedText('skipped-suggestions', { count: 1 }),
        codedText('skipped-status', { status: 'draft', count: 1 }),
        codedText('skipped-status', { status: 'discarded', count: 1 }),
      ],
      records: [{ id: 'r1', fields: { id: 'r1', text: 'a text', chunk_id: 'c1' } }],
    });
    expect(answers(exported)).toEqual([
      [
        [
          'u1',
          {
            label: { kind: 'text', text: 'yes' },
            topics: { kind: 'chosen', labels: ['a', 'b'] },
            rating: { kind: 'number', number: 4 },
          },
        ],
      ],
    ]);
  });

  it('as the API gives them', () => {
    const exported = read([
      {
        id: 'server',
        external_id: 'r2',
        fields: { text: 't' },
        responses: [
          {
            values: { label: { value: 'no' } },
            user_id: 'u1',
            status: 'submitted',
            updated_at: '2025-09-22T13:25:15.400000',
          },
          { values: null, user_id: 'u2', status: 'discarded' },
        ],
      },
    ]);
    expect(exported).toMatchObject({
      faults: [],
      skipped: [codedText('skipped-status', { status: 'discarded', count: 1 })],
      records: [{ id: 'r2', annotations: [{ annotator: 'u1', at: '2025-09-22T13:25:15.400Z' }] }],
    });
  });

  it('flat, as in a Hugging Face dataset', () => {
    const exported = read([
      {
        id: 'r3',
        status: 'completed',
        _server_id: 's',
        text: 't',
        'label.responses': ['yes', 'no'],
        'label.responses.users': ['u1', 'u2'],
        'label.responses.status': ['submitted', 'draft'],
        'label.suggestion': 'yes',
        'label.suggestion.agent': null,
        'label.suggestion.score': null,
        'other.responses': null,
      },
    ]);
    expect(exported).toMatchObject({
      faults: [],
      skipped: [
        codedText('skipped-suggestions', { count: 1 }),
        codedText('skipped-status', { status: 'draft', count: 1 }),
      ],
      records: [{ id: 'r3', fields: { id: 'r3', text: 't' } }],
    });
    expect(answers(exported)).toEqual([[['u1', { label: { kind: 'text', text: 'yes' } }]]]);
  });

  it('of version 1, with a list of responses under the question', () => {
    const exported = read([
      {
        external_id: 'r4',
        text: 't',
        metadata: '{}',
        label: [{ user_id: 'u1', value: 'yes', status: 'submitted' }],
        'label-suggestion': 'no',
      },
    ]);
    expect(answers(exported)).toEqual([[['u1', { label: { kind: 'text', text: 'yes' } }]]]);
    expect(exported.skipped).toEqual([codedText('skipped-suggestions', { count: 1 })]);
  });

  it('of version 1 keep no responses among their data, not even an empty list', () => {
    const response = { user_id: 'u1', value: ['yes'], status: 'submitted' };
    expect(
      read([
        { external_id: 'r4', text: 't', labels: [response] },
        { external_id: 'r5', text: 't', labels: [] },
      ]).records.map((record) => record.fields),
    ).toEqual([{ text: 't' }, { text: 't' }]);
  });

  it('carry rankings and spans as what cannot be read, beside the answers', () => {
    const submitted = (value: unknown): object[] => [{ value, user_id: 'u', status: 'submitted' }];
    const exported = read([
      {
        id: '1',
        fields: {},
        responses: { label: submitted('a'), rank: submitted([{ value: 'a', rank: 1 }]) },
      },
    ]);
    expect(exported.faults).toEqual([]);
    expect(answers(exported)).toEqual([
      [
        [
          'u',
          {
            label: { kind: 'text', text: 'a' },
            rank: {
              kind: 'unreadable',
              count: 1,
              got: { code: 'array', values: { count: 1 } },
              expected: { code: 'argilla-value', values: {} },
            },
          },
        ],
      ],
    ]);
  });

  it('without a status are left out and counted, unless they are said to be submitted', () => {
    const records = [
      { id: 'r5', fields: {}, responses: { label: [{ value: 'yes', user_id: 'u1' }] } },
    ];
    expect(read(records)).toMatchObject({
      skipped: [codedText('skipped-statusless', { count: 1 })],
      records: [{ annotations: [] }],
    });
    expect(answers(read(records, { withoutStatus: 'submitted' }))).toEqual([
      [['u1', { label: { kind: 'text', text: 'yes' } }]],
    ]);
  });

  it('are refused with responses of another shape', () => {
    const exported = read([
      { id: '2', fields: {}, responses: { label: 'yes' } },
      { id: '3', 'label.responses': ['yes'], 'label.responses.users': [] },
      {
        id: '4',
        fields: {},
        responses: {
          label: [
            { value: 'a', user_id: 'u', status: 'submitted' },
            { value: 'b', user_id: 'u', status: 'submitted' },
          ],
        },
      },
    ]);
    expect(exported.faults.map((found) => found.message)).toEqual([
      '[0] responses is an object, expected responses per question, or a list of them',
      '[1] responses is nothing, expected responses per question, or a list of them',
      '[2] label is a second response by u, expected one per user',
    ]);
  });
});
