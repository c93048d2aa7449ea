import { fault, refuse } from '../../domain/fault.ts';
import { oneOf } from '../../domain/text-values.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import { overrideRuling, readOverrideFile } from '../../formats/rulings/override-file.ts';
import { readRuling } from '../../formats/judging/whole-judgment.ts';
import type { RecordRuling } from '../../release/record.ts';
import { readJsonRows } from '../read-rows.ts';
import { FaultList, readText } from '../text-file.ts';
import { filesIn } from '../verdicts/protocol-judgments.ts';

/** The rulings in the folder of a protocol: rows of JSONL, and override files in JSON. */
export function folderRulings(
  folder: string,
  protocol: Protocol,
  date: string | null,
): readonly RecordRuling[] {
  const found = new FaultList();
  const rulings: RecordRuling[] = [];
  const about = { ownJudgment: false, edgeCase: false, guidelineProposal: null };
  const timed = (at: string | null, file: string): string =>
    at ?? date ?? refuse('usage', { reason: `${file} has rulings without a time. Pass --date.` });
  for (const file of filesIn(folder, 'rulings', /\.jsonl$/))
    readJsonRows(file, found, (row, line) => {
      const read = readRuling(row);
      const names = protocol.tasks.map((task) => task.id);
      if (!read.ok) found.addAll(read.faults, { file, line });
      else if (!names.includes(read.value.task)) {
        const wrong = { got: read.value.task, expected: oneOf(names) };
        found.add(fault('unknown-task', wrong, { file, line }));
      } else
        rulings.push({ ...read.value, at: timed(read.value.at, file), ...about, original: null });
    });
  for (const file of filesIn(folder, 'rulings', /\.json$/)) {
    const read = readOverrideFile(readText(file));
    if (!read.ok) {
      found.addAll(read.faults, { file });
      continue;
    }
    const task = protocol.tasks[0]!;
    for (const entry of [...read.value.topics.values()].flat()) {
      const made = overrideRuling(entry, task, null);
      if (!made.ok) found.addAll(made.faults, { file });
      else {
        const { ruling } = made;
        const at = timed(ruling.at, file);
        rulings.push({ ...ruling, at, ...about, original: entry.original });
      }
    }
  }
  found.throwIfAny();
  return rulings;
}
