import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildTask } from '../../../test/build-task.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codedText } from '../../domain/text-values.ts';
import { suggestProtocol } from '../protocol/suggested-protocol.ts';
import type { ToolExport } from './tool-export.ts';
import { toolJudgments } from './tool-judgments.ts';
import { readInspect, readRagasText } from './evaluation-logs.ts';
import { readLangfuse, readOpenTelemetry } from './traces.ts';

const said = ({ records }: ToolExport): unknown =>
  records.map(({ id, annotations }) => [
    id,
    annotations.map((one) => [one.annotator, Object.fromEntries(one.answers)]),
  ]);

const task = (id: string): Task =>
  buildTask({ questions: { helpful: {} }, unit: { id: [id], show: [id] } });

describe('Langfuse', () => {
  const annotated = (id: string, label: string, other: object): object => ({
    id,
    traceId: 't1',
    observationId: null,
    name: 'helpful',
    source: 'ANNOTATION',
    authorUserId: 'anna',
    dataType: 'CATEGORICAL',
    value: 0,
    stringValue: label,
    updatedAt: '2025-05-01T10:00:00.000Z',
    ...other,
  });
  const page = (...data: readonly object[]): string => JSON.stringify({ data, meta: { page: 1 } });

  it('counts the latest score of a name, which the API lists first', () => {
    const exported = readLangfuse(
      page(
        annotated('s2', 'yes', { updatedAt: '2025-05-02T10:00:00.500Z', comment: 'after all' }),
        annotated('s1', 'no', { comment: 'at first' }),
      ),
    );
    expect(said(exported)).toEqual([
      [
        't1',
        [
          [
            'anna',
            {
              helpful: { kind: 'chosen', labels: ['yes'] },
              notes: { kind: 'text', text: 'after all' },
            },
          ],
        ],
      ],
    ]);
    expect(exported.skipped).toEqual([codedText('skipped-revised', { count: 1 })]);
    expect(exported.records[0]!.annotations[0]!.at).toBe('2025-05-02T10:00:00.500Z');
  });

  it('does not take scores on two observations for one answer about their trace', () => {
    const exported = readLangfuse(
      page(
        annotated('s1', 'yes', { observationId: 'o1' }),
        annotated('s2', 'no', { observationId: 'o2' }),
      ),
    );
    expect(exported.records.map(({ fields }) => fields)).toEqual([
      { observationId: 'o1' },
      { observationId: 'o2' },
    ]);
    const byTrace = toolJudgments(task('id'), exported);
    expect(byTrace.faults).toMatchObject([
      { message: expect.stringMatching(/observationId is "o2".*anna on t1/) },
    ]);
    const byObservation = toolJudgments(task('observationId'), exported);
    expect(byObservation.faults).toEqual([]);
    expect(byObservation.rows.map(({ row }) => [row['unit'], row['answers']])).toEqual([
      ['o1', { helpful: true }],
      ['o2', { helpful: false }],
    ]);
    expect(suggestProtocol(exported, 'traces').protocol).toContain('id: observationId');
  });

  it('counts scores of sessions and items that are no traces, and makes no units of them', () => {
    const item = { queueId: 'x', objectId: 'o', objectType: 'OBSERVATION', status: 'COMPLETED' };
    const session = annotated('s1', 'yes', { traceId: null, sessionId: 'day' });
    const exported = readLangfuse(page(session, item, annotated('s2', 'no', {})));
    expect(exported.records.map(({ id }) => id)).toEqual(['t1']);
    expect(exported.skipped).toEqual([codedText('skipped-no-traces', { count: 2 })]);
  });

  it('proposes its evaluators as models that decide nothing', () => {
    const scored = { source: 'EVAL', authorUserId: null, dataType: 'NUMERIC', value: 0.8 };
    const exported = readLangfuse(
      page(annotated('s1', 'yes', scored), annotated('s2', 'no', { traceId: 't2' })),
    );
    const { protocol, mapping } = suggestProtocol(exported, 'traces');
    expect((parse(protocol) as { panel: unknown }).panel).toEqual({
      people: { names: ['anna'] },
      'langfuse-eval': { kind: 'model', weight: 0 },
    });
    expect(mapping.annotators).toEqual({ 'langfuse-eval': 'langfuse-eval#1' });
  });

  type Suggested = ReturnType<typeof suggestProtocol>;
  const panelOf = ({ protocol }: Suggested): unknown =>
    (parse(protocol) as { panel: unknown }).panel;

  it('proposes the scorers of Inspect that ask a model as models, the others as they are', () => {
    const scores = {
      model_graded_qa: { value: 'C' },
      own: { value: 1, metadata: { grading: [{ role: 'user', content: 'Is it right?' }] } },
      match: { value: 'I' },
    };
    const sample = { id: 1, epoch: 1, input: 'Who?', target: 'Anna', scores };
    const suggested = suggestProtocol(readInspect(JSON.stringify(sample)), 'log');
    expect(panelOf(suggested)).toEqual({
      people: { names: ['match'] },
      model_graded_qa: { kind: 'model', weight: 0 },
      own: { kind: 'model', weight: 0 },
    });
    expect(suggested.mapping).toMatchObject({
      annotators: { model_graded_qa: 'model_graded_qa#1', own: 'own#1' },
    });
  });

  it('proposes the metrics of Ragas and evaluations in spans as runs of a model', () => {
    const row = { user_input: 'Who?', response: 'Anna', faithfulness: 0.5 };
    const event = {
      name: 'gen_ai.evaluation.result',
      attributes: [
        { key: 'gen_ai.evaluation.name', value: { stringValue: 'relevance' } },
        { key: 'gen_ai.evaluation.score.label', value: { stringValue: 'pass' } },
      ],
    };
    const operation = { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } };
    const span = { traceId: 'a', spanId: 'b', attributes: [operation], events: [event] };
    const spans = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
    for (const [tool, exported] of [
      ['ragas', readRagasText(JSON.stringify(row))],
      ['opentelemetry', readOpenTelemetry(JSON.stringify(spans))],
    ] as const) {
      const suggested = suggestProtocol(exported, 'scores');
      expect(panelOf(suggested)).toEqual({
        people: { weight: 1 },
        [tool]: { kind: 'model', weight: 0 },
      });
      expect(suggested.mapping.annotator).toBe(`${tool}#1`);
      expect(suggested.mapping.annotators).toBeUndefined();
    }
  });
});
