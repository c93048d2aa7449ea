import type { Confusion } from './confusion.ts';
import { confusionTable } from './confusion.ts';
import type { Estimate } from '../estimate.ts';
import { hasValue } from '../estimate.ts';

/**
 * What lies behind the kappa of a 2 × 2 table. All three are shares of the units both annotators
 * rated.
 */
export interface TableBalance {
  /** How unequal the two answers are in number, |yes–yes − no–no| / n: near 1 pulls kappa down. */
  readonly prevalenceIndex: number;
  /**
   * How differently the annotators use the answers, |yes–no − no–yes| / n: near 1 pushes kappa up
   * for the same agreement.
   */
  readonly biasIndex: number;
  /** Kappa as it would be with both indices 0: 2 · agreement − 1 (PABAK). */
  readonly adjustedKappa: number;
}

/**
 * Prevalence and bias of a yes-or-no question rated by two annotators, to explain a kappa that
 * looks too low or too high. `null` for other than two categories, or without a unit that both
 * rated.
 *
 * Byrt, Bishop and Carlin 1993, https://doi.org/10.1016/0895-4356(93)90018-V
 *
 * @example tableBalance(confusionOfTable([[80, 10], [5, 5]])) // { prevalenceIndex: 0.75, biasIndex: 0.05, adjustedKappa: 0.7 }
 */
export function tableBalance(confusion: Confusion): TableBalance | null {
  if (confusion.categories !== 2 || confusion.n === 0) return null;
  const [[noNo, noYes], [yesNo, yesYes]] = confusionTable(confusion);
  return {
    prevalenceIndex: Math.abs(yesYes - noNo) / confusion.n,
    biasIndex: Math.abs(yesNo - noYes) / confusion.n,
    adjustedKappa: (2 * (yesYes + noNo)) / confusion.n - 1,
  };
}

/**
 * Warns of the kappa paradox: annotators agree on at least 80 % of the units, and a
 * chance-corrected coefficient is still below 0.4 or has no value. That happens when one answer
 * dominates; the coefficient then says little about the annotators. `null` where there is nothing
 * to warn of.
 *
 * Feinstein and Cicchetti 1990, https://doi.org/10.1016/0895-4356(90)90158-L
 */
export function kappaParadox(percentAgreement: Estimate, kappa: Estimate): string | null {
  if (!hasValue(percentAgreement) || percentAgreement.value < 0.8) return null;
  if (hasValue(kappa) && kappa.value >= 0.4) return null;
  const percent = (100 * percentAgreement.value).toFixed(1);
  const outcome = hasValue(kappa) ? `is only ${kappa.value.toFixed(2)}` : 'has no value';
  return (
    `The annotators agree on ${percent} % but the chance-corrected coefficient ${outcome}: one answer dominates, so chance ` +
    'alone would give much agreement. Read AC1, and the agreement on each answer, beside it.'
  );
}
