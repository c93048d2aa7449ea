import { codedText } from '../src/domain/text-values.ts';
import { buildTask } from './build-task.ts';
import type { ToolExport, ToolMapping, ToolValue } from '../src/formats/exchange/tool-export.ts';
import { toolJudgments } from '../src/formats/exchange/tool-judgments.ts';

export const questions = buildTask({
  questions: {
    relevant: {},
    grade: { scale: { ordinal: [0, 1, 2] } },
    kind: { scale: { nominal: ['Cat', 'Dog'] } },
    why: { scale: 'text', required: false },
  },
});

export const topics = buildTask({
  form: 'labels',
  questions: {
    IRB: { scale: { ordinal: [0, 1, 2], present: 1, ticked: 2 } },
    AML: { scale: { ordinal: [0, 1, 2], present: 1, ticked: 2 } },
  },
});

export const exported = (
  answers: Readonly<Record<string, ToolValue>>,
  fields: object = { id: 'u1' },
): ToolExport => ({
  tool: 'label-studio',
  records: [
    {
      id: 'own',
      fields: { ...fields },
      line: 3,
      index: 0,
      annotations: [
        {
          annotator: '10',
          answers: new Map(Object.entries(answers)),
          at: '2026-01-01T00:00:00Z',
          seconds: 5,
        },
      ],
    },
  ],
  skipped: [codedText('skipped-drafts', { count: 2 })],
  faults: [],
});

export const chosen = (...labels: readonly string[]): ToolValue => ({ kind: 'chosen', labels });

export const rowOf = (
  answers: Readonly<Record<string, ToolValue>>,
  mapping: ToolMapping = {},
  task = questions,
): unknown => toolJudgments(task, exported(answers), mapping).rows[0]!.row['answers'];

export const faultsOf = (
  answers: Readonly<Record<string, ToolValue>>,
  mapping: ToolMapping = {},
  task = questions,
): readonly string[] =>
  toolJudgments(task, exported(answers), mapping).faults.map((found) => found.message);
