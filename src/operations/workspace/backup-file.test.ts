import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { refusedFor } from '../../../test/refusals.ts';
import { folderOf } from '../../../test/temporary-files.ts';
import { tableNames, tableShapes } from '../../store/tables.ts';
import { migrations } from '../../store/workspace/schema/migrations.ts';
import { checkBackupFile, openBackupFile, writeBackupFile } from './backup-file.ts';

const version = migrations.at(-1)!.version;
const header = { version, createdAt: '2026-03-02T08:00:00.000Z' };
/** 1,001 rows: two pieces of five hundred, and one more. */
const rows = Array.from({ length: 1001 }, (_, at) => [`key ${at}`, at === 0 ? null : `${at}`]);

/** A backup of a workspace with nothing in it but the rows of one table. */
async function written(isZipped = false) {
  const file = join(folderOf(), 'backup.jsonl');
  const told: number[] = [];
  const tables = tableNames.map((table) => ({
    table,
    columns: tableShapes[table].columns,
    pieces: (async function* () {
      if (table === 'workspace') yield* [rows.slice(0, 600), rows.slice(600)];
    })(),
  }));
  const as = isZipped ? 'zipped' : 'plain';
  const { sums } = await writeBackupFile(file, header, tables, as, (done) => told.push(done));
  return { file, sums, told };
}

const readAll = async (file: string, isZipped = false) => {
  const { header: first, tables } = await openBackupFile(file, isZipped ? 'zipped' : 'plain');
  const read: Record<string, readonly (readonly unknown[])[][]> = {};
  for await (const { table, pieces } of tables) {
    const own: (readonly unknown[])[][] = [];
    for await (const piece of pieces) own.push([...piece]);
    read[table] = own;
  }
  return { first, read };
};

