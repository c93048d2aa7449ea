import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '../../../test/stores.ts';
import { buildJudgment, place, seedWorkspace, someTime } from '../../../test/workspace-factory.ts';
import { verifyAudit } from '../../store/workspace/audit-verification.ts';
import { appendAudit } from '../../store/workspace/audit.ts';
import { migrations } from '../../store/workspace/schema/migrations.ts';
import { tableNames } from '../../store/tables.ts';
import { countUnits } from '../../store/units/units.ts';
import { backup } from './backup.ts';
import { copyWorkspace } from './copy.ts';
import { addOne } from '../../../test/record-rows.ts';
import { backupFiles, expectSame, filled } from '../../../test/copied-workspaces.ts';

const { folder, fresh } = backupFiles();

describe('copies and backups', () => {
  const kinds = { sqlite: testDatabases('sqlite'), postgres: testDatabases('postgres') };

  it.each([
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
    ['sqlite', 'sqlite'],
    ['postgres', 'postgres'],
  ] as const)('copy a whole workspace from %s to %s, the same in every table', async (from, to) => {
    const source = await filled(kinds[from]);
    const target = await kinds[to].address();
    const result = await copyWorkspace({ from: source, to: target });
    expect(result.tables.map((one) => one.table)).toEqual(tableNames);
    expect(result.tables.find((one) => one.table === 'judgment')?.rows).toBe(30);
    await expectSame(kinds.sqlite, source, target);
  });

  it('have the same hashes after a round trip over both databases', async () => {
    const source = await filled(kinds.sqlite, 1100);
    const [middle, end] = [await kinds.postgres.address(), await kinds.sqlite.address()];
    const there = await copyWorkspace({ from: source, to: middle });
    const back = await copyWorkspace({ from: middle, to: end });
    expect(back.tables).toEqual(there.tables);
  });

  it.each(['sqlite', 'postgres'] as const)(
    'refuse a target that holds something (%s), and leave it as it was',
    async (kind) => {
      const source = await filled(kinds.sqlite, 3);
      const target = await kinds[kind].address();
      const store = await kinds[kind].openAt(target);
      await seedWorkspace(store, { units: 2 });
      await expect(copyWorkspace({ from: source, to: target })).rejects.toMatchObject({
        faults: [{ code: 'database-not-empty' }],
      });
      expect(await store.read((db) => countUnits(db, place))).toBe(2);
    },
  );

  it.each(['sqlite', 'postgres'] as const)(
    'leave nothing behind when the source cannot be read to its end (%s)',
    async (kind) => {
      const source = await filled(kinds.sqlite, 10);
      const database = new BetterSqlite3(source);
      // A row that no database would take: its unit is not there.
      database.pragma('foreign_keys = off');
      database.exec(
        "insert into judgment select 99, 'stray', project, task, run, 'nowhere', " +
          'annotator, answers, asides, guideline_version, task_hash, at, seconds, null, ' +
          "'stray', origin, import_id, untimed from judgment limit 1",
      );
      database.close();
      const target = await kinds[kind].address();
      await expect(copyWorkspace({ from: source, to: target })).rejects.toMatchObject({
        faults: [{ code: 'database-damaged' }],
      });
      if (kind === 'sqlite') expect(existsSync(target)).toBe(false);
      else
        expect(
          await (await kinds.postgres.openAt(target)).read((db) => countUnits(db, place)),
        ).toBe(0);
    },
  );

  it('refuse a source that is not there', async () => {
    await expect(
      copyWorkspace({ from: join(folder, 'nothing.db'), to: await kinds.sqlite.address() }),
    ).rejects.toMatchObject({ faults: [{ code: 'database-not-found' }] });
    expect(existsSync(join(folder, 'nothing.db'))).toBe(false);
  });

  it('back a file up while it is written, as of one moment', async () => {
    const source = await filled(kinds.sqlite, 400);
    const store = await kinds.sqlite.openAt(source);
    const saves = { isOver: false };
    const saving = (async () => {
      for (let at = 0; !saves.isOver; at += 1) {
        await store.write(async (tx) => {
          await addOne(tx, buildJudgment({ id: `w${at}`, idempotencyKey: `w${at}` }));
          appendAudit(tx, {
            at: someTime,
            actor: 'anna',
            action: 'judge',
            project: null,
            object: `judgment/w${at}`,
            detail: {},
          });
        });
      }
    })();
    const file = fresh('.db');
    const result = await backup({ database: source, file });
    saves.isOver = true;
    await saving;
    expect(result).toMatchObject({ form: 'sqlite', version: migrations.at(-1)!.version });
    expect(readdirSync(dirname(file))).toEqual(['backup.db']);
    const copy = await kinds.sqlite.openAt(file);
    expect(await verifyAudit(copy)).toMatchObject({ faultCount: 0 });
    const counts = await copy.read(async (db) =>
      [
        await db.selectFrom('judgment').select('id').execute(),
        await db.selectFrom('audit').select('seq').execute(),
      ].map((rows) => rows.length),
    );
    // Beside the judgments, the log has the two entries of the rows around them.
    expect(counts[1]).toBe(counts[0]! + 2);
    await expect(backup({ database: source, file })).rejects.toMatchObject({
      faults: [{ code: 'file-exists' }],
    });
  });
});
