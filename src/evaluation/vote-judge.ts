import { groupBy } from '../domain/group-by.ts';
import { emptyCodes } from '../statistics/agreement/ratings.ts';
import type { RatingCodes } from '../statistics/agreement/ratings.ts';
import { leadingCategory } from '../statistics/leading-category.ts';
import { byName, familyOf } from '../truth/models/voices.ts';
import type { JudgedQuestion, JudgedWork, Slicing } from './judged-question.ts';

/** One vote: who answered what about a unit, by numbers. */
export interface CodedVote {
  readonly unit: number;
  readonly annotator: string;
  readonly question: string | null;
  readonly answer: string;
}

/** Votes without a protocol: everybody but the judge is a person, unless people are named. */
export interface VoteJudgeOptions {
  readonly units: number;
  readonly people: readonly string[] | null;
  readonly slicings?: readonly Slicing[];
}

/**
 * A judge among the votes of a table. The truth is the majority of the others, people and models
 * alike; a tie has none. Of repeated votes the last counts. Null when nobody of that name voted.
 */
export function judgeOfVotes(
  votes: readonly CodedVote[],
  judge: string,
  { units, people: named, slicings = [] }: VoteJudgeOptions,
): JudgedWork | null {
  const annotators = [...new Set(votes.map((vote) => vote.annotator))].toSorted(byName);
  const members = annotators.filter((name) => name === judge || familyOf({}, name) === judge);
  if (members.length === 0) return null;
  const own = new Set(members.map((name) => familyOf({}, name)));
  const rest = annotators.filter((name) => !own.has(familyOf({}, name)));
  const people = named === null ? rest : rest.filter((name) => named.includes(name));
  const others = rest.filter((name) => !people.includes(name));
  const questions = [...groupBy(votes, (vote) => vote.question)].map(([question, all]) =>
    judgedQuestion(question, all, { units, members, people, others }),
  );
  return { judge, members, people, others, questions, slicings };
}

interface Groups {
  readonly units: number;
  readonly members: readonly string[];
  readonly people: readonly string[];
  readonly others: readonly string[];
}

function judgedQuestion(
  question: string | null,
  votes: readonly CodedVote[],
  { units, members, people, others }: Groups,
): JudgedQuestion {
  const given = [...new Set(votes.map((vote) => vote.answer))];
  const isNumeric = given.every((answer) => answer !== '' && Number.isFinite(Number(answer)));
  const order = (a: string, b: string): number =>
    isNumeric ? Number(a) - Number(b) : Number(a > b) - Number(a < b);
  const answers = given.toSorted(order);
  const codeOf = new Map(answers.map((answer, code) => [answer, code]));
  const columns = new Map<string, RatingCodes>();
  for (const { unit, annotator, answer } of votes) {
    const codes = columns.get(annotator) ?? emptyCodes(units, answers.length);
    columns.set(annotator, codes);
    codes[unit] = codeOf.get(answer)!;
  }
  const most = (names: readonly string[]): RatingCodes => {
    const own = names.flatMap((name) => columns.get(name) ?? []);
    const counts = new Int32Array(answers.length);
    return emptyCodes(units, answers.length).map((_, unit) => {
      counts.fill(0);
      for (const codes of own) if (codes[unit]! >= 0) counts[codes[unit]!]! += 1;
      return leadingCategory(counts, 0, counts.length);
    }) as RatingCodes;
  };
  const codes = emptyCodes(units * people.length, answers.length);
  people.forEach((name, column) =>
    columns.get(name)?.forEach((code, unit) => (codes[unit * people.length + column] = code)),
  );
  const yesNoValues = isYesNo(answers) ? [0, 1] : null;
  return {
    question,
    answers,
    values: isNumeric ? answers.map(Number) : yesNoValues,
    yes: isYesNo(answers) ? 1 : null,
    judge: most(members),
    truth: most([...people, ...others]),
    human: most(people),
    people: { units, annotators: people.length, categories: answers.length, codes },
  };
}

/** Whether two answers in ascending order are no and yes. */
function isYesNo(answers: readonly string[]): boolean {
  return ['0/1', 'false/true', 'no/yes'].includes(answers.join('/').toLowerCase());
}
