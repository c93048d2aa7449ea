import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { failureCode } from '../../database-error.ts';
import { makePrivateFile } from '../../private-file.ts';
import {
  createMigrationTable,
  foundVersion,
  migrationTime,
  pendingMigrations,
  schemaKey,
} from './migrations.ts';
import type { FoundDatabase, MigrationOptions } from './migrations.ts';

/** "ASSY" in the place where SQLite keeps the kind of a file. */
const applicationId = 0x41535359;

/** Prepares a connection for writing and migrates the file, with a backup if it has data. */
export async function migrateSqlite(
  database: BetterSqlite3.Database,
  file: string,
  options: MigrationOptions,
): Promise<void> {
  const pending = pendingMigrations(inspectSqlite(database), file, options);
  await useWriteAheadLog(database);
  for (const setting of [
    'synchronous = full',
    'recursive_triggers = on',
    'journal_size_limit = 67108864',
  ])
    database.pragma(setting);
  // While a table is recreated, what refers to it has nothing to refer to.
  database.pragma('foreign_keys = off');
  try {
    if (pending.length > 0) migrateLocked(database, file, options);
  } finally {
    database.pragma('foreign_keys = on');
  }
}

function migrateLocked(
  database: BetterSqlite3.Database,
  file: string,
  options: MigrationOptions,
): void {
  // Another process may have migrated the file since, so this is decided again under the lock.
  database.exec('begin immediate');
  try {
    const now = inspectSqlite(database);
    const steps = pendingMigrations(now, file, options);
    const changes = steps.some(({ statements }) => statements('sqlite').length > 0);
    if (now.version > 0 && changes) backUp(file, now.version);
    database.exec(createMigrationTable);
    const record = database.prepare(
      'insert into migration (version, name, applied_at) values (?, ?, ?)',
    );
    for (const { version, name, statements } of steps) {
      for (const statement of statements('sqlite')) database.exec(statement);
      record.run(version, name, migrationTime(options));
    }
    if (now.version === 0 && steps.length > 0)
      beginWorkspace(database, migrationTime(options), steps.at(-1)!.version);
    database.exec('commit');
  } catch (failure) {
    if (database.inTransaction) database.exec('rollback');
    throw failure;
  }
}

/** The version of a file, and whether there is anything in it. */
export function inspectSqlite(database: BetterSqlite3.Database): FoundDatabase {
  const names = database
    .prepare<[], string>(
      `select name from sqlite_master
        where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
    )
    .pluck()
    .all();
  if (!names.includes('migration')) return { version: 0, hasTables: names.length > 0 };
  const last = database
    .prepare<[], number | null>('select max(version) from migration')
    .pluck()
    .get();
  const noted = names.includes('workspace')
    ? database
        .prepare<[string], string>('select value from workspace where key = ?')
        .pluck()
        .get(schemaKey)
    : undefined;
  return { version: foundVersion(last ?? null, noted ?? null), hasTables: names.length > 1 };
}

/**
 * The name of the backup that is made before a file is migrated from a version.
 * @internal
 */
export function migrationBackup(file: string, version: number): string {
  return `${file}.version-${version}.backup`;
}

function backUp(file: string, version: number): void {
  const target = migrationBackup(file, version);
  // A backup of an earlier try, which was rolled back.
  rmSync(target, { force: true });
  const source = new BetterSqlite3(file, { readonly: true });
  try {
    makePrivateFile(target);
    source.prepare('vacuum into ?').run(target);
  } finally {
    source.close();
  }
}

async function useWriteAheadLog(database: BetterSqlite3.Database): Promise<void> {
  // SQLite does not wait by itself when another process is doing the same.
  for (let attempt = 0; ; attempt += 1) {
    try {
      database.pragma('journal_mode = wal');
      return;
    } catch (failure) {
      if (!failureCode(failure).startsWith('SQLITE_BUSY') || attempt > 200) throw failure;
    }
    await pause(20);
  }
}

function beginWorkspace(database: BetterSqlite3.Database, now: string, version: number): void {
  database.pragma(`application_id = ${applicationId}`);
  const insert = database.prepare('insert into workspace (key, value) values (?, ?)');
  insert.run('id', randomUUID());
  insert.run('created_at', now);
  insert.run(schemaKey, String(version));
}
