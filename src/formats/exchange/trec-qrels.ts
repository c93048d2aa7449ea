import { defined } from '../../domain/defined.ts';
import { InputError, fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { codedText, earlierPlace } from '../../domain/text-values.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import { badCsv } from '../csv.ts';
import type { JsonRow } from '../jsonl.ts';
import { shownName } from '../own-field.ts';

/** One relevance judgment of a TREC qrels file. */
export interface Qrel {
  readonly query: string;
  readonly document: string;
  readonly grade: number;
}

/** The judgments of a file with their lines, and everything that was wrong. */
export interface Qrels {
  readonly qrels: readonly (Qrel & { readonly line: number })[];
  readonly faults: readonly Fault[];
}

/**
 * Reads TREC relevance judgments: `query iteration document grade` per line, separated by white
 * space. The iteration is ignored. Grades are whole numbers, negative for spam in some collections.
 * A pair that is judged twice is a fault, even with the same grade.
 * @example readQrels('Q1 0 NCT1 2').qrels // [{ query: 'Q1', document: 'NCT1', grade: 2, line: 1 }]
 */
export function readQrels(text: string): Qrels {
  const faults: Fault[] = [];
  const qrels: (Qrel & { line: number })[] = [];
  const lines = new Map<string, number>();
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .forEach((content, at) => {
      const line = at + 1;
      const parts = content.split(/\s+/).filter((part) => part !== '');
      if (parts.length === 0) return;
      const [query = '', , document = '', grade = ''] = parts;
      const unit = `${query}${idSeparator}${document}`;
      const before = lines.get(`${query} ${document}`);
      if (parts.length !== 4)
        faults.push(badCsv(codedText('field-count-qrels', { got: parts.length }), line));
      else if (!/^-?\d{1,9}$/.test(grade))
        faults.push(wrongValue('grade', grade, codedText('whole-number'), { line }));
      else if (before !== undefined)
        faults.push(
          fault('duplicate-unit', { unit: shownName(unit), place: earlierPlace(before) }, { line }),
        );
      else {
        lines.set(`${query} ${document}`, line);
        qrels.push({ query, document, grade: Number(grade), line });
      }
    });
  if (qrels.length === 0 && faults.length === 0) faults.push(fault('file-empty', {}, { line: 1 }));
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

/**
 * Relevance judgments as whole rows by one annotator on one question. Units are named by query and
 * document, or by the document alone where the task has one id field.
 */
export function qrelRows(
  task: Task,
  qrels: Qrels,
  about: { readonly annotator: string; readonly question: string; readonly guideline?: string },
): readonly { readonly row: JsonRow; readonly line: number }[] {
  return qrels.qrels.map(({ query, document, grade, line }) => ({
    line,
    row: {
      unit: task.unit.id.length === 1 ? document : `${query}${idSeparator}${document}`,
      annotator: about.annotator,
      answers: { [about.question]: grade },
      ...defined({ guideline: about.guideline }),
    },
  }));
}
