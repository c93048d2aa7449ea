import type { JsonRow } from '../../jsonl.ts';
import { fieldOf, isFields, ownField } from '../../own-field.ts';
import { optionText } from './prodigy-options.ts';

/** What a judgment says, in the words of the file that it came from. */
export interface ProdigyAnswers {
  /** Every label of the task. */
  readonly all: readonly string[];
  /** The labels that were chosen. */
  readonly chosen: readonly string[];
  /** The labels that are questions of their own and apply. */
  readonly applying: ReadonlySet<string>;
}

/**
 * The rows that a judgment goes back as: those that it was read from, each with its own label or
 * options and their ids as they were; one row of options where it came from elsewhere. A label that
 * no row offers is added to the first.
 */
export function prodigyParts(kept: JsonRow, answers: ProdigyAnswers): readonly JsonRow[] {
  const { rows: several, ...one } = kept;
  const rows = Array.isArray(several) && several.length > 0 ? several.filter(isFields) : [one];
  const offered = new Set(rows.flatMap((row) => optionNames(row).flat()));
  const added = answers.chosen.filter((label) => !offered.has(label));
  return rows.map((row, at) => {
    const label = ownField(row, 'label');
    if (typeof label === 'string')
      return { ...row, answer: answers.applying.has(label) ? 'accept' : 'reject' };
    const options = ownField(row, 'options');
    if (!Array.isArray(options) || options.length === 0) {
      const made = answers.all.map((name) => ({ id: name, text: name }));
      return { ...row, options: made, accept: answers.chosen, answer: 'accept' };
    }
    const names = optionNames(row);
    const isById = answers.chosen.some((name) => names.some(([id]) => id === name));
    const accept = options.flatMap((option: unknown, place) => {
      const [id, text] = names[place]!;
      const name = isById ? id : text;
      return name !== null && answers.chosen.includes(name) ? [fieldOf(option, 'id')] : [];
    });
    return { ...row, accept: at === 0 ? [...accept, ...added] : accept, answer: 'accept' };
  });
}

/** The labels that a row says, as they are kept beside what Assay wrote into it. */
export function labelsWritten(row: JsonRow): readonly string[] {
  const label = ownField(row, 'label');
  const accept = ownField(row, 'accept');
  if (Array.isArray(accept)) return accept.map((id) => optionText(id) ?? '');
  return typeof label === 'string' && ownField(row, 'answer') === 'accept' ? [label] : [];
}

function optionNames(row: JsonRow): readonly (readonly [string | null, string | null])[] {
  const options = ownField(row, 'options');
  return (Array.isArray(options) ? options : []).map(
    (option: unknown) =>
      [optionText(fieldOf(option, 'id')), optionText(fieldOf(option, 'text'))] as const,
  );
}
