import Database from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { english } from '../../domain/english.ts';
import type { InputError } from '../../domain/fault.ts';
import { testDatabases } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import type { Store } from '../../store/open-store.ts';
import { invite } from '../people/invite.ts';
import { Health } from './health.ts';

const databases = testDatabases('sqlite');
const always = { idle: 0, failing: 0, patience: 60_000 };
const never = { idle: Infinity, failing: Infinity, patience: 60_000 };

/** What a check says: ok, or why nothing can be saved. */
async function said(health: Health): Promise<string> {
  try {
    await health.check();
    return 'ok';
  } catch (failure) {
    const [{ code, values }] = (failure as InputError).faults as [InputError['faults'][0]];
    return english(code, values);
  }
}

/** A world in a database whose file cannot grow beyond a few more pages, until it may again. */
async function nearlyFull() {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds: '  {}' }), 1);
  const limit = (pages: number) =>
    world.store.write((tx) =>
      sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(tx).then(() => undefined),
    );
  const save = () => invite(world.lead, { project, role: 'annotator', days: 1 });
  return { ...world, limit, save };
}

const full = 'Nothing can be saved at the moment: no space is left on the disk.';

describe('the health of a server', () => {
  it('is bad as long as what people save fails, and costs no write while they save', async () => {
    const { store, limit, save } = await nearlyFull();
    const health = new Health(store, never);
    expect(await said(health)).toBe('ok');
    await limit(1);
    const failing = async (): Promise<boolean> =>
      (await Promise.allSettled([save()]))[0].status === 'rejected';
    // Free pages are used up first.
    for (let times = 0; times < 1000 && !(await failing()); times += 1);
    expect(await said(health)).toBe(full);
    await limit(1_000_000);
    // A commit that changes nothing proves nothing.
    await store.write((tx) => tx.deleteFrom('notice').where('id', '=', 'none').execute());
    expect(await said(health)).toBe(full);
    await save();
    expect(await said(health)).toBe('ok');
    const changes = () =>
      store.read((db) => sql<{ changes: number }>`select total_changes() as changes`.execute(db));
    const before = (await changes()).rows;
    for (let times = 0; times < 10; times += 1) await health.check();
    expect((await changes()).rows).toEqual(before);
  });

  it('is tried where nobody saves: bad on a full disk, good when there is room', async () => {
    const { store, limit, save } = await nearlyFull();
    const health = new Health(store, always);
    expect(await said(health)).toBe('ok');
    await limit(1);
    for (let times = 0; times < 1000; times += 1)
      if ((await Promise.allSettled([save()]))[0].status === 'rejected') break;
    expect([await said(health), await said(health)]).toEqual([full, full]);
    await limit(1_000_000);
    expect(await said(health)).toBe('ok');
    // Nothing of it is left.
    expect(await store.read((db) => db.selectFrom('lease').selectAll().execute())).toEqual([]);
  });

  it('is bad from the start where a server starts on a full disk', async () => {
    const store = await databases.openAt(await databases.address());
    const fill = sql`pragma max_page_count = 1`;
    await store.write((tx) => fill.execute(tx).then(() => undefined));
    expect(await said(new Health(store, { ...always, idle: 15_000 }))).toBe(full);
  });

  it('is bad while another program holds the database, or an answer does not come', async () => {
    const file = await databases.address();
    const store = await databases.openAt(file, { patience: 20 });
    const other = new Database(file);
    onTestFinished(() => void other.close());
    const health = new Health(store, always);
    other.exec('begin immediate');
    expect(await said(health)).toMatch('another program has locked the database');
    other.exec('rollback');
    expect(await said(health)).toBe('ok');
    const hanging = { ...store, writes: store.writes, read: () => new Promise(() => undefined) };
    const late = new Health(hanging as unknown as Store, { ...always, patience: 1 });
    expect(await said(late)).toMatch('the database does not answer in time');
  });

  it('asks once for many, and tells nothing of where the database is', async () => {
    const store = await databases.open();
    let writes = 0;
    const counted = {
      kind: store.kind,
      writes: store.writes,
      read: store.read.bind(store),
      write: async () => {
        writes += 1;
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error(`cannot open ${store.address}`);
      },
    };
    const health = new Health(counted as unknown as Store, { ...always, failing: Infinity });
    const answers = await Promise.all(Array.from({ length: 50 }, () => said(health)));
    expect([writes, new Set(answers)]).toEqual([
      1,
      new Set(['Nothing can be saved at the moment: see the server log.']),
    ]);
  });
});

describe('the health of a server with PostgreSQL', () => {
  const servers = testDatabases('postgres', true);

  it('is bad while it is away or may only be read, and good again by itself', async () => {
    const address = await servers.address();
    const store = await servers.openAt(address, { patience: 100 });
    const health = new Health(store, always);
    expect(await said(health)).toBe('ok');
    const administrator = new pg.Client(address);
    await administrator.connect();
    const name = new URL(address).pathname.slice(1);
    const restrict = `alter database ${name} set default_transaction_read_only`;
    await administrator.query(`${restrict} = on`);
    await administrator.query(
      'select pg_terminate_backend(pid) from pg_stat_activity ' +
        'where pid <> pg_backend_pid() and datname = current_database()',
    );
    expect(await said(health)).toMatch('it is read-only');
    await administrator.query(`alter database ${name} reset default_transaction_read_only`);
    expect(await said(health)).toBe('ok');
    await administrator.end();
    // It comes back, and the check says so by itself, however long each of that takes.
    const back: string[] = [];
    const crash = servers
      .server()
      .crash(500)
      .then(() => back.push('back'));
    while (back.length === 0) await said(health);
    await crash;
    expect(await said(health)).toBe('ok');
    await servers.server().stop();
    expect(await said(health)).toMatch('the database cannot be reached');
  });
});
