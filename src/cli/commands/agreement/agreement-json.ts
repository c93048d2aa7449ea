import { inEnglish } from '../../../domain/english.ts';
import { measureNames } from '../../../domain/agreement/measure.ts';
import type { MeasureName } from '../../../domain/agreement/measure.ts';
import {
  agreementOnAnswers,
  kappaWords,
  overallMeasures,
} from '../../../operations/agreement/agree.ts';
import type { Agreement, ConfusionMatrix, Estimate } from '../../../operations/agreement/agree.ts';
import type { MatrixAgreement } from '../../../operations/agreement/agree-ratings.ts';
import { estimateJson } from './estimate-json.ts';

/**
 * The comparison as JSON, unrounded. The first seven fields have the names of the scripts that
 * teams come from. Each name means one number: `percent_agreement` and `cohen_kappa` are means over
 * the questions, as under `overall.macro`; `exact_agreement` is the share of units on which all
 * answers are the same.
 */
export function agreementJson(
  result: Agreement,
  seed: number | null,
  matrices: readonly ConfusionMatrix[] | null = null,
): unknown {
  const { matrix, measured, confusion } = result;
  const single = measured.questions.length === 1;
  return {
    total_pairs: matrix.compared,
    exact_matches: result.exactMatches,
    exact_agreement: result.exactShare,
    percent_agreement: measured.overall('percent_agreement', 'macro').value,
    cohen_kappa: result.cohenKappa.value,
    mismatch_count: result.mismatches.length,
    confusion: single ? (confusion?.[measured.questions[0]!.question] ?? null) : confusion,
    protocol: result.protocol,
    task: result.task.id,
    recognised: result.recognised,
    simulated: result.simulated,
    round: result.round?.id ?? null,
    annotators: matrix.annotators,
    overlap: {
      n_overlap: matrix.overlap.common,
      ...Object.fromEntries(
        matrix.annotators.map((name, at) => [
          matrix.annotators.length <= 5 ? `only_${'abcde'[at]}` : `only_${name}`,
          matrix.overlap.only[name],
        ]),
      ),
    },
    measures: Object.fromEntries(
      measured.questions.map((one) => [one.question, measuresJson(one.measures)]),
    ),
    names: Object.fromEntries(measureNames.map((name) => [name, inEnglish(measured.named(name))])),
    agreement_on_answers: eachValue(agreementOnAnswers(measured), estimatesJson),
    kappa_bands: kappaWords(result),
    overall: eachValue(overallMeasures(measured), estimatesJson),
    families: result.families.map(({ family, annotators, stability }) => {
      return { family, annotators, stability: estimatesJson(stability) };
    }),
    ...(matrices === null ? {} : { confusion_matrices: matrices }),
    gate: result.gate && gateJson(result.gate),
    warnings: result.warnings.map(inEnglish),
    seed,
  };
}

/** The JSON of a plain matrix. */
export function ratingsJson(result: MatrixAgreement, seed: number | null): unknown {
  return {
    units: result.units,
    annotators: result.annotators,
    scale: result.scale,
    categories: result.categories,
    categories_inferred: result.inferred,
    measures: measuresJson(result.measures),
    warnings: result.warnings.map(inEnglish),
    seed,
  };
}

function gateJson({ status, checks }: NonNullable<Agreement['gate']>): unknown {
  const said = checks.map(({ scope, why, ...check }) => ({
    ...check,
    scope: inEnglish(scope),
    ...(why === undefined ? {} : { why: inEnglish(why) }),
  }));
  return { status, checks: said };
}

function measuresJson(measures: Readonly<Record<MeasureName, Estimate>>): object {
  return Object.fromEntries(measureNames.map((name) => [name, estimateJson(measures[name])]));
}

type Estimates = Readonly<Record<string, Estimate>>;

function estimatesJson(estimates: Estimates): object {
  return eachValue(estimates, estimateJson);
}

function eachValue<T>(values: Readonly<Record<string, T>>, show: (value: T) => unknown): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, show(value)]));
}
