import { earlierPlace } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { readUnit } from '../../domain/units/unit.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { readDatasetRow } from '../../formats/units/dataset-rows.ts';
import { readJsonRows } from '../read-rows.ts';
import { readUnitRows } from './read-units.ts';
import { FaultList } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { UnitTable } from '../../formats/units/unit-table.ts';

/** What is looked for in the units: one subject alone, and what their texts say. */
export interface UnitFilter {
  /** Only this subject is kept; null keeps all. */
  readonly subject: string | null;
  /** Called with every unit that is kept. */
  readonly onUnit?: (id: string, fields: UnitFields) => void;
}

/** Reads the original's dataset, a business with its reviews per row; keeps the named fields. */
export function readDataset(
  file: string,
  fields: readonly string[],
  filter: UnitFilter,
  progress?: Progress,
): UnitTable {
  const found = new FaultList();
  const table = new UnitTable();
  const lines = new Map<string, number>();
  readJsonRows(
    file,
    found,
    (row, line) => {
      const read = readDatasetRow(row);
      if (!read.ok) {
        found.add(...read.faults.map((one) => ({ ...one, file, line })));
        return;
      }
      const { subject, units } = read.value;
      const isFlat = !('reviews' in row);
      if (!isFlat && lines.has(subject)) {
        found.add(
          fault(
            'duplicate-unit',
            { unit: subject, place: earlierPlace(lines.get(subject)!) },
            { file, line },
          ),
        );
        return;
      }
      lines.set(subject, line);
      if (filter.subject !== null && filter.subject !== subject) return;
      table.addSubject(subject, pick(read.value.fields, fields));
      for (const unit of units) {
        table.add(subject, unit.id, unit.date);
        if (unit.id !== '') filter.onUnit?.(unit.id, unit.fields);
      }
    },
    progress,
  );
  found.throwIfAny();
  return table;
}

/** Reads the units of a task, which must belong to a subject. */
export function readUnitTable(
  file: string,
  task: Task,
  fields: readonly string[],
  filter: UnitFilter,
  progress?: Progress,
): UnitTable {
  const found = new FaultList();
  const table = new UnitTable();
  readUnitRows(
    file,
    task,
    found,
    (row, line) => {
      const read = readUnit(task.id, task.unit, row);
      if (!read.ok) {
        found.add(...read.faults.map((one) => ({ ...one, file, line })));
        return;
      }
      const subject = read.unit.subject ?? read.unit.id;
      if (filter.subject !== null && filter.subject !== subject) return;
      table.addSubject(subject, pick(row, fields));
      table.add(subject, read.unit.id, task.unit.date === null ? undefined : row[task.unit.date]);
      filter.onUnit?.(read.unit.id, row);
    },
    progress,
  );
  found.throwIfAny();
  return table;
}

function pick(fields: UnitFields, names: readonly string[]): UnitFields {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])),
  );
}
