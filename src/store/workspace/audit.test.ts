import { hash } from 'node:crypto';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import type { TestDatabases } from '../../../test/stores.ts';
import { someTime } from '../../../test/workspace-factory.ts';
import { appendAudit, auditHash, emptyHead, lastAudit, listAudit } from './audit.ts';
import type { AuditEntry } from './audit.ts';
import { verifyAudit } from './audit-verification.ts';
import type { Store } from '../open-store.ts';

const entry = (object: string): AuditEntry => ({
  at: someTime,
  actor: 'lena',
  action: 'test',
  project: null,
  object,
  detail: { b: 1, a: 'ä€😀\u0000' },
});

const write = (store: Store, object: string): Promise<void> =>
  store.write(async (tx) => appendAudit(tx, entry(object)));

/** Does what the program never does: takes the protection away and changes the log by hand. */
async function tamper(databases: TestDatabases, address: string, statement: string): Promise<void> {
  if (databases.kind === 'sqlite') {
    const database = new BetterSqlite3(address);
    database.exec(
      'drop trigger if exists audit_no_update; drop trigger if exists audit_no_delete; ' +
        `${statement}`,
    );
    database.close();
    return;
  }
  const client = new pg.Client(address);
  await client.connect();
  await client.query(`alter table audit disable trigger all; ${statement}`);
  await client.end();
}

describe('audit hash', () => {
  it('is SHA-256 over the hash before and the entry in canonical JSON', () => {
    const row = {
      seq: 1,
      at: someTime,
      actor: 'lena',
      action: 'test',
      project: null,
      object: 'x',
      detail: '{"a":1}',
      previous_hash: emptyHead.hash,
      content: null,
    };
    const text =
      `{"action":"test","actor":"lena","at":"${someTime}","detail":"{\\"a\\":1}",` +
      '"object":"x","project":null,"seq":1}';
    expect(auditHash(row)).toBe(hash('sha256', '0'.repeat(64) + text));
    const bound = text.replace('"detail"', '"content":"[]","detail"');
    expect(auditHash({ ...row, content: '[]' })).toBe(hash('sha256', '0'.repeat(64) + bound));
  });
});

