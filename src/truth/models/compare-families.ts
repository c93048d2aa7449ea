import type { CodedText } from '../../domain/coded-text.ts';
import { computedName } from '../agreement/measures.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import { cohenKappa } from '../../statistics/agreement/cohen-kappa.ts';
import { confusion } from '../../statistics/agreement/confusion.ts';
import { krippendorffAlpha } from '../../statistics/agreement/krippendorff-alpha.ts';
import { pairwiseAgreement } from '../../statistics/agreement/pairwise-agreement.ts';
import {
  percentAgreement,
  percentAgreementOfTwo,
} from '../../statistics/agreement/percent-agreement.ts';
import { ratingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { RatingCodes, Ratings } from '../../statistics/agreement/ratings.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { leadingCategory } from '../../statistics/leading-category.ts';
import { columnsOf, comparedAs, humanSteps, majorityOf, shownAnswers } from './judged-task.ts';
import type { JudgedTask, ShownAnswers } from './judged-task.ts';
import { voicesOf } from './voices.ts';
import type { ModelFamily, Voices } from './voices.ts';

/** How far two agree. */
interface PairedAgreement {
  readonly percent: Estimate;
  readonly kappa: Estimate;
}

/** How models answer one question, beside each other and beside the people. */
export interface FamilyQuestion {
  readonly question: string;
  readonly answers: readonly string[];
  /** Between families, each with the majority of its runs; α is Krippendorff's. */
  readonly between: { readonly percent: Estimate; readonly alpha: Estimate };
  /** Two families each, by their places. */
  readonly pairs: readonly (PairedAgreement & {
    readonly first: number;
    readonly second: number;
  })[];
  /** Per family, how far its runs agree among themselves: stability, not agreement. */
  readonly stability: readonly Estimate[];
  /** Per family, how far it agrees with the people. */
  readonly withPeople: readonly PairedAgreement[];
  /** The weighted majority of all runs against the people. */
  readonly ensemble: PairedAgreement & {
    /** Units by what people say (rows) and what the ensemble says (columns). */
    readonly confusion: readonly (readonly number[])[];
  };
  /** Units that two families or more answered, and those on which they differ. */
  readonly answered: number;
  readonly split: number;
}

/** A unit on which the families differ, or on which they agree against the people. */
interface FamilyDifference {
  readonly unit: string;
  readonly question: string;
  /** The answer of each family, in their order; null without one. */
  readonly families: readonly (string | null)[];
  /** What is true by the people; null while unknown. */
  readonly people: string | null;
}

/** The models of a task beside each other and beside the people. */
export interface FamilyComparison extends Voices {
  readonly questions: readonly FamilyQuestion[];
  /** What the α between families is called, by what it was computed from. */
  readonly alphaName: CodedText;
  /** Where the families differ, unit by unit. */
  readonly splits: readonly FamilyDifference[];
  /** Where all families agree against the people: where to look first. */
  readonly againstPeople: readonly FamilyDifference[];
}

/**
 * Compares the models that judged a task. Runs of one model are not independent: agreement is
 * measured between families, stability within one. What people say is made of their judgments and
 * rulings alone.
 */
export function compareFamilies(judged: JudgedTask): FamilyComparison {
  return allSteps(familySteps(judged));
}

/** The same in steps. */
export function* familySteps(judged: JudgedTask): Generator<void, FamilyComparison> {
  const { task, table, panel } = judged;
  const voices = voicesOf(panel, table.annotators, judged.isKnown);
  const human = yield* humanSteps(judged, voices.people);
  const compared: ComparedQuestion[] = [];
  for (const [at, question] of task.questions.entries()) {
    if (!question.measured) continue;
    const shown = shownAnswers(question, false);
    const said: RatingCodes[] = [];
    for (const { runs } of voices.families) {
      said.push(majorityOf(judged, runs, at, shown));
      yield;
    }
    const truth = comparedAs(human[at]!, shown.codes);
    compared.push(yield* questionSteps(judged, voices.families, { at, shown, said, truth }));
  }
  return {
    ...voices,
    questions: compared.map(({ figures }) => figures),
    alphaName: computedName('krippendorff_alpha', [{ level: metric }]),
    splits: compared.flatMap(({ splits }) => splits),
    againstPeople: compared.flatMap(({ againstPeople }) => againstPeople),
  };
}

/** The figures of a question, and the units behind them. */
interface ComparedQuestion extends Pick<FamilyComparison, 'splits' | 'againstPeople'> {
  readonly figures: FamilyQuestion;
}

/** A question, by its place: what each family says of every unit, and what the people say. */
interface SaidOfQuestion {
  readonly at: number;
  readonly shown: ShownAnswers;
  readonly said: readonly RatingCodes[];
  readonly truth: RatingCodes;
}

function* questionSteps(
  judged: JudgedTask,
  families: readonly ModelFamily[],
  asked: SaidOfQuestion,
): Generator<void, ComparedQuestion> {
  const { at, shown, said, truth } = asked;
  const { splits, againstPeople, answered } = yield* differenceSteps(judged, families, asked);
  const between = betweenFamilies(said, shown.answers.length);
  yield;
  const stability: Estimate[] = [];
  const withPeople: PairedAgreement[] = [];
  for (const [family, { runs }] of families.entries()) {
    stability.push(percentAgreement(ratingPatterns(columnsOf(judged, runs, at, shown))));
    withPeople.push(paired(truth, said[family]!, shown.answers.length));
    yield;
  }
  const figures: FamilyQuestion = {
    question: judged.task.questions[at]!.id,
    answers: shown.answers,
    ...between,
    stability,
    withPeople,
    ensemble: ensembleOf(judged, families, at, shown, truth),
    answered,
    split: splits.length,
  };
  return { figures, splits, againstPeople };
}

/** Where families differ, and where they agree against the people. */
function* differenceSteps(
  { task, table, units }: JudgedTask,
  families: readonly ModelFamily[],
  { at, shown, said, truth }: SaidOfQuestion,
): Generator<void, Omit<ComparedQuestion, 'figures'> & { readonly answered: number }> {
  const question = task.questions[at]!.id;
  const named = (code: number): string | null => shown.answers[code] ?? null;
  /** Whether the runs of a family answered and come to nothing: it agrees with nobody. */
  const isTied = (codes: RatingCodes, runs: readonly string[], unit: number): boolean =>
    codes[unit]! < 0 &&
    runs.some((name) => {
      const place = table.place(unit, table.findAnnotator(name));
      return place >= 0 && table.code(place, at) >= 0;
    });
  const splits: FamilyDifference[] = [];
  const againstPeople: FamilyDifference[] = [];
  let answered = 0;
  for (let unit = 0; unit < units.size; unit += 1) {
    if (unit % unitsTogether === 0) yield;
    const given = said.map((codes) => codes[unit]!).filter((code) => code >= 0);
    if (given.length === 0) continue;
    const isSplit = given.some((code) => code !== given[0]);
    if (given.length > 1) answered += 1;
    const isAgainst =
      !isSplit &&
      truth[unit]! >= 0 &&
      truth[unit] !== given[0] &&
      !families.some(({ runs }, family) => isTied(said[family]!, runs, unit));
    if (!isSplit && !isAgainst) continue;
    (isSplit ? splits : againstPeople).push({
      unit: units.at(unit),
      question,
      families: said.map((codes) => named(codes[unit]!)),
      people: named(truth[unit]!),
    });
  }
  return { splits, againstPeople, answered };
}

const metric = { kind: 'nominal' } as const;

/** How many units are compared in one step. */
const unitsTogether = 5000;

function betweenFamilies(
  said: readonly RatingCodes[],
  categories: number,
): Pick<FamilyQuestion, 'between' | 'pairs'> {
  const ratings = sideBySide(said, categories);
  const patterns = ratingPatterns(ratings);
  return {
    between: {
      percent: percentAgreement(patterns),
      alpha: krippendorffAlpha(patterns, { metric }),
    },
    pairs: pairwiseAgreement(ratings),
  };
}

function ensembleOf(
  { table, units, rules }: JudgedTask,
  families: readonly ModelFamily[],
  question: number,
  { answers, codes }: ShownAnswers,
  truth: RatingCodes,
): FamilyQuestion['ensemble'] {
  const runs = families.flatMap((one) => one.runs);
  // Models with weight 0 all weigh the same.
  const isHeard = runs.every((name) => rules.weightOf(name) === 0);
  const weighted = runs.map((name) => ({
    who: table.findAnnotator(name),
    weight: isHeard ? 1 : rules.weightOf(name),
  }));
  const said = emptyCodes(units.size, answers.length);
  const sums = new Float64Array(answers.length);
  for (let unit = 0; unit < units.size; unit += 1) {
    sums.fill(0);
    for (const { who, weight } of weighted) {
      const place = table.place(unit, who);
      const code = place < 0 ? -1 : table.code(place, question);
      if (code >= 0) sums[codes[code]!]! += weight;
    }
    said[unit] = leadingCategory(sums, 0, sums.length);
  }
  const cells = answers.map(() => answers.map(() => 0));
  for (let unit = 0; unit < units.size; unit += 1)
    if (truth[unit]! >= 0 && said[unit]! >= 0) cells[truth[unit]!]![said[unit]!]! += 1;
  return { ...paired(truth, said, answers.length), confusion: cells };
}

function paired(a: RatingCodes, b: RatingCodes, categories: number): PairedAgreement {
  const table = confusion(sideBySide([a, b], categories));
  return { percent: percentAgreementOfTwo(table), kappa: cohenKappa(table) };
}

function sideBySide(columns: readonly RatingCodes[], categories: number): Ratings {
  const units = columns[0]?.length ?? 0;
  const codes = emptyCodes(units * columns.length, categories);
  columns.forEach((own, column) =>
    own.forEach((code, unit) => (codes[unit * columns.length + column] = code)),
  );
  return { units, annotators: columns.length, categories, codes };
}
