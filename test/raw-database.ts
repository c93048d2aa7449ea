import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { auditHash, emptyHead, headText } from '../src/store/workspace/audit.ts';
import type { AuditRow } from '../src/store/workspace/audit.ts';
import { boundContent } from '../src/store/workspace/schema-content.ts';
import { eighthSchema } from '../src/store/workspace/schema-8.ts';
import { firstSchema } from '../src/store/workspace/schema-1.ts';
import { migrations } from '../src/store/workspace/migrations.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';

/** A row as it is in the database. */
export type RawRow = Record<string, string | number | null>;

/** A database without what protects its tables, for doing what the program never does. */
export interface RawDatabase {
  run(statement: string, values?: readonly unknown[]): Promise<void>;
  all(statement: string): Promise<readonly RawRow[]>;
  close(): Promise<void>;
}

/** Opens a database past the program. Its triggers and references do not hold here. */
export async function openRaw(kind: 'sqlite' | 'postgres', address: string): Promise<RawDatabase> {
  return kind === 'sqlite' ? openRawFile(address) : await openRawServer(address);
}

function openRawFile(file: string): RawDatabase {
  const database = new BetterSqlite3(file);
  database.pragma('foreign_keys = off');
  database.pragma('ignore_check_constraints = on');
  const triggers = database
    .prepare<[], { name: string; sql: string; table: string }>(
      "select name, sql, tbl_name as 'table' from sqlite_master where type = 'trigger'",
    )
    .all();
  for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
  return {
    run: async (statement, values = []) => void database.prepare(statement).run(values),
    all: async (statement) => database.prepare<[], RawRow>(statement).all(),
    close: async () => {
      const tables = database
        .prepare<[], string>("select name from sqlite_master where type = 'table'")
        .pluck()
        .all();
      for (const { sql, table } of triggers) if (tables.includes(table)) database.exec(sql);
      database.close();
    },
  };
}

async function openRawServer(address: string): Promise<RawDatabase> {
  const client = new pg.Client(address);
  await client.connect();
  await client.query('set session_replication_role = replica');
  return {
    run: async (statement, values = []) => {
      let count = 0;
      const text = statement.replaceAll('?', () => `$${(count += 1)}`);
      await client.query(text, [...values]);
    },
    all: async (statement) => (await client.query<RawRow>(statement)).rows,
    close: () => client.end(),
  };
}

/** Gives every entry from one on the hash that it should have, and with it the head. */
export async function rechain(raw: RawDatabase, from = 1, withHead = true): Promise<void> {
  const rows = (await raw.all('select * from audit order by seq')) as unknown as AuditRow[];
  let head = emptyHead;
  for (const row of rows) {
    const { hash: _, ...open } = { ...row, seq: Number(row.seq), previous_hash: head.hash };
    const hash = Number(row.seq) < from ? row.hash : auditHash(open);
    if (Number(row.seq) >= from)
      await raw.run('update audit set previous_hash = ?, hash = ? where seq = ?', [
        head.hash,
        hash,
        open.seq,
      ]);
    head = { seq: open.seq, hash };
  }
  if (withHead)
    await raw.run("update workspace set value = ? where key = 'audit-head'", [headText(head)]);
}

/**
 * A database as an earlier version left it: at a version of the schema before the log bound
 * content, with entries that bind nothing.
 */
export async function makeOldWorkspace(
  kind: 'sqlite' | 'postgres',
  address: string,
  version: number,
  fill: (store: Store) => Promise<void>,
): Promise<void> {
  const steps = migrations.filter((step) => step.version <= version);
  const last = steps.at(-1)!;
  const own = {
    ...last,
    statements: (of: 'sqlite' | 'postgres') => [
      ...last.statements(of),
      ...boundContent(of),
      ...eighthSchema(of),
      'alter table judgment add column import_id text',
    ],
  };
  const store = await openStore(address, { migrations: [...steps.slice(0, -1), own] });
  await fill(store);
  await store.close();
  const raw = await openRaw(kind, address);
  await raw.run('update audit set content = null');
  await rechain(raw);
  await raw.run('alter table audit drop column content');
  for (const later of [
    'alter table judgment drop column import_id',
    'drop table run_access',
    'drop table password_link',
    'drop index session_browser',
    'alter table session drop column browser',
  ])
    await raw.run(later);
  if (kind === 'postgres') {
    const first = firstSchema(kind).find((one) => one.includes('function assay_last_audit'));
    await raw.run('drop function assay_last_audit');
    await raw.run(first!);
  }
  await raw.close();
}
