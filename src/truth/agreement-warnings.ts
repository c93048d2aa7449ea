import { kappaParadox } from '../statistics/kappa-paradox.ts';
import type { TaskAgreement } from './task-agreement.ts';

/**
 * What a reader of the agreement figures should know before believing them: the kappa paradox, questions without a value, and labels that
 * are rarer or more frequent than the protocol's limits.
 */
export function agreementWarnings(measured: TaskAgreement, annotators: number, prevalence: readonly [number, number]): string[] {
  return measured.questions.flatMap(({ question, measures, ratings }) => {
    const kappa = annotators === 2 ? measures.cohen_kappa : measures.fleiss_kappa;
    const paradox = kappaParadox(measures.percent_agreement, kappa);
    const found = paradox === null ? [] : [`${question}: ${paradox}`];
    const share = ratings.categories === 2 ? positives(ratings.codes) : null;
    if (share !== null && (share < prevalence[0] || share > prevalence[1])) {
      found.push(`${question}: ${(100 * share).toFixed(1)} % of the answers are positive, outside the limits of ${100 * prevalence[0]} % to ${100 * prevalence[1]} %.`);
    }
    return found;
  });
}

function positives(codes: ArrayLike<number>): number | null {
  let given = 0;
  let positive = 0;
  for (let at = 0; at < codes.length; at += 1) {
    if (codes[at]! < 0) continue;
    given += 1;
    positive += codes[at]!;
  }
  return given === 0 ? null : positive / given;
}
