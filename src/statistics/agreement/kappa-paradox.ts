import type { Estimate } from '../estimate.ts';
import { hasValue } from '../estimate.ts';

/**
 * Warns of the kappa paradox: at least 80 % agreement, but a chance-corrected coefficient below 0.4
 * or without a value. One dominant answer causes that; the coefficient then says little about the
 * annotators. `null` without a warning. Feinstein and Cicchetti 1990,
 * https://doi.org/10.1016/0895-4356(90)90158-L
 */
export function kappaParadox(percentAgreement: Estimate, kappa: Estimate): string | null {
  if (!hasValue(percentAgreement) || percentAgreement.value < 0.8) return null;
  if (hasValue(kappa) && kappa.value >= 0.4) return null;
  const percent = (100 * percentAgreement.value).toFixed(1);
  const outcome = hasValue(kappa) ? `is only ${kappa.value.toFixed(2)}` : 'has no value';
  return (
    `The annotators agree on ${percent} % but the chance-corrected coefficient ${outcome}: ` +
    'one answer dominates, so chance alone would give much agreement. ' +
    'Read AC1, and the agreement on each answer, beside it.'
  );
}
