import { InvalidArgumentError, Option } from 'commander';
import { importFormats } from '../domain/exchange/file-formats.ts';
import type { ImportFormat } from '../domain/exchange/file-formats.ts';

/** Parses an option that takes a whole number of at least 0. */
export function wholeNumber(text: string): number {
  return whole(text, 0, Number.MAX_SAFE_INTEGER, 'expected a whole number');
}

/** Parses an option that takes a whole number of at least 1. */
export function positiveWhole(text: string): number {
  return whole(text, 1, Number.MAX_SAFE_INTEGER, 'expected a whole number of at least 1');
}

/** Parses an option that takes a port. */
export function portNumber(text: string): number {
  return whole(text, 0, 65_535, 'expected a port from 0 to 65535');
}

/** Parses an option that takes a share from 0 to 1. */
export function fraction(text: string): number {
  return decimal(
    text,
    (value) => value >= 0 && value <= 1,
    'expected a share from 0 to 1, such as 0.4',
  );
}

/** Parses an option that takes a number above a bound, or from it on when `inclusive`. */
export function numberAbove(bound: number, inclusive = false): (text: string) => number {
  return (text) =>
    decimal(
      text,
      (value) => value > bound || (inclusive && value === bound),
      `expected a number ${inclusive ? 'of at least' : 'above'} ${bound}`,
    );
}

/** Parses the name of a file or folder that is written, which standard output cannot be. */
export function written(name: string): string {
  if (name === '-') throw new InvalidArgumentError('- is standard output, expected a name');
  return name;
}

/** Parses an option that takes a comma-separated list. */
export function list(text: string): readonly string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 0) throw new InvalidArgumentError('expected a comma-separated list');
  return entries;
}

export const projectOption = new Option(
  '-P, --project <name>',
  'the project (default: the only one)',
);
export const protocolOption = new Option(
  '-p, --protocol <file>',
  'the protocol (default: protocol.yaml in this folder)',
);
export const taskOption = new Option('-t, --task <name>', 'the task, if there are several');
export const mappingOption = new Option(
  '--mapping <file>',
  'JSON that maps the fields, labels and users of another tool',
);
export const formatOption = new Option('--format <format>', 'format of the file; auto detects it')
  .choices(['auto', ...importFormats])
  .default('auto');
export const modeOption = new Option(
  '--mode <mode>',
  'invalid judgments: reject the file, fix and log, or set aside',
)
  .choices(['reject', 'normalise', 'flag'])
  .default('reject');

/** The format that was named; none where it is to be detected. */
export function namedFormat({ format }: { readonly format: string }): ImportFormat | undefined {
  return format === 'auto' ? undefined : (format as ImportFormat);
}
export const byOption = new Option('--by <name>', 'name for the audit log (default: your login)');
export const seedOption = new Option('-s, --seed <number>', 'random seed')
  .argParser(wholeNumber)
  .default(1);
export const forceOption = new Option('--force', 'replace existing files');
export const jsonOption = new Option('--json', 'print JSON');

/**
 * Names the workspace. Help shows the environment variable, never its value: it may hold a
 * password.
 */
export function databaseOption(
  description = 'the workspace: a file or postgres://…',
  flags = '-d, --database <address>',
): Option {
  return new Option(flags, description)
    .env('ASSAY_DATABASE')
    .argParser(written)
    .default(usualDatabase);
}

/** Where the workspace is unless somebody says so. */
export const usualDatabase = '.assay/workspace.db';

/** The end of a help text: examples, then a note. */
export function examples(calls: readonly string[], note?: string): string {
  const lines = calls.map((call) => `  ${call}`).join('\n');
  return `\nExample:\n${lines}${note === undefined ? '' : `\n\n${note}`}`;
}

function whole(text: string, least: number, most: number, expected: string): number {
  // Nothing that only looks like a number: 1e3, 0x10, a space.
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new InvalidArgumentError(expected);
  return value;
}

function decimal(text: string, isFit: (value: number) => boolean, expected: string): number {
  const value = /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!isFit(value)) throw new InvalidArgumentError(expected);
  return value;
}
