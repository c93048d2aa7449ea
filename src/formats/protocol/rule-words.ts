import type { Answer } from '../../domain/answer.ts';
import type { Comparison, Expression } from '../../domain/expression.ts';
import { inLanguage } from '../../domain/local-text.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Constraint, Task } from '../../domain/protocol/task.ts';

/** The languages that rules are put into words in. */
type Language = 'en' | 'de';

/**
 * A constraint as a sentence with the titles of the questions: `sufficient => not misleading` is
 * “Enough evidence” and “Misleading” exclude each other.
 */
export function ruleSentence(task: Task, rule: Constraint, language: Language): string {
  const words = wordsOf[language];
  const say = (part: Expression): string => saying(task, part, language);
  const { expression } = rule;
  if (expression.kind !== 'implies') return words.holds(say(expression));
  const { premise, conclusion } = expression;
  if (premise.kind === 'applies' && conclusion.kind === 'applies')
    return words.needs(say(premise), say(conclusion));
  if (premise.kind === 'applies' && conclusion.kind === 'not' && conclusion.of.kind === 'applies')
    return words.excludes(say(premise), say(conclusion.of));
  return words.follows(say(premise), say(conclusion));
}

/** Answers by the titles of their questions: “Enough evidence”: yes and “Misleading”: yes. */
export function answersWords(
  given: readonly { readonly question: Question; readonly answer: Answer | null }[],
  language: Language,
): string {
  const words = wordsOf[language];
  return given
    .map(({ question, answer }) => {
      const title = words.quote(inLanguage(question.title, language));
      return `${title}: ${answerWords(question, answer, language)}`;
    })
    .join(words.and);
}

/** A condition with the titles of the questions, as a part of a sentence. */
export function conditionWords(
  task: Task,
  { expression }: Pick<Constraint, 'expression'>,
  language: Language,
): string {
  return saying(task, expression, language);
}

/** An answer in words: yes, the title of a value, or the text itself. */
export function answerWords(question: Question, answer: Answer | null, language: Language): string {
  const words = wordsOf[language];
  if (answer === null) return words.nothing;
  if (typeof answer === 'boolean') return answer ? words.yes : words.no;
  const { scale } = question;
  if (scale.kind !== 'nominal' && scale.kind !== 'ordinal') return String(answer);
  const entry = scale.values.find((one) => one.value === answer);
  return entry === undefined ? String(answer) : inLanguage(entry.title, language);
}

/** The title of a question, by its name. */
export function questionTitle(task: Task, question: string, language: Language): string {
  const found = task.questions.find((one) => one.id === question);
  return found === undefined ? question : inLanguage(found.title, language);
}

const wordsOf = {
  en: {
    yes: 'yes',
    no: 'no',
    nothing: 'no answer',
    and: ' and ',
    or: ' or ',
    quote: (title: string) => `“${title}”`,
    not: (part: string) => `not ${part}`,
    needs: (a: string, b: string) => `${a} is only possible together with ${b}.`,
    excludes: (a: string, b: string) => `${a} and ${b} exclude each other.`,
    follows: (a: string, b: string) => `If ${a}, then ${b}.`,
    holds: (part: string) => `It must hold: ${part}.`,
    compare: {
      '=': 'is',
      '!=': 'is not',
      '<': 'is below',
      '<=': 'is at most',
      '>': 'is above',
      '>=': 'is at least',
      in: 'is',
    } satisfies Record<Comparison, string>,
  },
  de: {
    yes: 'ja',
    no: 'nein',
    nothing: 'keine Antwort',
    and: ' und ',
    or: ' oder ',
    quote: (title: string) => `„${title}“`,
    not: (part: string) => `nicht ${part}`,
    needs: (a: string, b: string) => `${a} geht nur zusammen mit ${b}.`,
    excludes: (a: string, b: string) => `${a} und ${b} schließen einander aus.`,
    follows: (a: string, b: string) => `Wenn ${a}, dann ${b}.`,
    holds: (part: string) => `Es muss gelten: ${part}.`,
    compare: {
      '=': 'ist',
      '!=': 'ist nicht',
      '<': 'liegt unter',
      '<=': 'ist höchstens',
      '>': 'liegt über',
      '>=': 'ist mindestens',
      in: 'ist',
    } satisfies Record<Comparison, string>,
  },
} as const;

function saying(task: Task, part: Expression, language: Language): string {
  const words = wordsOf[language];
  const say = (one: Expression): string => saying(task, one, language);
  const inner = (one: Expression): string =>
    ['and', 'or', 'implies'].includes(one.kind) ? `(${say(one)})` : say(one);
  switch (part.kind) {
    case 'applies':
      return words.quote(questionTitle(task, part.question, language));
    case 'not':
      return words.not(inner(part.of));
    case 'and':
      return part.of.map(inner).join(words.and);
    case 'or':
      return part.of.map(inner).join(words.or);
    case 'implies':
      return words.follows(say(part.premise), say(part.conclusion)).replace(/\.$/, '');
    case 'compare': {
      const question = task.questions.find((one) => one.id === part.question);
      const values = part.values.map((value) => valueWords(question, value, language));
      const title = words.quote(questionTitle(task, part.question, language));
      return `${title} ${words.compare[part.operator]} ${values.join(words.or)}`;
    }
  }
}

function valueWords(question: Question | undefined, value: string, language: Language): string {
  const { yes, no, quote } = wordsOf[language];
  const scale = question?.scale;
  if (scale?.kind === 'binary') return ['yes', 'true', '1'].includes(value) ? yes : no;
  if (scale?.kind !== 'nominal' && scale?.kind !== 'ordinal') return value;
  const entry = scale.values.find((one) => String(one.value) === value);
  return quote(entry === undefined ? value : inLanguage(entry.title, language));
}
