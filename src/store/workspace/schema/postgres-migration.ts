import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { codedText } from '../../../domain/text-values.ts';
import { refuse } from '../../../domain/fault.ts';
import {
  createMigrationTable,
  foundVersion,
  migrationTime,
  pendingMigrations,
  schemaKey,
} from './migrations.ts';
import type { FoundDatabase, MigrationOptions } from './migrations.ts';
import { tableNames } from '../../tables.ts';

const oldestServer = 130_000;
/** The lock that lets one of several starting servers migrate. */
const migrationLock = 4_159_265_357;
const recordStep = 'insert into migration (version, name, applied_at) values ($1, $2, $3)';
const beginWorkspace =
  "insert into workspace (key, value) values ('id', $1), ('created_at', $2), ($3, $4)";

/** Migrates a database, in one transaction. */
export async function migratePostgres(
  client: PoolClient,
  database: string,
  options: MigrationOptions,
): Promise<void> {
  await checkServer(client, database);
  const found = await inspectPostgres(client);
  if (pendingMigrations(found, database, options).length === 0) return;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const now = await inspectPostgres(client);
    const steps = pendingMigrations(now, database, options);
    await client.query(createMigrationTable);
    for (const { version, name, statements } of steps) {
      await client.query(statements('postgres').join(';\n'));
      await client.query(recordStep, [version, name, migrationTime(options)]);
    }
    if (now.version === 0 && steps.length > 0)
      await client.query(beginWorkspace, [
        randomUUID(),
        migrationTime(options),
        schemaKey,
        String(steps.at(-1)!.version),
      ]);
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
  if (Number(version) < oldestServer) {
    const versions = { got: major(version), expected: major(oldestServer) };
    refuse('database-unfit', { database, reason: codedText('postgres-too-old', versions) });
  }
  if (encoding !== 'UTF8')
    refuse('database-unfit', { database, reason: codedText('wrong-encoding', { got: encoding }) });
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
  const noted = names.has('workspace')
    ? await client.query<{ value: string }>('select value from workspace where key = $1', [
        schemaKey,
      ])
    : null;
  const version = foundVersion(found.rows[0]?.version ?? null, noted?.rows[0]?.value ?? null);
  return { version, hasTables };
}
