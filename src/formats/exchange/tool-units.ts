import { codedText } from '../../domain/text-values.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Fault } from '../../domain/fault.ts';
import { missingField, wrongField } from '../../domain/field-fault.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import { faultAt } from '../json-rows.ts';
import type { PlacedRow } from '../json-rows.ts';
import { ownUnitFields } from '../judging/judgment-columns.ts';
import { ownField, shownName } from '../own-field.ts';
import { idText, skipCounter } from './tool-export.ts';
import type { Skipped, ToolExport, ToolRecord } from './tool-export.ts';
import type { JsonRow } from '../jsonl.ts';

/** The field in which units that were handed to a tool carry their own id. */
export const unitField = 'assay_unit';

/** The fields of a tool's records that name the unit. */
interface UnitMapping {
  readonly unit?: readonly string[];
}

/** A unit's id: by the mapping, the task's id fields, or the tool's id with as many parts. */
export function toolUnit(task: Task, record: ToolRecord, mapping: UnitMapping = {}): string | null {
  const given = ownField(record.fields, unitField);
  if (mapping.unit === undefined && typeof given === 'string') return given;
  const parts = (mapping.unit ?? task.unit.id).map((field) =>
    idText(ownField(record.fields, field)),
  );
  if (parts.every((part) => part !== null)) return parts.join(idSeparator);
  if (mapping.unit !== undefined || record.id === null) return null;
  const own = record.id.split(idSeparator);
  return task.unit.id.length === 1 ||
    (own.length === task.unit.id.length && own.every((part) => part !== ''))
    ? record.id
    : null;
}

/** What to ask for when a record does not identify its unit. */
export const namesUnit = codedText('unit-name');

/** Rows of a units file, what was left out and all faults. */
interface ToolUnits {
  readonly rows: readonly PlacedRow[];
  readonly skipped: Skipped;
  readonly faults: readonly Fault[];
}

/**
 * The records of an export as rows of a units file, with the task's id fields filled in. Tools
 * repeat a record for every annotator. A repetition with other data in a field that the task reads
 * is a fault; any other field that differs, such as a score of the tool, is left out.
 */
export function toolUnitRows(
  task: Task,
  exported: ToolExport,
  mapping: UnitMapping = {},
): ToolUnits {
  const rows = new Map<string, PlacedRow>();
  const faults: Fault[] = [...exported.faults];
  const { skip, counts } = skipCounter();
  const read = new Set([...ownUnitFields(task.unit), ...contents]);
  const differing = new Map<string, Set<string>>();
  for (const record of exported.records) {
    const id = toolUnit(task, record, mapping);
    if (id === null) {
      const nameless = missingField((mapping.unit ?? task.unit.id).join(', '), namesUnit);
      faults.push(faultAt(nameless, record));
      continue;
    }
    const parts = id.split(idSeparator);
    const named = task.unit.id.map((field, at): [string, unknown] => [field, parts[at]]);
    const data = Object.entries(record.fields).filter(
      ([field]) =>
        field !== unitField && !(field === 'id' && isToolsOwnId(task, exported, record, mapping)),
    );
    const row = Object.fromEntries([...data, ...named]);
    const before = rows.get(id);
    if (before === undefined) rows.set(id, { row, line: record.line, index: record.index });
    else if (canonicalJson(before.row) !== canonicalJson(row)) {
      const fields = differingFields(before.row, row);
      if (fields.every((field) => !read.has(field))) {
        for (const field of fields)
          differing.set(field, (differing.get(field) ?? new Set()).add(id));
        continue;
      }
      const got = codedText('differing-data', { unit: shownName(id) });
      const wrong = wrongField(task.unit.id.join(', '), got, codedText('same-unit-data'));
      faults.push(faultAt(wrong, record));
    }
  }
  for (const [field, units] of differing)
    skip('skipped-differing', units.size, { field: shownName(field) });
  const plain = [...rows].map(([id, { row, ...place }]) => {
    const shared = Object.entries(row).filter(([field]) => differing.get(field)?.has(id) !== true);
    return { row: Object.fromEntries(shared), ...place };
  });
  return { rows: plain, skipped: [...exported.skipped, ...counts()], faults };
}

/** What tools call the thing that was annotated: another one is another unit. */
const contents: readonly string[] = ['text', 'html', 'image', 'audio', 'video'];

function differingFields(first: JsonRow, second: JsonRow): readonly string[] {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  const text = (row: JsonRow, name: string): string => canonicalJson(ownField(row, name) ?? null);
  return [...names].filter((name) => text(first, name) !== text(second, name));
}

/** True for an `id` that only the tool needs: Argilla and our doccano files name every record. */
function isToolsOwnId(
  { unit }: Task,
  { tool }: ToolExport,
  { fields, id }: ToolRecord,
  mapping: UnitMapping,
): boolean {
  const used = [...(mapping.unit ?? []), ...ownUnitFields(unit)];
  return (
    !used.includes('id') &&
    (tool === 'argilla' || (tool === 'doccano' && ownField(fields, unitField) !== undefined)) &&
    idText(ownField(fields, 'id')) === id
  );
}
