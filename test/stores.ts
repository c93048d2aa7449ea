import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';
import { openStore } from '../src/store/open-store.ts';
import type { OpenOptions, Store } from '../src/store/open-store.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import { brokerOf } from './postgres-broker.ts';
import { startPostgres } from './postgres.ts';
import { putReadyDatabase } from './database-template.ts';
import type { TemporaryPostgres } from './postgres.ts';

/** Databases for the tests of one kind of database. */
export interface TestDatabases {
  readonly kind: 'sqlite' | 'postgres';
  /** The address of a database that is not there yet, or is empty. */
  address(): Promise<string>;
  /** A store over a new database, closed after the test. */
  open(options?: OpenOptions): Promise<Store>;
  /** A store over a given database, closed after the test. */
  openAt(address: string, options?: OpenOptions): Promise<Store>;
  /** The server, where the suite has one of its own. */
  server(): TemporaryPostgres;
}

const proven = new WeakSet<Store>();

/**
 * Has the record of a store verified when the test ends: whatever the test did through the
 * program, the audit log must bind every row as it is then.
 */
export function proveAtEnd(store: Store): void {
  proven.add(store);
}

/** Runs one suite over both databases, or over the one that `ASSAY_TEST_STORES` names. */
export function describeStores(name: string, suite: (databases: TestDatabases) => void): void {
  const only = process.env['ASSAY_TEST_STORES'];
  const kinds = (['sqlite', 'postgres'] as const).filter((kind) => (only ?? kind) === kind);
  describe.each(kinds)(`${name} (%s)`, (kind) => suite(testDatabases(kind)));
}

/**
 * Databases of one kind, for a suite that is about it alone; with a server of its own for one that
 * lets it crash.
 */
export function testDatabases(kind: 'sqlite' | 'postgres', hasOwnServer = false): TestDatabases {
  const shared = hasOwnServer ? null : brokerOf(inject('postgresBroker'));
  let server: TemporaryPostgres | null = null;
  let folder = '';
  let count = 0;
  const open: Store[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-store-'));
    if (kind === 'postgres' && shared === null) server = await startPostgres();
  });
  afterEach(async () => {
    for (const store of open.splice(0)) {
      if (proven.has(store)) expect((await verifyAudit(store)).faults).toEqual([]);
      await store.close();
    }
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const started = (): TemporaryPostgres => {
    if (server === null) throw new Error('There is no server');
    return server;
  };
  const address = async (): Promise<string> =>
    kind === 'sqlite'
      ? join(folder, `${(count += 1)}`, 'workspace.db')
      : await (shared ?? started()).createDatabase();
  /** The address of a new database with the present schema, where one can be copied. */
  const readyAddress = async (): Promise<string> => {
    if (kind === 'sqlite') return await putReadyDatabase(await address());
    return shared === null ? await address() : await shared.readyDatabase();
  };
  const openAt = async (at: string, options?: OpenOptions): Promise<Store> => {
    const store = await openStore(at, options);
    open.push(store);
    return store;
  };
  return {
    kind,
    address,
    open: async (options) =>
      await openAt(options === undefined ? await readyAddress() : await address(), options),
    openAt,
    server: started,
  };
}
