import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '../../../test/stores.ts';
import { unitList } from '../../../test/workspace-factory.ts';
import { migrations } from '../../store/workspace/schema/migrations.ts';
import { tableNames } from '../../store/tables.ts';
import { auditVerify } from './audit-verify.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { backupFiles, expectSame, filled, insertLate } from '../../../test/copied-workspaces.ts';

const { folder, fresh } = backupFiles();

describe('copies and backups', () => {
  const kinds = { sqlite: testDatabases('sqlite'), postgres: testDatabases('postgres') };

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
      [
        'another number of tables',
        text.replace(`"tables":${tableNames.length}`, `"tables":${tableNames.length + 1}`),
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

  it('name the row that was changed, by the log in the backup', async () => {
    const source = await filled(kinds.sqlite, 12);
    const [portable, zipped, copy] = [fresh('.jsonl'), fresh('.jsonl.gz'), fresh('.db')];
    await backup({ database: source, file: portable });
    await backup({ database: source, file: copy });
    const text = readFileSync(portable, 'utf8').replace('The 7th text', 'The 8th text');
    writeFileSync(portable, text);
    mkdirSync(dirname(zipped), { recursive: true });
    writeFileSync(zipped, gzipSync(text));
    const database = new BetterSqlite3(copy);
    database.exec('drop trigger unit_no_update');
    database.exec(`update unit set fields = replace(fields, '7th', '8th') where id = 'u7'`);
    database.close();
    const row = expect.stringMatching(
      /unit: fields was changed in the row seq \d+, id u7/,
    ) as string;
    for (const file of [portable, zipped, copy])
      for (const kind of ['sqlite', 'postgres'] as const)
        await expect(
          restore({ file, database: await kinds[kind].address() }),
        ).rejects.toMatchObject({ faults: [{ code: 'backup-damaged', message: row }] });
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
    [
      'a missing step',
      'delete from migration where version = (select max(version) from migration)',
      'the table migration has',
    ],
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
    await expectSame(kinds.sqlite, source, target);
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
