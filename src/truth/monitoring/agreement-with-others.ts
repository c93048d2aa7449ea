import type { Question } from '../../domain/protocol/question.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { leaveOneOut } from '../../statistics/agreement/leave-one-out.ts';
import { macroMean } from '../../statistics/agreement/macro-mean.ts';
import { comparedCodes, comparedCount } from '../protocol/answer-codes.ts';
import type { RunTally } from '../fold/run-tally.ts';

/** One annotator against the majority of the others, question by question and in the mean. */
export interface AgreementWithOthers {
  readonly overall: Estimate;
  readonly questions: readonly { readonly question: string; readonly agreement: Estimate }[];
}

/**
 * How often an annotator agrees with the majority of the others (see `leaveOneOut`) on their own
 * units. Where the scale has a threshold, whether the label applies is compared.
 */
export function agreementWithOthers(tally: RunTally, annotator: string): AgreementWithOthers {
  const own = tally.annotators.indexOf(annotator);
  const rows = new Set<number>();
  tally.forEach((row, who) => {
    if (who === own) rows.add(row);
  });
  const numbers = new Map([...rows].map((row, at) => [row, at]));
  const questions = tally.questions.map((question, at) => ({
    question: question.id,
    agreement: onQuestion(tally, question, at, numbers, own),
  }));
  return { overall: macroMean(questions.map((one) => one.agreement)), questions };
}

function onQuestion(
  tally: RunTally,
  question: Question,
  at: number,
  numbers: ReadonlyMap<number, number>,
  own: number,
): Estimate {
  const compared = comparedCodes(question);
  const unit: number[] = [];
  const annotator: number[] = [];
  const answer: number[] = [];
  tally.forEach((row, who, place) => {
    const number = numbers.get(row);
    const code = tally.code(at, place);
    if (number === undefined || code < 0) return;
    unit.push(number);
    annotator.push(who);
    answer.push(compared[code]!);
  });
  const votes = {
    units: numbers.size,
    annotators: Math.max(tally.annotators.length, own + 1, 1),
    categories: comparedCount(question),
    unit: Int32Array.from(unit),
    annotator: Int32Array.from(annotator),
    answer: Int32Array.from(answer),
  };
  return leaveOneOut(votes).annotators[Math.max(own, 0)]!.agreement;
}
