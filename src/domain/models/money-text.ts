/**
 * An amount with two decimals; of a small one, two digits that are not 0, so that nothing that
 * costs something is shown as 0.
 *
 * @example moneyText(12.345) // '12.35'
 * @example moneyText(0.000018) // '0.000018'
 */
export function moneyText(amount: number): string {
  if (!(amount > 0) || amount >= 0.1) return amount.toFixed(2);
  return amount.toFixed(Math.min(1 - Math.floor(Math.log10(amount)), mostDecimals));
}

const mostDecimals = 8;
