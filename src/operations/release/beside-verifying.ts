import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PackedTable } from '../../formats/parquet-writer.ts';
import type { DataTable } from '../../release/data-tables.ts';
import { recordFolder } from '../../release/record-files.ts';
import { hashedFile } from './checked-files.ts';
import type { CheckedFiles } from './checked-files.ts';

/** Of a record with fewer bytes of judgments, a thread takes longer to start than it saves. */
const worthIt = 16_000_000;

/** What the thread is asked for. It answers in turn. */
export type ThreadRequest =
  | { readonly kind: 'files'; readonly folder: string; readonly names: readonly string[] }
  | { readonly kind: 'table'; readonly table: PackedTable };

/** The half of verifying a release that needs no fold. */
export interface BesideVerifying {
  /** Its hashes, and what is right in the files of its record. */
  readonly files: Promise<CheckedFiles>;
  /** Writes a packed table as Parquet; null where no thread is free for it. */
  readonly written: ((table: PackedTable) => Promise<Uint8Array>) | null;
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
    files: Promise.resolve({ hashed, asWritten: [], unitTables: [] }),
    written: null,
    end: () => Promise.resolve(),
  };
}

function inThread(folder: string, names: readonly string[]): BesideVerifying {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const program = new URL(`./verify-thread.${ending}`, import.meta.url);
  const thread = new Worker(program, { execArgv: [] });
  const waiting: ((answer: unknown) => void)[] = [];
  thread.on('message', (answer) => waiting.shift()?.(answer));
  const asked = (request: ThreadRequest, moved: readonly ArrayBuffer[]): Promise<unknown> => {
    const answer = new Promise((resolve, reject) => {
      waiting.push(resolve);
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('the thread beside verifying has ended')));
    });
    thread.postMessage(request, moved);
    // Heard when it is asked for; until then a failure is nobody's.
    answer.catch(() => undefined);
    return answer;
  };
  return {
    files: asked({ kind: 'files', folder, names }, []) as Promise<CheckedFiles>,
    written: async (table) => {
      const places = table.columns.map((column) => column.places.buffer as ArrayBuffer);
      const bytes = await asked({ kind: 'table', table }, places);
      return new Uint8Array(bytes as ArrayBuffer);
    },
    end: () => thread.terminate(),
  };
}

/** The table of a release that is largest, where it can be packed. */
export function largestTable(
  tables: ReadonlyMap<string, DataTable>,
): { readonly name: string; readonly packed: () => PackedTable } | null {
  for (const [name, { kind, columns, packed }] of tables)
    if (kind === 'judgments' && columns.every(({ type }) => type !== 'json'))
      return { name, packed };
  return null;
}
