import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import { parseRow } from '../../formats/jsonl.ts';
import type { Agreement } from './agree.ts';
import { readLines } from '../text-file.ts';

/** One disagreement: ids, question, and each answer (`label_a`, `label_b`) with its reasons. */
export type Mismatch = Readonly<Record<string, unknown>>;

/**
 * The disagreements, sorted by unit. The reasons are read again from the files, for these units
 * only, so that agreement on a large file never keeps all texts in memory.
 */
export function mismatches(agreement: Agreement): readonly Mismatch[] {
  const { task, matrix } = agreement;
  const texts = reasons(agreement);
  const ratings = matrix.questions.map((_, at) => matrix.ratings(at));
  const found: Mismatch[] = [];
  for (const unit of agreement.mismatches) {
    for (const [at, question] of matrix.questions.entries()) {
      const { codes, annotators } = ratings[at]!;
      const own = [...codes.subarray(unit * annotators, (unit + 1) * annotators)];
      if (new Set(own.filter((code) => code >= 0)).size < 2) continue;
      const names = scaleAnswers(question.scale);
      const mismatch: Record<string, unknown> = idFields(task, matrix.unit(unit));
      if (matrix.questions.length > 1) mismatch['question'] = question.id;
      for (const [annotator, code] of own.entries())
        mismatch[`label_${letter(annotator)}`] = names[code] ?? null;
      for (const annotator of own.keys())
        for (const [field, text] of Object.entries(texts.get(key(unit, annotator)) ?? {}))
          mismatch[`${field}_${letter(annotator)}`] = text;
      found.push(mismatch);
    }
  }
  const sortKey = (mismatch: Mismatch): string =>
    task.unit.id.map((field) => String(mismatch[field])).join('\0');
  return found.toSorted((a, b) => compareText(sortKey(a), sortKey(b)));
}

/** Each annotator's texts on the units on which they disagree. */
function reasons(agreement: Agreement): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const { task, matrix } = agreement;
  const free = task.questions.filter(
    ({ scale }) => scale.kind === 'text' || scale.kind === 'quote',
  );
  const fields = [...free.map((question) => question.id), 'notes'];
  const wanted = new Map<string, Map<number, string>>();
  for (const unit of agreement.mismatches) {
    for (let annotator = 0; annotator < matrix.annotators.length; annotator += 1) {
      const place = matrix.placeOf(unit, annotator);
      if (place === null) continue;
      const lines = wanted.get(place.file) ?? new Map<number, string>();
      lines.set(place.line, key(unit, annotator));
      wanted.set(place.file, lines);
    }
  }
  const texts = new Map<string, Readonly<Record<string, string>>>();
  for (const [file, lines] of wanted) {
    readLines(file, (text, line) => {
      const place = lines.get(line);
      const parsed = place === undefined ? null : parseRow(text);
      if (place === undefined || parsed?.ok !== true) return;
      const { answers } = parsed.row;
      const said = { ...parsed.row, ...(typeof answers === 'object' ? answers : {}) };
      const own: Record<string, string> = {};
      for (const field of fields) {
        const value = said[field];
        if (typeof value === 'string' && value !== '') own[field] = value;
      }
      texts.set(place, own);
    });
  }
  return texts;
}

/** The unit's id as the fields it is composed of; a single field may contain the separator. */
function idFields(task: Task, unit: string): Record<string, string> {
  const parts = task.unit.id.length === 1 ? [unit] : unit.split(idSeparator);
  return Object.fromEntries(task.unit.id.map((field, place) => [field, parts[place] ?? '']));
}

function key(unit: number, annotator: number): string {
  return `${unit}:${annotator}`;
}

function letter(annotator: number): string {
  return annotator < 26 ? String.fromCharCode(97 + annotator) : String(annotator + 1);
}

function compareText(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
