import type { Confusion } from './confusion.ts';
import { confusionOfTable } from './confusion.ts';
import { countBit, countVotes } from './label-votes.ts';
import type { RatingPatterns } from './rating-patterns.ts';
import type { Ratings } from './ratings.ts';

/**
 * Yes-or-no answers to up to 31 questions at once: `masks[unit * annotators + annotator]` has bit l
 * set for a yes to label l. The highest bit of the array's width marks an annotator who did not
 * rate the unit, so a Uint16Array holds up to 15 labels and a Uint32Array up to 31.
 */
export interface LabelMasks {
  readonly units: number;
  readonly annotators: number;
  readonly labels: number;
  readonly masks: Uint16Array | Uint32Array;
}

/** The mask of an annotator who did not rate the unit. */
export function missingMask(masks: Uint16Array | Uint32Array): number {
  return masks.BYTES_PER_ELEMENT === 2 ? 0x8000 : 0x80000000;
}

/**
 * The rating patterns of every label in one pass: equal to `ratingPatterns` of each label's
 * ratings, but much faster, since all labels of a unit are counted together, bit by bit in
 * parallel.
 * @example const masks = Uint16Array.of(0b01, 0b11, 0b10, 0b10);
 * labelPatterns({ units: 2, annotators: 2, labels: 2, masks })[1].units // [1, 1]
 */
export function labelPatterns(masks: LabelMasks): RatingPatterns[] {
  const { annotators, labels } = masks;
  const votes = countVotes(masks);
  const unrated = votes.unitsWithRaters[0];
  return Array.from({ length: labels }, (_, label) => {
    const offsets = [0];
    const category: number[] = [];
    const count: number[] = [];
    const units: number[] = [];
    const patternOfVotes = new Int32Array((annotators + 1) ** 2).fill(-1);
    for (let no = 0; no <= annotators; no++) {
      for (let yes = no === 0 ? 1 : 0; no + yes <= annotators; yes++) {
        const shown = votes.atLeast(label, no + yes, yes) - votes.atLeast(label, no + yes, yes + 1);
        if (shown === 0) continue;
        patternOfVotes[(no + yes) * (annotators + 1) + yes] = units.length;
        units.push(shown);
        if (no > 0) {
          category.push(0);
          count.push(no);
        }
        if (yes > 0) {
          category.push(1);
          count.push(yes);
        }
        offsets.push(category.length);
      }
    }
    let patternOf: Int32Array | null = null;
    return {
      categories: 2,
      offsets: Int32Array.from(offsets),
      category: Int32Array.from(category),
      count: Int32Array.from(count),
      units: Float64Array.from(units),
      unrated,
      // Only a bootstrap with shared draws needs it, and it is as large as the units: made when
      // first asked for.
      get patternOf() {
        patternOf ??= findPatternOf(masks, label, patternOfVotes);
        return patternOf;
      },
    };
  });
}

/** The ratings of one label: category 1 where the annotator said yes. */
export function labelRatings(masks: LabelMasks, label: number): Ratings {
  const absent = missingMask(masks.masks) | 0;
  const codes = Int8Array.from(masks.masks, (mask) =>
    (mask & absent) === 0 ? (mask >>> label) & 1 : -1,
  );
  return { units: masks.units, annotators: masks.annotators, categories: 2, codes };
}

/** The 2 × 2 table of two annotators per label, in one pass over the units that both rated. */
export function labelConfusions(masks: LabelMasks, first: number, second: number): Confusion[] {
  const { units, annotators, labels } = masks;
  const absent = missingMask(masks.masks) | 0;
  const bytes = Math.ceil(labels / 8);
  const both = new Uint32Array(bytes * 256);
  const firstYes = new Uint32Array(bytes * 256);
  const secondYes = new Uint32Array(bytes * 256);
  let skipped = 0;
  for (let unit = 0; unit < units; unit++) {
    const a = masks.masks[unit * annotators + first] | 0;
    const b = masks.masks[unit * annotators + second] | 0;
    if (((a | b) & absent) !== 0) {
      skipped++;
      continue;
    }
    for (let byte = 0, shift = 0; byte < bytes; byte++, shift += 8) {
      const start = byte << 8;
      both[start + (((a & b) >>> shift) & 0xff)]++;
      firstYes[start + ((a >>> shift) & 0xff)]++;
      secondYes[start + ((b >>> shift) & 0xff)]++;
    }
  }
  return Array.from({ length: labels }, (_, label) => {
    const yesYes = countBit(both, 0, label);
    const yesNo = countBit(firstYes, 0, label) - yesYes;
    const noYes = countBit(secondYes, 0, label) - yesYes;
    const noNo = units - skipped - yesYes - yesNo - noYes;
    return confusionOfTable(
      [
        [noNo, noYes],
        [yesNo, yesYes],
      ],
      skipped,
    );
  });
}

function findPatternOf(masks: LabelMasks, label: number, patternOfVotes: Int32Array): Int32Array {
  const { units, annotators } = masks;
  const absent = missingMask(masks.masks) | 0;
  const patternOf = new Int32Array(units);
  for (let unit = 0, index = 0; unit < units; unit++) {
    let raters = 0;
    let yes = 0;
    for (let annotator = 0; annotator < annotators; annotator++) {
      const mask = masks.masks[index++] | 0;
      if ((mask & absent) !== 0) continue;
      raters++;
      yes += (mask >>> label) & 1;
    }
    patternOf[unit] = patternOfVotes[raters * (annotators + 1) + yes];
  }
  return patternOf;
}
