import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { fault, InputError } from '../../domain/fault.ts';
import { createMigrationTable, pendingMigrations } from './migrations.ts';
import type { FoundDatabase, Migration } from './migrations.ts';
import { tableNames } from '../tables.ts';

const oldestServer = 130_000;
/** The lock under which one of several servers that start together does the work. */
const migrationLock = 4_159_265_357;

/** Brings a database up to date, in one transaction. */
export async function migratePostgres(
  client: PoolClient,
  database: string,
  list: readonly Migration[],
  mayMigrate: boolean,
  clock: () => Date,
): Promise<void> {
  await checkServer(client, database);
  if (pendingMigrations(await inspectPostgres(client), database, list, mayMigrate).length === 0)
    return;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const now = await inspectPostgres(client);
    const steps = pendingMigrations(now, database, list, mayMigrate);
    await client.query(createMigrationTable);
    for (const step of steps) {
      await client.query(step.statements('postgres').join(';\n'));
      await client.query('insert into migration (version, name, applied_at) values ($1, $2, $3)', [
        step.version,
        step.name,
        clock().toISOString(),
      ]);
    }
    if (now.version === 0 && steps.length > 0)
      await client.query(
        "insert into workspace (key, value) values ('id', $1), ('created_at', $2)",
        [randomUUID(), clock().toISOString()],
      );
    await client.query('commit');
  } catch (failure) {
    await client.query('rollback');
    throw failure;
  }
}

async function checkServer(client: PoolClient, database: string): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `select current_setting('server_version_num') as version,
      current_setting('server_encoding') as encoding`,
  );
  const { version, encoding } = rows[0]!;
  if (Number(version) < oldestServer)
    throw new InputError([
      fault('database-unfit', {
        database,
        reason: `it is PostgreSQL ${major(version)}, expected ${major(oldestServer)} or newer`,
      }),
    ]);
  if (encoding !== 'UTF8')
    throw new InputError([
      fault('database-unfit', { database, reason: `its encoding is ${encoding}, expected UTF8` }),
    ]);
}

function major(version: string | number): number {
  return Math.floor(Number(version) / 10_000);
}

async function inspectPostgres(client: PoolClient): Promise<FoundDatabase> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = current_schema()`,
  );
  const names = new Set(rows.map((row) => row.name));
  const hasTables = tableNames.some((name) => names.has(name));
  if (!names.has('migration')) return { version: 0, hasTables };
  const found = await client.query<{ version: number | null }>(
    'select max(version) as version from migration',
  );
  return { version: found.rows[0]?.version ?? 0, hasTables };
}
