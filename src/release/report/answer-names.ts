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

/** A longer title is a sentence that explains the answer, not a name for it. */
const longestName = 40;

/** A thing in few words: by its title, or by its code where the title is a sentence. */
export function shortName(title: string, code: Answer): string {
  return title.length > longestName && typeof code !== 'boolean' ? String(code) : title;
}

/**
 * An answer in few words, with the code or the sentence that goes with it where that says more.
 * @example answerName('Moderate', 'moderate') // { name: 'Moderate', note: null }
 * @example answerName('Highly relevant', 2) // { name: 'Highly relevant', note: '2' }
 */
export function answerName(
  title: string,
  answer: Answer,
): { readonly name: string; readonly note: string | null } {
  const name = shortName(title, answer);
  if (typeof answer === 'boolean') return { name, note: null };
  if (name !== title) return { name, note: title };
  const code = String(answer);
  const plain = (text: string): string => text.toLowerCase().replaceAll('_', ' ');
  return { name, note: plain(code) === plain(title) ? null : code };
}
