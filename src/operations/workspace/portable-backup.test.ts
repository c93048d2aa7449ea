import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '../../../test/stores.ts';
import { place, someTime } from '../../../test/workspace-factory.ts';
import { openStore } from '../../store/open-store.ts';
import { countUnits, insertUnits } from '../../store/units/units.ts';
import { backup } from './backup.ts';
import { copyWorkspace } from './copy.ts';
import { restore } from './restore.ts';
import { backupFiles, expectSame, filled } from '../../../test/copied-workspaces.ts';

const { fresh } = backupFiles();

describe('copies and backups', () => {
  const kinds = { sqlite: testDatabases('sqlite'), postgres: testDatabases('postgres') };

  it.each([
    ['sqlite', '.db', 'sqlite'],
    ['sqlite', '.db', 'postgres'],
    ['sqlite', '.jsonl', 'postgres'],
    ['postgres', '.jsonl', 'postgres'],
    ['postgres', '.jsonl.gz', 'sqlite'],
  ] as const)('restore a backup of %s (%s) into %s', async (from, end, to) => {
    const source = await filled(kinds[from]);
    const file = fresh(end);
    await backup({ database: source, file, clock: () => new Date(someTime) });
    const before = readFileSync(file);
    const target = await kinds[to].address();
    const result = await restore({ file, database: target });
    expect(result.tables.find((one) => one.table === 'unit')?.rows).toBe(30);
    expect(readFileSync(file).equals(before)).toBe(true);
    await expectSame(kinds.sqlite, source, target);
  });

  it('write the same portable backup from either database', async () => {
    const source = await filled(kinds.sqlite);
    const other = await kinds.postgres.address();
    await copyWorkspace({ from: source, to: other });
    const [plain, zipped] = [fresh('.jsonl'), fresh('.jsonl.gz')];
    await backup({ database: source, file: plain, clock: () => new Date(someTime) });
    await backup({ database: other, file: zipped, clock: () => new Date(someTime) });
    expect(gunzipSync(readFileSync(zipped)).equals(readFileSync(plain))).toBe(true);
  });

  it('do not make a database file of PostgreSQL', async () => {
    await expect(
      backup({ database: await filled(kinds.postgres, 3), file: fresh('.db') }),
    ).rejects.toMatchObject({
      faults: [{ code: 'usage', message: expect.stringContaining('.jsonl') }],
    });
  });

  it('put a database that is there aside, when told to, and not while it is used', async () => {
    const [source, target] = [await filled(kinds.sqlite, 5), await filled(kinds.sqlite, 3)];
    const file = fresh('.db');
    await backup({ database: source, file });
    await expect(restore({ file, database: target })).rejects.toMatchObject({
      faults: [{ code: 'database-not-empty' }],
    });
    const user = await openStore(target);
    await expect(restore({ file, database: target, force: true })).rejects.toMatchObject({
      faults: [{ code: 'database-in-use' }],
    });
    await user.close();
    const result = await restore({
      file,
      database: target,
      force: true,
      clock: () => new Date(someTime),
    });
    expect(result.keptAside).toBe(`${target}.before-restore-20260131T093000Z`);
    const [now, then] = [
      await kinds.sqlite.openAt(target),
      await kinds.sqlite.openAt(result.keptAside!),
    ];
    expect([
      await now.read((db) => countUnits(db, place)),
      await then.read((db) => countUnits(db, place)),
    ]).toEqual([5, 3]);
  });

  /**
   * The files of a workspace as a crash leaves them: of its units some are in the file, the last
   * ten only in the log beside it.
   */
  async function crashed(units: number): Promise<string> {
    const address = await filled(kinds.sqlite, units);
    const store = await kinds.sqlite.openAt(address);
    await store.write((tx) =>
      insertUnits(
        tx,
        place,
        Array.from({ length: 10 }, (_, at) => ({ id: `late ${at}`, subject: null, fields: {} })),
        someTime,
      ),
    );
    const left = fresh('.db');
    mkdirSync(dirname(left), { recursive: true });
    for (const end of ['', '-wal']) copyFileSync(address + end, left + end);
    await store.close();
    return left;
  }

  it.each(['sqlite', 'postgres'] as const)(
    'restore a database file together with the log beside it (into %s)',
    async (kind) => {
      const file = await crashed(20);
      const before = [readFileSync(file), readFileSync(`${file}-wal`)];
      const target = await kinds[kind].address();
      const result = await restore({ file, database: target });
      expect(result.tables.find((one) => one.table === 'unit')?.rows).toBe(30);
      expect(await (await kinds[kind].openAt(target)).read((db) => countUnits(db, place))).toBe(30);
      expect([readFileSync(file), readFileSync(`${file}-wal`)]).toEqual(before);
    },
  );

  it.each(['.db', '.jsonl'])(
    'do not mix a backup (%s) with the log of a database that is gone',
    async (end) => {
      const file = fresh(end);
      await backup({ database: await filled(kinds.sqlite, 5), file });
      const target = await crashed(20);
      rmSync(target);
      const log = readFileSync(`${target}-wal`);
      await expect(restore({ file, database: target })).rejects.toMatchObject({
        faults: [{ code: 'database-not-empty', message: expect.stringContaining('backup.db-wal') }],
      });
      expect(readdirSync(dirname(target))).toEqual(['backup.db-wal']);
      const result = await restore({
        file,
        database: target,
        force: true,
        clock: () => new Date(someTime),
      });
      expect(result.keptAside).toMatch(/before-restore-20260131T093000Z-wal$/);
      expect(readFileSync(result.keptAside!)).toEqual(log);
      const store = await kinds.sqlite.openAt(target);
      expect(await store.read((db) => countUnits(db, place))).toBe(5);
      await store.close();
      expect(
        new BetterSqlite3(target, { readonly: true }).pragma('integrity_check', { simple: true }),
      ).toBe('ok');
    },
  );

  it('put a damaged database aside with its log, when told to', async () => {
    const file = fresh('.db');
    await backup({ database: await filled(kinds.sqlite, 5), file });
    const target = await crashed(20);
    writeFileSync(target, 'This is no database.');
    const result = await restore({
      file,
      database: target,
      force: true,
      clock: () => new Date(someTime),
    });
    expect(readdirSync(dirname(target)).toSorted()).toEqual([
      'backup.db',
      'backup.db.before-restore-20260131T093000Z',
      'backup.db.before-restore-20260131T093000Z-wal',
    ]);
    expect(readFileSync(result.keptAside!, 'utf8')).toBe('This is no database.');
    expect(await (await kinds.sqlite.openAt(target)).read((db) => countUnits(db, place))).toBe(5);
  });

  it('do not write a database file over one that is used, nor beside the log of another', async () => {
    const [source, target] = [await filled(kinds.sqlite, 5), await crashed(20)];
    const user = await openStore(target);
    await expect(backup({ database: source, file: target, force: true })).rejects.toMatchObject({
      faults: [{ code: 'database-in-use' }],
    });
    expect(await user.read((db) => countUnits(db, place))).toBe(30);
    await user.close();
    const left = await crashed(20);
    rmSync(left);
    await expect(backup({ database: source, file: left })).rejects.toMatchObject({
      faults: [{ code: 'file-exists', message: expect.stringContaining('backup.db-wal') }],
    });
    await backup({ database: source, file: left, force: true });
    expect(readdirSync(dirname(left))).toEqual(['backup.db']);
    expect(await (await kinds.sqlite.openAt(left)).read((db) => countUnits(db, place))).toBe(5);
  });
});
