import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import type { LabelMatrix } from '../../statistics/label-matrix.ts';
import { labelCounts } from '../../statistics/label-matrix.ts';
import { stratifiedSplit } from '../../statistics/release/stratified-split.ts';

/** The two sides of a split: where thresholds are tuned, and where the result is measured. */
export const sides = ['dev', 'test'] as const;
export type Side = (typeof sides)[number];

/** How units are cut in two. */
export interface SplitRequest {
  /** The share of units that go to dev; the rest are test. */
  readonly dev: number;
  /** Exact sizes in place of the share; units beyond them go to neither side. */
  readonly sizes?: Readonly<Record<Side, number>> | undefined;
  readonly seed: number | string;
  /** Per unit, what it belongs to; no group is on both sides. */
  readonly groups?: readonly string[];
}

/** One label on both sides. */
interface LabelSplit {
  readonly label: string;
  readonly positives: number;
  readonly prevalence: number;
  readonly dev: number | null;
  readonly test: number | null;
  /** The larger of the two deviations from the prevalence overall. */
  readonly deviation: number;
  /** Why the label is on one side only, or on none; null when it is on both. */
  readonly oneSided: CodedText | null;
}

/** A split and how good it is. */
export interface Split {
  /** Per unit: 0 for dev, 1 for test, 2 for neither where exact sizes leave some over. */
  readonly part: Int32Array;
  readonly sizes: Readonly<Record<Side, number>>;
  /** How many groups there are on each side; null without groups. */
  readonly groups: Readonly<Record<Side, number>> | null;
  readonly labels: readonly LabelSplit[];
  readonly largestDeviation: {
    readonly value: number;
    readonly label: string;
    readonly side: Side;
  } | null;
  readonly quality: SplitWord | null;
}

/** What a largest deviation of prevalence means in a word. */
const splitWords = [
  { word: 'excellent', below: 0.05 },
  { word: 'good', below: 0.1 },
  { word: 'acceptable', below: 0.15 },
  { word: 'poor', below: Infinity },
] as const;
type SplitWord = (typeof splitWords)[number]['word'];

/**
 * Cuts units into dev and test so that every label is as frequent on both sides as overall, with
 * exact sizes; with groups, no group is on both sides and sizes are as near as the groups allow.
 * The same units in the same order and the same seed give the same split. Labels on one side only
 * are named with the reason: one unit, or one group, cannot be on two sides.
 * @example const matrix = { units: 4, labels: 1, has: Uint8Array.of(1, 1, 0, 0) };
 * split(['IRB'], matrix, { dev: 0.5, seed: 7 }).sizes // { dev: 2, test: 2 }
 */
export function split(names: readonly string[], matrix: LabelMatrix, request: SplitRequest): Split {
  const group = request.groups === undefined ? undefined : groupNumbers(request.groups);
  const { part, quality } = stratifiedSplit(matrix, {
    shares: sharesOf(matrix.units, request),
    seed: request.seed,
    ...(group === undefined ? {} : { group }),
  });
  const counts = labelCounts(matrix);
  const labels = names.map((label, at): LabelSplit => {
    const [dev = null, test = null] = quality.partPrevalence.map((own) => own[at] ?? null);
    const prevalence = quality.prevalence[at]!;
    const positives = counts[at]!;
    const distance = (within: number | null): number =>
      Math.abs((within ?? prevalence) - prevalence);
    const deviation = Math.max(distance(dev), distance(test));
    const isOnBoth = (dev ?? 0) > 0 && (test ?? 0) > 0;
    const oneSided = isOnBoth ? null : reasonOf(matrix, at, positives, group);
    return { label, positives, prevalence, dev, test, deviation, oneSided };
  });
  const largest = quality.largestDeviation;
  return {
    part,
    sizes: { dev: quality.sizes[0]!, test: quality.sizes[1]! },
    groups: group === undefined ? null : groupCounts(group, part),
    labels,
    largestDeviation:
      largest === null
        ? null
        : {
            value: largest.value,
            label: names[largest.label]!,
            side: sides[largest.part] ?? 'test',
          },
    quality: largest === null ? null : splitWord(largest.value),
  };
}

/** The shares of dev, test and of what exact sizes leave over. */
function sharesOf(units: number, { dev, sizes }: SplitRequest): readonly number[] {
  if (sizes === undefined) return [dev, 1 - dev];
  const rest = units - sizes.dev - sizes.test;
  return [sizes.dev, sizes.test, ...(rest > 0 ? [rest] : [])];
}

/**
 * Rates the largest prevalence deviation: excellent < 0.05, good < 0.10, acceptable < 0.15.
 * @internal
 */
export function splitWord(deviation: number): SplitWord {
  return splitWords.find(({ below }) => deviation < below)!.word;
}

function groupNumbers(groups: readonly string[]): Int32Array {
  const numbers = new Map([...new Set(groups)].map((name, number) => [name, number]));
  return Int32Array.from(groups, (name) => numbers.get(name)!);
}

function groupCounts(group: Int32Array, part: Int32Array): Record<Side, number> {
  const seen = (side: number): number =>
    new Set(group.filter((_, unit) => part[unit] === side)).size;
  return { dev: seen(0), test: seen(1) };
}

function reasonOf(
  { units, labels, has }: LabelMatrix,
  label: number,
  positives: number,
  group: Int32Array | undefined,
): CodedText {
  if (positives === 0) return codedText('split-no-row');
  if (positives === 1) return codedText('split-one-row');
  if (group !== undefined) {
    const carriers = new Set<number>();
    for (let unit = 0; unit < units; unit += 1)
      if (has[unit * labels + label] === 1) carriers.add(group[unit]!);
    if (carriers.size === 1) return codedText('split-one-group', { count: positives });
  }
  return codedText('split-no-room');
}
