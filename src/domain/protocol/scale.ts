import type { Answer } from '../answer.ts';
import type { LocalText } from '../local-text.ts';
import type { ScaleSource } from './scale-schema.ts';

/** One value of a nominal or ordinal scale. */
interface ScaleValue {
  readonly value: string | number;
  readonly title: LocalText;
}

/** What may be answered. Values of an ordinal scale are in ascending order. */
export type Scale =
  | { readonly kind: 'binary' }
  | { readonly kind: 'nominal'; readonly values: readonly ScaleValue[] }
  | {
      readonly kind: 'ordinal';
      readonly values: readonly ScaleValue[];
      /** The lowest value that means "the label applies"; none when the scale has no such value. */
      readonly present: number | null;
      /** What a ticked label without a grade counts as in rows; none when a grade must be given. */
      readonly ticked: number | null;
      /** The grade that the form gives to a label when it is ticked; none: annotators choose it. */
      readonly default: number | null;
    }
  | { readonly kind: 'text'; readonly max: number }
  | { readonly kind: 'quote'; readonly from: string };

/** The scale that a protocol's notation means. */
export function readScale(source: ScaleSource): Scale {
  if (source === 'binary') return { kind: 'binary' };
  if (source === 'text') return { kind: 'text', max: 2000 };
  if ('nominal' in source) return { kind: 'nominal', values: source.nominal.map(readValue) };
  if ('ordinal' in source) {
    return {
      kind: 'ordinal',
      values: source.ordinal.map(readValue),
      present: source.present ?? null,
      ticked: source.ticked ?? null,
      default: source.default ?? null,
    };
  }
  if ('text' in source) return { kind: 'text', max: source.text.max };
  return { kind: 'quote', from: source.quote.from };
}

function readValue(source: string | number | Record<string, LocalText>): ScaleValue {
  if (typeof source !== 'object') return { value: source, title: String(source) };
  const [key = '', title = ''] = Object.entries(source)[0] ?? [];
  // A YAML key is always text in JavaScript; what was written as a whole number (not 01 or 1.0) is
  // read back as one.
  const number = Number(key);
  return { value: Number.isSafeInteger(number) && String(number) === key ? number : key, title };
}

/** The values that can be answered, in the scale's order; none for free text and quotes. */
export function scaleAnswers(scale: Scale): readonly Answer[] {
  if (scale.kind === 'binary') return [false, true];
  if (scale.kind === 'nominal' || scale.kind === 'ordinal')
    return scale.values.map((entry) => entry.value);
  return [];
}

/** True for scales with a fixed set of values, on which agreement can be measured. */
export function isClosed(scale: Scale): boolean {
  return scale.kind === 'binary' || scale.kind === 'nominal' || scale.kind === 'ordinal';
}

/** True for a label with grades: an ordinal scale that says from which value on it applies. */
export function isGraded(
  scale: Scale,
): scale is Extract<Scale, { kind: 'ordinal' }> & { readonly present: number } {
  return scale.kind === 'ordinal' && scale.present !== null;
}

/** True when an answer says whether a label applies: yes or no, or a grade. */
export function isLabel(scale: Scale): boolean {
  return scale.kind === 'binary' || isGraded(scale);
}
