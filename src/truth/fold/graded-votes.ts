import { tieTolerance } from '../../statistics/leading-category.ts';

/**
 * The codes that win a graded label; several are a tie, none means that nobody voted. It is decided
 * in two steps: whether the label applies, then its grade among those who say so. Otherwise one
 * "no" against a "1" and a "2" would count as much as each of them, though two of three say that
 * the label applies. A tie in the first step is a tie, even where one grade has most votes.
 */
export function gradedLeaders(
  sums: ArrayLike<number>,
  applies: readonly boolean[],
): readonly number[] {
  const side = leadingSide(sums, applies);
  if (side !== 'tied') return leadersOf(sums, applies, side === 'yes');
  return [...leadersOf(sums, applies, false), ...leadersOf(sums, applies, true)];
}

/** The weight that the outcome of a graded label is the share of: its grade's, or a tied side's. */
export function gradedWeight(sums: ArrayLike<number>, applies: readonly boolean[]): number {
  const side = leadingSide(sums, applies);
  if (side === 'tied')
    return Math.max(sideWeight(sums, applies, true), sideWeight(sums, applies, false));
  return sums[leadersOf(sums, applies, side === 'yes')[0]!]!;
}

function leadingSide(sums: ArrayLike<number>, applies: readonly boolean[]): 'yes' | 'no' | 'tied' {
  const yes = sideWeight(sums, applies, true);
  const no = sideWeight(sums, applies, false);
  if (Math.abs(yes - no) <= tieTolerance * Math.max(yes, no)) return 'tied';
  return yes > no ? 'yes' : 'no';
}

function sideWeight(sums: ArrayLike<number>, applies: readonly boolean[], side: boolean): number {
  let weight = 0;
  for (let code = 0; code < applies.length; code += 1)
    if (applies[code] === side) weight += sums[code]!;
  return weight;
}

function leadersOf(
  sums: ArrayLike<number>,
  applies: readonly boolean[],
  side: boolean,
): readonly number[] {
  let best = 0;
  for (let code = 0; code < applies.length; code += 1)
    if (applies[code] === side && sums[code]! > best) best = sums[code]!;
  return applies.flatMap((applied, code) =>
    applied === side && sums[code]! > 0 && best - sums[code]! <= tieTolerance * best ? [code] : [],
  );
}
