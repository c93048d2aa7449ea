import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { expect, it } from 'vitest';
import { makeOldWorkspace } from '../../../../test/raw-database.ts';
import { describeStores } from '../../../../test/stores.ts';
import {
  buildJudgment,
  fillWorkspace,
  place,
  seedWorkspace,
  someTime,
} from '../../../../test/workspace-factory.ts';
import { migrations } from './migrations.ts';
import type { Migration } from './migrations.ts';
import { openStore } from '../../open-store.ts';
import type { Store } from '../../open-store.ts';
import { tableNames, tableShapes } from '../../tables.ts';
import { workspaceValue } from '../workspace.ts';
import { addOne } from '../../../../test/record-rows.ts';
import { latestVersion, nextVersion } from '../../../../test/migrated.ts';

const brokenVersion: Migration = {
  version: latestVersion + 1,
  name: 'a step that fails',
  statements: () => ['alter table project add column note text', 'create table nonsense ('],
};

describeStores('migrations', (databases) => {
  it('make a workspace with an id, once', async () => {
    const address = await databases.address();
    const clock = (): Date => new Date(someTime);
    const store = await databases.openAt(address, { clock });
    const id = await store.read((db) => workspaceValue(db, 'id'));
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await store.read((db) => workspaceValue(db, 'created_at'))).toBe(someTime);
    const again = await databases.openAt(address);
    expect(await again.read((db) => workspaceValue(db, 'id'))).toBe(id);
  });

  it('are done by one of several that open a new database at once', async () => {
    const address = await databases.address();
    const stores = await Promise.all(Array.from({ length: 4 }, () => databases.openAt(address)));
    const ids = await Promise.all(
      stores.map((store) => store.read((db) => workspaceValue(db, 'id'))),
    );
    expect(new Set(ids).size).toBe(1);
  });

  it('refuse a database that is newer than the program', async () => {
    const address = await databases.address();
    await (await openStore(address, { migrations: [...migrations, nextVersion] })).close();
    await expect(openStore(address)).rejects.toMatchObject({
      faults: [
        {
          code: 'database-newer',
          message: expect.stringContaining(`version ${nextVersion.version}`),
        },
      ],
    });
  });

  it('refuse an older database when they may not run', async () => {
    const address = await databases.address();
    await (await openStore(address)).close();
    await expect(
      openStore(address, { migrate: false, migrations: [...migrations, nextVersion] }),
    ).rejects.toMatchObject({ faults: [{ code: 'database-older' }] });
  });

  it('bring an older database up to date and keep what is in it', async () => {
    const address = await databases.address();
    const old = await openStore(address);
    await seedWorkspace(old, { units: 5 });
    await old.close();
    const store = await databases.openAt(address, { migrations: [...migrations, nextVersion] });
    const row = await store.read((db) =>
      db.selectFrom('project').selectAll().executeTakeFirstOrThrow(),
    );
    expect(row).toEqual({ id: place.project, created_at: someTime, note: null });
  });

  it('bring the judgments of version 3 along: chains, places, and that they cannot be changed', async () => {
    const address = await databases.address();
    const rows = (store: Store): Promise<unknown> =>
      store.read((db) => db.selectFrom('judgment').selectAll().orderBy('seq').execute());
    let before: unknown = null;
    await makeOldWorkspace(databases, address, 3, async (old) => {
      await fillWorkspace(old, 12);
      await old.write((tx) =>
        addOne(tx, buildJudgment({ id: 'again', idempotencyKey: 'again', answers: { IRB: 1 } })),
      );
      before = await rows(old);
    });
    const store = await databases.openAt(address);
    expect(await rows(store)).toEqual(before);
    const third = await store.write((tx) =>
      addOne(tx, buildJudgment({ id: 'third', idempotencyKey: 'third', answers: { IRB: 0 } })),
    );
    expect(third.judgment).toMatchObject({ seq: 14, supersedes: 'again' });
    expect(
      (
        await store.write((tx) =>
          addOne(
            tx,
            buildJudgment({ id: 'sent twice', idempotencyKey: 'again', answers: { IRB: 1 } }),
          ),
        )
      ).judgment.id,
    ).toBe('again');
    await expect(store.write((tx) => tx.deleteFrom('judgment').execute())).rejects.toThrow(
      'judgment is insert-only',
    );
    await expect(
      store.write((tx) => addOne(tx, buildJudgment({ id: 'nowhere', unit: 'unknown' }))),
    ).rejects.toThrow(/foreign key/i);
  });

  it('leave everything as it was when a step fails', async () => {
    const address = await databases.address();
    const old = await openStore(address);
    await seedWorkspace(old);
    await old.close();
    await expect(
      openStore(address, { migrations: [...migrations, brokenVersion] }),
    ).rejects.toThrow();
    const store = await databases.openAt(address);
    const row = await store.read((db) =>
      db.selectFrom('project').selectAll().executeTakeFirstOrThrow(),
    );
    expect(row).toEqual({ id: place.project, created_at: someTime });
  });

  it('refuse a database with tables of something else', async () => {
    const address = await databases.address();
    if (databases.kind === 'sqlite') {
      mkdirSync(dirname(address), { recursive: true });
      const database = new BetterSqlite3(address);
      database.exec('create table account (x)');
      database.close();
    } else {
      const client = new pg.Client(address);
      await client.connect();
      await client.query('create table account (x text)');
      await client.end();
    }
    await expect(openStore(address)).rejects.toMatchObject({
      faults: [{ code: 'database-unfit' }],
    });
  });

  it('make every table with exactly the columns that are copied', async () => {
    const store = await databases.open();
    const found = await store.read((db) => db.introspection.getTables());
    for (const name of tableNames) {
      const columns = found
        .find((table) => table.name === name)
        ?.columns.map((column) => column.name);
      expect(columns?.toSorted()).toEqual([...tableShapes[name].columns].toSorted());
    }
    expect(
      found
        .map((table) => table.name)
        // The index of words is made again from the units: nothing copies it.
        .filter((name) => !/^sqlite_|^unit_words/.test(name))
        .toSorted(),
    ).toEqual(['migration', ...tableNames].toSorted());
  });
});
