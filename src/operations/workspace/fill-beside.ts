import { existsSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { openStore } from '../../store/open-store.ts';
import type { OpenOptions, Store } from '../../store/open-store.ts';
import { makePrivateFolder } from '../../store/private-file.ts';
import {
  fillingSchema,
  mayMakeSchema,
  moveFilled,
  withEmptySchema,
} from '../../store/separate-schema.ts';
import { databaseFiles, removeDatabase, removeLogs } from '../../store/workspace/database-files.ts';
import { firstFilledTable } from '../../store/workspace/table-copy.ts';
import { draftBeside, unfinishedFiles } from '../unfinished-files.ts';
import type { Database } from '../workspace.ts';

/** Opens an empty workspace that nobody else sees. */
export type OpenEmpty = (options: OpenOptions) => Promise<Store>;

/**
 * Fills a workspace on a server piece by piece in a schema of its own, and puts it in the place of
 * an empty one when complete.
 */
export async function besideServer<T>(
  address: string,
  fill: (open: OpenEmpty) => Promise<T>,
): Promise<T> {
  const target = await openStore(address);
  try {
    await target.read((db) => refuseFilled(db, target.address));
    if (!(await mayMakeSchema(target))) {
      const reason = codedText('no-schema-right');
      refuse('database-unfit', { database: target.address, reason });
    }
    const done = await withEmptySchema(target, async () => {
      const result = await fill((options) =>
        openStore(address, { ...options, schema: fillingSchema }),
      );
      await target.write(
        async (tx) => {
          await refuseFilled(tx, target.address);
          await moveFilled(tx);
        },
        { alone: true },
      );
      return result;
    });
    return (done ?? refuse('database-locked', { database: target.address })).result;
  } finally {
    await target.close();
  }
}

/**
 * Fills a new file beside its place, and puts it there when complete; in the place of an empty
 * workspace that nobody uses, too.
 */
export async function besideFile<T>(
  file: string,
  fill: (open: OpenEmpty) => Promise<T>,
): Promise<T> {
  const { flushFile, settleFile } = await import('../../store/workspace/sqlite-file.ts');
  if (existsSync(file)) {
    const there = await openStore(file);
    try {
      await there.read((db) => refuseFilled(db, there.address));
    } finally {
      await there.close();
    }
    settleFile(file);
  }
  makePrivateFolder(dirname(file));
  const temporary = draftBeside(file);
  const finished = unfinishedFiles(databaseFiles(temporary));
  try {
    const result = await fill((options) => openStore(temporary, options));
    settleFile(temporary);
    flushFile(temporary);
    // A signal that arrived meanwhile ends the process before anything is replaced.
    await breathe();
    if (existsSync(file)) settleFile(file);
    removeLogs(file);
    renameSync(temporary, file);
    return result;
  } catch (failure) {
    removeDatabase(temporary);
    throw failure;
  } finally {
    finished();
  }
}

/** Refuses to fill a database that has rows. */
async function refuseFilled(db: Database, database: string): Promise<void> {
  const table = await firstFilledTable(db);
  if (table !== null)
    refuse('database-not-empty', { database, detail: codedText('table-has-rows', { table }) });
}
