import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { packColumns, writeColumns } from '../../formats/parquet-writer.ts';
import type { ValueColumn } from '../../formats/parquet-writer.ts';
import { unitsTable } from '../../release/data-tables.ts';
import type { DataTable } from '../../release/data-tables.ts';
import { judgmentLines } from '../../release/judgment-lines.ts';
import { unitLine } from '../../release/record-files.ts';
import type { RecordJudgment, RecordUnit } from '../../release/record.ts';
import { besideVerifying, largestTable } from './beside-verifying.ts';
import type { BesideVerifying } from './beside-verifying.ts';
import { hashedFile } from './checked-files.ts';

interface Entry {
  readonly unit: string;
  readonly grade: number | null;
}

const entries: readonly Entry[] = Array.from({ length: 2500 }, (_, at) => ({
  unit: `ü${at % 900}`,
  grade: at % 7 === 0 ? null : at % 300,
}));

function table(kind: DataTable['kind'], isPlain = true): DataTable {
  const columns: readonly ValueColumn<Entry>[] = [
    { name: 'unit', type: 'text', of: ({ unit }) => unit },
    { name: 'grade', type: 'whole number', of: ({ grade }) => grade },
    { name: 'share', type: 'number', of: ({ grade }) => (grade ?? 0) / 3 },
    { name: 'is', type: 'truth', of: ({ grade }) => (grade === null ? undefined : grade > 9) },
    ...(isPlain
      ? []
      : [{ name: 'all', type: 'json' as const, of: (one: Entry) => ({ unit: one.unit }) }]),
  ];
  return {
    name: kind,
    kind,
    task: 't',
    columns,
    cells: () => entries.map((entry) => columns.map((column) => column.of(entry))),
    parquet: () => writeColumns(columns, entries),
    packed: () => packColumns(columns, entries),
  };
}

const units = Array.from({ length: 40 }, (_, at): RecordUnit => {
  const facts = { hash: `h${at}`, characters: 4, words: 1, weak: null, withheld: false };
  return { task: 't', id: `ü${at}`, subject: null, fields: { id: `ü${at}` }, ...facts } as never;
});
const judgments = units.map(({ id }, at): RecordJudgment => ({
  seq: at + 1,
  task: 't',
  unit: id,
  annotator: 'ann',
  run: null,
  answers: '{"yes":true}',
  asides: '{}',
  guideline: '1',
  taskHash: 'h',
  at: '2026-03-02T08:00:00.000Z',
  untimed: false,
  seconds: null,
  origin: 'workbench',
  reply: null,
}));
const names = ['record/judgments.jsonl', 'record/units.jsonl', 'data/units.parquet'] as const;

function folder(): string {
  const place = mkdtempSync(join(tmpdir(), 'assay-'));
  for (const name of ['record', 'data']) mkdirSync(join(place, name));
  writeFileSync(join(place, names[0]), [...judgmentLines(judgments)].join(''));
  writeFileSync(join(place, names[1]), units.map(unitLine).join(''));
  const written = unitsTable({ task: 't', suffix: '', list: units }).parquet();
  writeFileSync(join(place, names[2]), new Uint8Array(written));
  return place;
}

const begun: BesideVerifying[] = [];
const begin = (place: string, least?: number): BesideVerifying => {
  const beside = besideVerifying(place, names, least);
  begun.push(beside);
  return beside;
};
afterEach(async () => {
  for (const beside of begun.splice(0)) await beside.end();
});

describe('the half of verifying that needs no fold', () => {
  it('is a thread for a large record, which hashes and finds what is as we write it', async () => {
    const place = folder();
    expect(await begin(place, 1).files).toEqual({
      hashed: names.map((name) => hashedFile(place, name)),
      asWritten: [names[0], names[1]],
      unitTables: [{ name: names[2], task: 't' }],
    });
  });

  it('hashes a small one at once, and leaves the rest to be compared', async () => {
    const place = folder();
    const beside = begin(place);
    expect(beside.written).toBe(null);
    const hashed = names.map((name) => hashedFile(place, name));
    expect(await beside.files).toEqual({ hashed, asWritten: [], unitTables: [] });
  });

  const swapped = ['"task":"t","unit":"ü0"', '"unit":"ü0","task":"t"'] as const;
  const harms: readonly [string, string, (path: string) => void][] = [
    ['a blank line', names[0], (path) => appendFileSync(path, '\n')],
    ['no last line break', names[0], (path) => truncateSync(path, readFileSync(path).length - 1)],
    ['a space', names[0], (path) => replaced(path, '"unit":', '"unit": ')],
    ['a byte order mark', names[0], (path) => writeFileSync(path, `\ufeff${text(path)}`)],
    ['bytes that are no text', names[0], (path) => appendFileSync(path, Buffer.from([0xff, 10]))],
    ['keys in another order', names[1], (path) => replaced(path, ...swapped)],
    ['no JSON', names[1], (path) => appendFileSync(path, 'no\n')],
  ];
  it.each(harms)('does not pass %s in %s', async (_, name, harm) => {
    const place = folder();
    harm(join(place, name));
    const { asWritten, unitTables } = await begin(place, 1).files;
    expect(asWritten).not.toContain(name);
    expect(unitTables).toHaveLength(name === names[1] ? 0 : 1);
  });

  it('does not pass a table of other units', async () => {
    const place = folder();
    const other = unitsTable({ task: 't', suffix: '', list: units.slice(1) }).parquet();
    writeFileSync(join(place, names[2]), new Uint8Array(other));
    expect(await begin(place, 1).files).toMatchObject({ unitTables: [] });
  });
});

describe('a table that is written in that thread', () => {
  it('has the bytes that it has otherwise', async () => {
    const beside = begin(folder(), 1);
    const own = table('judgments');
    expect(await beside.written!(own.packed())).toEqual(new Uint8Array(own.parquet()));
  });

  it('is about judgments, and has nothing but plain values', () => {
    const given = (one: DataTable): ReadonlyMap<string, DataTable> => new Map([['data', one]]);
    expect(largestTable(given(table('judgments')))?.name).toBe('data');
    expect(largestTable(given(table('truth')))).toBe(null);
    expect(largestTable(given(table('judgments', false)))).toBe(null);
  });
});

function text(path: string): string {
  return readFileSync(path, 'utf8');
}

function replaced(path: string, from: string, to: string): void {
  writeFileSync(path, text(path).replace(from, to));
}
