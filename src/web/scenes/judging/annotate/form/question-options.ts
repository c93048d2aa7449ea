import { inLanguage } from '../../../../../domain/local-text.ts';
import type { Question } from '../../../../../domain/protocol/question.ts';
import type { Answer } from '../../../../../domain/answer.ts';
import type { Language } from '../../../../texts/define-texts.ts';

/** An answer that can be chosen, with its words and the digit that chooses it. */
export interface Choice {
  readonly value: Answer;
  readonly title: string;
  /** The value itself, where the title alone does not name it: a grade or a term. */
  readonly lead?: string;
  readonly action: string;
}

/** The answers of a question in display order: yes before no. None for text and quotes. */
export function choicesOf(question: Question, language: Language): readonly Choice[] {
  const { scale } = question;
  if (scale.kind === 'binary') return binary[language];
  if (scale.kind !== 'nominal' && scale.kind !== 'ordinal') return [];
  const titles = scale.values.map((entry) => inLanguage(entry.title, language));
  const hasLeads = scale.kind === 'ordinal' || titles.some((title) => title.length > longestAlone);
  return scale.values.map((entry, at) => {
    const title = titles[at]!;
    const lead = String(entry.value).replaceAll('_', ' ');
    const hasLead = hasLeads && lead.toLowerCase() !== title.toLowerCase();
    const action = `choose-${digitOf(question, at)}`;
    return { value: entry.value, title, action, ...(hasLead ? { lead } : {}) };
  });
}

/** The longest title that is shown without its value. */
const longestAlone = 28;

/** The digit of an option: its value where all values are digits, else its place, from 1. */
export function digitOf({ scale }: Question, at: number): number {
  if (scale.kind !== 'nominal' && scale.kind !== 'ordinal') return -1;
  const isDigits = scale.values.every((entry) => /^\d$/.test(String(entry.value)));
  return isDigits ? Number(scale.values[at]!.value) : at + 1;
}

/** The answer that a digit chooses; none when the question has no such option. */
export function answerAtDigit(question: Question, digit: number): Answer | undefined {
  const { scale } = question;
  if (scale.kind !== 'nominal' && scale.kind !== 'ordinal') return undefined;
  return scale.values.find((_, at) => digitOf(question, at) === digit)?.value;
}

/** The neighbour of an answer among the options; the first, or last, when there is none yet. */
export function neighbourAnswer(
  question: Question,
  answer: Answer | null,
  by: number,
  language: Language,
): Answer | undefined {
  const choices = choicesOf(question, language);
  const at = choices.findIndex((choice) => choice.value === answer);
  if (at < 0) return choices[by > 0 ? 0 : choices.length - 1]?.value;
  return choices[Math.min(Math.max(at + by, 0), choices.length - 1)]?.value;
}

const binary: Readonly<Record<Language, readonly Choice[]>> = {
  en: yesOrNo('Yes', 'No'),
  de: yesOrNo('Ja', 'Nein'),
};

function yesOrNo(yes: string, no: string): readonly Choice[] {
  return [
    { value: true, title: yes, action: 'yes' },
    { value: false, title: no, action: 'no' },
  ];
}
