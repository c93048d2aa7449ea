import { parentPort } from 'node:worker_threads';
import { writePacked } from '../../formats/parquet-writer.ts';
import type { PackedTable } from '../../formats/parquet-writer.ts';

/* The thread in which a large table is written as Parquet, while its release is verified. */

parentPort!.on('message', (table: PackedTable) => {
  const bytes = writePacked(table);
  parentPort!.postMessage(bytes, [bytes]);
});
