import { createWriteStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { hash } from 'node:crypto';
import { createGzip } from 'node:zlib';
import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { encrypted } from './age-file.ts';
import { BackupLines } from './backup-lines.ts';
import type { LineCoding } from './backup-lines.ts';
import { differenceOf } from '../../store/workspace/backup-manifest.ts';
import { RowSum } from '../../store/workspace/table-copy.ts';
import type { StoredValue, TableRows, TableSum } from '../../store/workspace/table-copy.ts';
import { migrations } from '../../store/workspace/schema/migrations.ts';
import { tableNames, tableShapes } from '../../store/tables.ts';
import type { TableName } from '../../store/tables.ts';

/** The first line of a portable backup. */
export interface BackupHeader {
  /** The version of the schema whose tables follow. */
  readonly version: number;
  readonly createdAt: string;
}

/** What becomes of the lines: stored as they are, zipped, or zipped and encrypted to these. */
export type WrittenAs = 'plain' | 'zipped' | { readonly recipients: readonly string[] };

/** A backup that was written: its tables, and how this process reads it again. */
interface WrittenBackup {
  readonly sums: readonly TableSum[];
  readonly coding: LineCoding;
}

/**
 * Writes a portable backup: JSON lines. A header; per table a line with its columns, the rows as
 * arrays, and a line with their number and hash; then the manifest: these numbers and hashes of all
 * tables, with a hash over the header and them.
 */
export async function writeBackupFile(
  file: string,
  header: BackupHeader,
  tables: Iterable<TableRows>,
  as: WrittenAs,
  progress: (rows: number) => void,
): Promise<WrittenBackup> {
  const target = createWriteStream(file, { mode: 0o600 });
  const zip = as === 'plain' ? null : createGzip({ level: 4 });
  const lock = typeof as === 'string' ? null : await encrypted(zip!, as.recipients);
  const streams = [target, zip, lock?.bytes ?? null].filter((one) => one !== null);
  // Nothing is in clear on the disk, not even for a moment.
  const last: Readable | null = lock?.bytes ?? zip;
  last?.pipe(target);
  const into: Writable = zip ?? target;
  // Errors of a stream are thrown at the end; without a listener they would end the process.
  const over = Promise.all(streams.map((one) => finished(one)));
  over.catch(() => undefined);
  const write = async (text: string): Promise<void> => {
    if (!into.write(text))
      await Promise.race([new Promise((resolve) => into.once('drain', resolve)), over]);
  };
  const sums: TableSum[] = [];
  let done = 0;
  const { version, createdAt } = header;
  const first = line({ assay: 'backup', format, version, created_at: createdAt });
  await write(first);
  for (const { table, columns, pieces } of tables) {
    const sum = new RowSum();
    await write(line({ table, columns }));
    for await (const rows of pieces) {
      sum.add(rows);
      await write(rows.map(line).join(''));
      progress((done += rows.length));
    }
    const { rows, sha256 } = sum.result(table);
    sums.push({ table, rows, sha256 });
    await write(line({ end: table, rows, sha256 }));
  }
  const sha256 = manifestHash(first.trimEnd(), sums);
  await write(line({ end: 'backup', tables: sums.length, manifest: sums, sha256 }));
  into.end();
  await over;
  return { sums, coding: typeof as === 'string' ? as : { keys: lock!.keys } };
}

/**
 * Reads a portable backup piece by piece; refuses one that is not whole as soon as that shows,
 * unless nothing is to be compared with its checksums.
 */
export async function openBackupFile(
  file: string,
  coding: LineCoding,
  { isCompared = true }: { readonly isCompared?: boolean } = {},
): Promise<{ readonly header: BackupHeader; readonly tables: AsyncIterable<TableRows> }> {
  const lines = new BackupLines(file, coding);
  const first = (await lines.next()) ?? '';
  const header: unknown = first === '' ? null : lines.parse(first);
  if (!isRecord(header) || header['assay'] !== 'backup' || !isFormat(header['format']))
    refuse('backup-damaged', { file, reason: codedText('not-a-backup') });
  const version = header['version'];
  if (typeof version !== 'number')
    refuse('backup-damaged', { file, reason: codedText('backup-unversioned') });
  return {
    header: { version, createdAt: String(header['created_at']) },
    tables: readTableParts(file, lines, {
      first: header['format'] === format ? first : null,
      isLatest: version === migrations.at(-1)!.version,
      isCompared,
    }),
  };
}

/** Reads a portable backup to its end and compares every table with its checksum. */
export async function checkBackupFile(
  file: string,
  coding: LineCoding,
  checkVersion: (version: number) => void = () => undefined,
): Promise<void> {
  const { header, tables } = await openBackupFile(file, coding);
  checkVersion(header.version);
  for await (const { pieces } of tables) for await (const _ of pieces) continue;
}

/** Format 1 had no manifest; its tables carry their numbers and hashes as well. */
const format = 2;
const isFormat = (value: unknown): boolean => value === 1 || value === format;
const rowsTogether = 500;

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

interface KeptHeader {
  /** The first line, which the manifest's hash covers; null where there is no manifest. */
  readonly first: string | null;
  /** Whether it has the tables of this version; an earlier one may have fewer. */
  readonly isLatest: boolean;
  readonly isCompared: boolean;
}

async function* readTableParts(
  file: string,
  lines: BackupLines,
  kept: KeptHeader,
): AsyncIterable<TableRows> {
  const left = new Set<string>(tableNames);
  const sums: TableSum[] = [];
  for (;;) {
    const next = await lines.next();
    if (next === null) refuse('backup-damaged', { file, reason: codedText('backup-endless') });
    const part = lines.parse(next);
    if (isRecord(part) && part['end'] === 'backup') {
      if (kept.isCompared) checkManifest(file, part, sums, kept);
      if ((await lines.next()) !== null)
        refuse('backup-damaged', {
          file,
          reason: codedText('backup-goes-on', { line: lines.number }),
        });
      return;
    }
    const { table, columns } = tableOf(file, part);
    if (!left.delete(table))
      refuse('backup-damaged', { file, reason: codedText('table-twice', { table }) });
    const pieces = readPieces(file, lines, { table, columns }, (got, said) => {
      const reason = kept.isCompared ? differenceOf(said, got) : null;
      if (reason !== null) refuse('backup-damaged', { file, reason });
      sums.push(got);
    });
    yield { table, columns, pieces };
  }
}

async function* readPieces(
  file: string,
  lines: BackupLines,
  { table, columns }: Pick<TableRows, 'table' | 'columns'>,
  summed: (got: TableSum, said: TableSum) => void,
): AsyncIterable<readonly (readonly StoredValue[])[]> {
  const sum = new RowSum();
  let piece: (readonly StoredValue[])[] = [];
  let row = 0;
  for (;;) {
    const next = await lines.next();
    if (next === null)
      refuse('backup-damaged', { file, reason: codedText('backup-cut', { table }) });
    row += 1;
    const part = lines.parse(next, { row, table });
    if (Array.isArray(part)) {
      if (part.length !== columns.length || !part.every(isStored))
        refuse('backup-damaged', {
          file,
          reason: codedText('backup-row-misfit', { row, table, line: lines.number }),
        });
      piece.push(part);
      if (piece.length < rowsTogether) continue;
    }
    sum.add(piece);
    if (piece.length > 0) yield piece;
    piece = [];
    if (Array.isArray(part)) continue;
    const got = sum.result(table);
    if (!isRecord(part) || part['end'] !== table)
      refuse('backup-damaged', {
        file,
        reason: codedText('backup-line-unknown', { line: lines.number, table }),
      });
    summed(got, { table, rows: Number(part['rows']), sha256: String(part['sha256']) });
    return;
  }
}

/** Names end up in the text of queries, so only known ones may pass. */
function tableOf(
  file: string,
  part: unknown,
): { readonly table: TableName; readonly columns: readonly string[] } {
  const table = isRecord(part) ? tableNames.find((name) => name === part['table']) : undefined;
  if (table === undefined || !isRecord(part))
    refuse('backup-damaged', { file, reason: codedText('table-unknown') });
  const known: readonly string[] = tableShapes[table].columns;
  const columns = part['columns'];
  if (
    !Array.isArray(columns) ||
    columns.length === 0 ||
    !columns.every((name) => typeof name === 'string' && known.includes(name))
  )
    refuse('backup-damaged', { file, reason: codedText('columns-unknown', { table }) });
  return { table, columns: columns as readonly string[] };
}

/** Compares the tables that were read with what the last line says of them. */
function checkManifest(
  file: string,
  end: Readonly<Record<string, unknown>>,
  sums: readonly TableSum[],
  { first, isLatest }: KeptHeader,
): void {
  const missing = tableNames.find((name) => !sums.some(({ table }) => table === name));
  if (isLatest && missing !== undefined)
    refuse('backup-damaged', { file, reason: codedText('table-missing', { table: missing }) });
  if (end['tables'] !== sums.length)
    refuse('backup-damaged', {
      file,
      reason: codedText('table-count', { got: sums.length, expected: String(end['tables']) }),
    });
  if (first === null) return;
  if (JSON.stringify(end['manifest']) !== JSON.stringify(sums))
    refuse('backup-damaged', { file, reason: codedText('manifest-differs') });
  if (end['sha256'] !== manifestHash(first, sums))
    refuse('backup-damaged', { file, reason: codedText('manifest-changed') });
}

function manifestHash(first: string, sums: readonly TableSum[]): string {
  return hash('sha256', `${first}\n${JSON.stringify(sums)}`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function isStored(value: unknown): value is StoredValue {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
