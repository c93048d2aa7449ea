import { CompiledQuery } from 'kysely';
import type { Database } from '../tables.ts';
import type { RowFault } from './compare-rows.ts';
import { migrations } from './migrations.ts';

type Report = (row: string, field: string | null, kind: RowFault['kind']) => void;

/**
 * Compares the table of migrations with those of the program. When each was applied is not
 * compared: a copy or a restored backup has times of its own.
 */
export async function checkMigrations(db: Database, found: Report): Promise<void> {
  const text = 'select version, name from migration order by version';
  const { rows } = await db.executeQuery<{ version: number; name: string }>(
    CompiledQuery.raw(text),
  );
  const left = new Map(rows.map(({ version, name }) => [Number(version), name]));
  for (const { version, name } of migrations) {
    const got = left.get(version);
    left.delete(version);
    if (got === undefined) found(`version ${version}`, null, 'row-missing');
    else if (got !== name) found(`version ${version}`, 'name', 'row-changed');
  }
  for (const version of left.keys()) found(`version ${version}`, null, 'row-inserted');
}
