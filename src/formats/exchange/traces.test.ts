import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { codedText } from '../../domain/text-values.ts';
import { detectFormat } from './detect-format.ts';
import { inspectSamples, readInspect, readPromptfoo, readRagasText } from './evaluation-logs.ts';
import type { ToolExport } from './tool-export.ts';
import { toolJudgments } from './tool-judgments.ts';
import { readLangfuse, readOpenTelemetry } from './traces.ts';

const said = ({ records }: ToolExport): unknown =>
  records.map(({ id, annotations }) => [
    id,
    annotations.map((one) => [one.annotator, Object.fromEntries(one.answers)]),
  ]);
const formatOf = (text: string): unknown => detectFormat(text).format;

describe('Langfuse', () => {
  const score = (name: string, value: unknown, given: object = {}): object => ({
    id: `s-${name}`,
    traceId: 't1',
    name,
    value,
    source: 'ANNOTATION',
    authorUserId: 'anna',
    timestamp: '2026-02-01T10:00:00.000Z',
    ...given,
  });

  it('gives a trace with what was asked and answered, and a judgment per person', () => {
    const text = JSON.stringify({
      data: [
        {
          id: 't1',
          timestamp: '2026-02-01T09:00:00Z',
          name: 'chat',
          input: {
            messages: [
              { role: 'system', content: 's' },
              { role: 'user', content: 'Who?' },
            ],
          },
          output: 'Nobody.',
          metadata: { lang: 'en' },
          scores: [
            score('helpful', 1, { dataType: 'BOOLEAN', comment: 'short' }),
            score('tone', 0, { dataType: 'CATEGORICAL', stringValue: 'dry' }),
            score('faithful', 0.8, { source: 'EVAL', authorUserId: null, dataType: 'NUMERIC' }),
          ],
        },
      ],
      meta: { page: 1 },
    });
    expect(formatOf(text)).toBe('langfuse');
    const exported = readLangfuse(text);
    expect(exported.faults).toEqual([]);
    expect(exported.records[0]!.fields).toMatchObject({
      query: 'Who?',
      answer: 'Nobody.',
      lang: 'en',
    });
    expect(said(exported)).toEqual([
      [
        't1',
        [
          [
            'anna',
            {
              helpful: { kind: 'applies', applies: true },
              tone: { kind: 'chosen', labels: ['dry'] },
              notes: { kind: 'text', text: 'short' },
            },
          ],
          ['langfuse-eval', { faithful: { kind: 'number', number: 0.8 } }],
        ],
      ],
    ]);
  });

  it('gives scores by trace, and counts what waits in an annotation queue', () => {
    const lines = [score('helpful', 0, { dataType: 'BOOLEAN' }), score('grade', 3)];
    const text = lines.map((one) => JSON.stringify(one)).join('\n');
    expect(formatOf(text)).toBe('langfuse');
    expect(said(readLangfuse(text))).toEqual([
      [
        't1',
        [
          [
            'anna',
            { helpful: { kind: 'applies', applies: false }, grade: { kind: 'number', number: 3 } },
          ],
        ],
      ],
    ]);
    const item = { id: 'q', queueId: 'x', objectId: 't2', objectType: 'TRACE', status: 'PENDING' };
    expect(readLangfuse(JSON.stringify([item])).skipped).toEqual([
      codedText('skipped-pending', { count: 1 }),
    ]);
  });
});

describe('OpenTelemetry spans', () => {
  it('give messages, the model and the results of evaluations', () => {
    const text = JSON.stringify({
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: 'aa',
                  spanId: 'b1',
                  name: 'chat',
                  attributes: [
                    { key: 'gen_ai.request.model', value: { stringValue: 'm-1' } },
                    {
                      key: 'gen_ai.input.messages',
                      value: {
                        stringValue: '[{"role":"user","parts":[{"type":"text","content":"Why?"}]}]',
                      },
                    },
                    {
                      key: 'gen_ai.output.messages',
                      value: {
                        stringValue:
                          '[{"role":"assistant","parts":[{"type":"text","content":"So."}]}]',
                      },
                    },
                  ],
                  events: [
                    {
                      name: 'gen_ai.evaluation.result',
                      attributes: [
                        { key: 'gen_ai.evaluation.name', value: { stringValue: 'relevance' } },
                        { key: 'gen_ai.evaluation.score.label', value: { stringValue: 'pass' } },
                        { key: 'gen_ai.evaluation.score.value', value: { doubleValue: 0.9 } },
                      ],
                    },
                  ],
                },
                { traceId: 'aa', spanId: 'b2', name: 'GET', attributes: [] },
              ],
            },
          ],
        },
      ],
    });
    expect(formatOf(text)).toBe('opentelemetry');
    const exported = readOpenTelemetry(text);
    expect(exported.records[0]!.fields).toEqual({
      query: 'Why?',
      answer: 'So.',
      trace: 'aa',
      model: 'm-1',
    });
    expect(said(exported)).toEqual([
      ['b1', [[null, { relevance: { kind: 'chosen', labels: ['pass'] } }]]],
    ]);
    expect(exported.skipped).toEqual([codedText('skipped-other-spans', { count: 1 })]);
  });
});

