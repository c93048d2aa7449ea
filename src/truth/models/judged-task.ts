import type { Panel } from '../../domain/judging/annotator.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { RatingCodes, Ratings } from '../../statistics/agreement/ratings.ts';
import { leadingCategory } from '../../statistics/leading-category.ts';
import { UnitStandings } from '../fold/unit-standings.ts';
import type { StandingRules, UnitNames } from '../fold/standing-rules.ts';
import type { JudgmentTable } from '../judging/judgment-table.ts';
import { answerCode, codeCount, comparedCodes, comparedCount } from '../protocol/answer-codes.ts';

/** All judgments and rulings on a task, and the rules by which they become truth. */
export interface JudgedTask {
  readonly task: Task;
  readonly panel: Panel;
  /** Whether somebody belongs to the project; left out, everybody does. */
  isKnown?(annotator: string): boolean;
  /** The judgments that are compared. */
  readonly table: JudgmentTable;
  /** Those that truth is made of, where they are more: with the further ones on disputed units. */
  readonly votes?: JudgmentTable;
  /** All units, also those that nobody has judged. */
  readonly units: UnitNames;
  readonly rules: StandingRules;
  rulingOn(unit: number): Ruling | undefined;
}

/** What of the answers to a question is compared. */
export interface ShownAnswers {
  readonly answers: readonly string[];
  readonly values: readonly number[] | null;
  readonly isYesNo: boolean;
  /** Per code of the scale: the code that is compared. */
  readonly codes: Int32Array;
}

/** What of an answer is compared: whether a graded label applies, or the answer itself. */
export function shownAnswers(question: Question, graded: boolean): ShownAnswers {
  const { scale } = question;
  const given = scaleAnswers(scale);
  const count = graded ? codeCount(question) : comparedCount(question);
  const isYesNo = scale.kind === 'binary' || count < given.length;
  const codes = graded ? Int32Array.from(given.keys()) : comparedCodes(question);
  if (isYesNo) return { answers: ['no', 'yes'], values: [0, 1], isYesNo, codes };
  const numbers = given.map(Number);
  const isNumeric = given.every((value) => typeof value === 'number');
  const places = scale.kind === 'ordinal' ? [...given.keys()] : null;
  const values = isNumeric ? numbers : places;
  return { answers: given.map(String), values, isYesNo, codes };
}

/** Per question and unit, what is true when only some annotators count. */
export function standingCodes(
  judged: JudgedTask,
  counts: (annotator: string) => boolean,
): readonly RatingCodes[] {
  return allSteps(standingSteps(judged, counts));
}

function* standingSteps(
  { task, table, votes = table, units, rules, rulingOn }: JudgedTask,
  counts: (annotator: string) => boolean,
): Generator<void, readonly RatingCodes[]> {
  const standings = new UnitStandings(
    {
      ...rules,
      weightOf: (name) => (counts(name) ? rules.weightOf(name) : 0),
      required: rules.required.filter(counts),
    },
    votes,
    units,
  );
  const found = task.questions.map((question) => emptyCodes(units.size, codeCount(question)));
  for (let unit = 0; unit < units.size; unit += 1) {
    if (unit % unitsTogether === 0) yield;
    const ruling = rulingOn(unit);
    if (ruling !== undefined) standings.rule(unit, ruling);
    const { state, codes } = standings.look(unit);
    if (state !== 'settled' && state !== 'ruled') continue;
    found.forEach((own, at) => (own[unit] = codes[at]!));
  }
  return found;
}

/**
 * Per question and unit, what is true by people alone: by their judgments, and by what rulings
 * state. A ruling that leaves other answers to the models says nothing about those.
 */
export function humanCodes(judged: JudgedTask, people: readonly string[]): readonly RatingCodes[] {
  return allSteps(humanSteps(judged, people));
}

/** The same in steps. */
export function* humanSteps(
  judged: JudgedTask,
  people: readonly string[],
): Generator<void, readonly RatingCodes[]> {
  const isPerson = new Set(people);
  const found = yield* standingSteps(judged, (name) => isPerson.has(name));
  const { questions } = judged.task;
  for (let unit = 0; unit < judged.units.size; unit += 1) {
    const decision = judged.rulingOn(unit)?.decision;
    if (decision?.kind !== 'answers') continue;
    questions.forEach((question, at) => {
      const stated = decision.answers[question.id];
      if (stated !== undefined) found[at]![unit] = answerCode(question, stated);
    });
  }
  return found;
}

/** How many units are settled in one step. */
const unitsTogether = 2000;

/** Codes as they are compared. */
export function comparedAs(codes: RatingCodes, to: Int32Array): RatingCodes {
  return codes.map((code) => (code < 0 ? -1 : to[code]!)) as RatingCodes;
}

/** By unit, what most of some annotators answered; −1 when tied. */
export function majorityOf(
  { table, units }: Pick<JudgedTask, 'table' | 'units'>,
  members: readonly string[],
  question: number,
  { answers, codes }: ShownAnswers,
): RatingCodes {
  const found = emptyCodes(units.size, answers.length);
  const counts = new Int32Array(answers.length);
  const numbers = members.map((name) => table.findAnnotator(name));
  for (let unit = 0; unit < units.size; unit += 1) {
    counts.fill(0);
    for (const who of numbers) {
      const place = table.place(unit, who);
      const code = place < 0 ? -1 : table.code(place, question);
      if (code >= 0) counts[codes[code]!]! += 1;
    }
    found[unit] = leadingCategory(counts, 0, counts.length);
  }
  return found;
}

/** What each of some annotators answered, a column each. */
export function columnsOf(
  judged: Pick<JudgedTask, 'table' | 'units'>,
  people: readonly string[],
  question: number,
  shown: ShownAnswers,
): Ratings {
  const { answers } = shown;
  const { size } = judged.units;
  const codes = emptyCodes(size * people.length, answers.length);
  people.forEach((name, column) => {
    const own = majorityOf(judged, [name], question, shown);
    for (let unit = 0; unit < size; unit += 1) codes[unit * people.length + column] = own[unit]!;
  });
  return { units: size, annotators: people.length, categories: answers.length, codes };
}
