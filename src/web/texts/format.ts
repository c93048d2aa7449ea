import type { Language } from './define-texts.ts';
import { useLanguage } from './language.tsx';

/**
 * How numbers and times are written. Everything that is shown goes through this, so that a table's
 * columns align and the language fits.
 */
export interface Format {
  /** A whole number: `2,000`. */
  count(value: number): string;
  /** A number with a fixed count of digits behind the point: `0.72`. */
  decimal(value: number, digits?: number): string;
  /** A number with no more digits than it needs: `2`, `0.5`. */
  number(value: number): string;
  /** A share as percent: `83.4 %`. */
  percent(share: number, digits?: number): string;
  /**
   * `0.61 to 0.83`, where a column is titled; a range dash would read as a minus before negative
   * values. Where both ends are the same there is no interval: a sample in which nobody differs, or
   * in which one person always says the same, has no spread to compute one from, and proves nothing
   * about the next.
   */
  interval(interval: readonly [number, number], digits?: number): string;
  /** `12 Mar 2026`. */
  date(at: string | Date): string;
  /** `12 Mar 2026, 14:05`. */
  time(at: string | Date): string;
  /** `2 h 05 min`, `45 s`. */
  duration(seconds: number): string;
  /** `3 days ago`; the reference is an argument, so that a test can say what time it is. */
  ago(at: string | Date, now: Date): string;
  /** `2.5 MB`, in powers of ten. */
  bytes(count: number): string;
  /** `a, b and c`. */
  list(words: readonly string[]): string;
}

/** The format of the language that is set. */
export function useFormat(): Format {
  return formatFor(useLanguage());
}

const made = new Map<Language, Format>();

/**
 * The format of a language, made once: what writes numbers and times for a language takes about a
 * millisecond to make, and a page has hundreds of places that show some. @internal
 */
export function formatFor(language: Language): Format {
  const format = made.get(language) ?? makeFormat(language);
  made.set(language, format);
  return format;
}

function makeFormat(language: Language): Format {
  const locale = language === 'en' ? 'en-GB' : 'de-DE';
  const decimals = kept(
    (digits: number) =>
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: 'negative',
      }),
  );
  const atMost = kept((digits: number) => {
    return new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
  });
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const times = kept((precision: 'day' | 'minute') => {
    return new Intl.DateTimeFormat(locale, precision === 'day' ? date : { ...date, ...clock });
  });
  const relative = kept((numeric: 'auto') => new Intl.RelativeTimeFormat(locale, { numeric }));
  const words = kept((type: 'conjunction') => new Intl.ListFormat(locale, { type }));
  const decimal = (value: number, digits = 2): string =>
    decimals(digits).format(value).replace('-', '−');
  const [to, nobodyDiffers, noInterval] =
    language === 'en'
      ? ['to', 'no disagreement', 'no interval']
      : ['bis', 'niemand weicht ab', 'kein Intervall'];
  return {
    count: (value) => atMost(0).format(value),
    decimal,
    number: (value) => atMost(2).format(value).replace('-', '−'),
    percent: (share, digits = 1) => `${decimal(share * 100, digits)}\u00A0%`,
    interval: ([lower, upper], digits = 2) => {
      if (lower === upper) return lower === 1 ? nobodyDiffers : noInterval;
      return `${decimal(lower, digits)} ${to} ${decimal(upper, digits)}`;
    },
    date: (at) => times('day').format(new Date(at)),
    time: (at) => times('minute').format(new Date(at)),
    duration,
    ago: (at, now) => {
      const { value, unit } = distance((new Date(at).getTime() - now.getTime()) / 1000);
      return relative('auto').format(value, unit);
    },
    bytes: (size) => {
      const step = size < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(size) / 3));
      const unit = ['B', 'kB', 'MB', 'GB'][step]!;
      return `${decimal(size / 1000 ** step, step === 0 ? 0 : 1)} ${unit}`;
    },
    list: (given) => words('conjunction').format(given),
  };
}

/** Makes something when it is first asked for, and keeps it. */
function kept<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

function distance(seconds: number): {
  readonly value: number;
  readonly unit: Intl.RelativeTimeFormatUnit;
} {
  const size = Math.abs(seconds);
  if (size < 60) return { value: Math.round(seconds), unit: 'second' };
  if (size < 3600) return { value: Math.round(seconds / 60), unit: 'minute' };
  if (size < 86_400) return { value: Math.round(seconds / 3600), unit: 'hour' };
  return { value: Math.round(seconds / 86_400), unit: 'day' };
}
