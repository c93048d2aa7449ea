import { codedText } from '../../domain/text-values.ts';
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { refuse } from '../../domain/fault.ts';
import { isBrokenRule, shownAddress } from '../../store/database-error.ts';
import {
  databaseFiles,
  logsBeside,
  removeDatabase,
  removeLogs,
  renameDatabase,
} from '../../store/workspace/database-files.ts';
import { makePrivateFolder } from '../../store/private-file.ts';
import { verifyAudit } from '../../store/workspace/audit-verification.ts';
import { migrations } from '../../store/workspace/schema/migrations.ts';
import { checkNode, databaseFile } from '../../store/database-address.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/open-store.ts';
import { fillTables, readTables } from '../../store/workspace/table-copy.ts';
import type { TableRows, TableSum } from '../../store/workspace/table-copy.ts';
import { failureReason } from '../failure-reason.ts';
import { ageStart, readKeys } from './age-file.ts';
import { checkBackupFile, openBackupFile } from './backup-file.ts';
import { withDamagedRow } from './damaged-row.ts';
import type { BackupForm } from './damaged-row.ts';
import { besideServer } from './fill-beside.ts';
import type { OpenEmpty } from './fill-beside.ts';
import { draftBeside, unfinishedFiles } from '../unfinished-files.ts';

/** What to restore, and where to. */
export interface RestoreInput {
  readonly file: string;
  readonly database: string;
  /** Replaces an existing database file; the old one is kept beside it. */
  readonly force?: boolean;
  /** The file with the secret key of an encrypted backup, as `age-keygen` writes it. */
  readonly identity?: string;
  readonly clock?: () => Date;
  readonly progress?: (rows: number) => void;
}

/** A workspace that was restored. */
export interface RestoreResult {
  readonly database: string;
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
  /** False for a database file without a manifest: one of an earlier version, or no backup. */
  readonly hasChecksums: boolean;
  /** Where the previous database is now, or the log that was left of it. */
  readonly keptAside: string | null;
}

/** Restores a backup of either form into either database, completely or not at all. */
export async function restore(input: RestoreInput): Promise<RestoreResult> {
  checkNode(process.versions.node);
  if (!existsSync(input.file)) refuse('file-not-found', { file: input.file });
  if (statSync(input.file).isDirectory())
    refuse('file-unreadable', { file: input.file, reason: codedText('is-folder') });
  const target = databaseFile(input.database);
  const source = { ...input, form: await formOf(input) };
  try {
    return await (target === null ? intoServer(source) : intoFile(source, target));
  } catch (failure) {
    throw await withDamagedRow(failure, source);
  }
}

/** What to restore, in which form it is, and where to. */
type Source = RestoreInput & { readonly form: BackupForm };

/** A workspace on a server is filled beside its place, and put there when complete. */
async function intoServer(input: Source): Promise<RestoreResult> {
  const restored = await besideServer(input.database, (open) => filled(input, open));
  return { database: shownAddress(input.database), ...restored, keptAside: null };
}

/**
 * Makes the new file beside its place and moves it there when complete. An existing log would
 * become part of it, so it is moved aside too.
 */
async function intoFile(input: Source, target: string): Promise<RestoreResult> {
  const { flushFile, settleFile, settleUnlessDamaged } =
    await import('../../store/workspace/sqlite-file.ts');
  const isThere = existsSync(target);
  if (isThere && input.force !== true)
    refuse('database-not-empty', { database: target, detail: codedText('moved-by-force') });
  const logs = logsBeside(target).map((log) => basename(log));
  if (logs.length > 0 && input.force !== true) {
    const detail = codedText('logs-left', { files: logs });
    refuse('database-not-empty', { database: target, detail });
  }
  if (isThere) settleUnlessDamaged(target);
  makePrivateFolder(dirname(target));
  const temporary = draftBeside(target);
  const finished = unfinishedFiles(databaseFiles(temporary));
  try {
    const restored =
      input.form === 'sqlite'
        ? await copied(input.file, temporary)
        : await filled(input, (options) => openStore(temporary, options));
    settleFile(temporary);
    flushFile(temporary);
    // A signal that arrived meanwhile ends the process before anything is replaced.
    await breathe();
    const now = (input.clock?.() ?? new Date()).toISOString().replace(/[-:]|\.\d+/g, '');
    const keptAside = isThere || logs.length > 0 ? `${target}.before-restore-${now}` : null;
    if (keptAside === null) removeLogs(target);
    else renameDatabase(target, keptAside);
    renameSync(temporary, target);
    // Of a database that was gone only a log can have been kept.
    return {
      database: target,
      ...restored,
      keptAside: keptAside === null || isThere ? keptAside : (logsBeside(keptAside)[0] ?? null),
    };
  } catch (failure) {
    removeDatabase(temporary);
    throw failure;
  } finally {
    finished();
  }
}

