import { fault } from '../domain/fault.ts';
import type { Task } from '../domain/task.ts';
import { readUnit } from '../domain/unit.ts';
import type { UnitFields } from '../domain/unit.ts';
import { readJsonRows } from './read-rows.ts';
import { FaultList } from './text-file.ts';
import type { Progress } from './text-file.ts';

/** Reads the units of a task from JSONL files, by id. All faults of all files are thrown together; an id that is there twice is one. */
export function readUnits(files: readonly string[], task: Task, progress?: Progress): ReadonlyMap<string, UnitFields> {
  const found = new FaultList();
  const units = new Map<string, UnitFields>();
  const lines = new Map<string, number>();
  for (const file of files) {
    readJsonRows(
      file,
      found,
      (row, line) => {
        const read = readUnit(task.id, task.unit, row);
        if (!read.ok) found.add(...read.faults.map((one) => ({ ...one, file, line })));
        else if (units.has(read.unit.id)) found.add(fault('duplicate-unit', { unit: read.unit.id, line: lines.get(read.unit.id)! }, { file, line }));
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
