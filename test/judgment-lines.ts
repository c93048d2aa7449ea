import { buildTask } from './build-task.ts';
import { compileTask } from '../src/truth/judging/faults.ts';
import { hiddenFaults, parseRow } from '../src/formats/jsonl.ts';
import { judgmentRowReader, wholeNumberFields } from '../src/formats/judging/judgment-row.ts';
import type { RowContext } from '../src/formats/judging/judgment-row.ts';

export const trial = compileTask(
  buildTask({
    questions: {
      relevance_label: { scale: { ordinal: [0, 1, 2] } },
      rationale: { scale: 'text' },
      quote: { scale: { quote: { from: 'text' } }, required: false },
    },
    unit: { id: ['query_id', 'nct_id'], vocabulary: { status: ['OPEN', 'CLOSED'] } },
  }),
);

export const strict: RowContext = { guideline: 'm4-v1', guidelineRequired: true, units: null };

export function messages(text: string): readonly string[] {
  const parsed = parseRow(text);
  if (!parsed.ok) return [parsed.fault.message];
  return [
    ...judgmentRowReader(trial, strict)(parsed.row).faults,
    ...hiddenFaults(text, wholeNumberFields(trial)),
  ].map((one) => one.message);
}
