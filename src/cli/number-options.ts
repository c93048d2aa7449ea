import { InvalidArgumentError } from 'commander';

/** Parses an option that takes a whole number of at least 1. */
export function positiveWhole(text: string): number {
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(Number(text)) || Number(text) < 1) throw new InvalidArgumentError('expected a whole number of at least 1');
  return Number(text);
}

/** Parses an option that takes a share from 0 to 1. */
export function fraction(text: string): number {
  const value = decimal(text);
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('expected a share from 0 to 1, such as 0.4');
  return value;
}

/** Parses an option that takes a number above a bound, or from it on when `inclusive`. */
export function numberAbove(bound: number, inclusive = false): (text: string) => number {
  return (text) => {
    const value = decimal(text);
    if (!(value > bound || (inclusive && value === bound))) throw new InvalidArgumentError(`expected a number ${inclusive ? 'of at least' : 'above'} ${bound}`);
    return value;
  };
}

function decimal(text: string): number {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
}
