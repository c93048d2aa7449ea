import type { CodedText, TextValue } from '../../domain/coded-text.ts';
import type { LocalText } from '../../domain/local-text.ts';
import { inLanguage } from '../../domain/local-text.ts';
import { useCodedSentence } from '../texts/error-sentence.ts';
import { useLanguage } from '../texts/language.tsx';
import { longestTitle, useQuestionTitles } from './use-scope.ts';
import type { HasQuestions } from './use-scope.ts';

/** What a text says of a task's questions and answers, by their titles. */
interface Titles {
  readonly question: (id: string) => string;
  readonly answer: (question: string, answer: string) => string;
}

/** Says what is true of a unit with the titles of labels and answers in place of their names. */
export function useTruthSentence(task: HasQuestions): (line: CodedText) => string {
  const said = useCodedSentence();
  const language = useLanguage();
  const question = useQuestionTitles(task);
  const [yes, no] = language === 'de' ? ['ja', 'nein'] : ['yes', 'no'];
  const words = new Map([
    ['true', yes!],
    ['false', no!],
  ]);
  const answer = (id: string, given: string): string => {
    const scale = task.questions.find((one) => one.id === id)?.scale;
    if (scale?.kind === 'binary') return words.get(given) ?? given;
    if (scale?.kind !== 'ordinal' && scale?.kind !== 'nominal') return given;
    const titles = scale.values.map((one) => inLanguage(one.title as LocalText, language));
    // A title that is a whole sentence does not fit into another one.
    if (titles.some((title) => title.length > longestTitle)) return given.replaceAll('_', ' ');
    return titles[scale.values.findIndex(({ value }) => String(value) === given)] ?? given;
  };
  return (line) => said(titledText(line, { question, answer }));
}

/**
 * A coded text with titles in place of names, wherever it names a question or an answer to it. It
 * loses its English message, which has the names. @internal
 */
export function titledText({ code, values }: CodedText, titles: Titles): CodedText {
  const own = String(values['question'] ?? values['label'] ?? '');
  const titled = Object.entries(values).map(([name, value]): [string, TextValue] => {
    if (name === 'question' || name === 'label') return [name, titles.question(own)];
    if (name === 'answer' || name === 'grade' || (name === 'answers' && own !== ''))
      return [name, each(value, (one) => titles.answer(own, one))];
    if (name === 'questions' || name === 'answers') return [name, each(value, titles.question)];
    return [name, each(value, (one) => one)];
  });
  return { code, values: Object.fromEntries(titled) };

  function each(value: TextValue, write: (text: string) => string): TextValue {
    if (typeof value === 'string') return write(value);
    if (typeof value === 'number') return value;
    if (isList(value)) return value.map((one) => each(one, write));
    return titledText(value, titles);
  }
}

function isList(value: CodedText | readonly TextValue[]): value is readonly TextValue[] {
  return Array.isArray(value);
}
