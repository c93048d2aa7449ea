/** How two sets overlap: what every distance between sets needs to know. */
export interface SetOverlap {
  /** Members of both. */
  readonly shared: number;
  /** Members of the first set, and of the second. */
  readonly first: number;
  readonly second: number;
}

/** A distance between two sets, from 0 (equal) to 1 (nothing in common). */
export type SetDistance = (overlap: SetOverlap) => number;

/** How two sets overlap. */
export function overlapOf<Member>(
  first: ReadonlySet<Member>,
  second: ReadonlySet<Member>,
): SetOverlap {
  let shared = 0;
  for (const member of first) if (second.has(member)) shared++;
  return { shared, first: first.size, second: second.size };
}

/**
 * Jaccard distance: the share of all members of either set that the two do not have in common. Two
 * empty sets are equal. Jaccard 1912, https://doi.org/10.1111/j.1469-8137.1912.tb05611.x
 * @example jaccardDistance({ shared: 1, first: 2, second: 2 }) // 0.6666666666666667
 */
export const jaccardDistance: SetDistance = ({ shared, first, second }) => {
  const union = first + second - shared;
  return union === 0 ? 0 : 1 - shared / union;
};

/**
 * MASI distance (measuring agreement on set-valued items): one minus Jaccard similarity times
 * monotonicity, which is 1 for equal sets, 2/3 where one contains the other, 1/3 where they only
 * overlap, 0 without shared members. So missing a label is a smaller fault than choosing another.
 * Two empty sets are equal. Passonneau 2006,
 * http://www.lrec-conf.org/proceedings/lrec2006/pdf/636_pdf.pdf
 * @example masiDistance(overlapOf(new Set(['a']), new Set(['a', 'b']))) // 0.6666666666666667
 */
export const masiDistance: SetDistance = (overlap) => monotonicityDistance(overlap, 2 / 3, 1 / 3);

/** MASI distance with NLTK's rounded factors 0.67 and 0.33; only for comparison with it. */
export const masiNltkDistance: SetDistance = (overlap) => monotonicityDistance(overlap, 0.67, 0.33);

/** 0 for equal sets, 1 for all others. */
export const setInequality: SetDistance = ({ shared, first, second }) =>
  shared === first && shared === second ? 0 : 1;

function monotonicityDistance(
  { shared, first, second }: SetOverlap,
  contained: number,
  overlapping: number,
): number {
  if (shared === first && shared === second) return 0;
  if (shared === 0) return 1;
  const monotonicity = shared === first || shared === second ? contained : overlapping;
  return 1 - (shared / (first + second - shared)) * monotonicity;
}
