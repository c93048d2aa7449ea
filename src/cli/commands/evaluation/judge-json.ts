import { inEnglish } from '../../../domain/english.ts';
import type {
  JudgeAssessment,
  QuestionAssessment,
} from '../../../operations/evaluation/judge-record.ts';
import { judgeCautions, judgeVerdict } from '../../../operations/evaluation/judge-record.ts';
import type { PoweredRows } from '../../../operations/evaluation/prediction-rows.ts';
import { estimateJson } from '../agreement/estimate-json.ts';

type Powered = QuestionAssessment['powered'][number];

/** The assessment of a judge for programs; the tests of an only question also stand on top. */
export function assessmentJson(assessment: JudgeAssessment, about: object): unknown {
  const { judge, members, people, others, request, questions } = assessment;
  const single = questions.length === 1 ? questions[0]! : null;
  const [only, second] = single?.powered ?? [];
  const top =
    single === null
      ? {}
      : {
          alternative_annotator_test: testJson(single, people),
          prediction_powered: only === undefined || second !== undefined ? null : poweredJson(only),
        };
  return {
    verdict: inEnglish(judgeVerdict(assessment)),
    cautions: judgeCautions(assessment).map(inEnglish),
    judge,
    ...about,
    members,
    people,
    other_models: others,
    epsilon: request.epsilon,
    scoring: request.scoring,
    false_discovery_rate: request.q,
    ...top,
    questions: questions.map((question) => questionJson(question, people)),
  };
}

/** A prediction-powered mean of a plain table for programs. */
export function poweredRowsJson({ powered, needed, skipped }: PoweredRows): unknown {
  return { prediction_powered: poweredJson({ powered, needed }), skipped_rows: skipped };
}

function questionJson(one: QuestionAssessment, people: readonly string[]): object {
  const named = (row: number): object =>
    Object.fromEntries(one.answers.map((answer, column) => [answer, one.confusion[row]![column]]));
  return {
    question: one.question,
    outcome: one.outcome,
    agreement_with_truth: agreementJson(one.withTruth),
    agreement_with_people: Object.fromEntries(
      people.map((name, column) => [name, agreementJson(one.withPeople[column]!)]),
    ),
    agreement_among_people: {
      percent_agreement: estimateJson(one.amongPeople.percent),
      krippendorff_alpha: estimateJson(one.amongPeople.alpha),
    },
    confusion: Object.fromEntries(one.answers.map((answer, row) => [answer, named(row)])),
    errors: one.byAnswer.map(({ answer, sensitivity, specificity }) => ({
      answer,
      sensitivity: estimateJson(sensitivity),
      specificity: estimateJson(specificity),
    })),
    bias: one.bias.map(({ by, group, errors, difference, isBiased }) => ({
      by,
      group,
      error_rate: estimateJson(errors),
      difference: estimateJson(difference),
      biased: isBiased,
    })),
    alternative_annotator_test: testJson(one, people),
    prediction_powered: one.powered.map((quantity) => ({
      of: quantity.answer,
      ...poweredJson(quantity),
      corrected_share: quantity.corrected === null ? null : estimateJson(quantity.corrected),
    })),
  };
}

function agreementJson({ percent, kappa }: QuestionAssessment['withTruth']): object {
  return { percent_agreement: estimateJson(percent), cohen_kappa: estimateJson(kappa) };
}

/** P-values and rejected places go by the people who were compared: `annotators`. */
function testJson({ alternative, outcome }: QuestionAssessment, people: readonly string[]): object {
  const { winningRate, advantageProbability, comparisons, skipped, dropped, why } = alternative;
  return {
    winning_rate: winningRate,
    advantage_probability: advantageProbability,
    p_values: comparisons.map((one) => one.pValue),
    rejected: comparisons.flatMap((one, at) => (one.rejected ? [at] : [])),
    passed: outcome === 'unknown' ? null : outcome === 'passed',
    annotators: comparisons.map((one) => people[one.annotator]),
    units: comparisons.map((one) => one.n),
    advantages: comparisons.map((one) => one.judgeAdvantage),
    skipped_annotators: skipped.map(({ annotator, n }) => ({ annotator: people[annotator], n })),
    dropped_units: dropped,
    ...(why === undefined ? {} : { why: inEnglish(why) }),
  };
}

function poweredJson({ powered, needed }: Pick<Powered, 'powered' | 'needed'>): object {
  const { estimate, classical, lambda, unjudged, equivalent, saved, caution, smallSample } =
    powered;
  return {
    ...boundsJson(estimate),
    lambda,
    classical: boundsJson(classical),
    ...(caution === null ? {} : { caution: inEnglish(caution) }),
    small_sample: smallSample === null ? null : { low: smallSample[0], high: smallSample[1] },
    human_judgments: estimate.n,
    model_only: unjudged,
    equivalent_human_judgments: equivalent,
    saved_human_judgments: saved,
    more_human_judgments: needed === null ? null : needed.withModel,
    more_human_judgments_alone: needed === null ? null : needed.alone,
  };
}

function boundsJson(estimate: Powered['powered']['estimate']): object {
  if (estimate.value === null)
    return { mean: null, low: null, high: null, why: inEnglish(estimate.why) };
  const { value, interval, method } = estimate;
  if (interval === null) return { mean: value, low: null, high: null, why: inEnglish(method) };
  return { mean: value, low: interval[0], high: interval[1] };
}
