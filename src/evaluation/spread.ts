import type { Measured } from './summed-measures.ts';

/** How far values under different annotators' answers lie apart. */
export interface Spread {
  readonly lowest: number;
  readonly highest: number;
  readonly mean: number;
  /** Standard deviation over annotators (n − 1); null with one. */
  readonly deviation: number | null;
  readonly annotators: number;
}

/** The spread of each measure over annotators; a measure that nobody's answers give has none. */
export function spreadOver(
  annotators: ReadonlyMap<string, ReadonlyMap<string, Measured>>,
): ReadonlyMap<string, Spread> {
  const values = new Map<string, number[]>();
  for (const measures of annotators.values())
    for (const [name, { value }] of measures)
      if (value !== null) values.set(name, [...(values.get(name) ?? []), value]);
  return new Map([...values].map(([name, all]) => [name, spreadOf(all)]));
}

function spreadOf(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    lowest: values.reduce((least, value) => Math.min(least, value), Infinity),
    highest: values.reduce((most, value) => Math.max(most, value), -Infinity),
    mean,
    deviation: values.length < 2 ? null : Math.sqrt(squares / (values.length - 1)),
    annotators: values.length,
  };
}
