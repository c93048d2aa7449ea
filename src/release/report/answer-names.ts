import type { Answer } from '../../domain/answer.ts';
import { inLanguage } from '../../domain/local-text.ts';
import type { Question } from '../../domain/protocol/question.ts';

/** The title that a scale gives to an answer; the answer itself where it gives none. */
export function answerTitle({ scale }: Pick<Question, 'scale'>, answer: Answer): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (scale.kind !== 'nominal' && scale.kind !== 'ordinal') return String(answer);
  const entry = scale.values.find(({ value }) => value === answer);
  return entry === undefined ? String(answer) : inLanguage(entry.title);
}

/** A longer title is a sentence that explains something, not a name for it. */
const longestName = 40;

/** Whether a title is a name, and not a sentence. */
export function isName(title: string): boolean {
  return title.length <= longestName;
}

/** An answer in few words: its title, or its code where titles of its scale are sentences. */
export function answerWord(question: Pick<Question, 'scale'>, answer: Answer): string {
  const { scale } = question;
  const values = scale.kind === 'nominal' || scale.kind === 'ordinal' ? scale.values : [];
  const areNames = values.every(({ title }) => isName(inLanguage(title)));
  return areNames ? answerTitle(question, answer) : String(answer);
}

/**
 * An answer in few words, and below it the code or the sentence that goes with it where that says
 * more. `areNames` is whether all titles of its scale are names.
 *
 * @example answerName({ answer: 'moderate', title: 'Moderate' }, true) // { text: 'Moderate' }
 * @example answerName({ answer: 2, title: 'Relevant' }, true) // { text: 'Relevant', note: '2' }
 */
export function answerName(
  { answer, title }: { readonly answer: Answer; readonly title: string },
  areNames: boolean,
): { readonly text: string; readonly note?: string } {
  if (typeof answer === 'boolean') return { text: title };
  const code = String(answer);
  const plain = (text: string): string => text.toLowerCase().replaceAll('_', ' ');
  if (plain(code) === plain(title)) return { text: title };
  return areNames ? { text: title, note: code } : { text: code, note: title };
}
