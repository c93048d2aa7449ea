import { InputError } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { parseRankingMeasures } from '../../domain/evaluation/parse-ranking-measure.ts';
import { printRankingMeasure } from '../../domain/evaluation/ranking-measure.ts';
import { checkLimits, parseLimits } from '../../evaluation/limits.ts';
import type { Limit, LimitReport } from '../../evaluation/limits.ts';
import type { Measured } from '../../evaluation/summed-measures.ts';

/** The limits of `--fail-under` on measures of rankings, each under the one spelling it has. */
export function limitedMeasures(text: string | null): readonly Limit[] {
  if (text === null) return [];
  return parseLimits(text).map(({ measure, least }) => {
    const [only] = parseRankingMeasures(measure).measures;
    return { measure: only === undefined ? measure : printRankingMeasure(only), least };
  });
}

/**
 * The limits of `--fail-under` on measures of labels; each must be among those that are measured.
 */
export function labelLimits(
  text: string | null,
  measures: ReadonlyMap<string, Measured>,
): readonly Limit[] {
  if (text === null) return [];
  const limits = parseLimits(text);
  const faults = limits
    .filter(({ measure }) => !measures.has(measure))
    .map(({ measure }) => {
      const expected = codedText('one-of', { list: oneOf([...measures.keys()]) });
      return wrongValue('--fail-under', measure, expected);
    });
  if (faults.length > 0) throw new InputError(faults);
  return limits;
}

/** Which limits are met. */
export function limitReports(
  limits: readonly Limit[],
  measures: ReadonlyMap<string, Measured>,
  isStrict: boolean,
): readonly LimitReport[] {
  return checkLimits(limits, measures, isStrict);
}
