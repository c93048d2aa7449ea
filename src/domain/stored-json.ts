import { refuse } from './fault.ts';

/**
 * An object that the record stores as JSON text. A row without one was changed or damaged outside
 * of Assay, and is refused by name.
 */
export function storedJson<Value extends object>(
  text: string,
  table: string,
  column: string,
  row: object,
): Value {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Not an object either: refused below.
  }
  if (value === null || typeof value !== 'object')
    refuse('row-damaged', { table, column, row: rowName(row as NamedRow) });
  return value as Value;
}

/** What names a row, depending on its table and on which columns were read. */
interface NamedRow {
  readonly id?: string;
  readonly unit?: string;
  readonly annotator?: string;
  readonly seq?: number;
  readonly version?: number;
}

function rowName({ id, unit, annotator, seq, version }: NamedRow): string {
  const parts = [id ?? unit, id === undefined ? annotator : undefined];
  const name = parts.filter((part) => part !== undefined).join(' / ');
  return name === '' ? String(seq ?? version ?? '?') : name;
}
