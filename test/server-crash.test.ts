import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { killRounds } from '../bench/kill-loop.ts';
import { startPostgres } from './postgres.ts';
import { isThorough } from './tries.ts';

/** Every round starts a server. */
const rounds = isThorough ? 5 : 2;

const whole = { lost: 0, doubled: 0, inconsistent: 0, strange: [], auditIntact: true };

describe('a server under eight annotators', () => {
  it('loses nothing that it acknowledged when it is killed, and saves nothing twice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-crash-'));
    try {
      const database = join(folder, 'workspace.db');
      const report = await killRounds({
        database,
        rounds,
        clients: 8,
        units: 1500 * rounds,
        seed: 1,
        kill: 'server',
      });
      expect(report).toMatchObject({ ...whole, rounds });
      expect(report.acknowledged).toBeGreaterThanOrEqual(8 * rounds);
      expect(report.repeated).toBeGreaterThan(0);
      const file = new BetterSqlite3(database, { readonly: true });
      expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(file.pragma('foreign_key_check')).toEqual([]);
      file.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it(
    'loses nothing when PostgreSQL is restarted underneath: saves are repeated, or ' +
      'refused with a clear answer',
    async () => {
      const postgres = await startPostgres();
      try {
        const report = await killRounds({
          database: await postgres.createDatabase(),
          rounds,
          clients: 8,
          units: 1500 * rounds,
          seed: 2,
          kill: () => postgres.crash(300),
        });
        expect(report).toMatchObject({ ...whole, rounds });
        expect(report.acknowledged).toBeGreaterThanOrEqual(8 * rounds);
      } finally {
        await postgres.stop();
      }
    },
  );
});