/** What was restored, and whether it could be compared with checksums. */
type Restored = Pick<RestoreResult, 'tables' | 'hasChecksums'>;

/** Compares a database file with its manifest, copies it with its log, and compares the copy. */
async function copied(file: string, target: string): Promise<Restored> {
  const { backUpFile, checkFile } = await import('../../store/workspace/sqlite-file.ts');
  const { version, hasManifest } = checkFile(file);
  checkVersion(file, version);
  const { tables } = await backUpFile(file, target, 'workspace');
  if (!hasManifest && version === migrations.at(-1)!.version) await compareWithLog(file, target);
  return { tables, hasChecksums: hasManifest };
}

/** Without checksums, the audit log shows whether a row was changed. */
async function compareWithLog(file: string, copy: string): Promise<void> {
  const store = await openStore(copy, { migrate: false });
  try {
    const { faults, boundSince } = await verifyAudit(store);
    const [first] = faults;
    if (boundSince === null || first === undefined) return;
    const reason = codedText('log-differs', { problem: first.message });
    refuse('backup-damaged', { file, reason });
  } finally {
    await store.close();
  }
}

/** Fills an empty database from a backup. */
async function filled(input: Source, open: OpenEmpty): Promise<Restored> {
  const { file, form } = input;
  if (form === 'sqlite') return await filledFromFile(input, open);
  await checkBackupFile(file, form, (version) => checkVersion(file, version));
  const { header, tables } = await openBackupFile(file, form);
  // At the version of the backup; the server brings it up to date when it is next started.
  const steps = migrations.filter((step) => step.version <= header.version);
  const store = await open({ migrations: steps });
  return { tables: await fillStore(store, tables, input), hasChecksums: true };
}

async function filledFromFile(input: RestoreInput, open: OpenEmpty): Promise<Restored> {
  // A copy is opened, since opening may change a file.
  const folder = draftBeside(join(tmpdir(), 'assay-restore'));
  makePrivateFolder(folder);
  const finished = unfinishedFiles([folder]);
  try {
    const copy = join(folder, 'workspace.db');
    const { hasChecksums } = await copied(input.file, copy);
    const source = await openStore(copy);
    try {
      const target = await open({});
      const tables = await source.snapshot((db) => fillStore(target, readTables(db), input));
      return { tables, hasChecksums };
    } finally {
      await source.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    finished();
  }
}

async function fillStore(
  store: Store,
  tables: Iterable<TableRows> | AsyncIterable<TableRows>,
  input: RestoreInput,
): Promise<readonly TableSum[]> {
  try {
    return await fillTables(store, tables, input.progress);
  } catch (failure) {
    const reason = codedText('rows-misfit', { problem: failureReason(failure) });
    if (isBrokenRule(failure)) refuse('backup-damaged', { file: input.file, reason });
    throw failure;
  } finally {
    await store.close();
  }
}

function checkVersion(file: string, version: number): void {
  const latest = migrations.at(-1)!.version;
  if (version > latest)
    refuse('database-newer', { database: file, got: version, expected: latest });
}

async function formOf({ file, identity }: RestoreInput): Promise<BackupForm> {
  const descriptor = openSync(file, 'r');
  const start = Buffer.alloc(ageStart.length);
  try {
    readSync(descriptor, start, 0, start.length, 0);
  } finally {
    closeSync(descriptor);
  }
  const text = start.toString('latin1');
  if (text === ageStart)
    return { keys: await readKeys(identity ?? refuse('backup-locked', { file })) };
  if (text.startsWith('SQLite format 3')) return 'sqlite';
  return start[0] === 0x1f && start[1] === 0x8b ? 'zipped' : 'plain';
}
