import { copyFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { copyServerDatabase } from './raw-database.ts';
import { testDatabases } from './stores.ts';
import { attackAll } from './audit-attacks.ts';

describe('edits of the database file', () => {
  const databases = testDatabases('sqlite');

  it('are all found, and each names table, row and field', async () => {
    let count = 0;
    const copy = async (from: string): Promise<string> => {
      const target = `${from}.${(count += 1)}`;
      copyFileSync(from, target);
      return target;
    };
    const { tried, open } = await attackAll(databases, () => true, copy);
    expect(open).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(290);
  });
});

describe('edits in PostgreSQL', () => {
  const databases = testDatabases('postgres');
  // Each takes a copy of a database, so one in eight by default; ASSAY_ATTACKS=all tries all.
  const share = process.env['ASSAY_ATTACKS'] === 'all' ? 1 : 8;

  it('are found in a sample of every kind', { timeout: 900_000 * (9 - share) }, async () => {
    let count = 0;
    const { tried, open } = await attackAll(
      databases,
      (at) => at % share === 5 % share,
      async (from) => await copyServerDatabase(from, (count += 1)),
    );
    expect(open).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(Math.floor(225 / share));
  });
});
