import type { CodedText } from '../domain/coded-text.ts';
import { codedText } from '../domain/text-values.ts';
import type { JudgeAssessment, QuestionAssessment } from './assess-judge.ts';

/**
 * One sentence that says whether the judge may stand in for a person, and never more than the
 * numbers do: a test that fails shows nothing, and one without enough units says so.
 */
export function judgeVerdict(assessment: JudgeAssessment): CodedText {
  const { judge, people, questions, request } = assessment;
  const of = (outcome: QuestionAssessment['outcome']): readonly QuestionAssessment[] =>
    questions.filter((one) => one.outcome === outcome);
  const [passed, failed, unknown] = [of('passed'), of('failed'), of('unknown')];
  if (people.length === 0) return codedText('judge-without-people', { judge });
  const [why] = unknown.flatMap((one) => one.alternative.why ?? []);
  if (unknown.length === questions.length && why !== undefined)
    return codedText('judge-unknown', { judge, why });
  const [only] = questions;
  if (questions.length === 1 && only !== undefined) {
    const { comparisons } = only.alternative;
    const { question } = only;
    return codedText(only.outcome === 'passed' ? 'judge-passed' : 'judge-failed', {
      judge,
      where: question === null ? '' : codedText('judge-where', { question }),
      epsilon: request.epsilon,
      won: comparisons.filter((one) => one.rejected).length,
      count: comparisons.length,
      units: Math.max(...comparisons.map((one) => one.n)),
    });
  }
  const names = (some: readonly QuestionAssessment[]): readonly string[] =>
    some.map((one) => one.question ?? '');
  return codedText(passed.length === 0 ? 'judge-passed-none' : 'judge-passed-some', {
    judge,
    epsilon: request.epsilon,
    passed: passed.length,
    count: questions.length,
    failed: failed.length === 0 ? '' : codedText('judge-not-on', { names: names(failed) }),
    unknown: unknown.length === 0 ? '' : codedText('judge-too-few', { names: names(unknown) }),
  });
}

/**
 * What must be known beside the verdict. The test counts units: where an answer is rare, a judge
 * that misses half of it may still agree with the others as often as a person does. It looks only
 * at units that the judge answered, and within a margin that whoever asks may choose.
 */
export function judgeCautions(assessment: JudgeAssessment): readonly CodedText[] {
  const { judge, questions, request } = assessment;
  if (!questions.some(({ outcome }) => outcome === 'passed')) return [];
  const { epsilon } = request;
  return [
    ...missedAnswers(assessment),
    ...questions.flatMap(({ question, outcome, answered: { of, count } }) => {
      if (outcome !== 'passed' || count >= leastAnswered * of) return [];
      const where = question === null ? '' : codedText('judge-where', { question });
      return [codedText('judge-left-out', { judge, where, count, of })];
    }),
    ...(epsilon > widestMargin ? [codedText('judge-wide-margin', { epsilon, widestMargin })] : []),
  ];
}

/** The share of units that a judge should answer: it may leave out what is hard. */
const leastAnswered = 0.9;

/** The widest margin that Calderon and others suggest, for experts. */
const widestMargin = 0.2;

function missedAnswers({ judge, questions }: JudgeAssessment): readonly CodedText[] {
  const parts = questions.flatMap(({ question, outcome, byAnswer }) => {
    if (outcome !== 'passed') return [];
    const where = question === null ? '' : codedText('judge-where', { question });
    return byAnswer.flatMap(({ answer, sensitivity }) => {
      const bounds = sensitivity.value === null ? null : sensitivity.interval;
      if (bounds === null || bounds[0] >= leastFound) return [];
      const found = Math.round(sensitivity.value! * sensitivity.n);
      return [codedText('judge-found', { where, answer, found, n: sensitivity.n })];
    });
  });
  return parts.length === 0 ? [] : [codedText('judge-misses', { judge, parts })];
}

/** The least share of a true answer that a judge should be sure to find. */
const leastFound = 0.5;
