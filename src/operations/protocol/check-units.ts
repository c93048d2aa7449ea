import { earlierPlace } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { checkedFields } from '../../domain/protocol/task.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { unitId } from '../../domain/units/unit.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { Format } from '../../domain/exchange/file-formats.ts';
import { faultAt } from '../../formats/json-rows.ts';
import type { GivenRow } from '../../formats/judging/judgment-intake.ts';
import { unitFromRow } from '../../formats/units/unit-rows.ts';
import { FirstLines } from '../first-lines.ts';
import { sizeFault } from '../../formats/jsonl.ts';
import { readUnitRows } from '../units/read-units.ts';
import type { OpenValidation } from './validation.ts';

/** Checks a file of units, and keeps them for the files that refer to them. */
export function checkUnits(open: OpenValidation, file: string, task: Task, format?: Format): void {
  const known = open.units.get(task.id) ?? new Map<string, UnitFields>();
  open.units.set(task.id, known);
  const lines = new FirstLines();
  const { subject } = task.unit;
  const kept = [...checkedFields(task), ...(subject === null ? [] : [subject])];
  open.check(file, 'units', task.id, (each) => {
    let number = 0;
    const { numbered } = open;
    const take = ({ row: given, line, index = 0, text }: GivenRow): void => {
      each();
      number += 1;
      const row = numbered === undefined ? given : { [numbered]: `${number}`, ...given };
      const place = (one: Fault): Fault => ({ ...faultAt(one, { line, index }), file });
      const read = unitFromRow(task, row, text);
      // A unit with faults still exists for the judgments on it.
      const named = read.ok ? { ok: true as const, id: read.unit.id } : unitId(task.unit.id, row);
      const earlier = named.ok ? lines.add(named.id, line ?? index) : null;
      const size = sizeFault(text === undefined ? { row } : { row, text });
      const faults = [
        ...(size === null ? [] : [size]),
        ...(read.ok ? [] : read.faults),
        ...(named.ok && earlier !== null ? [givenTwice(named.id, line, earlier)] : []),
      ];
      open.found.add(...faults.map(place));
      if (!named.ok) return;
      if (earlier === null)
        known.set(
          named.id,
          kept.length === 0
            ? nothing
            : Object.fromEntries(kept.map((field) => [field, row[field]])),
        );
    };
    if (format === undefined)
      readUnitRows(
        file,
        task,
        open.found,
        (row, line, text) => take({ row, line, ...(text === undefined ? {} : { text }) }),
        open.progress,
      );
    else open.otherRows(file, { kind: 'units', format, task }, take);
  });
}

const nothing: UnitFields = {};

function givenTwice(unit: string, line: number | null, earlier: number): Fault {
  const place = line === null ? earlierPlace(null, earlier + 1) : earlierPlace(earlier);
  return fault('duplicate-unit', { unit, place });
}
