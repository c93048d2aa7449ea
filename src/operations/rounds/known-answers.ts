import { codedText, earlierPlace } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { judgmentRowReader, rowJudgment } from '../../formats/judging/judgment-row.ts';
import { parseRow } from '../../formats/jsonl.ts';
import type { Read } from '../../formats/yaml-source.ts';
import type { CompiledTask } from '../../truth/judging/faults.ts';
import type { KnownAnswers } from '../../truth/rounds/training-result.ts';

/**
 * Reads the key of a training round: judgment rows, one per unit, with the reason in the notes. It
 * may be for an earlier guideline, but the answers must fit the task as it is.
 */
export function readKnownAnswers(
  text: string,
  file: string,
  compiled: CompiledTask,
): Read<ReadonlyMap<string, KnownAnswers>> {
  const context = { guideline: null, guidelineRequired: false, units: null };
  const read = judgmentRowReader(compiled, context);
  const known = new Map<string, KnownAnswers>();
  const lines = new Map<string, number>();
  const faults: Fault[] = [];
  const rows = text.replace(/^\uFEFF/, '').split('\n');
  for (const [at, content] of rows.entries()) {
    const line = at + 1;
    if (content.trim() === '') continue;
    const parsed = parseRow(content);
    if (!parsed.ok) {
      faults.push({ ...parsed.fault, file, line });
      continue;
    }
    const row = read(parsed.row);
    for (const one of row.faults) faults.push({ ...one, file, line });
    if (row.faults.length > 0) continue;
    const first = lines.get(row.unit);
    if (first !== undefined) {
      const values = {
        annotator: codedText('the-key'),
        unit: row.unit,
        place: earlierPlace(first),
      };
      faults.push(fault('duplicate-judgment', values, { file, line }));
    }
    lines.set(row.unit, line);
    const { answers, asides } = rowJudgment(compiled, parsed.row, row);
    known.set(row.unit, { answers, reason: asides.notes ?? null });
  }
  if (known.size === 0 && faults.length === 0)
    faults.push(fault('file-empty', {}, { file, line: 1 }));
  return faults.length === 0 ? { ok: true, value: known } : { ok: false, faults };
}
