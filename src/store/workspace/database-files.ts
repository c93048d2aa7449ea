import { existsSync, renameSync, rmSync, statSync } from 'node:fs';

/** Log files that SQLite keeps beside a database; they may hold data that the file lacks. */
const logs = ['-wal', '-journal'] as const;
const index = '-shm';

/** The non-empty logs beside a database's path: SQLite would apply them to any file there. */
export function logsBeside(file: string): readonly string[] {
  return logs.map((end) => file + end).filter((log) => existsSync(log) && statSync(log).size > 0);
}

/** Renames a database together with its logs. */
export function renameDatabase(file: string, name: string): void {
  // The logs first, so that none is ever left beside a file it does not belong to.
  for (const log of logsBeside(file)) renameSync(log, name + log.slice(file.length));
  if (existsSync(file)) renameSync(file, name);
  removeLogs(file);
}

/** A database and the files that SQLite may keep beside it. */
export function databaseFiles(file: string): readonly string[] {
  return ['', ...logs, index].map((end) => file + end);
}

/** Removes a database with everything beside it. */
export function removeDatabase(file: string): void {
  removeLogs(file);
  rmSync(file, { force: true });
}

/** Removes the files that SQLite keeps beside a database. */
export function removeLogs(file: string): void {
  for (const end of [...logs, index]) rmSync(file + end, { force: true });
}
