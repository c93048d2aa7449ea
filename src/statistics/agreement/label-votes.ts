import type { LabelMasks } from './label-masks.ts';
import { missingMask } from './label-masks.ts';

/** How many annotators said yes to each label, tallied over the units. */
export interface VoteCounts {
  /** Units by how many annotators rated them. */
  readonly unitsWithRaters: Float64Array;
  /** Units with this many raters of whom at least `yes` said yes to the label. */
  atLeast(label: number, raters: number, yes: number): number;
}

/**
 * Tallies the votes of all labels in one pass over the units. `level[j]` holds the labels with at
 * least j votes so far: a further vote lifts every label in it by one level. Levels are tallied
 * byte by byte in tables that fit the nearest cache, and read per label at the end.
 */
export function countVotes({ units, annotators, labels, masks }: LabelMasks): VoteCounts {
  const absent = missingMask(masks) | 0;
  const bytes = Math.ceil(labels / 8);
  const levelSize = bytes * 256;
  const ratersSize = (annotators + 1) * levelSize;
  const tallies = new Uint32Array((annotators + 1) * ratersSize);
  const unitsWithRaters = new Float64Array(annotators + 1);
  const level = new Int32Array(annotators + 2);
  const isPanelOfThree = annotators === 3;
  const startOfThree = 3 * ratersSize;

  for (let unit = 0, index = 0; unit < units; unit++) {
    if (isPanelOfThree) {
      const a = masks[index] | 0;
      const b = masks[index + 1] | 0;
      const c = masks[index + 2] | 0;
      const any = a | b | c;
      // The usual panel, all present, without inner loops over annotators: several times faster.
      if ((any & absent) === 0) {
        const two = (a & b) | (c & (a | b));
        const all = a & b & c;
        for (
          let byte = 0, shift = 0, start = startOfThree + levelSize;
          byte < bytes;
          byte++, shift += 8, start += 256
        ) {
          tallies[start + ((any >>> shift) & 0xff)]++;
          tallies[start + levelSize + ((two >>> shift) & 0xff)]++;
          tallies[start + 2 * levelSize + ((all >>> shift) & 0xff)]++;
        }
        unitsWithRaters[3]++;
        index += 3;
        continue;
      }
    }
    let raters = 0;
    for (let annotator = 0; annotator < annotators; annotator++) {
      const mask = masks[index++] | 0;
      if ((mask & absent) !== 0) continue;
      let carried = mask;
      for (let j = 1; j <= raters; j++) {
        const before = level[j];
        level[j] = before | carried;
        carried &= before;
      }
      level[++raters] = carried;
    }
    unitsWithRaters[raters]++;
    let start = raters * ratersSize;
    for (let j = 1; j <= raters; j++) {
      start += levelSize;
      const reached = level[j];
      for (let byte = 0; byte < bytes; byte++)
        tallies[start + (byte << 8) + ((reached >>> (byte << 3)) & 0xff)]++;
    }
  }
  return {
    unitsWithRaters,
    atLeast(label, raters, yes) {
      if (yes === 0) return unitsWithRaters[raters];
      return yes > raters ? 0 : countBit(tallies, raters * ratersSize + yes * levelSize, label);
    },
  };
}

/** How many masks tallied byte by byte, 256 places per byte from `start`, have the label's bit. */
export function countBit(tallies: Uint32Array, start: number, label: number): number {
  const from = start + ((label >>> 3) << 8);
  const bit = 1 << (label & 7);
  let total = 0;
  for (let value = 0; value < 256; value++) if ((value & bit) !== 0) total += tallies[from + value];
  return total;
}
