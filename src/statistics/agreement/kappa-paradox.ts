import type { Estimate } from '../estimate.ts';
import { hasValue } from '../estimate.ts';
import { reason } from '../reason.ts';
import type { Reason } from '../reason.ts';

/**
 * Warns of the kappa paradox: at least 80 % agreement, but a chance-corrected coefficient below 0.4
 * or without a value. One dominant answer causes that; the coefficient then says little about the
 * annotators. `null` without a warning. Feinstein and Cicchetti 1990,
 * https://doi.org/10.1016/0895-4356(90)90158-L
 */
export function kappaParadox(percentAgreement: Estimate, kappa: Estimate): Reason | null {
  if (!hasValue(percentAgreement) || percentAgreement.value < 0.8) return null;
  const percent = (100 * percentAgreement.value).toFixed(1);
  if (!hasValue(kappa)) return reason('paradox-no-kappa', { percent });
  return kappa.value >= 0.4
    ? null
    : reason('paradox-low-kappa', { percent, kappa: kappa.value.toFixed(2) });
}
