import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { testDatabases } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { judgmentRows } from '../../../test/record-rows.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { inEnglish } from '../../domain/english.ts';
import { streamUnits } from '../../store/units/units.ts';
import { readWorkbook } from '../../formats/xlsx-reader.ts';
import { writeWorkbook } from '../../formats/xlsx-writer.ts';
import { exportFile } from './export-file.ts';
import { importFile } from './import-file.ts';
import type { ImportKind } from '../../domain/exchange/file-formats.ts';
import type { ImportRequest } from './import-request.ts';

describe('tables as spreadsheets save them', () => {
  const databases = testDatabases('sqlite');
  async function someProject(units = 0): Promise<WorkWorld> {
    const world = await makeWorld(await databases.open());
    const panel = '  people: { names: [anna, ben, cora] }';
    await makeProject(world, protocolContent({ rounds: '  {}', panel }), units);
    return world;
  }
  async function imported(
    world: WorkWorld,
    content: string | Uint8Array,
    kind: ImportKind,
    given: Partial<ImportRequest> = {},
  ): Promise<{ readonly inserted: number; readonly told: readonly string[] }> {
    const path = join(temporaryFolder(), 'table.csv');
    writeFileSync(path, content);
    const told: CodedText[] = [];
    const tell = (said: readonly CodedText[]): void => void told.push(...said);
    const request = { project, kind, path, name: 'table.csv', tell, ...given };
    const { inserted, warnings } = await importFile(world.lead, request);
    const said = told.filter((one) => !warnings.includes(one));
    return { inserted, told: said.map(inEnglish) };
  }
  const units = async (world: WorkWorld): Promise<readonly unknown[]> => {
    const all: unknown[] = [];
    for await (const { fields } of streamUnits(world.store, { project, task: 'topics' }))
      all.push(fields['text']);
    return all;
  };

  it('of votes give each unit once, however the column of the annotator is called', async () => {
    for (const name of ['annotator_id', 'annotator', 'worker']) {
      const world = await someProject();
      const rows = ['u1,d1,eins,anna,1', 'u1,d1,eins,ben,0', 'u2,d1,zwei,anna,1'];
      const table = `id,document,text,${name},A\n${rows.join('\n')}\n`;
      expect(await imported(world, table, 'units')).toMatchObject({ inserted: 2 });
      expect(await units(world)).toEqual(['eins', 'zwei']);
    }
  });

  it('are separated by semicolons or tabs, which is said', async () => {
    const world = await someProject();
    expect(await imported(world, 'id;document;text\nu1;d1;"eins; zwei, drei"\n', 'units')).toEqual({
      inserted: 1,
      told: ['The fields are separated by semicolons.'],
    });
    expect(await imported(world, 'id\tdocument\ttext\nu2\td1\ta, b\n', 'units')).toEqual({
      inserted: 1,
      told: ['The fields are separated by tabs.'],
    });
    expect(await units(world)).toEqual(['eins; zwei, drei', 'a, b']);
  });

  it.each([
    [
      'UTF-16',
      Buffer.from('\uFEFFid,document,text\nu1,d1,Größe “x” 😀\n', 'utf16le'),
      'Größe “x” 😀',
    ],
    ['UTF-16', Buffer.from('\uFEFFid,document,text\nu1,d1,Größe\n', 'utf16le').swap16(), 'Größe'],
    // ö is F6, ß is DF, the euro sign is 80 in Windows-1252.
    [
      'Windows-1252',
      Buffer.from('id,document,text\nu1,d1,Gr\xF6\xDFe in \x80\n', 'latin1'),
      'Größe in €',
    ],
  ])('are read in %s, which is said', async (encoding, bytes, text) => {
    const world = await someProject();
    expect(await imported(world, bytes, 'units')).toEqual({
      inserted: 1,
      told: [`The file is not UTF-8; it was read as ${encoding}.`],
    });
    expect(await units(world)).toEqual([text]);
  });

  it('are refused in an encoding that nothing tells', async () => {
    const world = await someProject();
    const bytes = Buffer.from('id,document,text\nu1,d1,a\x81b\xFF\n', 'latin1');
    await expect(imported(world, bytes, 'units')).rejects.toThrow(
      'expected UTF-8 text, got bytes that are neither UTF-8 nor windows-1252',
    );
  });

  it('name units by whole numbers, also in rows of JSON', async () => {
    const world = await someProject();
    await imported(world, '{"id": 7, "document": 3, "text": "seven"}\n', 'units');
    await imported(world, '{"id":7,"labels":["A"],"annotator_id":12}\n', 'judgments', {
      mapping: { guideline: '1.0' },
    });
    const rows = await world.store.read((db) => judgmentRows(db, { project }));
    expect(rows.map(({ unit, annotator }) => [unit, annotator])).toEqual([['7', '12']]);
  });
});

describe('spreadsheets', () => {
  const databases = testDatabases('sqlite');
  async function filled(): Promise<WorkWorld> {
    const world = await makeWorld(await databases.open());
    const panel = '  people: { names: [anna, ben, cora] }';
    await makeProject(world, protocolContent({ rounds: '  {}', panel }), 3);
    return world;
  }
  const workbookOf = async (world: WorkWorld, kind: 'units' | 'judgments' | 'table') => {
    const { pieces } = await exportFile(world.lead, { project, kind, format: 'xlsx' });
    for await (const piece of pieces) return piece as Uint8Array;
    throw new Error('nothing was written');
  };
  const taken = async (world: WorkWorld, content: Uint8Array, kind: ImportKind) => {
    const path = join(temporaryFolder(), 'sheet.xlsx');
    writeFileSync(path, content);
    return await importFile(world.lead, { project, kind, path, name: 'sheet.xlsx' });
  };

  it('with units and judgments come back as they were', async () => {
    const world = await filled();
    const path = join(temporaryFolder(), 'rows.csv');
    writeFileSync(
      path,
      'id,annotator_id,A,B,C,notes,guideline_version\nu1,anna,1,0,2,"=1+1",1.0\n',
    );
    await importFile(world.lead, { project, kind: 'judgments', path, name: 'rows.csv' });
    expect(await taken(world, await workbookOf(world, 'units'), 'units')).toMatchObject({
      format: 'units-csv',
      inserted: 0,
      unchanged: 3,
    });
    expect(await taken(world, await workbookOf(world, 'judgments'), 'judgments')).toMatchObject({
      format: 'judgments-csv',
      inserted: 0,
      unchanged: 1,
    });
    const table = readWorkbook(await workbookOf(world, 'table'));
    expect(table.rows[0]!.fields).toContain('truth_A');
  });

  it('name the row of a fault as the spreadsheet numbers it', async () => {
    const world = await filled();
    const columns = ['id', 'annotator_id', 'A', 'guideline_version'].map((name) => ({
      name,
      type: 'text' as const,
    }));
    const rows = [
      { id: 'u1', annotator_id: 'anna\nof Bonn', A: 1, guideline_version: '1.0' },
      { id: 'u2', annotator_id: 'anna', A: 9, guideline_version: '1.0' },
    ];
    await expect(taken(world, writeWorkbook('x', columns, rows), 'judgments')).rejects.toThrow(
      'sheet.xlsx:3 A is 9, expected 0, 1 or 2',
    );
  });
});
