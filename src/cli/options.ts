import { InvalidArgumentError } from 'commander';

/** Parses an option that takes a whole number of at least 0. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(Number(text))) throw new InvalidArgumentError('expected a whole number');
  return Number(text);
}

/** Parses an option that takes a list with commas. */
export function list(text: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim()).filter((entry) => entry !== '');
  if (entries.length === 0) throw new InvalidArgumentError('expected a list with commas');
  return entries;
}
