import { utf8ToBytes } from '@noble/hashes/utils.js';
import { defined } from '../../domain/defined.ts';
import { groupBy } from '../../domain/group-by.ts';
import { InputError, fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { codedText, earlierPlace } from '../../domain/text-values.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import { readQrelsBytes, readRunBytes } from '../evaluation/trec-files.ts';
import type { ScoredDocuments } from '../evaluation/scored-documents.ts';
import { utf8Text } from '../json-bytes.ts';
import type { JsonRow } from '../jsonl.ts';
import { ownField, shownName } from '../own-field.ts';
import type { ToolExport } from './tool-export.ts';

/** One relevance judgment of a TREC qrels file. */
export interface Qrel {
  readonly query: string;
  readonly document: string;
  readonly grade: number;
}

/** The judgments of a file with their lines and groups, and everything that was wrong. */
export interface Qrels {
  readonly qrels: readonly (Qrel & { readonly line: number; readonly group: string })[];
  readonly faults: readonly Fault[];
}

/** True for a line of a TREC run: `query Q0 document rank score tag`, and whatever follows. */
export function isRunLine(line: string): boolean {
  return (
    /^\s*\S+\s+\S+\s+\S+\s+\d+\s+-?[\d.]+(e[+-]?\d+)?\s+\S+\s*$/i.test(line) ||
    /^\s*\S+\s+Q0\s+\S+\s+\d+\s+-?[\d.]+(e[+-]?\d+)?\s+\S/.test(line)
  );
}

/**
 * Reads TREC or BEIR relevance judgments, as {@link readQrelsBytes} does. A pair that is judged
 * twice in a group is a fault, even with the same grade.
 * @example readQrels('Q1 0 NCT1 2').qrels[0].document // 'NCT1'
 */
export function readQrels(text: string): Qrels {
  const { documents, faults } = readQrelsBytes(utf8ToBytes(text), true);
  const lines = new Map<string, number>();
  const repeated: Fault[] = [];
  const qrels = pairsOf(documents).filter(({ query, document, group, line }) => {
    const key = `${query} ${group} ${document}`;
    const before = lines.get(key);
    if (before === undefined) {
      lines.set(key, line);
      return true;
    }
    const unit = shownName(`${query}${idSeparator}${document}`);
    repeated.push(fault('duplicate-unit', { unit, place: earlierPlace(before) }, { line }));
    return false;
  });
  const all = [...faults, ...repeated];
  return { qrels, faults: all.toSorted((first, second) => first.line! - second.line!) };
}

/** The pairs of a TREC run, with their lines. */
export function readRun(text: string): Qrels {
  const { documents, faults } = readRunBytes(utf8ToBytes(text));
  return { qrels: pairsOf(documents), faults };
}

function pairsOf(documents: ScoredDocuments): Qrels['qrels'] {
  const { pool, start, length, query, queries, annotator, annotators, value, line } = documents;
  return Array.from({ length: documents.size }, (_, row) => ({
    query: queries[query[row]!]!,
    document: utf8Text(pool, start[row]!, start[row]! + length[row]!),
    grade: value[row]!,
    line: line[row]!,
    group: annotators[annotator[row]!] ?? '',
  }));
}

/** The pairs of judgments or of a run as an export, in which a grade is an answer. */
export function trecExport({ qrels, faults }: Qrels, isJudged: boolean): ToolExport {
  const isGrouped = new Set(qrels.map(({ group }) => group)).size > 1;
  const byPair = groupBy(qrels, ({ query, document }) => JSON.stringify([query, document]));
  const records = [...byPair.values()].map((own, index) => ({
    id: null,
    fields: { query: own[0]!.query, document: own[0]!.document },
    annotations: (isJudged ? own : []).map(({ group, grade }) => ({
      annotator: isGrouped ? group : null,
      answers: new Map([['relevance', { kind: 'number', number: grade } as const]]),
      at: null,
      seconds: null,
    })),
    line: own[0]!.line,
    index,
  }));
  return { tool: 'trec', records, skipped: [], faults };
}

/** Writes relevance judgments, one per line. Refuses white space in an id. */
export function writeQrels(qrels: Iterable<Qrel>): string {
  const lines: string[] = [];
  const faults: Fault[] = [];
  for (const { query, document, grade } of qrels) {
    for (const [field, id] of Object.entries({ query, document }))
      if (id === '' || /\s/.test(id)) faults.push(wrongValue(field, id, codedText('unspaced-id')));
    lines.push(`${query} 0 ${document} ${grade}\n`);
  }
  if (faults.length > 0) throw new InputError(faults);
  return lines.join('');
}

/** How relevance judgments become rows. */
export interface QrelOptions {
  /** Who judged; where the second column has several groups, each of them judged. */
  readonly annotator?: string;
  readonly annotators?: Readonly<Record<string, string>>;
  readonly question: string;
  readonly guideline?: string;
}

/**
 * Relevance judgments as whole rows on one question. Units are named by query and document, or by
 * the document alone where the task has one id field. Null when nobody is named as the annotator.
 */
export function qrelRows(
  task: Task,
  { qrels }: Qrels,
  { annotator, annotators, question, guideline }: QrelOptions,
): readonly { readonly row: JsonRow; readonly line: number }[] | null {
  const isGrouped = new Set(qrels.map(({ group }) => group)).size > 1;
  if (!isGrouped && annotator === undefined) return null;
  const isBinary = task.questions.find(({ id }) => id === question)?.scale.kind === 'binary';
  // Grades other than 0 and 1 stay, and are refused: nobody said from which on the answer is yes.
  const answer = (grade: number): number | boolean =>
    isBinary && (grade === 0 || grade === 1) ? grade === 1 : grade;
  return qrels.map(({ query, document, grade, line, group }) => ({
    line,
    row: {
      unit: task.unit.id.length === 1 ? document : `${query}${idSeparator}${document}`,
      annotator: isGrouped ? (ownField(annotators, group) ?? group) : annotator,
      answers: { [question]: answer(grade) },
      ...defined({ guideline }),
    },
  }));
}

/** The pairs of judgments or of a run as rows of units, each once, with nothing but their names. */
export function pairUnits(
  task: Task,
  { qrels }: Qrels,
): readonly { readonly row: JsonRow; readonly line: number }[] {
  const [first = '', second] = task.unit.id;
  const seen = new Set<string>();
  return qrels.flatMap(({ query, document, line }) => {
    const row =
      second === undefined ? { [first]: document } : { [first]: query, [second]: document };
    const key = JSON.stringify(row);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ row: { ...row, query, document }, line }];
  });
}
