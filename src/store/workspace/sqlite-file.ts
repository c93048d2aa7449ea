import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { refuse } from '../../domain/fault.ts';
import { explainFailure, failureCode } from '../database-error.ts';
import { inspectSqlite } from './sqlite-migration.ts';
import { tableNames } from '../tables.ts';
import type { TableName } from '../tables.ts';

/** What is in a file. */
export interface SqliteFileFacts {
  readonly version: number;
  readonly bytes: number;
  readonly tables: readonly { readonly table: TableName; readonly rows: number }[];
}

/** Copies a database in use to a new file as of one moment, and checks the copy. */
export async function backUpFile(database: string, target: string): Promise<SqliteFileFacts> {
  let source: BetterSqlite3.Database | null = null;
  try {
    source = new BetterSqlite3(database, { readonly: true, fileMustExist: true });
    // All pages in one step: otherwise every write in between would restart it.
    await source.backup(target, { progress: () => 0x7fff_ffff });
    leaveLogMode(target);
    return checkFile(target);
  } catch (failure) {
    rmSync(target, { force: true });
    // Only the copy needs space.
    throw explainFailure(failure, failureCode(failure) === 'SQLITE_FULL' ? target : database);
  } finally {
    source?.close();
  }
}

/** Whether a file is whole, and what is in it. Refuses one that is not a workspace. */
export function checkFile(file: string): SqliteFileFacts {
  let database: BetterSqlite3.Database | null = null;
  try {
    database = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
    const { version } = inspectSqlite(database);
    if (version === 0) refuse('backup-damaged', { file, reason: 'it is not a workspace of Assay' });
    const verdict: unknown = database.pragma('integrity_check', { simple: true });
    if (verdict !== 'ok')
      refuse('backup-damaged', { file, reason: String(verdict).split('\n')[0]! });
    const names = database.prepare<[], string>(
      "select name from sqlite_master where type = 'table'",
    );
    const existing = new Set(names.pluck().all());
    const count = (table: TableName): number =>
      database!.prepare<[], number>(`select count(*) from "${table}"`).pluck().get() ?? 0;
    const tables = tableNames.filter((table) => existing.has(table));
    return {
      version,
      bytes: statSync(file).size,
      tables: tables.map((table) => ({ table, rows: count(table) })),
    };
  } catch (failure) {
    if (failure instanceof Error && failureCode(failure).startsWith('SQLITE_'))
      refuse('backup-damaged', { file, reason: failure.message });
    throw failure;
  } finally {
    database?.close();
  }
}

/** Refuses a file that another process has open; else moves its log into the file. */
export function settleFile(file: string): void {
  try {
    leaveLogMode(file);
  } catch (failure) {
    if (failureCode(failure).startsWith('SQLITE_BUSY'))
      refuse('database-in-use', { database: file });
    throw explainFailure(failure, file);
  }
}

/** The same for a file that will be replaced: a damaged one is left as it is, with its log. */
export function settleUnlessDamaged(file: string): void {
  try {
    settleFile(file);
  } catch (failure) {
    const cause = failure instanceof Error ? failure.cause : null;
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(failureCode(cause))) throw failure;
  }
}

/** Makes sure that a file has reached the disk. */
export function flushFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Only one connection can do this, and only when no other is open. */
function leaveLogMode(file: string): void {
  const database = new BetterSqlite3(file, { fileMustExist: true, timeout: 500 });
  try {
    database.pragma('journal_mode = delete');
  } finally {
    database.close();
  }
}
