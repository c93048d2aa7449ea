import { codedText, earlierPlace } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { GuidelineReference } from '../../domain/protocol/guideline.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { judgmentRowReader, rowJudgment, wholeNumberFields } from '../judging/judgment-row.ts';
import type { RowContext } from '../judging/judgment-row.ts';
import { hiddenFaults, parseRow } from '../jsonl.ts';
import type { Read } from '../yaml-source.ts';
import type { CompiledTask } from '../../truth/judging/faults.ts';
import { taskHash } from '../../truth/protocol/task-hash.ts';
import type { KnownAnswers } from '../../truth/rounds/training-result.ts';

/**
 * Reads the key of a training round: judgment rows, one per unit, with the reason in the notes.
 * They are checked as `validate` checks judgments. A key that an earlier release accepted may be
 * for an earlier guideline; `versions` is null for it.
 */
export function readKnownAnswers(
  text: string,
  file: string,
  compiled: CompiledTask,
  versions: Omit<RowContext, 'units' | 'contradiction'> | null,
): Read<ReadonlyMap<string, KnownAnswers>> {
  const any = { guideline: null, guidelineRequired: false };
  const read = judgmentRowReader(compiled, { ...(versions ?? any), units: null });
  const wholeNumbers = wholeNumberFields(compiled);
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
    const hidden = versions === null ? [] : hiddenFaults(content, wholeNumbers);
    const wrong = [...row.faults, ...hidden];
    for (const one of wrong) faults.push({ ...one, file, line });
    if (wrong.length > 0) continue;
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

/** The versions that rows of judgments must carry, if they carry any: for files and for keys. */
export function rowVersions(
  { version, required }: GuidelineReference,
  task: Task,
): Omit<RowContext, 'units' | 'contradiction'> {
  return { guideline: version, guidelineRequired: required, taskHash: taskHash(task) };
}
