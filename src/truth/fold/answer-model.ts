import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import { dawidSkeneSteps } from '../../statistics/fold/dawid-skene.ts';
import { maceSteps } from '../../statistics/fold/mace.ts';
import { unitRanges } from '../../statistics/unit-ranges.ts';
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
export function answerModel(...given: Parameters<typeof fittingModel>): AnswerModel | null {
  return allSteps(fittingModel(...given));
}

/** The same in steps. Nothing may be taken into the table between them. */
export function* fittingModel(
  table: JudgmentTable,
  weightOf: (annotator: number) => number,
  plan: ConsensusPlan,
  seed: number,
  takes: (mark: number) => boolean = () => false,
): Generator<void, AnswerModel | null> {
  if (countsVotes(plan)) return null;
  const fitted: (Fitted | null)[] = [];
  for (const [at, question] of table.questions.entries()) {
    if (!isClosed(question.scale)) {
      fitted.push(null);
      continue;
    }
    const votes = yield* votesOn(table, at, { weightOf, takes }, codeCount(question));
    fitted.push(
      yield* plan.method === 'mace' ? maceSteps(votes, { from: { seed } }) : dawidSkeneSteps(votes),
    );
  }
  return answerModelOf(table, fitted);
}

/** What both methods find out about the units. */
interface Fitted {
  readonly answer: Int32Array;
  readonly posterior: Float64Array;
}

function answerModelOf(table: JudgmentTable, fitted: readonly (Fitted | null)[]): AnswerModel {
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
function* votesOn(
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
): Generator<void, Votes> {
  const sorted = table.annotators
    .map((name, number) => ({ name, number }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const rank = new Int32Array(sorted.length);
  for (const [at, { number }] of sorted.entries()) rank[number] = at;
  const { units } = table;
  let most = 0;
  for (let unit = 0; unit < units; unit += 1) most += table.end(unit) - table.first(unit);
  yield;
  const column = (): Int32Array => new Int32Array(most);
  const [unitOf, annotator, answer] = [column(), column(), column()];
  const weight = new Float64Array(most);
  let votes = 0;
  for (const { first, end } of unitRanges(units)) {
    for (let unit = first; unit < end; unit += 1) {
      for (let place = table.first(unit); place < table.end(unit); place += 1) {
        const code = table.code(place, question);
        const mark = table.mark(place);
        if (code < 0 || !(mark === 0 || takes(mark))) continue;
        const who = table.who(place);
        unitOf[votes] = unit;
        annotator[votes] = rank[who]!;
        answer[votes] = code;
        weight[votes] = Math.sign(weightOf(who));
        votes += 1;
      }
    }
    yield;
  }
  return {
    units,
    annotators: sorted.length,
    categories,
    unit: unitOf.subarray(0, votes),
    annotator: annotator.subarray(0, votes),
    answer: answer.subarray(0, votes),
    weight: weight.subarray(0, votes),
  };
}
