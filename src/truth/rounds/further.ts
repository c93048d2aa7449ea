import type { Answers } from '../../domain/judging/judgment.ts';
import type { FurtherReason } from '../../domain/judging/further.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { isAskedByAnswers } from '../../domain/rounds/further-plan.ts';
import type { FurtherPlan } from '../../domain/rounds/further-plan.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import type { SeededRandom } from '../../statistics/seeded-random.ts';
import { shuffle } from '../../statistics/shuffle.ts';

/** What one of the first annotators of a unit said. */
export interface FirstJudgment {
  readonly answers: Answers;
  readonly flag: boolean;
}

/** What is known of a unit when its first annotators have judged. */
export interface FirstOfUnit {
  readonly first: readonly FirstJudgment[];
  /** Whether it was drawn to have further annotators whatever is answered. */
  readonly isDrawn: boolean;
}

/**
 * Why a unit needs further annotators, by what its first ones said; null when it needs none. The
 * first ones alone decide, and only once all of them have judged: who is asked later changes
 * nothing. Two answers to a question differ when they are not the same; whether a question was
 * answered at all matters where an answer is required. Units that were drawn get theirs at the same
 * moment, so that nobody can tell which of the two it is.
 * @example
 * const unit = { first: [], isDrawn: false };
 * furtherReason({ annotators: 2, further: null }, { questions: [] }, unit) // null
 */
export function furtherReason(
  { annotators, further }: Pick<Round, 'annotators' | 'further'>,
  { questions }: Pick<Task, 'questions'>,
  { first, isDrawn }: FirstOfUnit,
): FurtherReason | null {
  if (!isAskedByAnswers(further) || annotators === null || first.length < annotators) return null;
  if (isDrawn) return 'share';
  const named = further.questions;
  const differs = questions.some(
    ({ id, scale, required }) =>
      isClosed(scale) &&
      (named?.includes(id) ?? true) &&
      isAnsweredDifferently(first, id, required),
  );
  if (further.disagreement && differs) return 'disagreement';
  return further.flag && first.some((one) => one.flag) ? 'flag' : null;
}

function isAnsweredDifferently(
  first: readonly FirstJudgment[],
  question: string,
  isRequired: boolean,
): boolean {
  const given = first.map(({ answers }) => answers[question]);
  const answers = new Set(isRequired ? given : given.filter((one) => one !== undefined));
  return answers.size > 1;
}

/**
 * The units that get further annotators whatever is answered: a share of them at random, rounded to
 * whole units, so that each has the same chance. Where answers ask for further ones besides, they
 * get theirs when their first annotators have judged; else from the beginning.
 * @example
 * const plan = { upTo: 3, share: 0.5, disagreement: false, questions: null, flag: false };
 * drawFurther(['u1', 'u2', 'u3', 'u4'], plan, 7).size // 2
 */
export function drawFurther(
  units: readonly string[],
  plan: FurtherPlan | null,
  seed: number | string,
): ReadonlySet<string> {
  const wanted = Math.round((plan?.share ?? 0) * units.length);
  if (wanted === 0) return new Set();
  const random = seededRandom(`${seed}:further`);
  return new Set(shuffle(units.toSorted(), random).slice(0, wanted));
}

/**
 * Which of a unit's annotators, who are all dealt at once, count as the further ones: any of them
 * at random, since nobody has answered yet.
 */
export function furtherOnes(
  holders: readonly string[],
  count: number,
  { unit, seed }: { readonly unit: string; readonly seed: number | string },
): ReadonlySet<string> {
  const random = seededRandom(`${seed}:further:${unit}`);
  return new Set(shuffle(holders.toSorted(), random).slice(0, Math.max(count, 0)));
}

/** Somebody who could judge a unit further. */
export interface FurtherCandidate {
  readonly annotator: string;
  /** How many units they were given as a further annotator before. */
  readonly given: number;
}

/**
 * Who judges a unit further: those who were given the fewest such units, at random among equals.
 * Whoever has the unit already must not be among the candidates. Fewer than `count` when there are
 * not enough.
 */
export function chooseFurther(
  candidates: readonly FurtherCandidate[],
  count: number,
  { unit, seed }: { readonly unit: string; readonly seed: number | string },
): readonly string[] {
  const sorted = candidates.toSorted((a, b) => (a.annotator < b.annotator ? -1 : 1));
  const mixed = shuffle(sorted, seededRandom(`${seed}:further:${unit}`));
  const chosen = mixed.toSorted((a, b) => a.given - b.given).slice(0, count);
  return chosen.map((one) => one.annotator);
}

/** Where a unit comes in somebody's own order, and which open place moves to the end for it. */
export interface AddedPlace {
  /** Which of the open places it takes, from 0; null where it comes last itself. */
  readonly takes: number | null;
}

/**
 * Where a unit that somebody is given later comes among their `open` ones: in the place of any of
 * them, which then comes last, or last itself. Each of these is equally likely, so that whatever
 * was added, in any number and at any time, every order of the open units is equally likely, and
 * the place of a unit does not tell that it was added. Knuth 1997, The art of computer programming
 * 2, 3.4.2, algorithm P, forwards.
 */
export function addedPlace(open: number, random: SeededRandom): AddedPlace {
  const place = random.integer(open + 1);
  return { takes: place === open ? null : place };
}
