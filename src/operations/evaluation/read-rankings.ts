import { readFileSync } from 'node:fs';
import { refuse } from '../../domain/fault.ts';
import { missingField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { repeatedDocuments } from '../../evaluation/rankings/row-table.ts';
import { ScoredDocumentsBuilder } from '../../formats/evaluation/scored-documents.ts';
import type { ScoredDocuments } from '../../formats/evaluation/scored-documents.ts';
import {
  readPreferenceBytes,
  readQrelsBytes,
  readRunBytes,
} from '../../formats/evaluation/trec-files.ts';
import type { TrecFile } from '../../formats/evaluation/trec-files.ts';
import { isParquetFile } from '../parquet-files.ts';
import { checkText, refuseUnreadable } from '../read-bytes.ts';
import type { FaultList } from '../text-file.ts';
import { namedFormat } from '../units/unit-file.ts';
import { columnNamed, eachTableRow, idIn, numberIn } from './read-table.ts';
import type { TableRow } from './read-table.ts';

/** The names that columns of scored rows go by; the first that is there is taken. */
export const queryColumns = ['query_id', 'query', 'qid', 'topic'];
const documentColumns = ['doc_id', 'document', 'docno', 'document_id', 'chunk_id', 'nct_id'];
const scoreColumns = ['score', 'sim', 'similarity'];
const gradeColumns = ['relevance', 'grade', 'relevance_label', 'rel', 'label'];
const levelColumns = ['level', ...gradeColumns];
const annotatorColumns = ['annotator', 'annotator_id', 'group'];
const partColumns = ['part', 'subgroup'];

/** What a file of documents holds: grades or preferences by judges, or scores by a system. */
export type DocumentsKind = 'qrels' | 'run' | 'votes' | 'preferences';

const valueColumns: Readonly<Record<DocumentsKind, readonly string[]>> = {
  qrels: gradeColumns,
  run: scoreColumns,
  votes: gradeColumns,
  preferences: levelColumns,
};

/**
 * Reads relevance judgments or a run: TREC's columns, or a CSV, JSONL or Parquet table with named
 * ones. Faults, also documents that appear twice for a query, go into `found` with their lines.
 */
export async function readDocuments(
  file: string,
  kind: DocumentsKind,
  found: FaultList,
): Promise<ScoredDocuments | null> {
  const before = found.count;
  const documents = isDocumentTable(file)
    ? await fromTable(file, kind, found)
    : fromTrec(file, kind, found);
  if (documents === null || found.count > before) return null;
  found.addAll(repeatedDocuments(documents), { file });
  return documents;
}

/** Whether the file is a table with named columns, not TREC's. */
export function isDocumentTable(file: string): boolean {
  return file !== '-' && (namedFormat(file) !== null || isParquetFile(file));
}

function fromTrec(file: string, kind: DocumentsKind, found: FaultList): ScoredDocuments | null {
  return found.gather(() => {
    const bytes = wholeFile(file);
    if (bytes.length === 0) refuse('file-empty', {}, { file });
    checkText(bytes, file, 1);
    const { documents, faults } = trecFile(bytes, kind);
    found.addAll(faults.map((one) => ({ ...one, file })));
    return documents;
  });
}

function trecFile(bytes: Buffer, kind: DocumentsKind): TrecFile {
  if (kind === 'run') return readRunBytes(bytes);
  return kind === 'preferences'
    ? readPreferenceBytes(bytes)
    : readQrelsBytes(bytes, kind === 'votes');
}

function wholeFile(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    return refuseUnreadable(error, file);
  }
}

async function fromTable(
  file: string,
  kind: DocumentsKind,
  found: FaultList,
): Promise<ScoredDocuments> {
  const builder = new ScoredDocumentsBuilder(0);
  const values = valueColumns[kind];
  const isGrade = kind === 'qrels' || kind === 'votes';
  const encoder = new TextEncoder();
  await eachTableRow(
    file,
    (row, line) => {
      const query = cell(row, queryColumns, file, line, found);
      const document = cell(row, documentColumns, file, line, found);
      const column = columnNamed(row, values);
      const annotator = columnNamed(row, annotatorColumns);
      if (column === null) {
        found.add(missingField(values[0]!, expectedColumn(values), { file, line }));
        return;
      }
      const value = numberIn(row[column]);
      const isLevel = kind !== 'preferences' || value >= 0;
      if (Number.isNaN(value) || (isGrade && !Number.isInteger(value)) || !isLevel) {
        const expected = isLevel
          ? codedText(isGrade ? 'whole-number' : 'number')
          : codedText('number-from', { least: 0 });
        found.add(wrongValue(column, row[column], expected, { file, line }));
        return;
      }
      if (query === null || document === null) return;
      const isVote = kind === 'votes' || kind === 'preferences';
      const judge = isVote && annotator !== null ? (idIn(row[annotator]) ?? '') : '';
      const part = kind === 'preferences' ? columnNamed(row, partColumns) : null;
      const named = part === null ? '' : (idIn(row[part]) ?? '');
      builder.add(query, judge, encoder.encode(document), value, line, named);
    },
    found,
  );
  return builder.finish(kind === 'run' ? file : '');
}

function cell(
  row: TableRow,
  names: readonly string[],
  file: string,
  line: number,
  found: FaultList,
): string | null {
  const column = columnNamed(row, names);
  const id = column === null ? null : idIn(row[column]);
  if (id === null)
    found.add(missingField(column ?? names[0]!, expectedColumn(names), { file, line }));
  return id;
}

function expectedColumn(names: readonly string[]): ReturnType<typeof codedText> {
  return codedText('one-of', { list: oneOf(names) });
}
