import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { TestDatabases } from './stores.ts';
import { buildJudgment, fillWorkspace, place, someTime } from './workspace-factory.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import { appendAudit } from '../src/store/workspace/audit.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import { tableNames } from '../src/store/tables.ts';
import { insertUnits } from '../src/store/units/units.ts';
import { addOne } from './record-rows.ts';

/** A workspace with something in every table, closed. */
export async function filled(databases: TestDatabases, units?: number): Promise<string> {
  const address = await databases.address();
  const store = await openStore(address);
  await fillWorkspace(store, units);
  await store.close();
  return address;
}

export const content = (store: Store): Promise<Readonly<Record<string, unknown>>> =>
  store.snapshot(async (db) => {
    const tables: Record<string, unknown> = {};
    for (const table of tableNames)
      tables[table] = (await db.selectFrom(table).selectAll().execute())
        .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
        .toSorted();
    return tables;
  });

/** The same rows in every table, a whole audit log, and a workspace that can be worked in. */
export async function expectSame(
  databases: TestDatabases,
  from: string,
  to: string,
): Promise<void> {
  const [one, two] = [await databases.openAt(from), await databases.openAt(to)];
  const tables = await content(one);
  expect(Object.values(tables).every((rows) => (rows as unknown[]).length > 0)).toBe(true);
  expect(await content(two)).toEqual(tables);
  expect(await verifyAudit(two)).toMatchObject({ faultCount: 0 });
  await two.write(async (tx) => {
    await insertUnits(tx, place, [{ id: 'one more', subject: null, fields: {} }], someTime);
    await addOne(tx, buildJudgment({ unit: 'one more', run: null }));
    appendAudit(tx, {
      at: someTime,
      actor: 'lena',
      action: 'test',
      project: null,
      object: 'x',
      detail: {},
    });
  });
  expect(await verifyAudit(two)).toMatchObject({ faultCount: 0 });
}

export const insertLate = (store: Store): Promise<unknown> =>
  store.write((tx) =>
    insertUnits(tx, place, [{ id: 'late', subject: null, fields: {} }], someTime),
  );

/** A folder for the backups of a test file, and a new place in it at each call. */
export function backupFiles(): { readonly folder: string; fresh(end: string): string } {
  const folder = mkdtempSync(join(tmpdir(), 'assay-copy-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let names = 0;
  return { folder, fresh: (end) => join(folder, `${(names += 1)}`, `backup${end}`) };
}
