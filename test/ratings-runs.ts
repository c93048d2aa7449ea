import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, printFault } from '../src/domain/fault.ts';
import { agreeOnRatings } from '../src/operations/agreement/agree-ratings.ts';
import type { LevelName, MatrixAgreement } from '../src/operations/agreement/agree-ratings.ts';
import { temporaryFolder } from './run-assay.ts';

export interface Reference {
  readonly value: number;
  readonly ci95?: readonly [number, number];
}

export const load = <T>(name: string): T =>
  JSON.parse(
    readFileSync(new URL(`../src/statistics/fixtures/${name}.json`, import.meta.url), 'utf8'),
  ) as T;

const { datasets } = load<{
  readonly datasets: Readonly<
    Record<
      string,
      {
        readonly categories: readonly (string | number)[];
        readonly codes: string | readonly (readonly number[])[];
      }
    >
  >;
}>('agreement-datasets');

/** A data set as a CSV matrix with a header. */
export function matrixOf(name: string): {
  readonly csv: string;
  readonly categories: readonly string[];
} {
  const { categories, codes } = datasets[name]!;
  const rows =
    typeof codes === 'string'
      ? codes
          .split(' ')
          .map((word) => [...word].map((digit) => (digit === '.' ? -1 : Number(digit))))
      : codes;
  const cells = rows.map((row) =>
    row.map((code) => (code < 0 ? '' : String(categories[code]))).join(','),
  );
  return {
    csv: `${rows[0]!.map((_, at) => `annotator ${at + 1}`).join(',')}\n${cells.join('\n')}\n`,
    categories: categories.map(String),
  };
}

export function measure(
  csv: string,
  scale: LevelName,
  categories: readonly string[] | null,
  hasHeader: boolean | null = null,
): MatrixAgreement {
  const file = join(temporaryFolder(), 'm.csv');
  writeFileSync(file, csv);
  return agreeOnRatings(file, scale, categories, 'gwet', undefined, hasHeader);
}

export function refusal(act: () => unknown): readonly string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError)
      return error.faults.map((one) =>
        printFault({ ...one, ...(one.file === undefined ? {} : { file: 'm.csv' }) }),
      );
    throw error;
  }
  return [];
}
