import type { Unit, UnitFields } from '../../domain/units/unit.ts';
import { TextIndex } from '../text-index.ts';

/** A field by whose values units can be chosen. */
export interface FieldValues {
  readonly field: string;
  /** How many values it has. */
  readonly distinct: number;
  /** The values, the most frequent first; at most as many as were asked for. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** Longer values are texts to search in, not values to choose from. */
const longestValue = 80;

/**
 * The units of a task in columns, in the order in which they came: names, subjects and short
 * values, so that a hundred thousand are filtered in a few milliseconds.
 */
export class UnitColumns {
  readonly ids = new TextIndex();
  readonly #seqs: number[] = [];
  readonly #subjects = new ValueColumn();
  readonly #fields = new Map<string, ValueColumn>();

  get size(): number {
    return this.#seqs.length;
  }

  /** The number of the last unit; 0 without any. */
  get lastSeq(): number {
    return this.#seqs.at(-1) ?? 0;
  }

  add({ seq, id, subject, fields }: Unit & { readonly seq: number }): void {
    const row = this.ids.add(id);
    this.#seqs[row] = seq;
    this.#subjects.set(row, subject);
    for (const [field, value] of Object.entries(fields)) {
      const short = shortValue(value);
      if (short === null) continue;
      const column = this.#fields.get(field) ?? new ValueColumn();
      this.#fields.set(field, column);
      column.set(row, short);
    }
  }

  seq(row: number): number {
    return this.#seqs[row]!;
  }

  /** Whether a unit belongs to a subject. */
  ofSubject(subject: string): (row: number) => boolean {
    return this.#subjects.is(subject);
  }

  /** Whether a field of a unit has a value. */
  hasValue(field: string, value: string): (row: number) => boolean {
    return this.#fields.get(field)?.is(value) ?? (() => false);
  }

  /** The fields of some names, or all, with their most frequent values. */
  fields(most: number, named: (field: string) => boolean): readonly FieldValues[] {
    return [...this.#fields]
      .filter(([field]) => named(field))
      .map(([field, column]) => ({ field, ...column.frequent(most) }))
      .filter(({ distinct }) => distinct > 1);
  }
}

/** The values of a field by number. */
class ValueColumn {
  readonly #numbers = new Map<string, number>();
  readonly #counts: number[] = [];
  #codes = new Int32Array(64);

  set(row: number, value: string | null): void {
    if (row >= this.#codes.length) {
      const longer = new Int32Array(Math.max(row + 1, 2 * this.#codes.length));
      longer.set(this.#codes);
      this.#codes = longer;
    }
    if (value === null) return;
    const known = this.#numbers.get(value);
    // From 1: 0 is not a value.
    const code = known ?? this.#numbers.size + 1;
    if (known === undefined) this.#numbers.set(value, code);
    this.#counts[code] = (this.#counts[code] ?? 0) + 1;
    this.#codes[row] = code;
  }

  is(value: string): (row: number) => boolean {
    const code = this.#numbers.get(value);
    return code === undefined ? () => false : (row) => this.#codes[row] === code;
  }

  frequent(most: number): Omit<FieldValues, 'field'> {
    const values = [...this.#numbers].map(([value, code]) => ({
      value,
      count: this.#counts[code]!,
    }));
    const order = values.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return { distinct: values.length, values: order.slice(0, most) };
  }
}

function shortValue(value: UnitFields[string]): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value === '' || value.length > longestValue) return null;
  return value;
}
