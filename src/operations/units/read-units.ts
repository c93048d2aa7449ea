import { earlierPlace } from '../../domain/text-values.ts';
import { fault, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { unitId } from '../../domain/units/unit.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { idParts } from '../../formats/judging/judgment-columns.ts';
import { unitCells, unitFromRow } from '../../formats/units/unit-rows.ts';
import { firstRow } from '../protocol/choose-task.ts';
import { readCsv } from '../read-csv.ts';
import { readJsonRows } from '../read-rows.ts';
import { FaultList } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { rowFormat } from './unit-file.ts';

/** Reads the units of a task from JSONL or CSV files, by id. Throws all faults together. */
export function readUnits(
  files: readonly string[],
  task: Task,
  progress?: Progress,
): ReadonlyMap<string, UnitFields> {
  const found = new FaultList();
  const units = new Map<string, UnitFields>();
  const lines = new Map<string, number>();
  for (const file of files) {
    readUnitRows(
      file,
      task,
      found,
      (row, line, text) => {
        const read = unitFromRow(task, row, text);
        if (!read.ok) found.add(...read.faults.map((one) => ({ ...one, file, line })));
        else if (units.has(read.unit.id))
          found.add(
            fault(
              'duplicate-unit',
              { unit: read.unit.id, place: earlierPlace(lines.get(read.unit.id)!) },
              { file, line },
            ),
          );
        else {
          units.set(read.unit.id, read.unit.fields);
          lines.set(read.unit.id, line);
        }
      },
      progress,
    );
  }
  found.throwIfAny();
  return units;
}

/**
 * The units that may be judged, by id. Besides units there may be JSONL files for the parts of
 * their ids, such as queries and trials: then each part must be in its file and has its fields.
 */
export function readKnownUnits(
  files: readonly string[],
  task: Task,
): Pick<ReadonlyMap<string, UnitFields>, 'get'> {
  const ofParts = files.filter((file) => partsIn(file, task).length > 0);
  const ofUnits = files.filter((file) => !ofParts.includes(file));
  const units = ofUnits.length === 0 && ofParts.length > 0 ? null : readUnits(ofUnits, task);
  if (ofParts.length === 0) return units!;
  const parts = readParts(ofParts, task);
  return {
    get: (id) => {
      const values = idParts(task, id);
      const rows = [...parts].map(([field, known]) =>
        known.get(values[task.unit.id.indexOf(field)] ?? ''),
      );
      const unit = units === null ? {} : units.get(id);
      return unit === undefined || rows.includes(undefined)
        ? undefined
        : (Object.assign({}, ...rows, unit) as UnitFields);
    },
  };
}

/** The fields of the id that a file has, where it has only some of them. */
function partsIn(file: string, { unit }: Task): readonly string[] {
  const row = rowFormat(file) === 'jsonl' ? firstRow(file) : null;
  const there = row === null ? [] : unit.id.filter((field) => Object.hasOwn(row, field));
  return there.length < unit.id.length ? there : [];
}

function readParts(
  files: readonly string[],
  task: Task,
): ReadonlyMap<string, ReadonlyMap<string, UnitFields>> {
  const found = new FaultList();
  const parts = new Map<string, Map<string, UnitFields>>();
  for (const file of files) {
    for (const field of partsIn(file, task)) {
      const known = parts.get(field) ?? new Map<string, UnitFields>();
      parts.set(field, known);
      readJsonRows(file, found, (row, line) => {
        const read = unitId([field], row);
        if (read.ok) known.set(read.id, row);
        else found.add(...read.faults.map((one) => ({ ...one, file, line })));
      });
    }
  }
  found.throwIfAny();
  return parts;
}

/** Calls `each` with every row of a unit file, JSONL or CSV; `text` is the line of JSON, if any. */
export function readUnitRows(
  file: string,
  task: Task,
  found: FaultList,
  each: (row: JsonRow, line: number, text?: string) => void,
  progress?: Progress,
): void {
  if (rowFormat(file) === 'jsonl') {
    readJsonRows(file, found, each, progress);
    return;
  }
  const before = found.count;
  let rows = 0;
  let cells = unitCells(task, []);
  const header = (columns: readonly string[]): void => void (cells = unitCells(task, columns));
  const take = (fields: readonly string[], line: number): void => {
    rows += 1;
    const made = cells(fields);
    if (made.ok) each(made.row, line);
    else found.add(...made.faults.map((one): Fault => ({ ...one, file, line })));
  };
  found.gather(() => {
    readCsv(file, header, take, progress, found);
    if (rows === 0 && found.count === before) refuse('file-empty', {}, { file });
  });
}
