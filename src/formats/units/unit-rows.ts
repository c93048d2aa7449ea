import { codedText } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongField } from '../../domain/field-fault.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { readUnit } from '../../domain/units/unit.ts';
import type { Unit, UnitFields } from '../../domain/units/unit.ts';
import { csvLine } from '../csv.ts';
import type { CsvStyle } from '../csv.ts';
import { changedNumbers } from '../exact-numbers.ts';
import { idFaults } from '../id-text.ts';
import { deepestNesting, nestedTooDeep } from '../json-depth.ts';
import type { JsonRow } from '../jsonl.ts';
import { readJson } from '../json-value.ts';
import { ownField, shownName } from '../own-field.ts';
import { unstorableTexts } from './unstorable-texts.ts';

/** A unit, or all the faults of its row. */
export type ReadUnit =
  | { readonly ok: true; readonly unit: Unit }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** The unit in a row of a units file, named by the task's id fields. `text` is its line, if any. */
export function unitFromRow(task: Task, row: JsonRow, text?: string): ReadUnit {
  if (nestedTooDeep(row)) {
    const got = codedText('nested-row', { levels: deepestNesting });
    return { ok: false, faults: [fault('bad-json', { got })] };
  }
  const read = readUnit(task.id, task.unit, row);
  const changed = changedNumbers(row, text);
  if (changed.length > 0) {
    const fields = changed.map(({ field }) => field);
    const others = read.ok ? [] : read.faults.filter((one) => !fields.includes(one.field));
    return { ok: false, faults: [...changed, ...others] };
  }
  if (!read.ok) return read;
  const { id, subject } = read.unit;
  const named = [...task.unit.id, task.unit.subject];
  const faults = [
    // Names have their own check.
    ...unstorableTexts(row, text).filter(({ field }) => !named.includes(field!)),
    ...idFaults(task.unit.id.join(', '), id),
    ...(subject === null ? [] : idFaults(task.unit.subject!, subject)),
  ];
  return faults.length === 0 ? read : { ok: false, faults };
}

/** A unit as a line of JSONL; reading it back gives the same unit. */
export function unitLine(unit: Unit): string {
  return `${JSON.stringify(unit.fields)}\n`;
}

type ReadCells =
  | { readonly ok: true; readonly row: JsonRow }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Marks a CSV column whose cells are JSON, since plain cells are always text: `phases:json`. */
const jsonMark = ':json';

/**
 * Makes rows of units from CSV cells. Cells are text, empty ones are absent (or null, where the
 * vocabulary contains it), a whole rank is a number, and a column named `x:json` holds JSON.
 * @example unitCells({ unit: { rank: null, vocabulary: {} } }, ['tags:json'])(['["a"]']).row // { tags: ['a'] }
 */
export function unitCells(
  task: Task,
  columns: readonly string[],
): (fields: readonly string[]) => ReadCells {
  const names = columns.map((column) =>
    column.endsWith(jsonMark) ? column.slice(0, -jsonMark.length) : column,
  );
  return (fields) => {
    const faults: Fault[] = [];
    const entries = fields.flatMap((cell, at): readonly [string, unknown][] => {
      const name = names[at]!;
      // An empty cell is the only way to write that there is no value.
      if (cell === '') return mayBeNull(task, name) ? [[name, null]] : [];
      if (name !== columns[at]) return jsonCell(name, cell, faults);
      return [[name, name === task.unit.rank && /^-?\d{1,15}$/.test(cell) ? Number(cell) : cell]];
    });
    return faults.length === 0
      ? { ok: true, row: Object.fromEntries(entries) }
      : { ok: false, faults };
  };
}

/**
 * Units as CSV, a column per field in order of first appearance. Columns with anything but
 * non-empty text are JSON and marked `:json`, so that reading gives the same units; ranks stay
 * numbers.
 */
export function unitTable(task: Task, units: readonly Unit[], style?: CsvStyle): string {
  const names = [...new Set(units.flatMap((unit) => Object.keys(unit.fields)))];
  const plain = new Set(
    names.filter((name) => units.every((unit) => isPlain(task, name, ownField(unit.fields, name)))),
  );
  const header = names.map((name) => (plain.has(name) ? name : name + jsonMark));
  const rows = units.map(({ fields }) =>
    names.map((name) => fieldCell(fields, name, plain.has(name))),
  );
  return [header, ...rows].map((cells) => csvLine(cells, style)).join('');
}

function mayBeNull({ unit }: Task, name: string): boolean {
  return unit.vocabulary[name]?.includes(null) === true;
}

function jsonCell(name: string, text: string, faults: Fault[]): readonly [string, unknown][] {
  const read = readJson(text);
  if (read.ok) return [[name, read.value]];
  const isBroken = read.faults.some(({ code }) => code === 'bad-json');
  if (isBroken) faults.push(wrongField(shownName(name), JSON.stringify(text.slice(0, 60)), 'JSON'));
  else faults.push(...read.faults);
  return [];
}

function isPlain(task: Task, name: string, value: unknown): boolean {
  if (value === undefined) return true;
  if (name === task.unit.rank)
    return Number.isSafeInteger(value) && Math.abs(value as number) < 1e15;
  return typeof value === 'string' && value !== '' && !name.endsWith(jsonMark);
}

function fieldCell(fields: UnitFields, name: string, plain: boolean): string | number | null {
  const value = ownField(fields, name);
  if (value === undefined) return null;
  return plain ? (value as string | number) : JSON.stringify(value);
}
