import { join } from 'node:path';
import { InputError, printFault } from '../src/domain/fault.ts';
import { agree as agreeOn } from '../src/operations/agreement/agree.ts';
import { runAssay } from './run-assay.ts';

interface Estimate {
  readonly value: number | null;
  readonly n: number;
  readonly interval?: readonly [number, number] | null;
  readonly method?: string;
  readonly why?: string;
}

interface AgreeJson {
  readonly total_pairs: number;
  readonly exact_matches: number;
  readonly percent_agreement: number | null;
  readonly cohen_kappa: number | null;
  readonly mismatch_count: number;
  readonly confusion: Readonly<Record<string, unknown>> | null;
  readonly protocol: string;
  readonly task: string;
  readonly recognised: boolean;
  readonly round: string;
  readonly annotators: readonly string[];
  readonly overlap: Readonly<Record<string, number>>;
  readonly measures: Readonly<Record<string, Readonly<Record<string, Estimate>>>>;
  readonly overall: Readonly<Record<string, Readonly<Record<string, Estimate>>>>;
  readonly gate: {
    readonly status: string;
    readonly checks: readonly {
      readonly measure: string;
      readonly target: number;
      readonly actual: number | null;
      readonly n: number;
      readonly status: string;
      readonly why?: string;
    }[];
  };
  readonly warnings: readonly string[];
  readonly seed: number;
}

export async function agree(
  folder: string,
  words: readonly string[] = ['--a', 'a.jsonl', '--b', 'b.jsonl'],
  input?: string,
): Promise<{ readonly code: number | null; readonly json: AgreeJson; readonly err: string }> {
  const run = await runAssay(['agree', ...words, '--json'], folder, input);
  return {
    code: run.code,
    json: (run.out === '' ? null : JSON.parse(run.out)) as AgreeJson,
    err: run.err,
  };
}

/** The same in this process, where the exit code is not the point. */
export function compare(folder: string): ReturnType<typeof agreeOn> {
  return agreeOn({
    files: ['a.jsonl', 'b.jsonl'].map((file) => join(folder, file)),
    onePerFile: true,
    units: [],
    overlap: false,
    retest: false,
  });
}

export function refusal(act: () => unknown): readonly string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.faults.map(printFault);
    throw error;
  }
  return [];
}

export const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toFixed(4));
