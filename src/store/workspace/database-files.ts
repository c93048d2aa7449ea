import { existsSync, renameSync, rmSync, statSync } from 'node:fs';

/**
 * What SQLite keeps beside a database in a file: the logs, which may hold what the file does not
 * have yet, and an index that it makes anew.
 */
const logs = ['-wal', '-journal'] as const;
const index = '-shm';

/**
 * The logs with something in them that lie beside the place of a database, whether or not it is
 * there. SQLite would read them as part of any file in that place.
 */
export function logsBeside(file: string): readonly string[] {
  return logs.map((end) => file + end).filter((log) => existsSync(log) && statSync(log).size > 0);
}

/** Gives a database another name, together with its logs, so that it can be opened as before. */
export function renameDatabase(file: string, name: string): void {
  // The logs first: whatever happens in between, none is left beside a file that it does not belong
  // to.
  for (const log of logsBeside(file)) renameSync(log, name + log.slice(file.length));
  if (existsSync(file)) renameSync(file, name);
  removeLogs(file);
}

/** A database and what SQLite keeps beside it, whether or not it is there. */
export function databaseFiles(file: string): readonly string[] {
  return ['', ...logs, index].map((end) => file + end);
}

/** Removes a database with everything beside it. */
export function removeDatabase(file: string): void {
  removeLogs(file);
  rmSync(file, { force: true });
}

/** Removes what lies beside the place of a database. */
export function removeLogs(file: string): void {
  for (const end of [...logs, index]) rmSync(file + end, { force: true });
}
