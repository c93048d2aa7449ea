import { describe, expect, it } from 'vitest';
import { cohenKappa } from './cohen-kappa.ts';
import { confusionOfTable } from './confusion.ts';
import type { Estimate } from '../estimate.ts';
import { noValue } from '../estimate.ts';
import { kappaParadox } from './kappa-paradox.ts';
import { percentAgreementOfTwo } from './percent-agreement.ts';

const estimateOf = (value: number): Estimate => ({
  value,
  n: 100,
  skipped: 0,
  interval: null,
  method: { code: 'no-interval-asked', values: {} },
});

describe('the kappa paradox', () => {
  it('shows in the skewed table of Feinstein and Cicchetti, not in the balanced one', () => {
    const skewed = confusionOfTable([
      [80, 10],
      [5, 5],
    ]);
    const balanced = confusionOfTable([
      [40, 9],
      [6, 45],
    ]);
    const warning = kappaParadox(percentAgreementOfTwo(skewed), cohenKappa(skewed));
    expect(warning).toEqual({
      code: 'paradox-low-kappa',
      values: { percent: '85.0', kappa: '0.32' },
    });
    expect(kappaParadox(percentAgreementOfTwo(balanced), cohenKappa(balanced))).toBeNull();
  });

  it('begins at 80 % agreement and ends at a kappa of 0.4', () => {
    expect(kappaParadox(estimateOf(0.8), estimateOf(0.3999))).not.toBeNull();
    expect(kappaParadox(estimateOf(0.7999), estimateOf(0.3999))).toBeNull();
    expect(kappaParadox(estimateOf(0.8), estimateOf(0.4))).toBeNull();
  });

  it('is also a kappa without a value under full agreement', () => {
    expect(kappaParadox(estimateOf(1), noValue('no-variance'))?.code).toBe('paradox-no-kappa');
  });

  it('needs a percent agreement', () => {
    expect(kappaParadox(noValue('no-ratings'), noValue('no-ratings'))).toBeNull();
  });
});
