import { cohenKappa } from '../statistics/agreement/cohen-kappa.ts';
import { confusion } from '../statistics/agreement/confusion.ts';
import { computedName } from '../truth/agreement/measures.ts';
import type { CodedText } from '../domain/coded-text.ts';
import { krippendorffAlpha } from '../statistics/agreement/krippendorff-alpha.ts';
import {
  percentAgreement,
  percentAgreementOfTwo,
} from '../statistics/agreement/percent-agreement.ts';
import { ratingPatterns } from '../statistics/agreement/rating-patterns.ts';
import { emptyCodes, missing } from '../statistics/agreement/ratings.ts';
import type { RatingCodes, Ratings } from '../statistics/agreement/ratings.ts';
import type { Estimate } from '../statistics/estimate.ts';
import { alternativeAnnotatorTest } from '../statistics/evaluation/alternative-annotator.ts';
import type { AlternativeAnnotatorTest } from '../statistics/evaluation/alternative-annotator.ts';
import {
  binaryCounts,
  sensitivitySpecificity,
} from '../statistics/evaluation/sensitivity-specificity.ts';
import type { SensitivitySpecificity } from '../statistics/evaluation/sensitivity-specificity.ts';
import { reason } from '../statistics/reason.ts';
import type { JudgedQuestion, JudgedWork } from './judged-question.ts';
import { poweredQuantities } from './powered-quantities.ts';
import type { PoweredQuantity } from './powered-quantities.ts';
import { sliceBias } from './slice-bias.ts';
import type { SliceBias } from './slice-bias.ts';

/** How an answer is compared with those of other people. */
export const scorings = ['accuracy', 'neg_rmse'] as const;
type Scoring = (typeof scorings)[number];

/** What is asked of a judge. */
export interface JudgeRequest {
  /** How much worse than a person the judge may be, since it costs less. */
  readonly epsilon: number;
  readonly scoring: Scoring;
  /** The share of people wrongly called matched to allow. */
  readonly q: number;
  readonly leastPeople: number;
  readonly leastUnits: number;
  /** The width that intervals of shares and means are to have. */
  readonly width: number;
}

/** How far the judge agrees with somebody. */
interface JudgeAgreement {
  readonly percent: Estimate;
  readonly kappa: Estimate;
}

/** How the judge does on one question. */
export interface QuestionAssessment {
  readonly question: string | null;
  readonly answers: readonly string[];
  readonly withTruth: JudgeAgreement;
  /** In the order of the people. */
  readonly withPeople: readonly JudgeAgreement[];
  /** How far people agree among themselves; α is Krippendorff's. */
  readonly amongPeople: { readonly percent: Estimate; readonly alpha: Estimate };
  /** Units by what is true (rows) and what the judge said (columns). */
  readonly confusion: readonly (readonly number[])[];
  /** Units with a truth, and how many of them the judge answered. */
  readonly answered: { readonly of: number; readonly count: number };
  /** Of the yes where there is one, else of each answer against all others. */
  readonly byAnswer: readonly ({ readonly answer: string } & SensitivitySpecificity)[];
  readonly bias: readonly SliceBias[];
  readonly alternative: AlternativeAnnotatorTest;
  readonly powered: readonly PoweredQuantity[];
  /** Whether the judge may stand in for a person; unknown where the test has no value. */
  readonly outcome: 'passed' | 'failed' | 'unknown';
}

/** How a judge does on all questions. */
export interface JudgeAssessment {
  readonly judge: string;
  readonly members: readonly string[];
  readonly people: readonly string[];
  readonly others: readonly string[];
  readonly request: JudgeRequest;
  readonly questions: readonly QuestionAssessment[];
  /** What the α among people is called, by what it was computed from. */
  readonly alphaName: CodedText;
}

const metric = { kind: 'nominal' } as const;

/** The share of people a judge must hold up against to stand in for one. */
const leastWinningRate = 0.5;

/** Measures a judge against the truth, each person, and the test for standing in for one. */
export function assessJudge(work: JudgedWork, request: JudgeRequest): JudgeAssessment {
  const { judge, members, people, others } = work;
  const questions = work.questions.map((question) => assessQuestion(question, work, request));
  const alphaName = computedName('krippendorff_alpha', [{ level: metric }]);
  return { judge, members, people, others, request, questions, alphaName };
}

