import { statSync } from 'node:fs';
import type { LabelTable } from '../../../evaluation/label-table.ts';
import type { ScoreEstimates } from '../../../evaluation/score-estimates.ts';
import { threadFile } from '../../workspace/own-thread.ts';
import { threadBeside } from '../../workspace/thread-beside.ts';
import { unpackedTable } from './quick-table.ts';
import type { NumberTable, PackedTable, QuickReading } from './quick-table.ts';

/** Files with fewer bytes are read before a thread has started. */
const worthIt = 16_000_000;

/** What the thread is asked for. It answers in turn. */
export type TableWork =
  | { readonly kind: 'read'; readonly reading: QuickReading }
  | {
      readonly kind: 'scores';
      readonly table: LabelTable;
      readonly seed: number;
      readonly options: { readonly zeroes: boolean; readonly weighted: boolean };
    };

/** The half of evaluating a table that a second thread can do. */
export interface BesideEvaluating {
  /** Null when the file needs the full reader. */
  read(reading: QuickReading): Promise<NumberTable | null>;
  /** Columns are shared where they lie in shared memory, else copied. */
  scores(work: Omit<TableWork & { kind: 'scores' }, 'kind'>): Promise<ScoreEstimates | null>;
  end(): Promise<unknown>;
}

/** A thread for that half, if the files are worth one. */
export function besideEvaluating(
  files: readonly string[],
  least = worthIt,
): BesideEvaluating | null {
  if (files.includes('-')) return null;
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return bytes < least ? null : inThread();
}

function inThread(): BesideEvaluating {
  const { ask, end } = threadBeside<TableWork>(threadFile('table-thread', import.meta.url));
  return {
    read: async (reading) => {
      const packed = (await ask({ kind: 'read', reading })) as PackedTable | null;
      return packed === null ? null : unpackedTable(packed);
    },
    scores: async (work) => (await ask({ kind: 'scores', ...work })) as ScoreEstimates | null,
    end,
  };
}
