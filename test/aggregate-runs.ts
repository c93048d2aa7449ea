import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aggregate } from '../src/operations/fold/aggregate.ts';
import type { Aggregation } from '../src/operations/fold/aggregate.ts';
import { readVotes } from '../src/operations/fold/read-votes.ts';
import { temporaryFolder } from './run-assay.ts';

export interface AggregateJson {
  readonly method: string;
  readonly total_units: number;
  readonly total_votes: number;
  readonly repeated_votes: number;
  readonly empty_votes: number;
  readonly ties: number;
  readonly answers: readonly string[];
  readonly iterations: number | null;
  readonly converged: boolean | null;
  readonly seed: number | null;
  readonly annotators: readonly {
    readonly annotator: string;
    readonly votes: number;
    readonly reliability: number | null;
  }[];
  readonly units: readonly {
    readonly unit: string;
    readonly answer: string | null;
    readonly confidence: number | null;
    readonly votes: Readonly<Record<string, number>>;
    readonly tie: readonly string[] | null;
    readonly why?: string;
  }[];
}

export type Row = readonly [string, string, string | number];

export const load = <T>(name: string): T =>
  JSON.parse(
    readFileSync(new URL(`../src/statistics/fixtures/${name}.json`, import.meta.url), 'utf8'),
  ) as T;

export function csvOf(rows: readonly Row[], weights?: Readonly<Record<string, number>>): string {
  return (
    `unit,annotator,answer${weights === undefined ? '' : ',weight'}\n` +
    `${rows.map((row) => `${row.join(',')}${weights === undefined ? '' : `,${weights[row[1]]}`}\n`).join('')}`
  );
}

export function aggregated(
  csv: string,
  method: Aggregation['method'],
  seed = 1,
  iterations: number | null = null,
): Aggregation {
  const file = join(temporaryFolder(), 'votes.csv');
  writeFileSync(file, csv);
  return aggregate(readVotes(file, {}), method, seed, iterations);
}

export const unitsOf = (result: Aggregation): readonly ReturnType<Aggregation['unit']>[] =>
  Array.from({ length: result.size }, (_, at) => result.unit(at));
