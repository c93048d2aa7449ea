import type { Estimate } from '../estimate.ts';
import type { AlphaOptions } from './krippendorff-alpha.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import type { LabelMasks } from './label-masks.ts';
import { missingMask } from './label-masks.ts';
import type { AlphaMetric } from './alpha-metric.ts';
import { ratingPatterns } from './rating-patterns.ts';
import type { RatingPatterns } from './rating-patterns.ts';
import type { Ratings } from './ratings.ts';
import { emptyCodes } from './ratings.ts';
import type { SetDistance } from './set-distance.ts';
import { masiDistance } from './set-distance.ts';

/** Ratings whose categories are sets of labels. */
export interface LabelSets {
  /** Every set that occurs is a category. */
  readonly ratings: Ratings;
  /** Words of 32 bits per set. */
  readonly words: number;
  /** The sets as bits, `words` numbers each, in the order of the categories. */
  readonly bits: Int32Array;
}

/**
 * Krippendorff's alpha over label sets: how much annotators agree on the whole set of labels of a
 * unit, where overlapping sets disagree less. α = 1 − Dₒ/Dₑ as in `krippendorffAlpha`, with a
 * distance between sets: MASI by default (or `jaccardDistance`, `masiNltkDistance`,
 * `setInequality`). Choosing no label is the empty set, which is an answer; not rating the unit is
 * missing. No value as `krippendorffAlpha`. Passonneau 2006,
 * http://www.lrec-conf.org/proceedings/lrec2006/pdf/636_pdf.pdf; Artstein and Poesio 2008,
 * https://doi.org/10.1162/coli.07-034-R2
 * @example const sets = labelSetsFromRows([[['a'], ['a', 'b']], [['c'], ['c']], [[], []]]);
 * labelSetAlpha(sets).value // 0.736842105263158
 */
export function labelSetAlpha(
  sets: LabelSets,
  options: Omit<AlphaOptions, 'metric' | 'interval'> & { readonly distance?: SetDistance } = {},
): Estimate {
  const { distance = masiDistance, ...others } = options;
  return krippendorffAlpha(labelSetPatterns(sets), {
    ...others,
    metric: setMetric(sets, distance),
  });
}

/** The patterns of label sets; found once for all measures over the same sets. */
export function labelSetPatterns(sets: LabelSets): RatingPatterns {
  const known = patternsOf.get(sets) ?? ratingPatterns(sets.ratings);
  patternsOf.set(sets, known);
  return known;
}

const patternsOf = new WeakMap<LabelSets, RatingPatterns>();

/** The distance between label sets as a metric for alpha. */
function setMetric({ words, bits }: LabelSets, distance: SetDistance): AlphaMetric {
  const sizes = new Int32Array(words === 0 ? 0 : bits.length / words);
  for (let index = 0; index < bits.length; index++)
    sizes[Math.floor(index / words)] += bitCount(bits[index]);
  return {
    kind: 'distance',
    distance(first, second) {
      let shared = 0;
      for (let word = 0; word < words; word++)
        shared += bitCount(bits[first * words + word] & bits[second * words + word]);
      return distance({ shared, first: sizes[first], second: sizes[second] });
    },
  };
}

/** The label sets of masks; see {@link LabelMasks}. */
export function labelSetsFromMasks(masks: LabelMasks): LabelSets {
  const absent = missingMask(masks.masks);
  const present = Uint32Array.from(new Set(masks.masks.filter((mask) => mask < absent))).toSorted();
  const codeOf = new Map<number, number>();
  for (const [code, mask] of present.entries()) codeOf.set(mask, code);
  const codes = emptyCodes(masks.masks.length, present.length);
  for (let index = 0; index < codes.length; index++)
    codes[index] = codeOf.get(masks.masks[index]) ?? -1;
  const ratings = {
    units: masks.units,
    annotators: masks.annotators,
    categories: present.length,
    codes,
  };
  return { ratings, words: 1, bits: Int32Array.from(present) };
}

/** Label sets from rows: per unit and annotator the labels chosen, `null` where not rated. */
export function labelSetsFromRows(
  rows: readonly (readonly (Iterable<string> | null)[])[],
): LabelSets {
  const annotators = rows.length === 0 ? 0 : rows[0].length;
  const sets = rows.map((row, unit) => {
    if (row.length !== annotators)
      throw new RangeError(`row ${unit + 1} has ${row.length} sets, expected ${annotators}`);
    return row.map((labels) => (labels === null ? null : new Set(labels)));
  });
  const labels = new Set<string>();
  for (const set of sets.flat()) for (const label of set ?? []) labels.add(label);
  const place = new Map([...labels].toSorted().map((label, index) => [label, index]));
  const words = Math.max(1, Math.ceil(labels.size / 32));
  const keys = sets.flat().map((set) => (set === null ? null : wordsOf(set, place, words).join()));
  // In order, so that the same sets get the same codes in any order of units.
  const distinct = [...new Set(keys)].filter((key) => key !== null).toSorted();
  const codeOf = new Map(distinct.map((key, code) => [key, code]));
  const codes = Int32Array.from(keys, (key) => (key === null ? -1 : (codeOf.get(key) ?? -1)));
  const bits = Int32Array.from(distinct.flatMap((key) => key.split(',').map(Number)));
  return {
    ratings: { units: rows.length, annotators, categories: distinct.length, codes },
    words,
    bits,
  };
}

/** The set as bits, one per label. */
function wordsOf(
  set: ReadonlySet<string>,
  place: ReadonlyMap<string, number>,
  words: number,
): Int32Array {
  const bits = new Int32Array(words);
  for (const label of set) {
    const bit = place.get(label) ?? 0;
    bits[bit >>> 5] |= 1 << (bit & 31);
  }
  return bits;
}

function bitCount(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  count = (count + (count >>> 4)) & 0x0f0f0f0f;
  return Math.imul(count, 0x01010101) >>> 24;
}
