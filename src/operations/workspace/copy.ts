import { failureReason } from '../failure-reason.ts';
import { existsSync } from 'node:fs';
import { refuse } from '../../domain/fault.ts';
import { isBrokenRule } from '../../store/database-error.ts';
import { databaseFiles, removeDatabase } from '../../store/workspace/database-files.ts';
import { databaseFile, openStore } from '../../store/open-store.ts';
import { fillTables, firstFilledTable, readTables } from '../../store/workspace/table-copy.ts';
import type { TableSum } from '../../store/workspace/table-copy.ts';
import { unfinishedFiles } from '../unfinished-files.ts';

/** From where to where. */
export interface CopyInput {
  readonly from: string;
  readonly to: string;
  readonly progress?: (rows: number) => void;
}

/** A workspace that was copied; each table was read back and has the hash that it had. */
export interface CopyResult {
  readonly from: string;
  readonly to: string;
  readonly tables: readonly TableSum[];
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
        const found = await firstFilledTable(tx);
        if (found !== null)
          refuse('database-not-empty', {
            database: target.address,
            detail: `the table ${found} has rows`,
          });
        return await source.snapshot((db) => fillTables(tx, readTables(db), progress));
      });
      isDone = true;
      return { from: source.address, to: target.address, tables };
    } catch (failure) {
      if (isBrokenRule(failure))
        refuse('database-damaged', {
          database: source.address,
          reason: `its rows do not fit together: ${failureReason(failure)}`,
        });
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
