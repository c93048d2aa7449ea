import { earlierPlace } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Format } from '../../domain/exchange/file-formats.ts';
import { judgmentIntake } from '../../formats/judging/judgment-intake.ts';
import type { GivenRow } from '../../formats/judging/judgment-intake.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { rowVersions } from '../../formats/protocol/known-answers.ts';
import { usesKey } from '../exchange/import-request.ts';
import { UnfitLabels } from '../judging/unfit-labels.ts';
import { withWayOut } from '../judging/way-out.ts';
import { FirstLines } from '../first-lines.ts';
import { readJudgmentRows } from '../read-rows.ts';
import { sizeFault } from '../../formats/jsonl.ts';
import type { OpenValidation } from './validation.ts';

/** Checks a file of judgments against its task and the units. */
export function checkJudgments(
  open: OpenValidation,
  { guideline }: Protocol,
  file: string,
  task: Task,
  format?: Format | 'gold-pack',
): void {
  const compiled = compileTask(task);
  const named = { version: open.guideline ?? guideline.version };
  const required = guideline.required && open.guideline === null;
  const versions = rowVersions({ ...guideline, ...named, required }, task);
  const context = { ...versions, units: open.unitsOf(task.id) };
  const seen = new FirstLines();
  const unfit = new UnfitLabels(task);
  open.check(file, 'judgments', task.id, (each) => {
    if (format !== undefined || open.mode !== 'reject') {
      const take = judgmentIntake(compiled, context, open.mode);
      const read = format ?? 'judgments-jsonl';
      const check = (given: GivenRow): void => {
        const large = sizeFault(given);
        if (large !== null) {
          open.found.add({ ...large, file, ...(given.line === null ? {} : { line: given.line }) });
          return;
        }
        const taken = take(given);
        // What would be set aside is kept, and no fault.
        if (taken.kind !== 'refused') each();
        else {
          unfit.note(given.row, taken.faults);
          open.found.add(
            ...taken.faults.map((one) => ({ ...withWayOut(one, named.version), file })),
          );
        }
      };
      if (read === 'gold-pack') open.goldRows(file).forEach(check);
      else open.otherRows(file, { kind: 'judgments', format: read, task }, check);
      const labels = usesKey('judgments', read, 'values') ? unfit.fault() : null;
      open.found.note(labels === null ? null : { ...labels, file });
      return;
    }
    readJudgmentRows(
      file,
      compiled,
      context,
      open.found,
      (row, line) => {
        each();
        const earlier = seen.add(`${row.unit}\0${row.annotator}`, line);
        if (earlier !== null)
          open.found.add(
            fault(
              'duplicate-judgment',
              { annotator: row.annotator, unit: row.unit, place: earlierPlace(earlier) },
              { file, line },
            ),
          );
      },
      open.progress,
    );
  });
}
