import { describe, expect, it } from 'vitest';
import { codedText } from '../../domain/text-values.ts';
import { readLabelStudio } from './label-studio.ts';

const result = (name: string, type: string, value: unknown): unknown => ({
  id: 'r1',
  from_name: name,
  to_name: 'text',
  type,
  origin: 'manual',
  value,
});
const annotation = (results: readonly unknown[], more: object = {}): unknown => ({
  id: 1,
  completed_by: 10,
  was_cancelled: false,
  ground_truth: false,
  created_at: '2021-03-09T22:16:08.728353Z',
  updated_at: '2021-03-09T22:17:08.728378Z',
  lead_time: 4.288,
  result: results,
  ...more,
});
const task = (annotations: readonly unknown[], more: object = {}): unknown => ({
  id: 7,
  data: { text: 'a text', chunk_id: 'c7' },
  project: 83,
  annotations,
  predictions: [],
  drafts: [],
  ...more,
});
const read = (...tasks: readonly unknown[]): ReturnType<typeof readLabelStudio> =>
  readLabelStudio(JSON.stringify(tasks));

describe('a Label Studio export', () => {
  it('gives the data of each task and the answers of each control', () => {
    const exported = read(
      task([
        annotation([
          result('sentiment', 'choices', { choices: ['Positive'] }),
          result('topics', 'choices', { choices: ['A', 'B'] }),
          result('stars', 'rating', { rating: 4 }),
          result('count', 'number', { number: 12.5 }),
          result('why', 'textarea', { text: ['first', 'second'] }),
          result('kind', 'taxonomy', { taxonomy: [['Animal', 'Cat'], ['Plant']] }),
        ]),
      ]),
    );
    expect(exported).toMatchObject({
      tool: 'label-studio',
      faults: [],
      skipped: [],
      records: [{ id: '7', fields: { text: 'a text', chunk_id: 'c7' }, line: null, index: 0 }],
    });
    expect(exported.records[0]!.annotations).toEqual([
      {
        annotator: '10',
        at: '2021-03-09T22:17:08.728Z',
        seconds: 4.288,
        answers: new Map<string, unknown>([
          ['sentiment', { kind: 'chosen', labels: ['Positive'] }],
          ['topics', { kind: 'chosen', labels: ['A', 'B'] }],
          ['stars', { kind: 'number', number: 4 }],
          ['count', { kind: 'number', number: 12.5 }],
          ['why', { kind: 'text', text: 'first\nsecond' }],
          ['kind', { kind: 'chosen', labels: ['Cat', 'Plant'] }],
        ]),
      },
    ]);
  });

  it('leaves out what was cancelled, drafted or predicted, and counts it', () => {
    const exported = read(
      task(
        [
          annotation([], { was_cancelled: true }),
          annotation([result('a', 'choices', { choices: ['x'] })]),
        ],
        { drafts: [{}, {}], predictions: [{}] },
      ),
    );
    expect(exported.skipped).toEqual([
      codedText('skipped-drafts', { count: 2 }),
      codedText('skipped-predictions', { count: 1 }),
      codedText('skipped-cancelled', { count: 1 }),
    ]);
    expect(exported.records[0]!.annotations).toHaveLength(1);
  });

  it('names annotators by their e-mail where the export has it', () => {
    const exported = read(
      task([
        annotation([], {
          completed_by: { id: 3, email: 'anna@example.org', first_name: '', last_name: '' },
        }),
      ]),
      task([annotation([], { completed_by: { id: 3, email: '' } })]),
    );
    expect(exported.records.map((record) => record.annotations[0]!.annotator)).toEqual([
      'anna@example.org',
      '3',
    ]);
  });

  it('carries regions as what cannot be read, and counts relations', () => {
    const region = result('ner', 'labels', { start: 0, end: 3, labels: ['PER'] });
    const exported = read(
      task([
        annotation([
          result('a', 'choices', { choices: ['x'] }),
          region,
          region,
          { type: 'relation', from_id: 'r1', to_id: 'r2', direction: 'right' },
        ]),
      ]),
    );
    expect(exported).toMatchObject({
      faults: [],
      skipped: [codedText('skipped-relations', { count: 1 })],
    });
    expect([...exported.records[0]!.annotations[0]!.answers]).toEqual([
      ['a', { kind: 'chosen', labels: ['x'] }],
      [
        'ner',
        {
          kind: 'unreadable',
          count: 2,
          got: { code: 'result-type', values: { type: '"labels"' } },
          expected: { code: 'studio-types', values: {} },
        },
      ],
    ]);
  });

  it('refuses a control that answers twice, and what is no task', () => {
    const faults = read(
      task([
        annotation([
          result('a', 'choices', { choices: ['x'] }),
          result('a', 'choices', { choices: ['y'] }),
          5,
        ]),
      ]),
      { id: 1, annotations: [] },
      { id: 2, annotation_id: 4, annotator: 1, text: 't', sentiment: 'x' },
      task([], { annotations: 'none' }),
    ).faults.map((found) => found.message);
    expect(faults).toEqual([
      '[0] annotations.0.result.1.from_name is "a", which appears twice, expected one ' +
        'result per control',
      '[0] annotations.0.result.2 is 5, expected a result with from_name and value',
      '[1] data is missing, expected the data of the task, as in the JSON export',
      '[2] the rows have annotation_id and no data, as in the JSON-MIN export, expected ' +
        'the JSON export',
      '[2] annotations is missing, expected a list of annotations',
      '[3] annotations is missing, expected a list of annotations',
    ]);
  });
});
