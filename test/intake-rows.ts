import { buildTask } from './build-task.ts';
import { compileTask } from '../src/truth/judging/faults.ts';
import { takeJudgments } from './take-judgments.ts';
import type { Intake } from './take-judgments.ts';
import type { ImportMode } from '../src/domain/exchange/file-formats.ts';

export const rag = compileTask(
  buildTask({
    questions: { topically_relevant: {}, evidence_sufficient: {}, misleading: {} },
    constraints: [
      'evidence_sufficient => topically_relevant',
      'evidence_sufficient => not misleading',
    ],
    unit: { id: ['record_uuid', 'chunk_id'] },
  }),
);

export const topics = compileTask(
  buildTask({
    form: 'labels',
    questions: {
      IRB: { scale: { ordinal: [0, 1, 2], present: 1, ticked: 2 } },
      AML: { scale: { ordinal: [0, 1, 2], present: 1, ticked: 2 } },
    },
  }),
);

export const graded = compileTask(
  buildTask({
    questions: {
      relevance: { scale: { ordinal: [0, 1, 2] } },
      kind: { scale: { nominal: ['Cat', 'Dog'] }, when: 'relevance >= 1' },
    },
  }),
);

export const open = { guideline: null, guidelineRequired: false, units: null };

export const take = (
  compiled: typeof rag,
  mode: ImportMode,
  ...rows: readonly Readonly<Record<string, unknown>>[]
): Intake =>
  takeJudgments(
    compiled,
    open,
    mode,
    rows.map((row, at) => ({ row, line: at + 1 })),
  );

export const changes = (intake: Intake): readonly string[] =>
  intake.changes.map(
    (one) =>
      `${one.line} ${one.unit} ${one.annotator} ${one.field}: ` +
      `${JSON.stringify(one.old)} -> ${JSON.stringify(one.new)} (${one.rule})`,
  );

export const messages = (intake: Intake): readonly string[] =>
  intake.faults.map((found) => `${found.line} ${found.message}`);

export const pair = (given: object): Record<string, unknown> => ({
  record_uuid: 'r1',
  chunk_id: 'c1',
  annotator_id: 'anna',
  topically_relevant: true,
  evidence_sufficient: false,
  misleading: false,
  ...given,
});
