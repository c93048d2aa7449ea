import BetterSqlite3 from 'better-sqlite3';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { groupBy } from '../domain/group-by.ts';
import { compareWithRecord, killSaves, startSaver } from '../../test/kill-saves.ts';
import { describeStores, testDatabases } from '../../test/stores.ts';
import { buildJudgment, seedWorkspace, someTime } from '../../test/workspace-factory.ts';
import { openStore } from './open-store.ts';
import type { Tables } from './tables.ts';
import { addOne } from '../../test/record-rows.ts';

describeStores('a process that is killed while it saves', (databases) => {
  it('loses nothing that was acknowledged, and leaves the database whole', async () => {
    const address = await databases.address();
    const report = await killSaves(address, 3, 8, 1);
    expect(report).toMatchObject({ rounds: 3, lost: [], unpaired: 0, auditFaults: 0, refused: [] });
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report.kept).toBeGreaterThanOrEqual(report.acknowledged);
    if (databases.kind === 'sqlite') {
      const database = new BetterSqlite3(address);
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(database.pragma('foreign_key_check')).toEqual([]);
      database.close();
    }
  });
});

describe('two processes on one file', () => {
  const databases = testDatabases('sqlite');

  it('both save, and neither loses or doubles anything', async () => {
    const address = await databases.address();
    const store = await databases.openAt(address);
    await seedWorkspace(store, { units: 1 });
    const savers = ['a', 'b'].map((name) => startSaver(address, name, 4));
    await Promise.all(savers.map((saver) => saver.ready));
    const own: string[] = [];
    while (savers.some((saver) => saver.acknowledged.length < 100) || own.length < 20) {
      const id = `own-${own.length}`;
      await store.write((tx) =>
        addOne(tx, buildJudgment({ id, run: null, idempotencyKey: id, annotator: 'own' })),
      );
      own.push(id);
    }
    await Promise.all(savers.map((saver) => saver.kill()));
    expect(savers.flatMap((saver) => saver.refused)).toEqual([]);
    const record = await compareWithRecord(store, [
      ...own,
      ...savers.flatMap((saver) => saver.acknowledged),
    ]);
    expect(record).toMatchObject({ lost: [], auditFaults: 0 });
    const chains = groupBy(
      await store.read((db) =>
        db.selectFrom('judgment').select(['annotator', 'supersedes']).execute(),
      ),
      (row) => row.annotator,
    );
    for (const chain of chains.values())
      expect(chain.filter((row) => row.supersedes === null).length).toBe(1);
  });

  it('wait for each other, and say so when it takes too long', async () => {
    const address = await databases.address();
    const store = await databases.openAt(address, { patience: 1000 });
    await seedWorkspace(store, { units: 1 });
    const other = new BetterSqlite3(address);
    other.exec('begin immediate');
    const waiting = store.write((tx) => addOne(tx, buildJudgment()));
    let turns = 0;
    // Waiting for another process does not stop everything else in this one: the turn that ends the
    // waiting comes.
    const ticking = setInterval(() => {
      turns += 1;
      if (turns === 4) other.exec('commit');
    }, 5);
    expect((await waiting).fresh).toBe(true);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(3);
    other.exec('begin immediate');
    await expect(
      store.write((tx) => addOne(tx, buildJudgment({ unit: 'u2' }))),
    ).rejects.toMatchObject({ faults: [{ code: 'database-locked' }] });
    other.exec('commit');
    other.close();
  });
});

describe.skipIf(process.platform === 'win32')('a disk without room for more', () => {
  const databases = testDatabases('sqlite');

  it('is told as such, loses nothing that was acknowledged, and saving goes on when there is room', async () => {
    const address = await databases.address();
    const first = await openStore(address);
    await seedWorkspace(first, { units: 1 });
    await first.close();
    const saver = startSaver(address, 'saver', 1, 1000);
    await saver.until(() => saver.refused.length >= 3);
    await saver.kill();
    expect(saver.acknowledged.length).toBeGreaterThan(0);
    for (const line of saver.refused)
      expect(line).toContain(
        'cannot be used: the disk is full, or could not be read or written (SQLITE_IOERR_WRITE).',
      );
    const store = await databases.openAt(address);
    expect(await compareWithRecord(store, saver.acknowledged)).toMatchObject({
      lost: [],
      unpaired: 0,
      auditFaults: 0,
    });
    expect(
      (await store.write((tx) => addOne(tx, buildJudgment({ annotator: 'after' })))).fresh,
    ).toBe(true);
  });
});

