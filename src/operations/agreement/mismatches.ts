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
  const single = matrix.questions.length === 1;
  const found = agreement.mismatches.flatMap((unit) =>
    matrix.questions.flatMap((question, at): Mismatch[] => {
      const { codes, annotators } = ratings[at]!;
      const own = Array.from(
        { length: annotators },
        (_, annotator) => codes[unit * annotators + annotator]!,
      );
      if (new Set(own.filter((code) => code >= 0)).size < 2) return [];
      const names = scaleAnswers(question.scale);
      const ids = idFields(task, matrix.unit(unit));
      const labels = Object.fromEntries(
        own.map((code, annotator) => [`label_${letter(annotator)}`, names[code] ?? null]),
      );
      const said = own.flatMap((_, annotator) =>
        Object.entries(texts.get(key(unit, annotator)) ?? {}).map(([field, text]) => [
          `${field}_${letter(annotator)}`,
          text,
        ]),
      );
      return [
        {
          ...ids,
          ...(single ? {} : { question: question.id }),
          ...labels,
          ...Object.fromEntries(said),
        },
      ];
    }),
  );
  return found.toSorted((a, b) => compareText(sortKey(a), sortKey(b)));

  function sortKey(mismatch: Mismatch): string {
    return task.unit.id.map((field) => String(mismatch[field])).join('\0');
  }
}

/** What each annotator said beside the answers, for the units that they disagree on. */
function reasons(agreement: Agreement): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const { task, matrix } = agreement;
  const fields = [
    ...task.questions
      .filter((question) => question.scale.kind === 'text' || question.scale.kind === 'quote')
      .map((question) => question.id),
    'notes',
  ];
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
      const { row } = parsed;
      const answers =
        row['answers'] !== null && typeof row['answers'] === 'object'
          ? { ...row, ...row['answers'] }
          : row;
      texts.set(
        place,
        Object.fromEntries(
          fields.flatMap((field) =>
            typeof answers[field] === 'string' && answers[field] !== ''
              ? [[field, answers[field]]]
              : [],
          ),
        ),
      );
    });
  }
  return texts;
}

/** The unit's id as the fields it is composed of; a single field may contain the separator. */
function idFields(task: Task, unit: string): Readonly<Record<string, string>> {
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
  return a < b ? -1 : a > b ? 1 : 0;
}
