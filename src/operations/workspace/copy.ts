import { codedText } from '../../domain/text-values.ts';
import { failureReason } from '../failure-reason.ts';
import { refuse } from '../../domain/fault.ts';
import { isBrokenRule, shownAddress } from '../../store/database-error.ts';
import { databaseFile } from '../../store/database-address.ts';
import { openStore } from '../../store/open-store.ts';
import { fillTables, readTables } from '../../store/workspace/table-copy.ts';
import type { TableSum } from '../../store/workspace/table-copy.ts';
import { besideFile, besideServer } from './fill-beside.ts';
import type { OpenEmpty } from './fill-beside.ts';

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

/**
 * Copies a whole workspace into an empty database of either kind, as of one moment. It is filled
 * beside its place, piece by piece, and put there when complete.
 */
export async function copyWorkspace({ from, to, progress }: CopyInput): Promise<CopyResult> {
  const file = databaseFile(to);
  const source = await openStore(from, { migrate: false, create: false });
  try {
    const fill = async (open: OpenEmpty): Promise<readonly TableSum[]> => {
      const target = await open({});
      try {
        return await source.snapshot((db) => fillTables(target, readTables(db), progress));
      } finally {
        await target.close();
      }
    };
    const tables = file === null ? await besideServer(to, fill) : await besideFile(file, fill);
    return { from: source.address, to: file ?? shownAddress(to), tables };
  } catch (failure) {
    const reason = codedText('rows-misfit', { problem: failureReason(failure) });
    if (isBrokenRule(failure)) refuse('database-damaged', { database: source.address, reason });
    throw failure;
  } finally {
    await source.close();
  }
}