const endOthers =
  'select pg_terminate_backend(pid) from pg_stat_activity where application_name = ' +
  "'assay' and datname = current_database()";

describe('a PostgreSQL server that crashes underneath', () => {
  const databases = testDatabases('postgres', true);
  /** A store with a unit, and somebody beside it who may do anything to its database. */
  const administered = async () => {
    const address = await databases.address();
    const store = await databases.openAt(address, { patience: 30_000 });
    await seedWorkspace(store, { units: 1 });
    const administrator = new pg.Client(address);
    await administrator.connect();
    onTestFinished(() => administrator.end());
    return { address, store, administrator };
  };

  it('costs nothing that was acknowledged, and saving goes on when it is back', async () => {
    const address = await databases.address();
    const first = await openStore(address);
    await seedWorkspace(first, { units: 1 });
    await first.close();
    const saver = startSaver(address, 'saver', 8);
    await saver.ready;
    const counts: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const before = saver.acknowledged.length;
      await databases.server().crash(200);
      await saver.until(() => saver.acknowledged.length >= before + 200);
      counts.push(saver.acknowledged.length - before);
    }
    await saver.kill();
    expect(counts.every((count) => count >= 200)).toBe(true);
    const store = await databases.openAt(address);
    expect(await compareWithRecord(store, saver.acknowledged)).toMatchObject({
      lost: [],
      unpaired: 0,
      auditFaults: 0,
    });
    expect(saver.refused).toEqual([]);
  });

  it('makes reads wait, and is told clearly when it stays away', async () => {
    const address = await databases.address();
    // As long as a busy machine may need to bring it back, and not as long as it stays away.
    const patient = await databases.openAt(address, { patience: 30_000 });
    const store = await databases.openAt(address, { patience: 1500 });
    await seedWorkspace(store, { units: 1, annotators: ['anna'] });
    const crashing = databases.server().crash(300);
    expect(await patient.read((db) => db.selectFrom('unit').select('id').execute())).toEqual([
      { id: 'u1' },
    ]);
    await patient.write((tx) => tx.updateTable('slot').set({ judged_at: someTime }).execute());
    await crashing;
    const away = databases.server().crash(4000);
    const failure: unknown = await store
      .write((tx) => addOne(tx, buildJudgment()))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ faults: [{ code: 'database-unreachable' }] });
    await expect(
      store.read((db) => db.selectFrom('unit').select('id').execute()),
    ).rejects.toMatchObject({ faults: [{ code: 'database-unreachable' }] });
    await away;
    expect((await store.write((tx) => addOne(tx, buildJudgment()))).fresh).toBe(true);
  });

  it('may only be read for a while: that is said, and saving goes on by itself afterwards', async () => {
    const { address, store, administrator } = await administered();
    const { pathname } = new URL(address);
    await administrator.query(
      `alter database ${pathname.slice(1)} set default_transaction_read_only = on`,
    );
    await administrator.query(endOthers);
    const save = (annotator: string) =>
      store.write((tx) =>
        addOne(tx, buildJudgment({ id: annotator, idempotencyKey: annotator, annotator })),
      );
    const refused = await Promise.allSettled(['anna', 'ben', 'cora'].map(save));
    for (const one of refused)
      expect(one).toMatchObject({
        status: 'rejected',
        reason: {
          faults: [{ code: 'database-unfit', message: expect.stringContaining('it is read-only') }],
        },
      });
    await administrator.query(
      `alter database ${pathname.slice(1)} reset default_transaction_read_only`,
    );
    // The connections of before may still only read.
    expect((await Promise.all(['anna', 'ben', 'cora'].map(save))).map((one) => one.fresh)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('leaves broken connections: snapshots and streams take others, as often as it happens', async () => {
    const { store, administrator } = await administered();
    const units = (db: Kysely<Tables>) => db.selectFrom('unit').select('id');
    for (let round = 0; round < 6; round += 1) {
      expect(await store.snapshot((db) => units(db).execute())).toEqual([{ id: 'u1' }]);
      await administrator.query(endOthers);
      // The end of the connections arrives, but nothing here gets a turn to see it.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      const streamed: unknown[] = [];
      for await (const row of store.stream(units)) streamed.push(row);
      expect(streamed).toEqual([{ id: 'u1' }]);
    }
  });
});