describe('a portable backup', () => {
  it.each([false, true])('is read as it was written, zipped: %s', async (isZipped) => {
    const { file, sums, told } = await written(isZipped);
    expect(told).toEqual([600, 1001]);
    expect(sums.map(({ table, rows: count }) => [table, count])).toEqual(
      tableNames.map((table) => [table, table === 'workspace' ? 1001 : 0]),
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { first, read } = await readAll(file, isZipped);
    expect(first).toEqual(header);
    expect(Object.keys(read)).toEqual([...tableNames]);
    expect(read['workspace']!.map((piece) => piece.length)).toEqual([500, 500, 1]);
    expect(read['workspace']!.flat()).toEqual(rows);
    let seen = 0;
    await checkBackupFile(file, isZipped ? 'zipped' : 'plain', (got) => (seen = got));
    expect(seen).toBe(version);
  });

  it('that is damaged is refused with what is wrong and where', async () => {
    const { file } = await written();
    const text = readFileSync(file, 'utf8');
    const lines = text.split('\n').slice(0, -1);
    const place = lines.findIndex((line) => line.startsWith('{"table":"workspace"'));
    const last = lines.length - 1;
    const workspace = lines.slice(place, place + rows.length + 2);
    const changed = (at: number, line: string) => lines.toSpliced(at, 1, line);
    const replaced = (at: number, from: string | RegExp, to: string) =>
      changed(at, lines[at]!.replace(from, to));
    const cases: readonly (readonly [string, readonly string[], object?])[] = [
      ['not-a-backup', []],
      ['not-a-backup', changed(0, '[]')],
      ['not-a-backup', replaced(0, '"backup"', '"release"')],
      ['not-a-backup', replaced(0, '"format":2', '"format":3')],
      ['backup-unversioned', replaced(0, `"version":${version}`, '"version":"1"')],
      ['backup-line-unreadable', changed(0, 'hello'), { line: 1 }],
      ['backup-line-unreadable', changed(1, 'hello'), { line: 2 }],
      ['backup-endless', lines.slice(0, last)],
      ['backup-goes-on', [...lines, '["more"]'], { line: last + 2 }],
      ['table-unknown', changed(1, '["row"]')],
      ['table-unknown', replaced(1, /"table":"\w+"/, '"table":"sqlite_master"')],
      ['columns-unknown', replaced(place, /"columns":.*\}/, '"columns":[]}')],
      ['columns-unknown', replaced(place, /"columns":.*\}/, '"columns":"key"}')],
      ['columns-unknown', replaced(place, /"columns":.*\}/, '"columns":["key","x"]}')],
      ['columns-unknown', replaced(place, /"columns":.*\}/, '"columns":["key",1]}')],
      ['table-twice', lines.toSpliced(last, 0, ...workspace), { table: 'workspace' }],
      ['backup-cut', lines.slice(0, place + 3), { table: 'workspace' }],
      [
        'backup-row-unreadable',
        changed(place + 2, '["key'),
        { row: 2, table: 'workspace', line: place + 3 },
      ],
      [
        'backup-row-misfit',
        changed(place + 2, '["key 1"]'),
        { row: 2, table: 'workspace', line: place + 3 },
      ],
      ['backup-row-misfit', changed(place + 2, '["key 1",true]')],
      [
        'backup-line-unknown',
        changed(place + 2, '{"end":"unit"}'),
        { table: 'workspace', line: place + 3 },
      ],
      ['row-count-differs', lines.toSpliced(place + 2, 1)],
      ['rows-changed', changed(place + 2, '["key 1","other"]')],
      ['table-missing', lines.toSpliced(place, workspace.length), { table: 'workspace' }],
      [
        'table-count',
        replaced(last, /"tables":\d+/, '"tables":3'),
        { got: tableNames.length, expected: '3' },
      ],
      ['manifest-differs', replaced(last, '"rows":1001', '"rows":1002')],
      ['manifest-changed', replaced(0, '2026', '2025')],
      ['manifest-changed', replaced(last, /"sha256":"\w{4}(\w+)"\}$/, '"sha256":"0000$1"}')],
    ];
    for (const [code, damaged, values = {}] of cases) {
      const name = join(folderOf(), 'damaged.jsonl');
      writeFileSync(name, damaged.map((line) => `${line}\n`).join(''));
      await expect(checkBackupFile(name, 'plain'), code).rejects.toMatchObject(
        refusedFor('backup-damaged', { values: { file: name, reason: { code, values } } }),
      );
    }
  });

  it('without a manifest, as it was first, is compared table by table', async () => {
    const { file } = await written();
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    const first = lines[0]!.replace('"format":2', '"format":1');
    const end = JSON.stringify({ end: 'backup', tables: tableNames.length });
    writeFileSync(file, `${[first, ...lines.slice(1, -1), end].join('\n')}\n`);
    await checkBackupFile(file, 'plain');
    // An earlier version may have fewer tables.
    const older = first.replace(`"version":${version}`, `"version":${version - 1}`);
    const only = { end: 'backup', tables: 0 };
    writeFileSync(file, `${older}\n${JSON.stringify(only)}\n`);
    await checkBackupFile(file, 'plain');
  });

  it('is read to its end without being compared, where that is asked for', async () => {
    const { file } = await written();
    const text = readFileSync(file, 'utf8').replace('["key 1","1"]', '["key 1","2"]');
    writeFileSync(file, text);
    await expect(checkBackupFile(file, 'plain')).rejects.toMatchObject(
      refusedFor('backup-damaged'),
    );
    const { tables } = await openBackupFile(file, 'plain', { isCompared: false });
    let count = 0;
    for await (const { pieces } of tables) for await (const piece of pieces) count += piece.length;
    expect(count).toBe(1001);
  });

  it('that is zipped and cut, or not zipped at all, is refused', async () => {
    const { file } = await written();
    const zipped = gzipSync(readFileSync(file));
    for (const bytes of [zipped.subarray(0, zipped.length / 2), Buffer.from('hello')]) {
      writeFileSync(file, bytes);
      await expect(checkBackupFile(file, 'zipped')).rejects.toMatchObject(
        refusedFor('backup-damaged'),
      );
    }
  });
});
