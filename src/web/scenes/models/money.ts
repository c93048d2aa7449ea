import { useLanguage } from '../../texts/language.tsx';

/** Amounts of a currency; small ones with as many digits as they need. */
export function useMoney(currency: string): (amount: number) => string {
  const locale = useLanguage() === 'en' ? 'en-GB' : 'de-DE';
  return (amount) => {
    const digits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2;
    const number = new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return `${number.format(amount)} ${currency}`;
  };
}
