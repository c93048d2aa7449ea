import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildTask } from './build-task.ts';
import type { Task } from '../src/domain/protocol/task.ts';
import type { RowContext } from '../src/formats/judging/judgment-row.ts';
import { TextIndex } from '../src/formats/text-index.ts';
import { compileTask } from '../src/truth/judging/faults.ts';
import { UnhashedRows } from '../src/formats/judging/unhashed-rows.ts';
import { readCodedRows, readJudgmentRows } from '../src/operations/read-rows.ts';
import type { EachCoded } from '../src/operations/read-rows.ts';
import { FaultList } from '../src/operations/text-file.ts';

export const trial = buildTask({
  questions: {
    relevance: { scale: { ordinal: [0, 1, 2] } },
    topic: { scale: { nominal: ['yes', 'no', 'größer'] }, required: false },
    rationale: { scale: { text: { max: 40 } } },
    evidence: { scale: { quote: { from: 'text' } }, required: false },
  },
  unit: { id: ['query_id', 'nct_id'], vocabulary: { status: ['OPEN', 'CLOSED'] } },
});

/** What both readers find in a text: the rows with their lines, and the faults. */
export function bothWays(
  text: string,
  task: Task,
  context: RowContext,
  folder: string,
): { readonly quick: unknown; readonly full: unknown } {
  const file = join(folder, 'rows.jsonl');
  writeFileSync(file, text);
  const compiled = compileTask(task);
  const units = new TextIndex();
  const [quickFaults, fullFaults] = [new FaultList(), new FaultList()];
  const quick: unknown[] = [];
  const full: unknown[] = [];
  const each: EachCoded = (unit, annotator, codes, line) =>
    void quick.push([units.at(unit), annotator, [...codes], line]);
  readCodedRows(file, compiled, context, units, quickFaults, each, new UnhashedRows());
  readJudgmentRows(file, compiled, context, fullFaults, (row, line) =>
    full.push([row.unit, row.annotator, row.codes, line]),
  );
  return {
    quick: [quick, quickFaults.faults, quickFaults.count],
    full: [full, fullFaults.faults, fullFaults.count],
  };
}
