import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { recordFolder } from '../../release/record-files.ts';
import type { MeasuredRun } from '../../release/run-fold.ts';
import { threadFile } from '../workspace/own-thread.ts';
import { threadBeside } from '../workspace/thread-beside.ts';
import { hashedFile } from './checked-files.ts';
import type { CheckedFiles } from './checked-files.ts';

/** Of a record with fewer bytes of judgments, a thread takes longer to start than it saves. */
const worthIt = 16_000_000;

/** What the thread is asked for. It answers in turn. */
export type ThreadRequest = { readonly folder: string } & (
  | { readonly kind: 'runs' }
  | { readonly kind: 'files'; readonly names: readonly string[] }
  | {
      readonly kind: 'judgments';
      readonly task: string;
      readonly uncounted: readonly (string | null)[];
    }
);

/** The half of verifying a release that needs no fold of its tasks. */
export interface BesideVerifying {
  /** The figures of the runs that no truth depends on; null where nobody has made them. */
  readonly runs: Promise<readonly MeasuredRun[] | null>;
  /** Its hashes, and what is right in the files of its record. */
  readonly files: Promise<CheckedFiles>;
  /** Writes the table of the judgments of a task, given why each does not count. */
  readonly judgments:
    | ((task: string, uncounted: readonly (string | null)[]) => Promise<Uint8Array>)
    | null;
  end(): Promise<unknown>;
}

/** Begins that half: of a large release in a thread of its own, which calls the same functions. */
export function besideVerifying(
  folder: string,
  names: readonly string[],
  least = worthIt,
): BesideVerifying {
  const judgments = join(folder, recordFolder, 'judgments.jsonl');
  if (existsSync(judgments) && statSync(judgments).size >= least) return inThread(folder, names);
  const hashed = names.map((name) => hashedFile(folder, name));
  return {
    runs: Promise.resolve(null),
    files: Promise.resolve({ hashed, asWritten: [], unitTables: [] }),
    judgments: null,
    end: () => Promise.resolve(),
  };
}

/** A small nursery: two threads hold a record each, and memory matters more than its moves. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

function inThread(folder: string, names: readonly string[]): BesideVerifying {
  const file = threadFile('verify-thread', import.meta.url);
  const { ask, end } = threadBeside<ThreadRequest>(file, { resourceLimits });
  return {
    runs: ask({ kind: 'runs', folder }) as Promise<readonly MeasuredRun[] | null>,
    files: ask({ kind: 'files', folder, names }) as Promise<CheckedFiles>,
    judgments: async (task, uncounted) => {
      const bytes = await ask({ kind: 'judgments', folder, task, uncounted });
      return new Uint8Array(bytes as ArrayBuffer);
    },
    end,
  };
}
