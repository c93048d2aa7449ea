import { existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { refuse } from '../../domain/fault.ts';
import { explainFailure } from '../../store/database-error.ts';
import {
  databaseFiles,
  logsBeside,
  removeDatabase,
  removeLogs,
} from '../../store/workspace/database-files.ts';
import { makePrivateFile, makePrivateFolder } from '../../store/private-file.ts';
import { migrations } from '../../store/workspace/schema/migrations.ts';
import { checkNode, databaseFile } from '../../store/database-address.ts';
import { openStore } from '../../store/open-store.ts';
import { readTables } from '../../store/workspace/table-copy.ts';
import { checkRecipients } from './age-file.ts';
import { checkBackupFile, writeBackupFile } from './backup-file.ts';
import type { WrittenAs } from './backup-file.ts';
import { draftBeside, unfinishedFiles } from '../unfinished-files.ts';
import { attempt, checkNames } from '../write-files.ts';

/** What to back up, and where to. */
export interface BackupInput {
  readonly database: string;
  readonly file: string;
  readonly force?: boolean;
  /** Public keys of age; only the holders of their secrets can read the backup. */
  readonly recipients?: readonly string[];
  readonly clock?: () => Date;
  readonly progress?: (rows: number) => void;
}

/** A backup that was made and checked. */
export interface BackupResult {
  readonly file: string;
  /** `sqlite`: a usable database file. `portable`: JSON lines that restore into either database. */
  readonly form: 'sqlite' | 'portable';
  readonly bytes: number;
  readonly version: number;
  readonly tables: readonly {
    readonly table: string;
    readonly rows: number;
    readonly sha256: string;
  }[];
}

/**
 * Backs up a workspace as of one moment, while it is served. A name ending in `.jsonl`,
 * `.jsonl.gz` or, encrypted, `.age` makes a portable backup; any other a database file, only from
 * SQLite.
 */
export async function backup(input: BackupInput): Promise<BackupResult> {
  const { database, file } = input;
  checkNode(process.versions.node);
  const recipients = input.recipients ?? [];
  const isEncrypted = file.endsWith('.age');
  if (isEncrypted !== recipients.length > 0) refuse('usage', { reason: ageName });
  await checkRecipients(recipients);
  const isPortable = isEncrypted || /\.jsonl(\.gz)?$/.test(file);
  // A log in the place where SQLite looks for one would be read as part of the backup.
  checkNames([file, ...(isPortable ? [] : logsBeside(file))], input.force === true);
  const { flushFile, settleUnlessDamaged } = await import('../../store/workspace/sqlite-file.ts');
  if (!isPortable && existsSync(file)) settleUnlessDamaged(file);
  makePrivateFolder(dirname(file));
  const temporary = draftBeside(file);
  attempt(file, () => {
    // Fails before anything is read if nothing can be written there.
    makePrivateFile(temporary);
  });
  const finished = unfinishedFiles(databaseFiles(temporary));
  try {
    const made = isPortable
      ? await portableBackup(input, temporary)
      : await fileBackup(database, temporary);
    flushFile(temporary);
    // A signal that arrived meanwhile ends the process before anything is replaced.
    await breathe();
    if (!isPortable) removeLogs(file);
    renameSync(temporary, file);
    return { ...made, file };
  } catch (failure) {
    removeDatabase(temporary);
    throw failure;
  } finally {
    finished();
  }
}

async function fileBackup(database: string, target: string): Promise<Omit<BackupResult, 'file'>> {
  const source = databaseFile(database);
  if (source === null)
    refuse('usage', {
      reason:
        'a backup of PostgreSQL is portable: give its file a name that ends in .jsonl or .jsonl.gz',
    });
  if (!existsSync(source)) refuse('database-not-found', { database: source });
  const { backUpFile } = await import('../../store/workspace/sqlite-file.ts');
  return { form: 'sqlite', ...(await backUpFile(source, target, 'backup')) };
}

async function portableBackup(
  input: BackupInput,
  target: string,
): Promise<Omit<BackupResult, 'file'>> {
  const store = await openStore(input.database, { migrate: false, create: false });
  const version = migrations.at(-1)!.version;
  const createdAt = (input.clock?.() ?? new Date()).toISOString();
  try {
    const progress = input.progress ?? (() => undefined);
    const { sums, coding } = await store.snapshot((db) =>
      writeBackupFile(target, { version, createdAt }, readTables(db), writtenAs(input), progress),
    );
    await checkBackupFile(target, coding);
    return { form: 'portable', version, tables: sums, bytes: statSync(target).size };
  } catch (failure) {
    throw explainFailure(failure, store.address);
  } finally {
    await store.close();
  }
}

const ageName =
  'an encrypted backup needs both: a name that ends in .age, and --to with a public key (age1…)';

function writtenAs({ file, recipients = [] }: BackupInput): WrittenAs {
  if (recipients.length > 0) return { recipients };
  return file.endsWith('.gz') ? 'zipped' : 'plain';
}
