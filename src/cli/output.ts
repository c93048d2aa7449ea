import { countFaults, printFault } from '../domain/fault.ts';
import type { InputError } from '../domain/fault.ts';
import { FaultList } from '../operations/text-file.ts';
import { shorten, textWidth } from './text-width.ts';

/** 0 success, 1 a gate failed or a check found faults, 2 invalid input or usage. */
export type ExitCode = 0 | 1 | 2;

/** One column of a table: its heading, and whether it holds numbers, which are set to the right. */
interface Column {
  readonly title: string;
  readonly numeric?: boolean;
  /** A path that is too long is cut at its beginning, since its end says more. */
  readonly path?: boolean;
  /** Never shortened: what it says is typed elsewhere. */
  readonly whole?: boolean;
}

/** A column of numbers. */
export function numeric(title: string): Column {
  return { title, numeric: true };
}

/** A column of names that are typed elsewhere, and therefore never shortened. */
export function named(title: string): Column {
  return { title, whole: true };
}

/** Prints a result to standard output without waiting; the process ends once all is written. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Prints a value as JSON for programs. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** A table with aligned columns. In a narrow terminal the widest text columns are shortened. */
export function table(
  headings: readonly (string | Column)[],
  given: readonly (readonly string[])[],
  width = terminalWidth(),
): string {
  const columns = headings.map((one): Column => (typeof one === 'string' ? { title: one } : one));
  const rows = given.map((row) => row.map(oneLine));
  const natural = columns.map((column, at) =>
    rows.reduce(
      (widest, row) => Math.max(widest, textWidth(row[at] ?? '')),
      textWidth(column.title),
    ),
  );
  const limited = (limit: number): readonly number[] =>
    natural.map((one, at) =>
      columns[at]!.numeric === true || columns[at]!.whole === true
        ? one
        : Math.min(one, Math.max(limit, narrowest)),
    );
  const fits = (limit: number): boolean =>
    limited(limit).reduce((sum, one) => sum + one, 2 * (columns.length - 1)) <= width;
  let limit = Infinity;
  if (!fits(limit)) for (limit = width; limit > narrowest && !fits(limit);) limit -= 1;
  const widths = limited(limit);
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => fit(cell, widths[at]!, columns[at]!))
      .join('  ')
      .trimEnd();
  const rule = widths.map((one) => '─'.repeat(one)).join('  ');
  return [line(columns.map((column) => column.title)), rule, ...rows.map(line)].join('\n');
}

/** Prints the faults of an input to standard error: the first 50, and how many more there are. */
export function printFaults(error: InputError): void {
  const shown = error.faults.slice(0, FaultList.shown);
  const lines = shown.map(printFault);
  const more = error.count - countFaults(shown);
  if (more > 0) lines.push(`… and ${more} more`);
  process.stderr.write(`${lines.join('\n')}\n`);
}

/** Says something about the work, not part of its result. */
export function note(text: string): void {
  process.stderr.write(`${withoutControls(text)}\n`);
}

/** A text without characters that would steer a terminal: services choose some of its words. */
export function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '');
}

/** A number with a fixed count of decimals, or a dash. */
export function decimals(value: number | null | undefined, places = 3): string {
  if (value === null || value === undefined) return '–';
  const text = value.toFixed(places);
  // What rounds to nothing has no sign.
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

/** The interval of an agreement as `[0.71, 0.83]`, or a dash. Approximate bounds end at 1. */
export function interval(bounds: readonly [number, number] | null, places = 3): string {
  return bounds === null
    ? '–'
    : `[${decimals(bounds[0], places)}, ${decimals(Math.min(bounds[1], 1), places)}]`;
}

/** A count with separators: 12,345. */
export function count(value: number): string {
  return value.toLocaleString('en-GB');
}

/** A count with its noun: 1 unit, 12,345 units. */
export function number(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** A heading underlined for people who read a terminal. */
export function heading(text: string): string {
  return `${text}\n${'═'.repeat(textWidth(text))}`;
}

/** Breaks a sentence into lines that fit, all but the first set in by two. */
export function wrap(text: string, width = terminalWidth()): string {
  return broken(text, width - 4)
    .map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`))
    .join('\n');
}

/** Breaks a text into lines that fit, none of them set in. */
export function paragraph(text: string, width = terminalWidth()): string {
  return broken(text, width).join('\n');
}

/** The width to lay out for: the terminal's, at most 120, else 80. */
export function terminalWidth(): number {
  return Math.min(120, process.stdout.columns || 80);
}

function broken(text: string, width: number): readonly string[] {
  const found: string[] = [];
  for (const word of text.split(' ')) {
    const last = found.at(-1);
    if (last !== undefined && textWidth(last) + 1 + textWidth(word) <= width)
      found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  return found;
}

/** No text column is made narrower. */
const narrowest = 8;

function fit(cell: string, width: number, column: Column): string {
  const shown = shorten(cell, width, column.path === true ? 'end' : 'beginning');
  const space = ' '.repeat(Math.max(0, width - textWidth(shown)));
  return column.numeric === true ? space + shown : shown + space;
}

/** A cell stays on its line, whatever breaks and control characters a name may have. */
function oneLine(cell: string): string {
  return cell.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
