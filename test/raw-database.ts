import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { auditHash, emptyHead, headText } from '../src/store/workspace/audit.ts';
import type { AuditRow } from '../src/store/workspace/audit.ts';
import { migrations, schemaKey } from '../src/store/workspace/schema/migrations.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import { tableNames, tableShapes } from '../src/store/tables.ts';
import type { TestDatabases } from './stores.ts';

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
    .prepare<[], { name: string; sql: string }>(
      "select name, sql from sqlite_master where type = 'trigger'",
    )
    .all();
  for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
  return {
    run: async (statement, values = []) => void database.prepare(statement).run(values),
    all: async (statement) => database.prepare<[], RawRow>(statement).all(),
    close: async () => {
      for (const { sql } of triggers) database.exec(sql);
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
    all: async (statement) => {
      const { rows, fields } = await client.query<RawRow>(statement);
      // Whole numbers arrive as text here.
      const whole = fields.filter((one) => one.dataTypeID === 20).map((one) => one.name);
      for (const row of rows)
        for (const name of whole) if (row[name] !== null) row[name] = Number(row[name]);
      return rows;
    },
    close: () => client.end(),
  };
}

/** Lets a PostgreSQL database hold what its checks refuse: whoever owns it can drop them. */
export async function dropChecks(raw: RawDatabase): Promise<void> {
  const checks = await raw.all(
    `select conrelid::regclass::text as name, conname as rule
      from pg_constraint where contype = 'c' and connamespace = current_schema()::regnamespace`,
  );
  for (const { name, rule } of checks)
    await raw.run(`alter table ${name} drop constraint "${rule}"`);
}

/** A copy of a PostgreSQL database that nobody is connected to; gives its address. */
export async function copyServerDatabase(from: string, number: number): Promise<string> {
  const source = new URL(from);
  const name = `${source.pathname.slice(1)}_copy_${number}`;
  const client = new pg.Client(new URL('/postgres', source).href);
  await client.connect();
  await client.query(`create database "${name}" template "${source.pathname.slice(1)}"`);
  await client.end();
  return new URL(`/${name}`, source).href;
}

/** Gives every entry from one on the hash that it should have, and with it the head. */
export async function rechain(raw: RawDatabase, from = 1, withHead = true): Promise<void> {
  const rows = (await raw.all('select * from audit order by seq')) as unknown as AuditRow[];
  let head = emptyHead;
  for (const row of rows) {
    const {
      content = null,
      hash: _,
      ...rest
    } = row as Partial<AuditRow> & Omit<AuditRow, 'content'>;
    const open = { ...rest, content, seq: Number(row.seq), previous_hash: head.hash };
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
 * content, with entries that bind nothing. It is filled in a database of today, and what the old
 * schema has a place for is carried over.
 */
export async function makeOldWorkspace(
  databases: Pick<TestDatabases, 'kind' | 'address'>,
  address: string,
  version: number,
  fill: (store: Store) => Promise<void>,
): Promise<void> {
  const today = await databases.address();
  const store = await openStore(today);
  await fill(store);
  await store.close();
  const steps = migrations.filter((step) => step.version <= version);
  await (await openStore(address, { migrations: steps })).close();
  const [source, target] = [
    await openRaw(databases.kind, today),
    await openRaw(databases.kind, address),
  ];
  await target.run('delete from workspace');
  for (const table of tableNames) {
    const known = await columnsOf(target, databases.kind, table);
    const { key, numbered } = tableShapes[table];
    const order = key.map((name) => `"${name}"`).join(', ');
    if (known.size === 0) continue;
    for (const row of await source.all(`select * from "${table}" order by ${order}`)) {
      const names = Object.keys(row).filter((name) => known.has(name));
      const list = names.map((name) => `"${name}"`).join(', ');
      const values = names.map(() => '?').join(', ');
      await target.run(
        `insert into "${table}" (${list}) values (${values})`,
        names.map((name) => row[name]),
      );
    }
    if (databases.kind === 'postgres' && numbered !== null && known.size > 0)
      await target.all(
        `select setval(pg_get_serial_sequence('${table}', '${numbered}'),
          (select coalesce(max("${numbered}"), 0) + 1 from "${table}"), false)`,
      );
  }
  // Which earlier versions did not write.
  await target.run('delete from workspace where key = ?', [schemaKey]);
  await rechain(target);
  await source.close();
  await target.close();
}

async function columnsOf(
  raw: RawDatabase,
  kind: TestDatabases['kind'],
  table: string,
): Promise<ReadonlySet<string>> {
  const rows = await raw.all(
    kind === 'sqlite'
      ? `select name from pragma_table_info('${table}')`
      : `select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = '${table}'`,
  );
  return new Set(rows.map((row) => String(row['name'])));
}
