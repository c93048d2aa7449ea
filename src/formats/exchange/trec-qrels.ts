import { defined } from '../../domain/defined.ts';
import { InputError, fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { codedText, earlierPlace } from '../../domain/text-values.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import { badCsv } from '../csv.ts';
import type { JsonRow } from '../jsonl.ts';
import { ownField, shownName } from '../own-field.ts';

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

/** True for the header of BEIR's relevance judgments: https://github.com/beir-cellar/beir/wiki */
export function isBeirHeader(line: string): boolean {
  return /^\s*query[-_]?id\s+(corpus|doc|document)[-_]?id\s+(score|relevance|grade)\s*$/i.test(
    line,
  );
}

/** True for a line of a TREC run: `query Q0 document rank score tag`. */
export function isRunLine(line: string): boolean {
  return /^\s*\S+\s+\S+\s+\S+\s+\d+\s+-?[\d.]+(e[+-]?\d+)?\s+\S+\s*$/i.test(line);
}

/**
 * Reads TREC relevance judgments: `query group document grade` per line, separated by white space,
 * and BEIR's, which have a header and no group. Lines that begin with # are comments. Grades are
 * whole numbers, negative for spam in some collections. A pair that is judged twice in a group is a
 * fault, even with the same grade.
 * @example readQrels('Q1 0 NCT1 2').qrels[0].document // 'NCT1'
 */
export function readQrels(text: string): Qrels {
  const faults: Fault[] = [];
  const qrels: (Qrel & { line: number; group: string })[] = [];
  const lines = new Map<string, number>();
  let isBeir = false;
  let isFirst = true;
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .forEach((content, at) => {
      const line = at + 1;
      const given = content.split(/\s+/).filter((part) => part !== '');
      if (given.length === 0 || isComment(given)) return;
      if (isFirst && isBeirHeader(content)) isBeir = true;
      else {
        const [query = '', group = '', document = '', grade = ''] = isBeir
          ? [given[0], '0', given[1], given[2]]
          : given;
        const unit = `${query}${idSeparator}${document}`;
        const key = `${query} ${group} ${document}`;
        const before = lines.get(key);
        const got = given.length;
        if (got !== (isBeir ? 3 : 4))
          faults.push(
            badCsv(codedText(isBeir ? 'field-count-beir' : 'field-count-qrels', { got }), line),
          );
        else if (!/^-?\d{1,9}$/.test(grade))
          faults.push(wrongValue('grade', grade, codedText('whole-number'), { line }));
        else if (before !== undefined)
          faults.push(
            fault(
              'duplicate-unit',
              { unit: shownName(unit), place: earlierPlace(before) },
              { line },
            ),
          );
        else {
          lines.set(key, line);
          qrels.push({ query, document, grade: Number(grade), line, group });
        }
      }
      isFirst = false;
    });
  if (qrels.length === 0 && faults.length === 0) faults.push(fault('file-empty', {}, { line: 1 }));
  return { qrels, faults };
}

/** A line after a #, unless it is a judgment on a query whose name begins so. */
function isComment(parts: readonly string[]): boolean {
  const isJudgment = parts.length === 4 && /^-?\d+$/.test(parts[3]!);
  return parts[0]!.startsWith('#') && !isJudgment;
}

/** The pairs of a TREC run, each once, with their lines. */
export function readRun(text: string): Qrels {
  const faults: Fault[] = [];
  const qrels: Qrels['qrels'][number][] = [];
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .forEach((content, at) => {
      if (content.trim() === '' || content.startsWith('#')) return;
      const [query = '', , document = '', , , group = ''] = content.trim().split(/\s+/);
      if (isRunLine(content)) qrels.push({ query, document, grade: 0, line: at + 1, group });
      else {
        const got = content.trim().split(/\s+/).length;
        faults.push(badCsv(codedText('field-count-run', { got }), at + 1));
      }
    });
  return { qrels, faults };
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
