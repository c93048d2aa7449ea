import { InputError } from '../domain/fault.ts';
import { wrongValue } from '../domain/field-fault.ts';
import { codedText } from '../domain/text-values.ts';
import type { Measured } from './summed-measures.ts';

/** The least that a measure must reach. */
export interface Limit {
  readonly measure: string;
  readonly least: number;
}

/** A limit with what was measured. */
export interface LimitReport extends Limit {
  /** What was compared: the value, or its lower bound when strict. */
  readonly got: number | null;
  readonly isMet: boolean;
}

/**
 * Reads limits such as `nDCG@10=0.7, AP=0.3`; any other text is refused.
 * @example parseLimits('nDCG@10=0.7') // [{ measure: 'nDCG@10', least: 0.7 }]
 */
export function parseLimits(text: string): readonly Limit[] {
  return text.split(',').map((part) => {
    const at = part.lastIndexOf('=');
    const [measure, number] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    const isNumber = /^-?(\d+\.?\d*|\.\d+)$/.test(number);
    if (at <= 0 || measure === '' || !isNumber)
      throw new InputError([wrongValue('--fail-under', part.trim(), codedText('fail-under'))]);
    return { measure, least: Number(number) };
  });
}

/** Which limits are met. A measure without a value, or when strict without a bound, meets none. */
export function checkLimits(
  limits: readonly Limit[],
  measures: ReadonlyMap<string, Measured>,
  isStrict: boolean,
): readonly LimitReport[] {
  return limits.map((limit) => {
    const found = measures.get(limit.measure);
    const got = (isStrict ? found?.low : found?.value) ?? null;
    return { ...limit, got, isMet: got !== null && got >= limit.least };
  });
}
