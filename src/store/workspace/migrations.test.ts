import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeOldWorkspace } from '../../../test/raw-database.ts';
import { describeStores, testDatabases } from '../../../test/stores.ts';
import {
  buildJudgment,
  fillWorkspace,
  place,
  seedWorkspace,
  someTime,
} from '../../../test/workspace-factory.ts';
import { appendAudit } from './audit.ts';
import { shownAddress } from '../database-error.ts';
import { insertFact } from '../judging/facts.ts';
import { insertImport } from '../exchange/imports.ts';
import { migrations } from './migrations.ts';
import type { Migration } from './migrations.ts';
import { checkNode, openStore } from '../open-store.ts';
import type { Store } from '../open-store.ts';
import { insertRuling } from '../rulings/rulings.ts';
import { migrationBackup } from './sqlite-migration.ts';
import { tableNames, tableShapes } from '../tables.ts';
import { insertWaiver } from '../rounds/waivers.ts';
import { workspaceValue } from './workspace.ts';
import { addOne } from '../../../test/record-rows.ts';

const latestVersion = migrations.at(-1)!.version;
const nextVersion: Migration = {
  version: latestVersion + 1,
  name: 'a later step',
  statements: () => ['alter table project add column note text'],
};
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

  it('bring the judgments of version 3 along: their chains, their places, and that they cannot be changed', async () => {
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

describeStores('insert-only tables', (databases) => {
  async function filled(): Promise<Store> {
    const store = await databases.open();
    const run = await seedWorkspace(store);
    await store.write(async (tx) => {
      await addOne(tx, buildJudgment());
      const decision = { kind: 'exclude' } as const;
      await insertRuling(tx, {
        id: 'r',
        ...place,
        unit: 'u1',
        by: 'lena',
        decision,
        reason: 'unreadable',
        ownJudgment: false,
        edgeCase: true,
        guidelineProposal: null,
        at: someTime,
        idempotencyKey: 'k',
      });
      await insertWaiver(tx, {
        id: 'w',
        project: place.project,
        run: run.id,
        gate: 'g',
        by: 'lena',
        reason: 'time',
        at: someTime,
      });
      await insertFact(tx, {
        project: place.project,
        run: run.id,
        unit: 'u1',
        annotator: 'anna',
        kind: 'opened',
        detail: {},
        at: someTime,
      });
      await insertImport(tx, {
        id: 'i',
        ...place,
        name: 'units.jsonl',
        contentHash: 'c',
        format: 'jsonl',
        mode: 'reject',
        counts: {},
        changes: [],
        by: 'lena',
        at: someTime,
      });
      appendAudit(tx, {
        at: someTime,
        actor: 'lena',
        action: 'test',
        project: null,
        object: 'x',
        detail: {},
      });
    });
    return store;
  }
  const tables = [
    'protocol_version',
    'unit',
    'judgment',
    'ruling',
    'waiver',
    'fact',
    'import_log',
    'audit',
  ] as const;

  it('refuse every change and removal in the database itself', async () => {
    const store = await filled();
    for (const table of tables) {
      const before = await store.read((db) => db.selectFrom(table).selectAll().execute());
      expect(before.length).toBeGreaterThan(0);
      const column = tableShapes[table].columns.at(-1)!;
      await expect(
        store.write((tx) =>
          tx
            .updateTable(table)
            .set({ [column]: column === 'untimed' ? 1 : 'changed' })
            .execute(),
        ),
      ).rejects.toThrow(`${table} is insert-only`);
      await expect(store.write((tx) => tx.deleteFrom(table).execute())).rejects.toThrow(
        `${table} is insert-only`,
      );
      expect(await store.read((db) => db.selectFrom(table).selectAll().execute())).toEqual(before);
    }
  });

  it('refuse to be emptied or replaced', async () => {
    const store = await filled();
    const { sql } = await import('kysely');
    if (databases.kind === 'postgres')
      await expect(store.write((tx) => sql`truncate judgment cascade`.execute(tx))).rejects.toThrow(
        'judgment is insert-only',
      );
    else
      await expect(
        store.write((tx) => sql`replace into judgment select * from judgment`.execute(tx)),
      ).rejects.toThrow('judgment is insert-only');
  });
});

describe('a file', () => {
  const databases = testDatabases('sqlite');

  it('is backed up beside itself before it is brought up to date, and not when it is new', async () => {
    const address = await databases.address();
    const old = await openStore(address);
    await seedWorkspace(old, { units: 7 });
    await old.close();
    expect(existsSync(migrationBackup(address, 0))).toBe(false);
    await (await openStore(address, { migrations: [...migrations, nextVersion] })).close();
    const backup = await databases.openAt(migrationBackup(address, latestVersion));
    expect((await backup.read((db) => db.selectFrom('unit').select('id').execute())).length).toBe(
      7,
    );
  });

  it('that is not a database is refused', async () => {
    const address = await databases.address();
    mkdirSync(dirname(address), { recursive: true });
    writeFileSync(
      address,
      'not a database, but long enough to be looked at as if it were one '.repeat(20),
    );
    await expect(openStore(address)).rejects.toMatchObject({
      faults: [{ code: 'database-unfit', message: expect.stringContaining('not a database file') }],
    });
  });

  it('that is not there is made, or refused when it must be there', async () => {
    const address = await databases.address();
    await expect(openStore(address, { create: false })).rejects.toMatchObject({
      faults: [{ code: 'database-not-found' }],
    });
    await (await openStore(`file:${address}`)).close();
    expect(existsSync(address)).toBe(true);
  });

  it('is named by a path, and not by the address of something unknown', async () => {
    await expect(openStore('mysql://localhost/x')).rejects.toMatchObject({
      faults: [{ code: 'usage' }],
    });
    await expect(
      openStore(dirname(await databases.address()).replace(/\/[^/]*$/, '')),
    ).rejects.toMatchObject({
      faults: [{ code: 'database-unfit', message: expect.stringContaining('folder') }],
    });
  });
});

describe('the program', () => {
  it('says which Node it needs before it loads a library that would crash', () => {
    expect(() => checkNode('20.19.0')).toThrow('needs Node 22 or newer; this is 20.19.0');
    expect(() => checkNode('24.1.0')).not.toThrow();
  });
});

describe('a server that is away', () => {
  it('is named without its password', async () => {
    const failure: unknown = await openStore('postgres://lena:secret@127.0.0.1:1/x', {
      patience: 200,
    }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ faults: [{ code: 'database-unreachable' }] });
    expect(String(failure)).toContain('postgres://lena:…@127.0.0.1:1/x');
    expect(String(failure)).not.toContain('secret');
  });

  it.each([
    ['postgres://lena:sec@ret@db:5432/x', 'postgres://lena:…@db:5432/x'],
    [
      'postgresql://db/x?user=lena&password=secret&sslmode=require',
      'postgresql://db/x?user=lena&password=…&sslmode=require',
    ],
    ['postgres://lena@db/x', 'postgres://lena@db/x'],
    ['work.db', 'work.db'],
  ])('%s is shown as %s', (address, shown) => {
    expect(shownAddress(address)).toBe(shown);
  });
});