describe('evaluation logs', () => {
  it('of promptfoo give the outputs, and what the assertions said', () => {
    const text = JSON.stringify({
      evalId: 'eval-1',
      results: {
        version: 3,
        results: [
          {
            testIdx: 0,
            promptIdx: 1,
            vars: { question: 'Who?' },
            provider: { id: 'echo' },
            response: { output: 'Nobody.' },
            success: false,
            namedScores: { tone: 0.5 },
            gradingResult: {
              pass: false,
              reason: 'too short',
              componentResults: [
                { pass: true, assertion: { type: 'llm-rubric', metric: 'polite' } },
              ],
            },
          },
        ],
      },
    });
    expect(formatOf(text)).toBe('promptfoo');
    const exported = readPromptfoo(text);
    expect(exported.records[0]!.fields).toMatchObject({ query: 'Who?', answer: 'Nobody.' });
    expect(said(exported)).toEqual([
      [
        'test0-prompt1',
        [
          [
            'promptfoo',
            {
              pass: { kind: 'applies', applies: false },
              tone: { kind: 'number', number: 0.5 },
              polite: { kind: 'applies', applies: true },
              notes: { kind: 'text', text: 'too short' },
            },
          ],
        ],
      ],
    ]);
  });

  const sample = (epoch: number): object => ({
    id: 7,
    epoch,
    input: [{ role: 'user', content: 'Who?' }],
    target: 'Anna',
    output: { model: 'm', completion: 'Ben' },
    scores: { match: { value: 'I', explanation: 'differs' }, judge: { value: { good: 1 } } },
  });

  it('of Inspect give samples with the scores of each scorer, from JSON and .eval alike', () => {
    const log = { version: 2, status: 'success', eval: { task: 't' }, samples: [sample(1)] };
    expect(formatOf(JSON.stringify(log))).toBe('inspect');
    const exported = readInspect(JSON.stringify(log));
    expect(exported.records[0]!.fields).toEqual({
      query: 'Who?',
      answer: 'Ben',
      reference: 'Anna',
      model: 'm',
    });
    expect(said(exported)).toEqual([
      [
        '7',
        [
          [
            'match',
            { match: { kind: 'chosen', labels: ['I'] }, notes: { kind: 'text', text: 'differs' } },
          ],
          ['judge', { good: { kind: 'number', number: 1 } }],
        ],
      ],
    ]);
    const zipped = zipSync({
      'header.json': strToU8('{"stats":{"completed_at":"2026-01-02T03:04:05+00:00"}}'),
      'samples/7_epoch_1.json': strToU8(JSON.stringify(sample(1), null, 2)),
      'samples/7_epoch_2.json': strToU8(JSON.stringify(sample(2))),
    });
    const lines = inspectSamples(zipped)!;
    expect(formatOf(lines)).toBe('inspect');
    expect(readInspect(lines).records.map(({ id }) => id)).toEqual(['7_epoch_1', '7_epoch_2']);
    // Samples of older logs do not say when they were done, but their log does.
    const times = readInspect(lines).records.map(({ annotations }) => annotations[0]!.at);
    expect(times).toEqual(['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z']);
    expect(inspectSamples(zipSync({ 'a.json': strToU8('{}') }))).toBeNull();
    expect(inspectSamples(zipSync({ 'header.json': strToU8('{}') }))).toBe('');
  });

  it('of Inspect keep the choices of a question, and count scores that are not answers', () => {
    const scores = { choice: { value: 'C' }, trace: { value: [0.1, 0.2] } };
    const log = {
      version: 2,
      status: 'success',
      eval: {},
      samples: [{ id: 1, epoch: 1, input: 'Which?', choices: ['a', 'b'], target: 'A', scores }],
    };
    const { records, skipped } = readInspect(JSON.stringify(log));
    expect(records[0]!.fields).toMatchObject({ query: 'Which?', choices: ['a', 'b'] });
    expect(records[0]!.annotations.map(({ annotator }) => annotator)).toEqual(['choice']);
    expect(skipped).toEqual([{ code: 'skipped-score', values: { count: 1, field: 'trace' } }]);
  });

  it('of promptfoo are read in the forms of its versions', () => {
    const old = {
      prompt: { raw: 'Say it in French: Hello', display: 'Say it in {{language}}: {{body}}' },
      vars: { language: 'French', body: 'Hello' },
      response: { output: 'Bonjour' },
      success: true,
    };
    const { response, ...rest } = old;
    const stored = { ...rest, testIdx: 2, promptIdx: 1, providerResponse: response };
    const forms: readonly (readonly [unknown, string])[] = [
      [{ version: 1, results: [old], stats: {} }, 'result1'],
      [{ data: { version: 3, results: { version: 2, results: [old] }, config: {} } }, 'result1'],
      [{ createdAt: 1, id: 'eval-1', config: {}, results: [stored], prompts: [] }, 'test2-prompt1'],
      [stored, 'test2-prompt1'],
    ];
    for (const [form, id] of forms) {
      const text = JSON.stringify(form);
      expect(formatOf(text)).toBe('promptfoo');
      const [record] = readPromptfoo(text).records;
      expect([record!.id, record!.fields['answer']]).toEqual([id, 'Bonjour']);
    }
  });

  it('of Ragas give texts and scores, which a threshold turns into answers', () => {
    const text = JSON.stringify([
      {
        id: 'r1',
        user_input: 'Who?',
        response: 'Ben',
        retrieved_contexts: ['Ben was there.'],
        reference: 'Ben',
        faithfulness: 0.75,
      },
    ]);
    expect(formatOf(text)).toBe('ragas');
    const exported = readRagasText(text);
    expect(exported.records[0]!.fields).toMatchObject({
      query: 'Who?',
      answer: 'Ben',
      contexts: ['Ben was there.'],
    });
    const task = buildTask({ questions: { faithful: {} }, unit: { id: ['id'], show: ['query'] } });
    const mapping = { annotator: 'ragas', fields: { faithfulness: 'faithful' } };
    const answersOf = (least: number): unknown =>
      toolJudgments(task, exported, { ...mapping, thresholds: { faithfulness: least } }).rows[0]!
        .row['answers'];
    expect([answersOf(0.75), answersOf(0.8)]).toEqual([{ faithful: true }, { faithful: false }]);
  });
});
