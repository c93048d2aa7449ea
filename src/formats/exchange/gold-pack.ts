import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, earlierPlace, oneOf } from '../../domain/text-values.ts';
import { badCsv, csvLine } from '../csv.ts';
import type { CsvStyle } from '../csv.ts';
import type { JsonRow } from '../jsonl.ts';
import { isFields, ownField, shownName } from '../own-field.ts';
import { readJson } from '../json-value.ts';
import { readTable } from '../table-text.ts';
import type { Table } from '../table-text.ts';
import type { Read } from '../yaml-source.ts';

/** Chunks with a 0/1 vector each over a list of labels. */
export interface GoldPack {
  readonly labels: readonly string[];
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
  readonly chunks: readonly GoldChunk[];
}

/** A chunk and the labels that apply to it, in the order of the pack's labels. */
interface GoldChunk {
  readonly chunk_id: string;
  readonly doc_id: string;
  readonly text: string;
  readonly applies: readonly boolean[];
  /** Its line in the file. */
  readonly line?: number;
}

/** The three files of a gold pack, as text. */
export interface GoldFiles {
  /** `chunk_id,doc_id,text` with a header. */
  readonly chunks: string;
  /** A row per chunk, a column per label, 0 or 1, without a header. */
  readonly matrix: string;
  /** `{ "labels": [...], "synonyms": { ... } }`. */
  readonly labels: string;
}

/**
 * Reads a gold pack. Faults: chunks and matrix of different lengths, cells other than 0 and 1, a
 * chunk_id that appears twice, chunks without a header. A matrix may have a header of exactly the
 * labels. Faults name their file where `fileNames` does.
 */
export function readGoldPack(files: GoldFiles, fileNames?: GoldFiles): Read<GoldPack> {
  const faults: Fault[] = [];
  const within = <T>(file: keyof GoldFiles, read: (own: Fault[]) => T): T => {
    const own: Fault[] = [];
    const value = read(own);
    for (const one of own)
      faults.push(fileNames === undefined ? one : { ...one, file: fileNames[file] });
    return value;
  };
  const names = within('labels', (own) => readLabels(files.labels, own));
  const chunks = within('chunks', (own) => readChunks(files.chunks, own));
  const matrix =
    names === null ? [] : within('matrix', (own) => readMatrix(files.matrix, names.labels, own));
  if (names !== null && faults.length === 0 && chunks.length !== matrix.length) {
    const got = codedText('row-count', { count: matrix.length });
    const expected = codedText('one-per-chunk', { count: chunks.length });
    within('matrix', (own) => own.push(wrongField(codedText('the-matrix'), got, expected)));
  }
  if (names === null || faults.length > 0) return { ok: false, faults };
  const labelled = chunks.map((chunk, at) => ({ ...chunk, applies: matrix[at]! }));
  return { ok: true, value: { ...names, chunks: labelled } };
}

/** Writes a gold pack as its three files, in the format that {@link readGoldPack} reads. */
export function writeGoldPack(pack: GoldPack, style?: CsvStyle): GoldFiles {
  return {
    chunks: [
      csvLine(chunkColumns, style),
      ...pack.chunks.map((chunk) => csvLine([chunk.chunk_id, chunk.doc_id, chunk.text], style)),
    ].join(''),
    matrix: pack.chunks.map((chunk) => csvLine(chunk.applies.map(Number), style)).join(''),
    labels: `${JSON.stringify({ labels: pack.labels, synonyms: pack.synonyms }, null, 2)}\n`,
  };
}

/** The pack's vectors as flat rows of judgments of a labels task, by one annotator. */
export function goldJudgments(pack: GoldPack, annotator: string): readonly JsonRow[] {
  return pack.chunks.map((chunk) => ({
    chunk_id: chunk.chunk_id,
    labels: pack.labels.filter((_, at) => chunk.applies[at]),
    annotator_id: annotator,
  }));
}

const chunkColumns: readonly string[] = ['chunk_id', 'doc_id', 'text'];

