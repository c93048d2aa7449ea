import type { Answer } from '../../domain/answer.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { ownField } from '../own-field.ts';
import type { FieldChange } from './row-normaliser.ts';
import { cellTruth } from './spelling.ts';

/** What the labels of a table's columns mean, by column or question; `*` stands for all. */
type TableValues = Readonly<Record<string, Readonly<Record<string, Answer>>>>;

/** How the cells of a table are read as answers. */
export interface TableReading {
  readonly values?: TableValues;
  /** Takes a row in which nothing is ticked as an answer. */
  readonly empty?: 'no label applies';
}

/** A value of a cell, and the rule where it is not what the cell says. */
export interface CellReading {
  readonly value: unknown;
  readonly rule?: string;
}

/**
 * Reads the answer in a cell: by the mapping, as a truth value (also in the words of the protocol's
 * languages) on a binary scale, as a number where the scale has it, also with a decimal comma. The
 * rest stays text, to be refused or normalised.
 */
export function readAnswer(
  { scale }: Question,
  text: string,
  mapped: Readonly<Record<string, Answer>> | undefined,
  languages: readonly string[],
): CellReading {
  const meant = ownField(mapped, text);
  if (meant !== undefined) return { value: meant, rule: 'by the mapping' };
  if (scale.kind === 'text' || scale.kind === 'quote') return { value: text };
  if (scale.kind === 'binary') {
    const plain = cellTruth(text);
    if (typeof plain === 'boolean') return { value: plain };
    const local = localTruth(text, languages);
    return local === null ? { value: text } : local;
  }
  const answers = scaleAnswers(scale);
  const named = answers.find((value) => String(value) === text);
  if (named !== undefined) return { value: named };
  if (/^(0|-?[1-9]\d{0,14})$/.test(text)) return { value: Number(text) };
  const number = withDecimalComma(text);
  return number !== null && answers.includes(number)
    ? { value: number, rule: 'decimal comma' }
    : { value: text };
}

/** A number with a decimal comma, as spreadsheets of many countries write it; else null. */
export function withDecimalComma(text: string): number | null {
  return /^-?\d{1,15},\d{1,15}$/.test(text) ? Number(text.replace(',', '.')) : null;
}

/** Whether a cell is a tick: such a row says with its blank cells what does not apply. */
function isTick(text: string): boolean {
  return /^[xX✓✔☑]$/.test(text);
}

/**
 * Answers of a row whose binary questions are ticked: an `x` means yes, a blank cell no. Only where
 * no binary question is answered otherwise, and of a row without any tick only when that is said.
 */
export function tickedAnswers(
  asked: readonly Question[],
  cells: ReadonlyMap<string, string>,
  empty: boolean,
): readonly FieldChange[] {
  let isTicked = false;
  for (const { id } of asked) {
    const text = cells.get(id);
    if (text === undefined) continue;
    if (!isTick(text)) return [];
    isTicked = true;
  }
  if (!isTicked && !empty) return [];
  return asked.flatMap(({ id, when }): readonly FieldChange[] => {
    const old = cells.get(id);
    if (old === undefined && when !== null) return [];
    const rule = old === undefined ? 'blank beside ticks' : 'tick';
    return [{ field: id, old: old ?? '', new: old !== undefined, rule }];
  });
}

/** The questions of a table's columns that may be answered by ticks. */
export function tickedQuestions(task: Task, columns: readonly string[]): readonly Question[] {
  return task.questions.filter(({ id, scale }) => scale.kind === 'binary' && columns.includes(id));
}

/** What spreadsheets and people write for true and false, by language. */
const truthWords: Readonly<
  Record<string, readonly [yes: readonly string[], no: readonly string[]]>
> = {
  de: [
    ['wahr', 'ja', 'j'],
    ['falsch', 'nein', 'n'],
  ],
  fr: [
    ['vrai', 'oui'],
    ['faux', 'non'],
  ],
  es: [['verdadero', 'sí', 'si'], ['falso']],
  it: [['vero', 'sì', 'si'], ['falso']],
  nl: [
    ['waar', 'ja'],
    ['onwaar', 'nee'],
  ],
  pt: [
    ['verdadeiro', 'sim'],
    ['falso', 'não'],
  ],
};

function localTruth(text: string, languages: readonly string[]): CellReading | null {
  const word = text.trim().toLowerCase();
  for (const language of languages) {
    const [yes, no] = truthWords[language] ?? [[], []];
    const isYes = yes.includes(word);
    if (isYes || no.includes(word))
      return { value: isYes, rule: `word of the language ${language}` };
  }
  return null;
}
