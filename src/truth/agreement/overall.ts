import { codedText } from '../../domain/text-values.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import {
  leastUnits,
  tooFewUnits,
  withPosterior,
} from '../../statistics/agreement/jeffreys-interval.ts';
import { pooledConfusions } from '../../statistics/agreement/confusion.ts';
import { macroMean, macroResampled, meanPosterior } from '../../statistics/agreement/macro-mean.ts';
import type { MeanPart } from '../../statistics/agreement/macro-mean.ts';
import { pooledPatterns, pooledPosterior } from '../../statistics/agreement/pooled-patterns.ts';
import { bootstrapTogether } from '../../statistics/bootstrap.ts';
import type { Draws } from '../../statistics/bootstrap.ts';
import { withResampledInterval } from '../../statistics/bootstrap-interval.ts';
import { hasValue, noValue } from '../../statistics/estimate.ts';
import type { Estimate, Valued } from '../../statistics/estimate.ts';
import {
  isCohen,
  leastValue,
  measure,
  measurePosterior,
  resampledMeasure,
  weightedMeasures,
} from './measures.ts';
import type { ComparedAnswers, IntervalChoice } from './measures.ts';

/** One question of several: the answers, and the measure of them where it is known already. */
export interface OverallQuestion {
  readonly compared: ComparedAnswers;
  readonly estimate: Estimate;
}

const level = 0.95;

/**
 * The mean of a measure over questions, of those that have a value. The reports of `agree`, the
 * gates and the pages all get the same number and interval from here.
 */
export function macroMeasure(
  name: MeasureName,
  questions: readonly OverallQuestion[],
  choice: IntervalChoice = 'jeffreys',
): Estimate {
  if (questions.length === 1) return questions[0]!.estimate;
  const macro = macroMean(questions.map((one) => one.estimate));
  if (!hasValue(macro)) return macro;
  const mean = { ...macro, n: Math.max(...questions.map((one) => one.estimate.n)) };
  if (choice === 'gwet') return { ...mean, method: codedText('no-interval-gwet-overall') };
  if (typeof choice !== 'string') return resampledMean(name, questions, mean, choice);
  if (mean.n < leastUnits) return tooFewUnits(mean);
  const parts = questions.flatMap((one) => meanPart(name, one) ?? []);
  return withPosterior(mean, meanPosterior(parts), [leastValue(name), 1], level);
}

/** All decisions on all questions as one list of decisions. */
export function pooledMeasure(
  name: MeasureName,
  questions: readonly OverallQuestion[],
  choice: IntervalChoice = 'jeffreys',
): Estimate {
  if (isCohen(name) && questions[0]!.compared.annotators !== 2) return questions[0]!.estimate;
  if (weightedMeasures.includes(name)) return noValue(codedText('weighted-per-question'));
  const all = questions.map((one) => one.compared.patterns);
  if (all.some((one) => one.categories !== all[0]!.categories))
    return noValue(codedText('scales-differ'));
  if (questions.length === 1) return questions[0]!.estimate;
  const compared = pooledAnswers(questions);
  const estimate = measure(name, compared, 'gwet');
  if (!hasValue(estimate)) return estimate;
  const n = Math.max(...questions.map((one) => one.estimate.n));
  const decisions = all.reduce((sum, { units }) => sum + units.reduce((a, b) => a + b, 0), 0);
  const over = codedText('pooled-decisions', { decisions, count: questions.length });
  const plain: Valued = { ...estimate, n, interval: null, over };
  if (choice !== 'jeffreys') return { ...plain, method: codedText('no-interval-pooled') };
  if (n < leastUnits) return tooFewUnits(plain);
  const posterior = measurePosterior(name, compared);
  const located = isCohen(name) ? compared.pair! : compared.patterns;
  const moments = posterior && pooledPosterior(posterior, located, questions.length);
  return withPosterior(plain, moments, [leastValue(name), 1], level);
}

function pooledAnswers(questions: readonly OverallQuestion[]): ComparedAnswers {
  const { annotators, level: first } = questions[0]!.compared;
  return {
    annotators,
    level: first,
    get patterns() {
      return pooledPatterns(questions.map((one) => one.compared.patterns));
    },
    get pair() {
      const pairs = questions.map((one) => one.compared.pair);
      return pairs.every((pair) => pair !== null) ? pooledConfusions(pairs) : null;
    },
  };
}

/** More drawn units than this take minutes: the interval is left out, with the reason. */
const mostDraws = 400_000_000;

function resampledMean(
  name: MeasureName,
  questions: readonly OverallQuestion[],
  mean: Valued,
  draws: Draws,
): Estimate {
  const measured = questions.flatMap((one) => resampledMeasure(name, one.compared) ?? []);
  if (mean.n * draws.resamples > mostDraws)
    return { ...mean, interval: null, method: codedText('no-interval-draws') };
  return withResampledInterval(mean, macroResampled(bootstrapTogether(measured, draws)), draws);
}

function meanPart(name: MeasureName, { compared, estimate }: OverallQuestion): MeanPart | null {
  if (!hasValue(estimate)) return null;
  const posterior = measurePosterior(name, compared);
  if (posterior === null) return null;
  const patterns = isCohen(name) ? compared.pair! : compared.patterns;
  return { value: estimate.value, posterior, patterns };
}
