import { parentPort } from 'node:worker_threads';
import { writePacked } from '../../formats/parquet-writer.ts';
import { checkedFiles } from './checked-files.ts';
import type { ThreadRequest } from './beside-verifying.ts';

/* The thread that works beside the one that recomputes a large release. */

parentPort!.on('message', (asked: ThreadRequest) => {
  if (asked.kind === 'files') {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    parentPort!.postMessage(checkedFiles(asked.folder, asked.names));
    return;
  }
  const bytes = writePacked(asked.table);
  parentPort!.postMessage(bytes, [bytes]);
});
