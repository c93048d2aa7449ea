import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { explainFailure, failureCode } from '../database-error.ts';
import { makePrivateFile } from '../private-file.ts';
import { inspectSqlite } from './schema/sqlite-migration.ts';
import {
  compareTables,
  dropManifest,
  migrationTable,
  readManifest,
  schemaTable,
  sumFile,
  writeManifest,
} from './backup-manifest.ts';
import type { ManifestTable } from './backup-manifest.ts';
import type { TableSum } from './table-copy.ts';

/** What is in a file. */
export interface SqliteFileFacts {
  readonly version: number;
  readonly bytes: number;
  readonly tables: readonly TableSum[];
  /** Whether it carries a manifest that its tables were compared with. */
  readonly hasManifest: boolean;
}

/** What becomes of the manifest: a backup gets a new one, a workspace has none. */
export type CopyPurpose = 'backup' | 'workspace';

/**
 * Copies a database in use to a new file as of one moment, and compares every table of the copy
 * with its origin.
 */
export async function backUpFile(
  database: string,
  target: string,
  purpose: CopyPurpose,
): Promise<SqliteFileFacts> {
  let source: BetterSqlite3.Database | null = null;
  try {
    source = new BetterSqlite3(database, { readonly: true, fileMustExist: true });
    // The copy is made of what this transaction sees, and so are the sums.
    source.exec('begin; select 1 from sqlite_master limit 1');
    makePrivateFile(target);
    // All pages in one step: otherwise every write in between would restart it.
    await source.backup(target, { progress: () => 0x7fff_ffff });
    const tables = sumFile(source);
    finishCopy(target, purpose, tables);
    const facts = checkFile(target);
    compareTables(target, tables, facts.sums);
    return facts;
  } catch (failure) {
    rmSync(target, { force: true });
    // Only the copy needs space.
    throw explainFailure(failure, failureCode(failure) === 'SQLITE_FULL' ? target : database);
  } finally {
    source?.close();
    if (purpose === 'backup') leaveOneFile(database);
  }
}

/** Whether a file is whole, and what is in it. Refuses one that is not a workspace. */
export function checkFile(file: string): CheckedFile {
  let database: BetterSqlite3.Database | null = null;
  try {
    database = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
    const { version } = inspectSqlite(database);
    if (version === 0) refuse('backup-damaged', { file, reason: codedText('not-a-workspace') });
    const verdict: unknown = database.pragma('integrity_check', { simple: true });
    if (verdict !== 'ok')
      refuse('backup-damaged', { file, reason: String(verdict).split('\n')[0]! });
    const sums = sumFile(database);
    const manifest = readManifest(database, file);
    if (manifest !== null) compareTables(file, manifest, sums);
    return {
      version,
      bytes: statSync(file).size,
      tables: sums
        .filter(({ table }) => table !== schemaTable && table !== migrationTable)
        .map(({ table, rows, sha256 }) => ({ table, rows, sha256 })),
      hasManifest: manifest !== null,
      sums,
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

/**
 * Closes the file with a connection that may write: then SQLite moves its log into the file and
 * removes it. If another process uses the file, that process does it later.
 */
export function leaveOneFile(file: string): void {
  try {
    const last = new BetterSqlite3(file, { fileMustExist: true, timeout: 0 });
    try {
      last.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      last.close();
    }
  } catch {
    // Nothing is lost: what was saved is read from the log.
  }
}

interface CheckedFile extends SqliteFileFacts {
  readonly sums: readonly ManifestTable[];
}

/** Makes a copy one file, with a manifest if it is a backup. */
function finishCopy(file: string, purpose: CopyPurpose, tables: readonly ManifestTable[]): void {
  leaveLogMode(file);
  const database = new BetterSqlite3(file, { fileMustExist: true });
  try {
    if (purpose === 'backup') writeManifest(database, tables);
    else dropManifest(database);
  } finally {
    database.close();
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
