// The other side of wal-checkpointer.ts, in plain JavaScript: a thread that had to strip types first
// would take more memory than all the rest of it.
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

const database = new BetterSqlite3(workerData, { fileMustExist: true });
database.pragma('synchronous = full');

parentPort.on('message', (order) => {
  if (order === 'end') {
    database.close();
    parentPort.close();
    return;
  }
  try {
    // A passive checkpoint holds up nobody: it brings as much of the log into the file as nobody
    // needs any more.
    database.pragma('wal_checkpoint(passive)');
  } finally {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort.postMessage('done');
  }
});
