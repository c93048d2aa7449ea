// A thread of a process that does work for another, in plain JavaScript: one that had to strip types
// first would take more memory than all the rest of it. It looks on while the work holds the loop,
// and ends the process when that takes more memory than it may (also outside of V8's heap, where
// V8 has no limit) or when nobody is left who asked for it.
import { workerData } from 'node:worker_threads';

const { bytes, parent } = workerData;

setInterval(() => {
  if (process.memoryUsage.rss() > bytes || process.ppid !== parent)
    process.kill(process.pid, 'SIGKILL');
}, 50);