function assessQuestion(
  judged: JudgedQuestion,
  { slicings }: JudgedWork,
  request: JudgeRequest,
): QuestionAssessment {
  const { question, answers, judge, truth, people } = judged;
  const patterns = ratingPatterns(people);
  const table = counted(truth, judge, answers.length);
  const tested = stands(judged, request);
  const { winningRate } = tested;
  const passed = winningRate !== null && winningRate >= leastWinningRate;
  const [only, ...further] = answers.filter((_, code) => table[code]!.some((n) => n > 0));
  // A judge that always gives the only answer passes, too.
  const isEmpty = passed && only !== undefined && further.length === 0;
  const alternative = isEmpty
    ? { ...tested, why: reason('judge-one-answer', { answer: only }) }
    : tested;
  const testOutcome = passed ? 'passed' : 'failed';
  return {
    question,
    answers,
    withTruth: agreementOf(truth, judge, answers.length),
    withPeople: Array.from({ length: people.annotators }, (_, column) =>
      agreementOf(columnOf(people, column), judge, answers.length),
    ),
    amongPeople: {
      percent: percentAgreement(patterns),
      alpha: krippendorffAlpha(patterns, { metric }),
    },
    confusion: table,
    answered: answeredOf(truth, judge),
    byAnswer: answers.flatMap((answer, code) =>
      judged.yes === null || judged.yes === code
        ? [{ answer, ...sensitivitySpecificity(binaryCounts(truth, judge, (one) => one === code)) }]
        : [],
    ),
    bias: sliceBias(truth, judge, slicings),
    alternative,
    powered: poweredQuantities(judged, request.width),
    outcome: winningRate === null || isEmpty ? 'unknown' : testOutcome,
  };
}

function answeredOf(truth: RatingCodes, judge: RatingCodes): QuestionAssessment['answered'] {
  let [of, count] = [0, 0];
  for (let unit = 0; unit < truth.length; unit += 1) {
    if (truth[unit] === missing) continue;
    of += 1;
    if (judge[unit] !== missing) count += 1;
  }
  return { of, count };
}

/** The alternative annotator test; distances need answers that are numbers. */
function stands(
  { people, judge, values }: JudgedQuestion,
  { scoring, epsilon, q, leastPeople, leastUnits }: JudgeRequest,
): AlternativeAnnotatorTest {
  const options = { epsilon, q, leastPeople, leastUnits };
  if (scoring === 'accuracy') return alternativeAnnotatorTest(people, judge, options);
  if (values !== null)
    return alternativeAnnotatorTest(people, judge, { ...options, scoring: { values } });
  const nothing = { winningRate: null, advantageProbability: null, comparisons: [] };
  return { ...nothing, skipped: [], dropped: 0, why: reason('answers-not-numbers') };
}

function agreementOf(a: RatingCodes, b: RatingCodes, categories: number): JudgeAgreement {
  const codes = emptyCodes(2 * a.length, categories);
  for (let unit = 0; unit < a.length; unit += 1) {
    codes[2 * unit] = a[unit]!;
    codes[2 * unit + 1] = b[unit]!;
  }
  const table = confusion({ units: a.length, annotators: 2, categories, codes });
  return { percent: percentAgreementOfTwo(table), kappa: cohenKappa(table) };
}

function columnOf({ units, annotators, categories, codes }: Ratings, column: number): RatingCodes {
  const own = emptyCodes(units, categories);
  for (let unit = 0; unit < units; unit += 1) own[unit] = codes[unit * annotators + column]!;
  return own;
}

function counted(
  truth: RatingCodes,
  judge: RatingCodes,
  categories: number,
): readonly (readonly number[])[] {
  const cells = Array.from({ length: categories }, () => Array<number>(categories).fill(0));
  for (let unit = 0; unit < truth.length; unit += 1)
    if (truth[unit]! >= 0 && judge[unit]! >= 0) cells[truth[unit]!]![judge[unit]!]! += 1;
  return cells;
}
