import { printFault } from '../domain/fault.ts';
import type { InputError } from '../domain/fault.ts';
import { FaultList } from '../operations/text-file.ts';

/** 0 all well, 1 a gate failed or a check found faults, 2 the input or the call was wrong. */
export type ExitCode = 0 | 1 | 2;

/** One column of a table: its heading, and whether it holds numbers, which are set to the right. */
export interface Column {
  readonly title: string;
  readonly numeric?: boolean;
  /** Of a path, the end tells more than the beginning when it is too long. */
  readonly path?: boolean;
}

/** Prints the result of a command to standard output, waiting for nothing: the process ends when all is written. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Prints a value as JSON for programs. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** A table with aligned columns that fits a terminal; text columns are shortened when it is narrow. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[], width = terminalWidth()): string {
  const widths = columns.map((column, at) => rows.reduce((widest, row) => Math.max(widest, textWidth(row[at] ?? '')), textWidth(column.title)));
  const gaps = 2 * (columns.length - 1);
  const excess = widths.reduce((sum, one) => sum + one, 0) + gaps - width;
  if (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths.filter((_, at) => columns[at]!.numeric !== true)));
    if (widest >= 0) widths[widest] = Math.max(8, widths[widest]! - excess);
  }
  const line = (cells: readonly string[]): string => cells.map((cell, at) => fit(cell, widths[at]!, columns[at]!)).join('  ').trimEnd();
  const rule = widths.map((one) => '─'.repeat(one)).join('  ');
  return [line(columns.map((column) => column.title)), rule, ...rows.map(line)].join('\n');
}

/** Prints the faults of an input to standard error: the first 50, and how many more there are. */
export function printFaults(error: InputError): void {
  const lines = error.faults.slice(0, FaultList.shown).map(printFault);
  const more = error.count - lines.length;
  if (more > 0) lines.push(`… and ${more} more`);
  process.stderr.write(`${lines.join('\n')}\n`);
}

/** Says something about the work, not part of its result. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** A number with a fixed count of decimals, or a dash. */
export function decimals(value: number | null | undefined, places = 3): string {
  if (value === null || value === undefined) return '–';
  const text = value.toFixed(places);
  // What rounds to nothing has no sign.
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

/** An interval as `[0.71, 0.83]`, or a dash. */
export function interval(bounds: readonly [number, number] | null, places = 3): string {
  return bounds === null ? '–' : `[${decimals(bounds[0], places)}, ${decimals(bounds[1], places)}]`;
}

/** A count with separators: 12,345. */
export function count(value: number): string {
  return value.toLocaleString('en-GB');
}

/** A heading underlined for people who read a terminal. */
export function heading(text: string): string {
  return `${text}\n${'═'.repeat(textWidth(text))}`;
}

/** Breaks a sentence into lines that fit, all but the first set in by two. */
export function wrap(text: string, width = terminalWidth()): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(last) + 1 + textWidth(word) <= width - 4) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`)).join('\n');
}

/** The width to lay out for: the terminal's, at most 120, else 80. */
export function terminalWidth(): number {
  return Math.min(120, process.stdout.columns || 80);
}

function fit(cell: string, width: number, column: Column): string {
  const own = textWidth(cell);
  if (own > width) return column.path === true ? `…${[...cell].slice(1 - width).join('')}` : `${[...cell].slice(0, Math.max(1, width - 1)).join('')}…`;
  const space = ' '.repeat(width - own);
  return column.numeric === true ? space + cell : cell + space;
}

function textWidth(text: string): number {
  return [...text].length;
}
