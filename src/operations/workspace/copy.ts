import { codedText } from '../../domain/text-values.ts';
import { failureReason } from '../failure-reason.ts';
import { existsSync } from 'node:fs';
import { refuse } from '../../domain/fault.ts';
import { isBrokenRule } from '../../store/database-error.ts';
import { databaseFiles, removeDatabase } from '../../store/workspace/database-files.ts';
import { databaseFile, openStore } from '../../store/open-store.ts';
import { fillTables, firstFilledTable, readTables } from '../../store/workspace/table-copy.ts';
import type { TableSum } from '../../store/workspace/table-copy.ts';
import { unfinishedFiles } from '../unfinished-files.ts';
import type { WriteTransaction } from '../workspace.ts';

/** From where to where. */
export interface CopyInput {
  readonly from: string;
  readonly to: string;
  readonly progress?: (rows: number) => void;
}

/** A copied workspace; each table was read back and its hash compared. */
export interface CopyResult {
  readonly from: string;
  readonly to: string;
  readonly tables: readonly TableSum[];
}

/** Refuses to fill a database that has rows. */
export async function refuseFilled(tx: WriteTransaction, database: string): Promise<void> {
  const table = await firstFilledTable(tx);
  if (table !== null)
    refuse('database-not-empty', { database, detail: codedText('table-has-rows', { table }) });
}

/** Copies a whole workspace into an empty database of either kind, in one transaction. */
export async function copyWorkspace({ from, to, progress }: CopyInput): Promise<CopyResult> {
  const file = databaseFile(to);
  const isNew = file !== null && !existsSync(file);
  const finished = unfinishedFiles(isNew ? databaseFiles(file) : []);
  const source = await openStore(from, { migrate: false, create: false });
  try {
    const target = await openStore(to);
    let isDone = false;
    try {
      const tables = await target.write(async (tx) => {
        await refuseFilled(tx, target.address);
        return await source.snapshot((db) => fillTables(tx, readTables(db), progress));
      });
      isDone = true;
      return { from: source.address, to: target.address, tables };
    } catch (failure) {
      const reason = codedText('rows-misfit', { problem: failureReason(failure) });
      if (isBrokenRule(failure)) refuse('database-damaged', { database: source.address, reason });
      throw failure;
    } finally {
      await target.close();
      finished();
      if (!isDone && isNew) removeDatabase(file);
    }
  } finally {
    finished();
    await source.close();
  }
}
