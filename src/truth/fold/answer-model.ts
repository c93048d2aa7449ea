import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import { dawidSkene } from '../../statistics/fold/dawid-skene.ts';
import { mace } from '../../statistics/fold/mace.ts';
import type { Votes } from '../../statistics/votes.ts';
import { codeCount } from '../protocol/answer-codes.ts';
import type { JudgmentTable } from '../judging/judgment-table.ts';

/** What a method that looks at all units together says of each. */
export interface AnswerModel {
  /** The most probable codes; several when they are equally probable. */
  leaders(question: number, unit: number): readonly number[];
  /** The probability of the most probable code. */
  chance(question: number, unit: number): number;
}

/** Whether a method decides each unit by its own votes alone. */
export function countsVotes({ method }: ConsensusPlan): boolean {
  return method === 'weighted' || method === 'majority';
}

/** The model that a plan asks for, fitted to all judgments; null where votes are counted. */
export function answerModel(
  table: JudgmentTable,
  weightOf: (annotator: number) => number,
  plan: ConsensusPlan,
  seed: number,
  takes: (mark: number) => boolean = () => false,
): AnswerModel | null {
  if (countsVotes(plan)) return null;
  const fitted = table.questions.map((question, at) => {
    if (!isClosed(question.scale)) return null;
    const votes = votesOn(table, at, { weightOf, takes }, codeCount(question));
    return plan.method === 'mace' ? mace(votes, { from: { seed } }) : dawidSkene(votes);
  });
  const chances = (question: number, unit: number): Float64Array => {
    const categories = codeCount(table.questions[question]!);
    return fitted[question]!.posterior.subarray(unit * categories, (unit + 1) * categories);
  };
  return {
    leaders: (question, unit) => {
      const answer = fitted[question]!.answer[unit]!;
      if (answer >= 0) return [answer];
      const best = Math.max(...chances(question, unit));
      return [...chances(question, unit)].flatMap((chance, code) =>
        best - chance < 1e-9 ? [code] : [],
      );
    },
    chance: (question, unit) => {
      const answer = fitted[question]!.answer[unit]!;
      const all = chances(question, unit);
      return answer >= 0 ? all[answer]! : Math.max(...all);
    },
  };
}

/** The votes on a question, annotators in the order of their names. */
function votesOn(
  table: JudgmentTable,
  question: number,
  {
    weightOf,
    takes,
  }: {
    readonly weightOf: (annotator: number) => number;
    readonly takes: (mark: number) => boolean;
  },
  categories: number,
): Votes {
  const sorted = table.annotators
    .map((name, number) => ({ name, number }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const rank = new Map(sorted.map(({ number }, at) => [number, at]));
  const votes: { unit: number; annotator: number; answer: number; weight: number }[] = [];
  for (let unit = 0; unit < table.units; unit += 1) {
    for (let place = table.first(unit); place < table.end(unit); place += 1) {
      const answer = table.code(place, question);
      const who = table.who(place);
      const mark = table.mark(place);
      if (answer >= 0 && (mark === 0 || takes(mark)))
        votes.push({ unit, annotator: rank.get(who)!, answer, weight: Math.sign(weightOf(who)) });
    }
  }
  return {
    units: table.units,
    annotators: sorted.length,
    categories,
    unit: Int32Array.from(votes, (vote) => vote.unit),
    annotator: Int32Array.from(votes, (vote) => vote.annotator),
    answer: Int32Array.from(votes, (vote) => vote.answer),
    weight: Float64Array.from(votes, (vote) => vote.weight),
  };
}
