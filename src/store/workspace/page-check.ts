import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type BetterSqlite3 from 'better-sqlite3';
import { fault, InputError } from '../../domain/fault.ts';

/** In bytes. Reading so many pages takes a quarter of a second. */
const checkedAtOnce = 256_000_000;

/**
 * Refuses a file with damaged pages: they might be met only after weeks, and what is saved until
 * then may be lost with the restored backup. Up to some size this happens before anybody works in
 * it. A larger file, at about a second per gigabyte, is read by a thread beside the server: the
 * start waits for nothing, and what is returned rejects when a page is damaged.
 */
export function checkPages(
  database: BetterSqlite3.Database,
  file: string,
  limit = checkedAtOnce,
): { readonly sound: Promise<void> } {
  if (statSync(file).size > limit) return { sound: checkApart(file) };
  refuse(String(database.pragma('quick_check(1)', { simple: true })), file);
  return { sound: Promise.resolve() };
}

async function checkApart(file: string): Promise<void> {
  const thread = new Worker(new URL('page-check-thread.mjs', import.meta.url), {
    workerData: file,
    execArgv: [],
  });
  // It must not keep a process alive that has nothing else to do.
  thread.unref();
  const verdict = await new Promise<string>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
  refuse(verdict, file);
}

function refuse(verdict: string, file: string): void {
  const reason = verdict.split('\n').at(-1)!;
  if (verdict !== 'ok')
    throw new InputError([fault('database-damaged', { database: file, reason })]);
}
