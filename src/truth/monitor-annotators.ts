import { hasValue, noValue } from '../statistics/estimate.ts';
import type { Estimate, Interval } from '../statistics/estimate.ts';
import type { OutlierRule } from '../statistics/leave-one-out.ts';
import { quantile } from '../statistics/quantile.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';
import { codeApplies, codeCount } from './answer-codes.ts';
import type { MonitorTally } from './monitor-tally.ts';

/** An annotator compared with the majority of the others on one question. */
export interface AgainstMajority {
  readonly question: string;
  readonly agreement: Estimate;
  /** Left out because the others were tied, and because nobody else answered. */
  readonly othersTied: number;
  readonly alone: number;
  /** Of a label: how often the annotator said that it applies where the others said that it does not, and the other way round. */
  readonly extra: number;
  readonly missed: number;
}

/** An annotator compared with the majority of the others on all questions. */
export interface AnnotatorFigures {
  readonly annotator: string;
  readonly judged: number;
  readonly uncertain: number;
  /** Over all measured questions together. */
  readonly agreement: Estimate;
  readonly outlier: boolean;
  readonly questions: readonly AgainstMajority[];
}

/** Everybody compared with the majority of the others. */
export interface AnnotatorComparison {
  readonly annotators: readonly AnnotatorFigures[];
  /** Median and median absolute deviation of the agreement in the group; null when nobody has judged enough to be in it. */
  readonly median: number | null;
  readonly deviation: number | null;
  readonly rule: OutlierRule;
}

/** At least 20 compared answers, more than 3 median absolute deviations below the median; see {@link annotatorComparison}. */
export const outlierRule: OutlierRule = { votes: 20, deviations: 3 };

/**
 * Everybody's agreement with the majority of the others on each measured question, their own answers taken out, in one pass over all judgments. Graded
 * labels are compared on whether they apply. The same counts, and the same rule for outliers, as `leaveOneOut` on the answers to all questions: at least
 * 20 compared answers, agreement more than 3 median absolute deviations below the group's median, and the upper bound of the 95 % interval below
 * that median. The group is everybody with 20 compared answers whose judgments have a weight. Leys et al. 2013, https://doi.org/10.1016/j.jesp.2013.03.013
 */
export function annotatorComparison(tally: MonitorTally, rule: OutlierRule = outlierRule): AnnotatorComparison {
  const { answers } = tally;
  const measured = answers.questions.flatMap((question, at) => (question.measured ? [{ question, at, of: comparedCodes(question) }] : []));
  const counts = answers.annotators.map(() => measured.map((): Counts => ({ agreed: 0, compared: 0, tied: 0, alone: 0, extra: 0, missed: 0 })));
  const judged = new Int32Array(answers.annotators.length);
  const weights = tally.weights();
  const given = measured.map(({ of }) => new Int32Array(Math.max(...of.map(({ code }) => code)) + 1));
  for (let row = 0; row < answers.size; row += 1) {
    for (let at = answers.first(row); at >= 0; at = answers.next(at)) judged[answers.annotator(at)]! += 1;
    for (let place = 0; place < measured.length; place += 1) compareUnit(tally, row, measured[place]!, given[place]!.fill(0), weights, (annotator) => counts[annotator]![place]!);
  }
  const overall = counts.map((own) => estimateOf(own.reduce(added, { agreed: 0, compared: 0, tied: 0, alone: 0, extra: 0, missed: 0 })));
  const group = overall.flatMap((estimate, annotator) => (hasValue(estimate) && weights[annotator]! > 0 && estimate.n >= rule.votes ? [estimate.value] : []));
  const median = middle(group);
  const deviation = median === null ? null : middle(group.map((value) => Math.abs(value - median)));
  const isOutlier = (estimate: Estimate): boolean =>
    hasValue(estimate) && median !== null && deviation !== null && estimate.n >= rule.votes && estimate.value < median - rule.deviations * deviation && (estimate.interval as Interval)[1] < median;
  return {
    annotators: answers.annotators.map((annotator, at) => ({
      annotator,
      judged: judged[at]!,
      uncertain: tally.uncertainBy(annotator),
      agreement: overall[at]!,
      outlier: isOutlier(overall[at]!),
      questions: measured.map(({ question }, place) => {
        const own = counts[at]![place]!;
        return { question: question.id, agreement: estimateOf(own), othersTied: own.tied, alone: own.alone, extra: own.extra, missed: own.missed };
      }),
    })),
    median,
    deviation,
    rule,
  };
}

interface Counts {
  agreed: number;
  compared: number;
  tied: number;
  alone: number;
  extra: number;
  missed: number;
}

interface Measured {
  readonly at: number;
  /** Per code: what it counts as, and whether the label applies. */
  readonly of: readonly { readonly code: number; readonly applies: boolean }[];
}

function comparedCodes(question: Parameters<typeof codeApplies>[0]): Measured['of'] {
  const isGraded = question.scale.kind === 'ordinal' && question.scale.present !== null;
  return Array.from({ length: codeCount(question) }, (_, code) => {
    const applies = codeApplies(question, code);
    return { code: isGraded ? Number(applies) : code, applies };
  });
}

function compareUnit({ answers }: MonitorTally, row: number, { at, of }: Measured, given: Int32Array, weights: readonly number[], countsOf: (annotator: number) => Counts): void {
  let voters = 0;
  for (let one = answers.first(row); one >= 0; one = answers.next(one)) {
    const code = answers.code(one, at);
    if (code < 0 || weights[answers.annotator(one)]! <= 0) continue;
    given[of[code]!.code]! += 1;
    voters += 1;
  }
  for (let one = answers.first(row); one >= 0; one = answers.next(one)) {
    const raw = answers.code(one, at);
    if (raw < 0) continue;
    const annotator = answers.annotator(one);
    const counts = countsOf(annotator);
    const own = of[raw]!.code;
    const counted = weights[annotator]! > 0 ? 1 : 0;
    if (voters - counted === 0) {
      counts.alone += 1;
      continue;
    }
    given[own]! -= counted;
    const leader = leadingCode(given);
    given[own]! += counted;
    if (leader < 0) counts.tied += 1;
    else {
      counts.compared += 1;
      if (leader === own) counts.agreed += 1;
      else if (of[raw]!.applies) counts.extra += 1;
      else counts.missed += 1;
    }
  }
}

function leadingCode(given: Int32Array): number {
  let best = -1;
  let most = 0;
  for (let code = 0; code < given.length; code += 1) {
    if (given[code]! > most) [best, most] = [code, given[code]!];
    else if (given[code] === most) best = -1;
  }
  return best;
}

function added(sum: Counts, one: Counts): Counts {
  return { agreed: sum.agreed + one.agreed, compared: sum.compared + one.compared, tied: sum.tied + one.tied, alone: sum.alone + one.alone, extra: sum.extra + one.extra, missed: sum.missed + one.missed };
}

function estimateOf({ agreed, compared, tied, alone }: Counts): Estimate {
  const skipped = tied + alone;
  if (compared === 0) return noValue(skipped === 0 ? 'The annotator has not answered.' : 'The others have no majority on any unit of this annotator.', 0, skipped);
  return { value: agreed / compared, n: compared, skipped, interval: wilsonInterval(agreed, compared), method: 'Wilson' };
}

function middle(values: readonly number[]): number | null {
  return values.length === 0 ? null : quantile(values.toSorted((a, b) => a - b), 0.5);
}
