import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeStores, testDatabases } from '../../../../test/stores.ts';
import {
  buildJudgment,
  place,
  seedWorkspace,
  someTime,
} from '../../../../test/workspace-factory.ts';
import { appendAudit } from '../audit.ts';
import { shownAddress } from '../../database-error.ts';
import { insertFact } from '../../judging/facts.ts';
import { insertNotes } from '../../discussion/notes.ts';
import { insertImport } from '../../exchange/imports.ts';
import { migrations } from './migrations.ts';
import { checkNode } from '../../database-address.ts';
import { openStore } from '../../open-store.ts';
import type { Store } from '../../open-store.ts';
import { insertRuling } from '../../rulings/rulings.ts';
import { migrationBackup } from './sqlite-migration.ts';
import { tableShapes } from '../../tables.ts';
import { insertWaiver } from '../../rounds/waivers.ts';
import { addOne } from '../../../../test/record-rows.ts';
import { latestVersion, nextVersion } from '../../../../test/migrated.ts';

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
      await insertNotes(tx, [
        {
          id: 'n',
          project: place.project,
          kind: 'comment',
          task: place.task,
          unit: 'u1',
          about: null,
          text: 'A remark.',
          detail: {},
          by: 'lena',
          at: someTime,
          idempotencyKey: 'k',
        },
      ]);
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
    'note',
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
