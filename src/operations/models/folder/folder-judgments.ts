import { basename, join } from 'node:path';
import type { RecordedJudgment } from '../../../domain/judging/judgment.ts';
import { isHashOf } from '../../../truth/protocol/task-hash.ts';
import { judgmentRowReader, wholeNumberFields } from '../../../formats/judging/judgment-row.ts';
import { hiddenFaults, parseRow } from '../../../formats/jsonl.ts';
import type { JsonRow } from '../../../formats/jsonl.ts';
import type { LoadedProtocol } from '../../protocol/load-protocol.ts';
import type { ProjectTask } from '../../project-protocol.ts';
import { firstRow, hasShape } from '../../protocol/choose-task.ts';
import { FaultList, readLines } from '../../text-file.ts';
import { filesIn } from '../../verdicts/protocol-judgments.ts';

/** A judgment of a folder, as far as it decides whether a cell is filled. */
export interface FolderJudgment extends Pick<
  RecordedJudgment,
  'unit' | 'annotator' | 'taskHash' | 'guideline'
> {
  /** The hash of the prompt, where a model was asked here. */
  readonly prompt: string | null;
}

/** The file of a folder that judgments of models on a task are added to. */
export function modelJudgments(folder: string, task: string): string {
  return join(folder, 'judgments', `${task}.models.jsonl`);
}

/**
 * Reads all judgments on a task in the folder `judgments`, but for those of training rounds. Those
 * under other questions are stale and not checked.
 */
export function readFolderJudgments(
  { protocol, folder }: LoadedProtocol,
  { task, compiled, hash }: ProjectTask,
  each: (judgment: FolderJudgment) => void,
): void {
  const found = new FaultList();
  const context = { guideline: null, guidelineRequired: false, units: null };
  const read = judgmentRowReader(compiled, context);
  const wholeNumbers = wholeNumberFields(compiled);
  const training = protocol.rounds.filter((round) => round.kind === 'training');
  const isTraining = (file: string): boolean =>
    training.some(
      ({ id, key }) =>
        basename(file).startsWith(`${id}.`) || key?.endsWith(basename(file)) === true,
    );
  for (const file of filesIn(folder, 'judgments', /\.jsonl$/)) {
    if (isTraining(file) || (protocol.tasks.length > 1 && !isOnTask(file, task))) continue;
    readLines(file, (text, line) => {
      if (text.trim() === '') return;
      const parsed = parseRow(text);
      if (!parsed.ok) {
        found.add({ ...parsed.fault, file, line });
        return;
      }
      const judged = read(parsed.row);
      const version = parsed.row['task_hash'];
      const isStale = typeof version === 'string' && version !== hash && !isHashOf(version, task);
      const faults = isStale ? [] : [...judged.faults, ...hiddenFaults(text, wholeNumbers)];
      found.addAll(faults, { file, line });
      if (faults.length > 0 || judged.unit === '') return;
      each({
        unit: judged.unit,
        annotator: judged.annotator,
        taskHash: isStale ? version : hash,
        guideline: judged.guideline ?? protocol.guideline.version,
        prompt: promptOf(parsed.row),
      });
    });
  }
  found.throwIfAny();
}

function isOnTask(file: string, task: ProjectTask['task']): boolean {
  const row = firstRow(file);
  if (row === null) return false;
  return row['task'] === undefined ? hasShape(task, row) : row['task'] === task.id;
}

function promptOf(row: JsonRow): string | null {
  const other = row['other'];
  if (other === null || typeof other !== 'object') return null;
  const { prompt } = other as { readonly prompt?: unknown };
  return typeof prompt === 'string' ? prompt : null;
}
