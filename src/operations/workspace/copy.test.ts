import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../test/stores.ts';
import type { TestDatabases } from '../../../test/stores.ts';
import {
  buildJudgment,
  fillWorkspace,
  place,
  seedWorkspace,
  someTime,
  unitList,
} from '../../../test/workspace-factory.ts';
import { verifyAudit } from '../../store/workspace/audit-verification.ts';
import { appendAudit } from '../../store/workspace/audit.ts';
import { migrations } from '../../store/workspace/migrations.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/open-store.ts';
import { tableNames } from '../../store/tables.ts';
import { countUnits, insertUnits } from '../../store/units/units.ts';
import { auditVerify } from './audit-verify.ts';
import { backup } from './backup.ts';
import { copyWorkspace } from './copy.ts';
import { restore } from './restore.ts';
import { addOne } from '../../../test/record-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-copy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let names = 0;
const fresh = (end: string): string => join(folder, `${(names += 1)}`, `backup${end}`);

describe('copies and backups', () => {
  const kinds = { sqlite: testDatabases('sqlite'), postgres: testDatabases('postgres') };

  /** A workspace with something in every table, closed. */
  async function filled(databases: TestDatabases, units?: number): Promise<string> {
    const address = await databases.address();
    const store = await openStore(address);
    await fillWorkspace(store, units);
    await store.close();
    return address;
  }

  const content = (store: Store): Promise<Readonly<Record<string, unknown>>> =>
    store.snapshot(async (db) => {
      const tables: Record<string, unknown> = {};
      for (const table of tableNames)
        tables[table] = (await db.selectFrom(table).selectAll().execute())
          .map((row) =>
            JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))),
          )
          .toSorted();
      return tables;
    });

  /** The same rows in every table, a whole audit log, and a workspace that can be worked in. */
  async function expectSame(from: string, to: string): Promise<void> {
    const [one, two] = [await kinds.sqlite.openAt(from), await kinds.sqlite.openAt(to)];
    const tables = await content(one);
    expect(Object.values(tables).every((rows) => (rows as unknown[]).length > 0)).toBe(true);
    expect(await content(two)).toEqual(tables);
    expect(await verifyAudit(two)).toMatchObject({ faultCount: 0 });
    await two.write(async (tx) => {
      await insertUnits(tx, place, [{ id: 'one more', subject: null, fields: {} }], someTime);
      await addOne(tx, buildJudgment({ unit: 'one more' }));
      appendAudit(tx, {
        at: someTime,
        actor: 'lena',
        action: 'test',
        project: null,
        object: 'x',
        detail: {},
      });
    });
    expect(await verifyAudit(two)).toMatchObject({ faultCount: 0 });
  }

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
    await expectSame(source, target);
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
        "insert into judgment select 99, 'stray', project, task, run, 'nowhere', annotator, answers, asides, guideline_version, task_hash, at, seconds, null, 'stray', origin, import_id, untimed from judgment limit 1",
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
    await expectSame(source, target);
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

  const insertLate = (store: Store): Promise<unknown> =>
    store.write((tx) =>
      insertUnits(tx, place, [{ id: 'late', subject: null, fields: {} }], someTime),
    );

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

  it('refuse a backup that is not whole, and change nothing', async () => {
    const source = await filled(kinds.sqlite, 40);
    const [portable, copy] = [fresh('.jsonl'), fresh('.db')];
    await backup({ database: source, file: portable });
    await backup({ database: source, file: copy });
    const text = readFileSync(portable, 'utf8');
    const lines = text.split('\n');
    const unitLine = lines.findIndex((line) => line.includes('"u7"'));
    const broken: readonly [string, string | Buffer][] = [
      ['cut short', text.slice(0, text.length / 2)],
      ['cut at the end of a line', `${lines.slice(0, -2).join('\n')}\n`],
      ['a row changed', text.replace('The 7th text', 'The 8th text')],
      ['a row left out', lines.toSpliced(unitLine, 1).join('\n')],
      ['a row twice', lines.toSpliced(unitLine, 0, lines[unitLine]!).join('\n')],
      ['another table', text.replace('{"table":"unit"', '{"table":"sqlite_master"')],
      [
        'another column',
        text.replace('"columns":["key","value"]', '"columns":["key","value\\" from x --"]'),
      ],
      ['a row more after the end', `${text}["u99"]\n`],
      ['the same backup twice', `${text}${text}`],
      [
        'a table left out, and not counted',
        text
          .replace(/\{"table":"waiver"[^]*?\{"end":"waiver".*\n/, '')
          .replace(`"tables":${tableNames.length}`, `"tables":${tableNames.length - 1}`),
      ],
      ['another time of the backup', text.replace('"created_at":"2', '"created_at":"1')],
      ['a broken line', text.replace('"u7"', '"u7')],
      ['something else', 'hello'],
      ['nothing', ''],
      ['a newer version', text.replace(`"version":${migrations.at(-1)!.version}`, '"version":99')],
      ['half a database', readFileSync(copy).subarray(0, 8192 * 3)],
      ['half of what was zipped', gzipSync(text).subarray(0, 900)],
      ['zipped, then changed', gzipSync(text).fill(0xff, 600, 700)],
    ];
    for (const [what, bytes] of broken) {
      const file = fresh(what === 'half a database' ? '.db' : '.jsonl');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
      const target = await kinds.sqlite.address();
      const failure: unknown = await restore({ file, database: target }).catch(
        (error: unknown) => error,
      );
      expect([
        what,
        (failure as { faults?: readonly { code: string }[] }).faults?.[0]?.code,
      ]).toEqual([what, what === 'a newer version' ? 'database-newer' : 'backup-damaged']);
      expect(existsSync(dirname(target)) ? readdirSync(dirname(target)) : []).toEqual([]);
    }
  });

  it.each([
    ['portable', '.jsonl', /row \d of the table unit, is not JSON/],
    ['portable', '.jsonl', /row \d of the table unit \(line \d+\) does not fit its columns/],
  ] as const)('name a damaged row of a %s backup (%s, %s)', async (_, end, message) => {
    const file = fresh(end);
    await backup({ database: await filled(kinds.sqlite, 12), file });
    const lines = readFileSync(file, 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes('"u7"'));
    lines[at] = message.source.includes('JSON') ? lines[at]!.slice(0, -4) : '["u7"]';
    writeFileSync(file, lines.join('\n'));
    await expect(restore({ file, database: await kinds.sqlite.address() })).rejects.toMatchObject({
      faults: [{ code: 'backup-damaged', message: expect.stringMatching(message) }],
    });
  });

  it.each([
    ['an altered row', "update judgment set annotator = 'eve' where seq = 3", 'judgment has 12'],
    ['a shortened table', 'delete from judgment where seq = 12', 'judgment has 11 rows, but 12'],
    [
      'an extended table',
      `insert into membership select project, account, 'reviewer', created_at, ended_at
        from membership where role <> 'reviewer' limit 1`,
      'the table membership has',
    ],
    ['a workspace value', "update workspace set value = 'x' where key = 'id'", 'workspace has'],
    ['a removed trigger', 'drop trigger audit_no_update', 'triggers were changed'],
    ['a further trigger', 'create trigger x after insert on unit begin select 1; end', 'triggers'],
    ['a removed table', 'drop table draft', 'draft'],
    [
      'a manifest without a table',
      "delete from backup_manifest where name = 'unit'",
      'the table unit',
    ],
    [
      'a changed manifest',
      "update backup_manifest set rows = 3 where name = 'unit'",
      'unit has 12',
    ],
    ['an unreadable manifest', 'alter table backup_manifest drop column rows', 'manifest'],
  ])('refuse a database file with %s, and say where', async (_, statement, message) => {
    const source = await filled(kinds.sqlite, 12);
    const file = fresh('.db');
    await backup({ database: source, file });
    const database = new BetterSqlite3(file);
    const triggers = database
      .prepare<[], { readonly name: string; readonly sql: string }>(
        "select name, sql from sqlite_master where type = 'trigger'",
      )
      .all();
    database.pragma('foreign_keys = off');
    if (/^(update|delete)/.test(statement))
      for (const { name } of triggers) database.exec(`drop trigger ${name}`);
    database.exec(statement);
    if (/^(update|delete)/.test(statement)) for (const { sql } of triggers) database.exec(sql);
    database.close();
    for (const kind of ['sqlite', 'postgres'] as const)
      await expect(restore({ file, database: await kinds[kind].address() })).rejects.toMatchObject({
        faults: [{ code: 'backup-damaged', message: expect.stringContaining(message) }],
      });
  });

  it('restore a database file without a manifest, and say that it has no checksums', async () => {
    const source = await filled(kinds.sqlite, 5);
    const file = fresh('.db');
    await backup({ database: source, file });
    const old = new BetterSqlite3(file);
    old.exec('drop table backup_manifest');
    old.close();
    const without = await restore({ file, database: await kinds.sqlite.address() });
    expect(without.hasChecksums).toBe(false);
    const altered = new BetterSqlite3(file);
    for (const { name } of altered
      .prepare("select name from sqlite_master where type = 'trigger' and tbl_name = 'judgment'")
      .all() as { name: string }[])
      altered.exec(`drop trigger ${name}`);
    altered.exec(`update judgment set answers = '{"IRB":0}' where seq = 1`);
    altered.close();
    const named = expect.stringContaining('answers was changed') as string;
    await expect(restore({ file, database: await kinds.sqlite.address() })).rejects.toMatchObject({
      faults: [{ code: 'backup-damaged', message: named }],
    });
    const portable = fresh('.jsonl');
    await backup({ database: source, file: portable });
    const text = readFileSync(portable, 'utf8');
    const first = text.replace('"format":2', '"format":1').replace(/,"manifest".*\}\n$/, '}\n');
    expect(first).toContain(`{"end":"backup","tables":${tableNames.length}}\n`);
    writeFileSync(portable, first);
    const target = await kinds.postgres.address();
    expect((await restore({ file: portable, database: target })).hasChecksums).toBe(true);
    await expectSame(source, target);
  });

  it('leave no manifest in a restored workspace, and make a new one of its backup', async () => {
    const [file, again] = [fresh('.db'), fresh('.db')];
    await backup({ database: await filled(kinds.sqlite, 5), file });
    const target = await kinds.sqlite.address();
    expect((await restore({ file, database: target })).hasChecksums).toBe(true);
    const restored = new BetterSqlite3(target, { readonly: true });
    expect(
      restored.prepare("select 1 from sqlite_master where name = 'backup_manifest'").all(),
    ).toEqual([]);
    restored.close();
    // A backup that somebody worked in is none; a backup of it is one.
    const worked = await kinds.sqlite.openAt(file);
    await insertLate(worked);
    await worked.close();
    await expect(restore({ file, database: await kinds.sqlite.address() })).rejects.toMatchObject({
      faults: [{ message: expect.stringContaining('make a backup of it with assay backup') }],
    });
    await backup({ database: file, file: again });
    const result = await restore({ file: again, database: await kinds.sqlite.address() });
    expect(result.tables.find((one) => one.table === 'unit')?.rows).toBe(6);
  });

  it.each(['sqlite', 'postgres'] as const)(
    'refuse a folder in place of a backup (into %s)',
    async (kind) => {
      await expect(
        restore({ file: folder, database: await kinds[kind].address() }),
      ).rejects.toMatchObject({
        faults: [{ code: 'file-unreadable', message: expect.stringContaining('it is a folder') }],
      });
    },
  );

  it('verify the audit log of a database by its address', async () => {
    const address = await filled(kinds.sqlite, 5);
    const verified = await auditVerify(address);
    expect(verified).toMatchObject({ entries: unitList(5).length + 2, faultCount: 0 });
    expect((await auditVerify(address, verified.head)).faultCount).toBe(0);
    expect((await auditVerify(address, { seq: null, hash: 'f'.repeat(64) })).faultCount).toBe(1);
  });

  it('say of a damaged database that it is damaged', async () => {
    const address = await filled(kinds.sqlite, 400);
    const pageOf = (name: string): number => {
      const database = new BetterSqlite3(address, { readonly: true });
      const page = database
        .prepare<[string], number>('select rootpage from sqlite_master where name = ?')
        .pluck()
        .get(name)!;
      database.close();
      return page;
    };
    const bytes = readFileSync(address);
    const size = bytes.readUInt16BE(16);
    writeFileSync(address, bytes.fill(0xff, (pageOf('audit') - 1) * size, pageOf('audit') * size));
    for (const work of [auditVerify(address), backup({ database: address, file: fresh('.jsonl') })])
      await expect(work).rejects.toMatchObject({ faults: [{ code: 'database-damaged' }] });
  });
});
