import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { refuse } from '../../domain/fault.ts';
import { RowSum } from '../../store/workspace/table-copy.ts';
import type { StoredValue, TableRows, TableSum } from '../../store/workspace/table-copy.ts';
import { tableNames, tableShapes } from '../../store/tables.ts';
import type { TableName } from '../../store/tables.ts';

/** The first line of a portable backup. */
export interface BackupHeader {
  /** The version of the schema whose tables follow. */
  readonly version: number;
  readonly createdAt: string;
}

/**
 * Writes a portable backup: JSON lines. A header; per table a line with its columns, the rows as
 * arrays, and a line with their number and hash; then a last line, so that a truncated file is
 * noticed.
 */
export async function writeBackupFile(
  file: string,
  header: BackupHeader,
  tables: Iterable<TableRows>,
  isZipped: boolean,
  progress: (rows: number) => void,
): Promise<readonly TableSum[]> {
  const target = createWriteStream(file);
  const zip = isZipped ? createGzip({ level: 4 }) : null;
  zip?.pipe(target);
  const into: Writable = zip ?? target;
  // Errors of either stream are thrown at the end; without a listener they would end the process.
  const over = Promise.all([finished(target), ...(zip === null ? [] : [finished(zip)])]);
  over.catch(() => undefined);
  const write = async (text: string): Promise<void> => {
    if (!into.write(text))
      await Promise.race([new Promise((resolve) => into.once('drain', resolve)), over]);
  };
  const sums: TableSum[] = [];
  let done = 0;
  await write(
    line({ assay: 'backup', format, version: header.version, created_at: header.createdAt }),
  );
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
  await write(line({ end: 'backup', tables: sums.length }));
  into.end();
  await over;
  return sums;
}

/** Reads a portable backup piece by piece; refuses one that is not whole as soon as that shows. */
export async function openBackupFile(
  file: string,
  isZipped: boolean,
): Promise<{ readonly header: BackupHeader; readonly tables: AsyncIterable<TableRows> }> {
  const lines = backupLines(file, isZipped);
  const first = await lines.next();
  const header: unknown = first.done === true ? null : parse(file, first.value);
  if (!isRecord(header) || header['assay'] !== 'backup' || header['format'] !== format)
    refuse('backup-damaged', { file, reason: 'it does not begin as a backup of Assay does' });
  const version = header['version'];
  if (typeof version !== 'number')
    refuse('backup-damaged', { file, reason: 'it does not say its version' });
  return {
    header: { version, createdAt: String(header['created_at']) },
    tables: readTableParts(file, lines),
  };
}

const format = 1;
const rowsTogether = 500;

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

async function* backupLines(file: string, isZipped: boolean): AsyncGenerator<string, void> {
  const source = createReadStream(file);
  const input: Readable = isZipped ? source.pipe(createGunzip()) : source;
  let failure: unknown = null;
  for (const stream of new Set<Readable>([source, input])) {
    stream.on('error', (error) => {
      failure ??= error;
      input.destroy();
    });
  }
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[
    Symbol.asyncIterator
  ]();
  const next = async (): Promise<IteratorResult<string>> => {
    try {
      return await lines.next();
    } catch (error) {
      // The lines may end with the error of what they are read from, or only end.
      failure ??= error;
      return { done: true, value: undefined };
    }
  };
  for (let text = await next(); text.done !== true; text = await next()) yield text.value;
  if (failure !== null)
    refuse('backup-damaged', {
      file,
      reason: failure instanceof Error ? failure.message : String(failure),
    });
}

async function* readTableParts(
  file: string,
  lines: AsyncGenerator<string, void>,
): AsyncIterable<TableRows> {
  const left = new Set<string>(tableNames);
  let count = 0;
  for (;;) {
    const next = await lines.next();
    if (next.done === true) refuse('backup-damaged', { file, reason: 'its end is missing' });
    const part = parse(file, next.value);
    if (isRecord(part) && part['end'] === 'backup') {
      if (part['tables'] !== count)
        refuse('backup-damaged', {
          file,
          reason: `it has ${count} tables, but says ${String(part['tables'])}`,
        });
      return;
    }
    const { table, columns } = tableOf(file, part);
    if (!left.delete(table))
      refuse('backup-damaged', { file, reason: `the table ${table} is there twice` });
    count += 1;
    yield { table, columns, pieces: readPieces(file, lines, table, columns) };
  }
}

async function* readPieces(
  file: string,
  lines: AsyncGenerator<string, void>,
  table: TableName,
  columns: readonly string[],
): AsyncIterable<readonly (readonly StoredValue[])[]> {
  const sum = new RowSum();
  let piece: (readonly StoredValue[])[] = [];
  for (;;) {
    const next = await lines.next();
    if (next.done === true)
      refuse('backup-damaged', { file, reason: `it ends inside the table ${table}` });
    const part = parse(file, next.value);
    if (Array.isArray(part)) {
      if (part.length !== columns.length || !part.every(isStored))
        refuse('backup-damaged', {
          file,
          reason: `a row of the table ${table} does not fit its columns`,
        });
      piece.push(part);
      if (piece.length < rowsTogether) continue;
    }
    sum.add(piece);
    if (piece.length > 0) yield piece;
    piece = [];
    if (Array.isArray(part)) continue;
    const { rows, sha256 } = sum.result(table);
    if (
      !isRecord(part) ||
      part['end'] !== table ||
      part['rows'] !== rows ||
      part['sha256'] !== sha256
    )
      refuse('backup-damaged', {
        file,
        reason: `the rows of the table ${table} are not those that were written`,
      });
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
    refuse('backup-damaged', { file, reason: 'it holds something that is not a table of Assay' });
  const known: readonly string[] = tableShapes[table].columns;
  const columns = part['columns'];
  if (
    !Array.isArray(columns) ||
    columns.length === 0 ||
    !columns.every((name) => typeof name === 'string' && known.includes(name))
  )
    refuse('backup-damaged', { file, reason: `the columns of the table ${table} are not known` });
  return { table, columns: columns as readonly string[] };
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('backup-damaged', { file, reason: 'a line of it is not JSON' });
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function isStored(value: unknown): value is StoredValue {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
