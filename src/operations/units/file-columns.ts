import { refuse } from '../../domain/fault.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import { toolFormats } from '../../domain/exchange/file-formats.ts';
import { detectFormat, enoughToDetect, isForeign } from '../../formats/exchange/detect-format.ts';
import type { Format } from '../../domain/exchange/file-formats.ts';
import { badCsv, csvLine } from '../../formats/csv.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { readJsonText } from '../../formats/json-rows.ts';
import { isParquet, isWorkbook } from '../../formats/parquet-mark.ts';
import { readTable } from '../../formats/table-text.ts';
import { guessColumns } from '../../formats/units/guess-columns.ts';
import type { GuessedColumns } from '../../formats/units/guess-columns.ts';
import { firstBytes, wholeText } from '../line-pieces.ts';
import { FaultList } from '../text-file.ts';
import { parquetRows, readSheet, readTool } from '../exchange/import-rows.ts';
import { textSource } from '../exchange/text-source.ts';

/** A column of a file, with some of what it holds. */
interface FileColumn {
  readonly name: string;
  readonly samples: readonly string[];
  /** How many rows have a value. */
  readonly filled: number;
  /** Whether every row has one, and no two the same. */
  readonly isUnique: boolean;
}

/** What a file of units holds, and what its columns seem to be for. */
export interface FileColumns {
  readonly format: Format;
  readonly why: CodedText;
  readonly rows: number;
  readonly columns: readonly FileColumn[];
  readonly guess: GuessedColumns;
  /** The first rows in full, for a preview. */
  readonly first: readonly JsonRow[];
  /** How the file was read, such as its encoding. */
  readonly said: readonly CodedText[];
}

const shownSamples = 3;
const sampleLength = 140;

/** Reads the columns of a table, JSON, Parquet file or workbook. Refuses all faults together. */
export async function fileColumns(path: string, name: string): Promise<FileColumns> {
  const source = await textSource(path, name);
  try {
    const { format, why, rows, said = [] } = await fileRows(source.path, name);
    if (rows.length === 0) refuse('file-empty', {}, { file: name });
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return {
      format,
      why,
      rows: rows.length,
      columns: names.map((column) => columnOf(column, rows)),
      guess: guessColumns(rows),
      first: rows.slice(0, shownSamples),
      said: [...source.said, ...said],
    };
  } finally {
    await source.discard();
  }
}

/** The rows of a file, and what it was recognised as. */
export interface FileRows {
  readonly format: Format;
  readonly why: CodedText;
  readonly rows: readonly JsonRow[];
  /** How the rows were read. */
  readonly said?: readonly CodedText[];
}

/** Reads the rows of a table, JSON, Parquet file or workbook whose text is UTF-8. */
export async function fileRows(path: string, name: string): Promise<FileRows> {
  const beginning = await firstBytes(path, name, enoughToDetect);
  if (isParquet(beginning)) {
    const { rows } = await parquetRows({ project: '', kind: 'units', path, name });
    return { ...known(detectFormat(beginning), name), rows: rows.map(({ row }) => row) };
  }
  const found = new FaultList();
  if (isWorkbook(beginning)) {
    const sheet = await readSheet({ path, name });
    const [head, ...rest] = sheet.rows;
    const columns = head?.fields ?? [];
    for (const { fields, line } of rest)
      if (fields.length > columns.length)
        found.add({ ...badCsv(tooManyFields(fields.length, columns.length), line), file: name });
    found.throwIfAny();
    const detected = detectFormat(
      csvLine(columns) +
        rest
          .slice(0, 4)
          .map(({ fields }) => csvLine(fields))
          .join(''),
    );
    return {
      ...known(detected, name),
      rows: rest.map(({ fields }) => byColumn(columns, fields)),
      said: sheet.titles.length === 0 ? [] : [codedText('sheet-titles', { titles: sheet.titles })],
    };
  }
  const text = await wholeText(path, name);
  const detected = known(detectFormat(text), name);
  if (toolFormats.includes(detected.format)) {
    const any = { questions: [], unit: { id: ['id'] } } as unknown as Parameters<
      typeof readTool
    >[2];
    const { records, faults } = readTool(text, detected.format, any, {});
    found.addAll(faults, { file: name });
    found.throwIfAny();
    return {
      ...detected,
      rows: records.map(({ id, fields }) => (id === null ? fields : { id, ...fields })),
    };
  }
  if (/^\uFEFF?\s*[[{]/.test(text)) {
    const { rows, faults } = readJsonText(text);
    found.addAll(faults, { file: name });
    found.throwIfAny();
    return { ...detected, rows: rows.map(({ row }) => row) };
  }
  const { columns, rows, faults } = readTable(text);
  found.addAll(faults, { file: name });
  found.throwIfAny();
  return { ...detected, rows: rows.map(({ fields }) => byColumn(columns, fields)) };
}

function tooManyFields(got: number, expected: number): CodedText {
  return codedText('field-count-header', { got, expected });
}

function known(
  { format, why }: ReturnType<typeof detectFormat>,
  file: string,
): Pick<FileRows, 'format' | 'why'> {
  if (format !== null) return { format, why };
  if (isNamedTable(file, why)) return { format: 'units-csv', why };
  const got = codedText('no-known-form', { why });
  return refuse('unknown-format', { got, expected: codedText('known-format') }, { file });
}

/** Whether a file is a table by its name: one with a single column is not known by its content. */
export function isNamedTable(name: string, why: CodedText): boolean {
  return /\.(csv|tsv|xlsx)$/i.test(name) && !isForeign(why);
}

function byColumn(columns: readonly string[], fields: readonly string[]): JsonRow {
  return Object.fromEntries(
    columns.flatMap((column, at) => {
      const cell = fields[at] ?? '';
      return column === '' || cell === '' ? [] : [[column, cell]];
    }),
  );
}

function columnOf(name: string, rows: readonly JsonRow[]): FileColumn {
  const given = rows
    .map((row) => row[name])
    .filter((value) => value !== undefined && value !== null);
  const texts = given.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const distinct = [...new Set(texts)];
  return {
    name,
    filled: given.length,
    isUnique: given.length === rows.length && distinct.length === rows.length,
    samples: distinct.slice(0, shownSamples).map((text) => shortened(text)),
  };
}

function shortened(text: string): string {
  return text.length > sampleLength ? `${[...text].slice(0, sampleLength).join('')}…` : text;
}
