import type { Answer } from '../../domain/answer.ts';
import type { CodedText, TextValue } from '../../domain/coded-text.ts';
import { inLanguage } from '../../domain/local-text.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed, isGraded, isLabel } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { codedText } from '../../domain/text-values.ts';
import { answerCode, codeApplies } from '../protocol/answer-codes.ts';

/**
 * A decision in sentences, as one would tell a colleague: which labels apply, or each question with
 * its answer, by their titles in a language. Of labels that do not apply only those are named that
 * somebody decided on when not all were.
 */
export function decisionText(
  { questions }: Pick<Task, 'questions'>,
  decision: Ruling['decision'],
  language = 'en',
): CodedText {
  if (decision.kind === 'exclude') return codedText('decision-excluded');
  const closed = questions.filter(({ scale }) => isClosed(scale));
  const labels = closed.filter(({ scale }) => isLabel(scale));
  const { answers } = decision;
  const isStated = ({ id }: Question): boolean => answers[id] !== undefined;
  const title = (question: Question): string => inLanguage(question.title, language);
  if (labels.length < 2 || labels.length < closed.length) {
    const stated = questions.filter(isStated).map((question) => {
      const answer = answerWord(question, answers[question.id]!, language);
      return codedText('answer-is-given', { question: title(question), answer });
    });
    return codedText('decision-answers', { answers: stated });
  }
  const applies = (question: Question): boolean =>
    codeApplies(question, answerCode(question, answers[question.id]));
  const given = labels.filter(isStated);
  const applied = given.filter(applies).map((question): TextValue => {
    if (!isGraded(question.scale)) return title(question);
    const grade = answerWord(question, answers[question.id]!, language);
    return codedText('label-with-grade', { label: title(question), grade });
  });
  const denied = given.filter((question) => !applies(question)).map(title);
  const isWhole = given.length === labels.length;
  if (isWhole && applied.length === 0) return codedText('decision-no-label');
  const parts = [
    ...(applied.length === 0
      ? []
      : [codedText('decision-labels', { labels: applied, count: applied.length })]),
    ...(isWhole || denied.length === 0
      ? []
      : [codedText('decision-not-labels', { labels: denied, count: denied.length })]),
  ];
  return codedText('decision-parts', { parts });
}

/** An answer by the title that its scale gives it. */
function answerWord({ scale }: Question, answer: Answer, language: string): TextValue {
  if (typeof answer === 'boolean') return codedText(answer ? 'answer-yes' : 'answer-no');
  if (scale.kind !== 'nominal' && scale.kind !== 'ordinal') return `“${String(answer)}”`;
  const entry = scale.values.find(({ value }) => value === answer);
  return entry === undefined ? String(answer) : inLanguage(entry.title, language);
}
