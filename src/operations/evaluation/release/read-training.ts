import { fault } from '../../../domain/fault.ts';
import type { Fault } from '../../../domain/fault.ts';
import { missingField } from '../../../domain/field-fault.ts';
import { codedText } from '../../../domain/text-values.ts';
import type { Task } from '../../../domain/protocol/task.ts';
import { unitId } from '../../../domain/units/unit.ts';
import { trainingOverlap } from '../../../evaluation/training-overlap.ts';
import type { TrainingRow } from '../../../evaluation/training-overlap.ts';
import type { MeasuredTruth } from '../../../release/measured/measured-truth.ts';
import { shownText, unitHash } from '../../../release/unit-facts.ts';
import { FaultList } from '../../text-file.ts';
import { eachTableRow, idIn } from '../read-table.ts';
import type { TableRow } from '../read-table.ts';

/** How to go on although the guard objects; pages say it in their own way. */
export const overrideWay = codedText('guard-override');

/** What of the training data is in the truth. */
export interface TrainingReport {
  readonly file: string;
  readonly rows: number;
  /** Rows that overlap with measured units. */
  readonly overlapping: number;
  /** Measured units whose text is withheld: compared by id and hash only. */
  readonly withheld: number;
  readonly faults: readonly Fault[];
}

/** Compares a table of training data (ids, texts, or whole units) with the measured units. */
export async function compareTraining(
  file: string,
  measured: MeasuredTruth,
): Promise<TrainingReport> {
  const found = new FaultList();
  const { task } = measured.task.task;
  const rows: TrainingRow[] = [];
  await eachTableRow(
    file,
    (row, line) => {
      const read = trainingRow(task, row, line);
      if (read.id === null && read.text === null && read.hashes.length === 0)
        found.add(missingField('id', codedText('a-value'), { file, line }));
      else rows.push(read);
    },
    found,
  );
  found.throwIfAny();
  const units = measured.truths.map(({ unit: { id, hash, withheld, fields } }) => ({
    id,
    hash,
    text: withheld ? null : shownText(task, fields),
  }));
  const overlaps = trainingOverlap(rows, units);
  return {
    file,
    rows: rows.length,
    overlapping: overlaps.length,
    withheld: units.filter(({ text }) => text === null).length,
    faults: overlaps.map(({ line, unit, how, similarity }) => {
      const values = similarity === null ? {} : { similarity: similarity.toFixed(2) };
      return fault(`training-${how}`, { unit, ...values, way: overrideWay }, { file, line });
    }),
  };
}

/** A row by its id (or the fields that name a unit), its text (or the fields that are shown). */
function trainingRow(task: Task, row: TableRow, line: number): TrainingRow {
  const { unit } = task;
  const named = unitId(unit.id, row);
  const shown = unit.show.every((field) => typeof row[field] === 'string')
    ? shownText(task, row)
    : row['text'];
  const subject = unit.subject === null ? null : idIn(row[unit.subject]);
  const own = idIn(row['hash']);
  const whole = named.ok ? [unitHash({ subject, fields: row })] : [];
  return {
    line,
    id: idIn(row['id']) ?? idIn(row['unit']) ?? (named.ok ? named.id : null),
    hashes: own === null ? whole : [own, ...whole],
    text: typeof shown === 'string' ? shown : null,
  };
}