function readLabels(text: string, faults: Fault[]): Pick<GoldPack, 'labels' | 'synonyms'> | null {
  const value = parsed(text);
  const labels = isFields(value) ? ownField(value, 'labels') : undefined;
  if (
    !Array.isArray(labels) ||
    labels.length === 0 ||
    !labels.every((label) => typeof label === 'string' && label.trim() !== '') ||
    new Set(labels).size < labels.length
  ) {
    faults.push(wrongValue('labels', labels ?? value, codedText('label-names')));
    return null;
  }
  const synonyms = isFields(value) ? (ownField(value, 'synonyms') ?? {}) : {};
  const fits =
    isFields(synonyms) &&
    Object.values(synonyms).every(
      (words) => Array.isArray(words) && words.every((word) => typeof word === 'string'),
    );
  if (!fits) faults.push(wrongValue('synonyms', synonyms, codedText('label-words')));
  const known = new Set<unknown>(labels);
  const hint = codedText('not-a-label');
  for (const label of isFields(synonyms) ? Object.keys(synonyms) : [])
    if (!known.has(label))
      faults.push(fault('unknown-field', { field: `synonyms.${shownName(label)}`, hint }));
  return { labels: labels as readonly string[], synonyms: synonyms as GoldPack['synonyms'] };
}

function readChunks(text: string, faults: Fault[]): readonly Omit<GoldChunk, 'applies'>[] {
  const table = readTable(text, { raw: true });
  for (const one of table.faults) faults.push(one);
  if (table.faults.length > 0) return [];
  const hint = codedText('gold-columns', { columns: chunkColumns });
  for (const field of table.columns)
    if (!chunkColumns.includes(field))
      faults.push(fault('unknown-field', { field: shownName(field), hint }, { line: 1 }));
  const missing = oneOf(chunkColumns.filter((column) => !table.columns.includes(column)));
  if (!chunkColumns.every((column) => table.columns.includes(column))) {
    const expected = chunkColumns.join(',');
    faults.push(badCsv(codedText('header-lacks', { missing, expected }), 1));
    return [];
  }
  const places = chunkColumns.map((column) => table.columns.indexOf(column));
  const lines = new Map<string, number>();
  return table.rows.map(({ fields, line }) => {
    const [id, document, content] = places.map((at) => fields[at]!) as [string, string, string];
    const chunkId = id.trim();
    const before = lines.get(chunkId);
    if (chunkId === '')
      faults.push(missingField('chunk_id', codedText('non-empty-text'), { line }));
    else if (before !== undefined)
      faults.push(
        fault(
          'duplicate-unit',
          { unit: shownName(chunkId), place: earlierPlace(before) },
          { line },
        ),
      );
    else lines.set(chunkId, line);
    return { chunk_id: chunkId, doc_id: document.trim(), text: content, line };
  });
}

function readMatrix(
  text: string,
  labels: readonly string[],
  faults: Fault[],
): readonly (readonly boolean[])[] {
  const table = readTable(text, { delimiter: ',', header: false, raw: true });
  for (const one of table.faults) faults.push(one);
  if (table.faults.length > 0) return [];
  const order = matrixOrder(table, labels, faults);
  return order.rows.map(({ fields, line }) => {
    const counts = { got: fields.length, expected: labels.length };
    if (counts.got !== counts.expected && order.rows[0]!.line === line)
      faults.push(badCsv(codedText('field-count-labels', counts), line));
    return labels.map((label, at) => {
      const cell = fields[order.columns[at]!]?.trim();
      if (cell !== undefined && cell !== '0' && cell !== '1')
        faults.push(wrongValue(shownName(label), cell, codedText('zero-or-one'), { line }));
      return cell === '1';
    });
  });
}

/** Which column belongs to which label: by position, or by name where the first row is a header. */
function matrixOrder(
  table: Table,
  labels: readonly string[],
  faults: Fault[],
): { readonly rows: Table['rows']; readonly columns: readonly number[] } {
  const first = table.rows[0]!.fields.map((cell) => cell.trim());
  const known = new Set(labels);
  const named = first.some((cell) => known.has(cell));
  const inOrder = {
    rows: named ? table.rows.slice(1) : table.rows,
    columns: labels.map((_, at) => at),
  };
  if (!named) return inOrder;
  const places = new Map(first.map((cell, at) => [cell, at]));
  if (first.length === labels.length && labels.every((label) => places.has(label)))
    return { ...inOrder, columns: labels.map((label) => places.get(label)!) };
  const headers = { got: shownName(first.join(',')), expected: oneOf(labels.map(shownName)) };
  faults.push(badCsv(codedText('header-differs', headers), table.rows[0]!.line));
  return { rows: [], columns: [] };
}

function parsed(text: string): unknown {
  const read = readJson(text.replace(/^\uFEFF/, ''));
  // Invalid JSON is reported as a missing list of labels.
  return read.ok ? read.value : text.slice(0, 100);
}
