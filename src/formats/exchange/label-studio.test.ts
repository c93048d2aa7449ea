import { describe, expect, it } from 'vitest';
import { codedText } from '../../domain/text-values.ts';
import { fieldOf } from '../own-field.ts';
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
          ['kind', { kind: 'chosen', labels: ['Animal/Cat', 'Plant'], arePaths: true }],
        ]),
        kept: {
          label_studio: {
            annotation: '1',
            task: '7',
            project: '83',
            results: Object.fromEntries(
              [
                ['sentiment', 'choices'],
                ['topics', 'choices'],
                ['stars', 'rating'],
                ['count', 'number'],
                ['why', 'textarea'],
                ['kind', 'taxonomy'],
              ].map(([name, type]) => [name, { id: 'r1', to: 'text', type }]),
            ),
          },
        },
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

  it('leaves out what was skipped, rejected or never touched by a person, and counts reviews', () => {
    const said = [result('a', 'choices', { choices: ['x'] })];
    const review = (accepted: boolean, day: number) => ({
      accepted,
      created_at: `2026-01-0${day}T00:00:00Z`,
    });
    const exported = read(
      task([
        annotation(said, { last_action: 'skipped' }),
        annotation(said, { last_action: 'rejected' }),
        annotation(said, { reviews: [review(false, 2), review(true, 1)] }),
        annotation(said, { last_action: 'prediction' }),
        annotation(said, { id: 5, reviews: [review(false, 1), review(true, 2)], history: [{}] }),
        annotation(said, { id: 6, last_action: 'fixed_and_accepted', reviews: [review(false, 1)] }),
      ]),
    );
    expect(exported.skipped).toEqual([
      codedText('skipped-cancelled', { count: 1 }),
      codedText('skipped-rejected-annotations', { count: 2 }),
      codedText('skipped-untouched', { count: 1 }),
      codedText('skipped-reviews', { count: 3 }),
      codedText('skipped-history', { count: 1 }),
    ]);
    expect(
      exported.records[0]!.annotations.map(({ kept }) =>
        fieldOf(kept?.['label_studio'], 'annotation'),
      ),
    ).toEqual(['5', '6']);
  });

  it('gives pairwise choices, dates and marked text', () => {
    const span = { start: 2, end: 6, text: 'text', labels: ['NOUN'] };
    const page = { start: '/p[1]', end: '/p[1]', globalOffsets: { start: 0, end: 1 } };
    const exported = read(
      task([
        annotation([
          result('better', 'pairwise', { selected: 'left' }),
          result('when', 'datetime', { datetime: '2026-01-31' }),
          result('ner', 'labels', span),
          result('ner', 'labels', { ...page, labels: ['ART'] }),
        ]),
      ]),
    );
    expect(exported.faults).toEqual([]);
    expect([...exported.records[0]!.annotations[0]!.answers]).toEqual([
      ['better', { kind: 'chosen', labels: ['left'] }],
      ['when', { kind: 'text', text: '2026-01-31' }],
      [
        'ner',
        {
          kind: 'spans',
          spans: [
            { label: 'NOUN', start: 2, end: 6, text: 'text' },
            { label: 'ART', start: 0, end: 1, text: null },
          ],
        },
      ],
    ]);
  });

  it('may be an annotation with its task, as cloud storage gets it', () => {
    const { annotations: _none, ...stored } = task([]) as { annotations: unknown };
    const one = annotation([result('a', 'choices', { choices: ['x'] })], { task: stored });
    expect(readLabelStudio(JSON.stringify(one)).records).toMatchObject([
      { id: '7', fields: { chunk_id: 'c7' }, annotations: [{ annotator: '10' }] },
    ]);
  });

  it.each([
    [
      'csv' as const,
      'annotation_id,annotator,chunk_id,created_at,id,lead_time,sentiment,stars,text,updated_at\n' +
        '31,anna@example.org,c1,2026-01-01T00:00:00Z,7,4.5,"{""choices"": [""a"", ""b""]}",' +
        '"[{""rating"": 4}]",a text,2026-01-02T00:00:00Z\n,,c2,,8,,,,b text,\n',
    ],
    [
      'json' as const,
      JSON.stringify([
        {
          id: 7,
          chunk_id: 'c1',
          text: 'a text',
          sentiment: { choices: ['a', 'b'] },
          stars: [{ rating: 4 }],
          annotator: 'anna@example.org',
          annotation_id: 31,
          updated_at: '2026-01-02T00:00:00Z',
          lead_time: 4.5,
        },
        { id: 8, chunk_id: 'c2', text: 'b text', annotation_id: null },
      ]),
    ],
  ])('as %s has a row per annotation, with data and controls side by side', (layout, text) => {
    const isAnswer = (name: string): boolean => ['sentiment', 'stars'].includes(name);
    const exported = readLabelStudio(text, { layout, isAnswer });
    expect(exported.faults).toEqual([]);
    expect(exported.skipped).toEqual([codedText('skipped-unannotated', { count: 1 })]);
    expect(exported.records).toMatchObject([
      {
        id: '7',
        fields: { chunk_id: 'c1', text: 'a text' },
        annotations: [{ annotator: 'anna@example.org', at: '2026-01-02T00:00:00Z', seconds: 4.5 }],
      },
      { id: '8', fields: { chunk_id: 'c2' }, annotations: [] },
    ]);
    expect([...exported.records[0]!.annotations[0]!.answers]).toEqual([
      ['sentiment', { kind: 'chosen', labels: ['a', 'b'] }],
      ['stars', { kind: 'number', number: 4 }],
    ]);
    expect(readLabelStudio(text, { layout, isAnswer: () => false }).faults[0]!.message).toContain(
      'expected a column with the name of a question',
    );
  });

  it('carries regions as what cannot be read, and counts relations', () => {
    const region = result('box', 'rectanglelabels', { x: 0, y: 3, rectanglelabels: ['PER'] });
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
        'box',
        {
          kind: 'unreadable',
          count: 2,
          got: { code: 'result-type', values: { type: '"rectanglelabels"' } },
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
      task([], { annotations: 'none' }),
    ).faults.map((found) => found.message);
    expect(faults).toEqual([
      '[0] annotations.0.result.1.from_name is "a", which appears twice, expected one ' +
        'result per control',
      '[0] annotations.0.result.2 is 5, expected a result with from_name and value',
      '[1] data is missing, expected the data of the task, as in the JSON export',
      '[2] annotations is missing, expected a list of annotations',
    ]);
  });
});
