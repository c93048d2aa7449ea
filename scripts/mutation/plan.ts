import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { NumberedMutant } from './switched-source.ts';

/** A mutant of a plan: what it is called in the journal, and the file that it changes. */
export interface PlannedMutant extends NumberedMutant {
  readonly key: string;
  readonly file: string;
}

/** A test file, with the changed files that it may reach. */
export interface PlannedTest {
  readonly test: string;
  readonly sources: readonly string[];
}

/** What one process tries: every test file on every mutant that it reaches. */
export interface Plan {
  readonly mutants: readonly PlannedMutant[];
  /** The test files, those that are most likely to notice first. */
  readonly tests: readonly PlannedTest[];
  readonly journal: string;
  /** How many lines the journal had at the start. */
  readonly known: number;
  /** Tests that take longer, in milliseconds, are not tried on mutants. */
  readonly longest: number;
  /** The database that tests use which run on both. */
  readonly database: string;
}

/**
 * One line of the journal: the sample, a process starts on a mutant, how that ends, or a test file
 * is done.
 */
export type JournalLine =
  | { readonly sample: readonly string[] }
  | {
      readonly test: string;
      readonly mutant: string;
      readonly worker: number;
      /** How long its tests take without it, in seconds. */
      readonly usual: number;
    }
  | { readonly test: string; readonly mutant: string; readonly outcome: Outcome }
  | { readonly test: string; readonly done: string; readonly failed?: string };
export type Outcome = 'caught' | 'survived' | 'timeout';

/** The lines of a journal; none if there is no such file. */
export function readJournal(path: string): readonly JournalLine[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalLine);
}

/** The mutants that some test has noticed. */
export function noticedIn(lines: readonly JournalLine[]): ReadonlySet<string> {
  return new Set(
    lines.flatMap((line) => ('outcome' in line && line.outcome !== 'survived' ? line.mutant : [])),
  );
}

/** The plan that the parent process has written for this one. */
export function readPlan(): Plan {
  const path = process.env['ASSAY_MUTATION_PLAN'];
  if (path === undefined) throw new Error('Start scripts/mutate.ts, which makes the plan.');
  return JSON.parse(readFileSync(path, 'utf8')) as Plan;
}

type Settings = Pick<Plan, 'mutants' | 'longest' | 'database'>;

/** A short name for the mutants of a plan, in whatever order, and for how tests run on them. */
export function nameOf({ mutants, longest, database }: Settings): string {
  const keys = mutants.map(({ key }) => key).toSorted();
  return digest(`${keys.join(' ')} ${longest} ${database}`);
}

/** A short name for a text: the same text gives the same name. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
