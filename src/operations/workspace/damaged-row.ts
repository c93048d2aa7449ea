import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CodedText, TextValue } from '../../domain/coded-text.ts';
import { fault, InputError } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/open-store.ts';
import { verifyAudit } from '../../store/workspace/audit-verification.ts';
import { makePrivateFolder } from '../../store/private-file.ts';
import { databaseFiles } from '../../store/workspace/database-files.ts';
import { fillTables } from '../../store/workspace/table-copy.ts';
import { draftBeside, unfinishedFiles } from '../unfinished-files.ts';
import { openBackupFile } from './backup-file.ts';
import type { LineCoding } from './backup-lines.ts';

/** The form of a backup: a database file, or lines. */
export type BackupForm = 'sqlite' | LineCoding;

/** A backup, and in which form it is. */
interface BackupSource {
  readonly file: string;
  readonly form: BackupForm;
}

/**
 * A failure to restore, with the row that was changed. Checksums only tell the table; the audit log
 * in the backup tells the row, which takes a copy that nobody keeps.
 */
export async function withDamagedRow(failure: unknown, source: BackupSource): Promise<unknown> {
  const [found] = failure instanceof InputError ? failure.faults : [];
  const reason = found?.code === 'backup-damaged' ? found.values['reason'] : undefined;
  if (typeof reason !== 'object' || !('code' in reason) || !tellsTable.includes(reason.code))
    return failure;
  const problem = await damagedRow(source, tableIn(reason));
  if (problem === null) return failure;
  const named = codedText('row-by-log', { difference: reason, problem });
  return new InputError([fault('backup-damaged', { file: source.file, reason: named })]);
}

/** What is said where the rows of a table are not those that were written. */
const tellsTable: readonly string[] = ['rows-changed', 'row-count-differs', 'perhaps-worked-in'];

/** The table that a reason names, or the reason within it. */
function tableIn({ values }: CodedText): TextValue | undefined {
  const { table, difference } = values;
  return typeof difference === 'object' && 'code' in difference ? tableIn(difference) : table;
}

/** What the audit log in a backup says of the first changed row of a table. */
async function damagedRow(
  source: BackupSource,
  table: TextValue | undefined,
): Promise<string | null> {
  const folder = draftBeside(join(tmpdir(), 'assay-restore'));
  makePrivateFolder(folder);
  const finished = unfinishedFiles([folder]);
  let store: Store | null = null;
  try {
    store = await copyOf(source, join(folder, 'workspace.db'));
    const { faults } = await verifyAudit(store);
    const found = faults.find((one) => (one.table ?? 'audit') === table);
    if (found === undefined) return null;
    return table === 'audit' ? `entry ${found.seq}: ${found.message}` : found.message;
  } catch {
    // It is damaged in some way that keeps it from being read: the table was named already.
    return null;
  } finally {
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
    finished();
  }
}

async function copyOf({ file, form }: BackupSource, copy: string): Promise<Store> {
  if (form !== 'sqlite') {
    const store = await openStore(copy);
    const { tables } = await openBackupFile(file, form, { isCompared: false });
    await fillTables(store, tables);
    return store;
  }
  const [from, to] = [databaseFiles(file), databaseFiles(copy)];
  for (const [at, name] of from.entries()) if (existsSync(name)) copyFileSync(name, to[at]!);
  return await openStore(copy, { migrate: false, create: false });
}
