import { Worker } from 'node:worker_threads';
import type { DataTable } from '../../release/data-tables.ts';

/** Below this many judgments a thread takes longer to start than a table to write. */
const worthIt = 50_000;

/**
 * Writes the largest table of a release as Parquet in a thread of its own: that of the judgments,
 * where there are many of them. Null where there are few. The bytes are those of `parquet()`.
 */
export function tableOffThread(
  tables: ReadonlyMap<string, DataTable>,
  judgments: number,
): { readonly name: string; readonly bytes: Promise<Uint8Array> } | null {
  if (judgments < worthIt) return null;
  const plain = [...tables].find(
    ([, { kind, columns }]) => kind === 'judgments' && columns.every(({ type }) => type !== 'json'),
  );
  if (plain === undefined) return null;
  const [name, table] = plain;
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const thread = new Worker(new URL(`./table-thread.${ending}`, import.meta.url), { execArgv: [] });
  const packed = table.packed();
  const bytes = new Promise<Uint8Array>((resolve, reject) => {
    thread.once('message', (made: ArrayBuffer) => resolve(new Uint8Array(made)));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread of a table has ended')));
  }).finally(() => thread.terminate());
  const places = packed.columns.map((column) => column.places.buffer as ArrayBuffer);
  thread.postMessage(packed, places);
  // Heard when it is asked for; until then a failure is nobody's.
  bytes.catch(() => undefined);
  return { name, bytes };
}
