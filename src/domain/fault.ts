import type { TextValues } from './coded-text.ts';
import { english } from './english.ts';
import type { ErrorCode } from './errors.ts';

/**
 * One problem with an input: what was expected and found, where, and how to fix it. It travels as
 * code and values; the message is the English sentence made from them.
 */
export interface Fault {
  readonly code: ErrorCode;
  readonly values: TextValues;
  readonly message: string;
  /** What the message starts with where a file holds many: the entry `[3]`, or the unit `u1:`. */
  readonly about?: string;
  /** The field or path that is at fault, where there is one. */
  readonly field?: string;
  readonly file?: string;
  readonly line?: number;
  /** How many rows of the file have this very fault, said together; 0: it sums others up. */
  readonly rows?: number;
  /** A replacement that would make it right, for instance the nearest verbatim quote. */
  readonly fix?: Fix;
}

/** What would fix a fault. */
interface Fix {
  readonly field: string;
  readonly value: string;
  /** Where the value is in its source: offsets of its first character and after its last. */
  readonly start: number;
  readonly end: number;
}

/** Where a fault is, and what would fix it. */
export type FaultPlace = Partial<Pick<Fault, 'field' | 'file' | 'line' | 'fix'>>;

/** Makes a fault from the catalogue. */
export function fault(code: ErrorCode, values: TextValues = {}, place: FaultPlace = {}): Fault {
  const field = typeof values['field'] === 'string' ? { field: values['field'] } : {};
  return { code, values, message: english(code, values), ...field, ...place };
}

/** The same fault, about one entry or unit among many. */
export function faultAbout(found: Fault, about: string): Fault {
  const whole = found.about === undefined ? about : `${about} ${found.about}`;
  return { ...found, about: whole, message: `${about} ${found.message}` };
}

/** The same fault where a file has another name for people, such as the original of a copy. */
export function faultIn(found: Fault, rename: (name: string) => string): Fault {
  const values = Object.fromEntries(
    Object.entries(found.values).map(([name, value]) => [
      name,
      typeof value === 'string' ? rename(value) : value,
    ]),
  );
  const { about } = found;
  const renamed: Fault = {
    ...found,
    values,
    message: english(found.code, values),
    ...(found.file === undefined ? {} : { file: rename(found.file) }),
  };
  return about === undefined ? renamed : { ...renamed, message: `${about} ${renamed.message}` };
}

/** `file:line message`, as every command prints it; like faults are one line, with their number. */
export function printFault(found: Fault): string {
  const { rows = 0 } = found;
  const message = rows === 0 ? found.message : `${rows} rows: ${found.message}`;
  if (found.file === undefined) return message;
  const file = found.file === '-' ? 'standard input' : found.file;
  return `${file}:${found.line ?? ''} ${message}`;
}

/**
 * The fault of many rows at once, said where it is found first.
 * @example faultOfRows(fault('file-empty'), 12).rows // 12
 */
export function faultOfRows(found: Fault, rows: number): Fault {
  const { about: _, ...shared } = found;
  return { ...shared, message: english(found.code, found.values), rows };
}

/** How many faults a list stands for: those of many rows count for each. */
export function countFaults(faults: readonly Fault[]): number {
  return faults.reduce((sum, { rows = 1 }) => sum + rows, 0);
}

/** An input that cannot be worked with, with all its faults. */
export class InputError extends Error {
  readonly faults: readonly Fault[];
  /** How many there are in all; only the first are kept when there are very many. */
  readonly count: number;
  constructor(faults: readonly Fault[], count = faults.length) {
    super(faults.map(printFault).join('\n'));
    this.name = 'InputError';
    this.faults = faults;
    this.count = count;
  }
}

/** Throws an input error with one fault of the catalogue. */
export function refuse(code: ErrorCode, values: TextValues = {}, place: FaultPlace = {}): never {
  throw new InputError([fault(code, values, place)]);
}
