// The other side of page-check.ts, in plain JavaScript: a thread that had to strip types first would
// take longer to start than most files take to check.
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

const database = new BetterSqlite3(workerData, { readonly: true, fileMustExist: true });
try {
  const verdict = database.pragma('quick_check(1)', { simple: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort.postMessage(String(verdict));
} catch (failure) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort.postMessage(String(failure.message));
} finally {
  database.close();
}