describeStores('audit log', (databases) => {
  async function withEntries(
    count: number,
  ): Promise<{ readonly address: string; readonly store: Store }> {
    const address = await databases.address();
    const store = await databases.openAt(address);
    await Promise.all(Array.from({ length: count }, (_, at) => write(store, `object/${at + 1}`)));
    return { address, store };
  }

  it('chains the entries of writes that share a transaction and of those that do not', async () => {
    const { store } = await withEntries(70);
    for (let at = 0; at < 3; at += 1) await write(store, `later/${at}`);
    const verified = await verifyAudit(store);
    expect(verified).toMatchObject({ entries: 73, faultCount: 0 });
    expect(verified.head).toEqual(await store.read(lastAudit));
    const rows = await store.read((db) => listAudit(db, { limit: 2 }));
    expect(rows[0]!.previous_hash).toBe(rows[1]!.hash);
    expect(rows.map((row) => row.seq)).toEqual([73, 72]);
    expect(rows[0]!.detail).toBe('{"a":"ä€😀\\u0000","b":1}');
  });

  it('keeps an entry only when its write is kept', async () => {
    const store = await databases.open();
    await Promise.allSettled([
      write(store, 'kept/1'),
      store.write(async (tx) => {
        appendAudit(tx, entry('lost'));
        throw new Error('no');
      }),
      write(store, 'kept/2'),
    ]);
    const objects = (await store.read((db) => listAudit(db, { limit: 10 }))).map(
      (row) => row.object,
    );
    expect(objects.toSorted()).toEqual(['kept/1', 'kept/2']);
    expect(await verifyAudit(store)).toMatchObject({ entries: 2, faultCount: 0 });
  });

  it('is one chain when several stores write at once', async () => {
    const { address, store } = await withEntries(0);
    const other = await databases.openAt(address);
    await Promise.all(
      Array.from({ length: 120 }, (_, at) => write(at % 2 === 0 ? store : other, `object/${at}`)),
    );
    expect(await verifyAudit(store)).toMatchObject({
      entries: 120,
      faultCount: 0,
      head: { seq: 120 },
    });
  });

  it('refuses to be used outside a write', async () => {
    const store = await databases.open();
    await expect(store.read(async (db) => appendAudit(db as never, entry('x')))).rejects.toThrow(
      'inside store.write',
    );
  });

  it.each([
    [
      'a changed text',
      "update audit set object = 'object/99' where seq = 5",
      { seq: 5, kind: 'changed' },
    ],
    [
      'a changed time',
      "update audit set at = '2020-01-01T00:00:00.000Z' where seq = 1",
      { seq: 1, kind: 'changed' },
    ],
    [
      'a changed hash',
      `update audit set hash = '${'a'.repeat(64)}' where seq = 4`,
      { seq: 4, kind: 'changed' },
    ],
    ['a removed entry', 'delete from audit where seq = 6', { seq: 6, kind: 'missing' }],
    [
      'several removed entries',
      'delete from audit where seq in (3, 4)',
      { seq: 3, kind: 'missing' },
    ],
    ['a removed first entry', 'delete from audit where seq = 1', { seq: 1, kind: 'missing' }],
    ['removed last entries', 'delete from audit where seq > 8', { seq: 9, kind: 'cut-short' }],
    ['an emptied log', 'delete from audit', { seq: 1, kind: 'cut-short' }],
    [
      'a missing head',
      "delete from workspace where key = 'audit-head'",
      { seq: 10, kind: 'head-missing' },
    ],
    [
      'an empty head',
      "update workspace set value = '' where key = 'audit-head'",
      { seq: 10, kind: 'head-changed' },
    ],
    [
      'a head of an empty log',
      `update workspace set value = '0:${emptyHead.hash}' where key = 'audit-head'`,
      { seq: 1, kind: 'head-changed' },
    ],
    [
      'a shortened head',
      "update workspace set value = (select '7:' || hash from audit where seq = 7) " +
        "where key = 'audit-head'",
      { seq: 8, kind: 'head-changed' },
    ],
    [
      'a head cut off in its hash',
      "update workspace set value = substr(value, 1, 20) where key = 'audit-head'",
      { seq: 10, kind: 'head-changed' },
    ],
    [
      'an inserted entry at the end',
      'insert into audit select 11, at, actor, action, project, object, detail, ' +
        'previous_hash, hash, content from audit where seq = 10',
      { seq: 11, kind: 'changed' },
    ],
    [
      'an inserted entry before the first',
      'insert into audit select 0, at, actor, action, project, object, detail, ' +
        'previous_hash, hash, content from audit where seq = 10',
      { seq: 0, kind: 'inserted' },
    ],
    [
      'two exchanged entries',
      'update audit set seq = -1 where seq = 2; update audit set seq = 2 where seq = 3;' +
        ' update audit set seq = 3 where seq = -1',
      { seq: 2, kind: 'changed' },
    ],
  ])('finds %s, and says where', async (_, statement, expected) => {
    const { address, store } = await withEntries(10);
    await tamper(databases, address, statement);
    const verified = await verifyAudit(store);
    expect(verified.faults[0]).toMatchObject(expected);
  });

  it.each([
    ['a missing head', "delete from workspace where key = 'audit-head'"],
    [
      'a shortened head',
      "update workspace set value = (select '2:' || hash from audit where seq = 2) " +
        "where key = 'audit-head'",
    ],
    ['removed last entries', 'delete from audit where seq > 3'],
    ['an emptied log', 'delete from audit'],
  ])('still finds %s after more was written', async (_, statement) => {
    const { address, store } = await withEntries(5);
    await tamper(databases, address, statement);
    await write(store, 'later/1');
    await write(store, 'later/2');
    expect((await verifyAudit(store)).faultCount).toBeGreaterThan(0);
  });

  it('compares with a head kept elsewhere, and says at which entry it differs', async () => {
    const { store } = await withEntries(3);
    const kept = (await verifyAudit(store)).head;
    await write(store, 'more');
    expect((await verifyAudit(store, kept)).faultCount).toBe(0);
    expect((await verifyAudit(store, emptyHead)).faultCount).toBe(0);
    expect(await verifyAudit(store, { ...kept, seq: 2 })).toMatchObject({
      faults: [{ seq: 2, kind: 'changed' }],
    });
    expect(await verifyAudit(store, { ...kept, seq: 9 })).toMatchObject({
      faults: [{ seq: 5, kind: 'cut-short' }],
    });
  });

  it('finds no fault while others write', async () => {
    const { store } = await withEntries(30);
    const saves = { isOver: false };
    const saving = (async () => {
      for (let at = 0; !saves.isOver; at += 1) await write(store, `meanwhile/${at}`);
    })();
    for (let at = 0; at < 10; at += 1) expect((await verifyAudit(store)).faults).toEqual([]);
    saves.isOver = true;
    await saving;
  });

  it('finds a last entry that was replaced by one that fits the chain', async () => {
    const { address, store } = await withEntries(3);
    const last = await store.read((db) =>
      db.selectFrom('audit').selectAll().where('seq', '=', 3).executeTakeFirst(),
    );
    const replaced = auditHash({ ...last!, object: 'object/99' });
    await tamper(
      databases,
      address,
      `update audit set object = 'object/99', hash = '${replaced}' where seq = 3`,
    );
    expect(await verifyAudit(store)).toMatchObject({
      faultCount: 1,
      faults: [{ seq: 3, kind: 'changed' }],
    });
  });

  it('finds a log that was written anew by the head that was noted before', async () => {
    const { address, store } = await withEntries(3);
    const noted = { seq: null, hash: (await verifyAudit(store)).head.hash };
    expect((await verifyAudit(store, noted)).faultCount).toBe(0);
    await write(store, 'more');
    expect((await verifyAudit(store, noted)).faultCount).toBe(0);
    await tamper(databases, address, 'delete from audit');
    await tamper(databases, address, "delete from workspace where key = 'audit-head'");
    await write(store, 'a new beginning');
    expect((await verifyAudit(store)).faultCount).toBe(0);
    expect(await verifyAudit(store, noted)).toMatchObject({
      faultCount: 1,
      faults: [{ kind: 'changed' }],
    });
  });
});
