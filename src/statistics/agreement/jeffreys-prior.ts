import type { RatingPatterns } from './rating-patterns.ts';
import { ratersPerPattern } from './rating-patterns.ts';

/** Patterns with what is believed of them before and after the units were seen. */
export interface PriorPatterns {
  /** All patterns with a prior or a unit; those that no unit shows included. */
  readonly patterns: RatingPatterns;
  /** Per pattern: units and prior together. */
  readonly counts: Float64Array;
  /** Per pattern of the ratings: where it is among these. */
  readonly place: Int32Array;
}

/**
 * Jeffreys' prior over rating patterns: before any unit is seen, every pattern that a unit rated by
 * so many annotators could show counts as half a unit, the prior that depends on no choice of
 * parameters; with more than four possible patterns they share two units, since half a unit for
 * each of hundreds would outweigh the data. What was never seen is thereby possible: full agreement
 * on thirty units does not prove that nobody ever disagrees. Patterns of units with one answer say
 * nothing about agreement and have no prior. Above {@link mostPatterns} possible patterns, the
 * prior is on those that occur and on the splits between the two most frequent answers. Jeffreys
 * 1946, https://doi.org/10.1098/rspa.1946.0056; Perks 1947 for many patterns,
 * https://doi.org/10.1017/S0020268100012658
 * @example const patterns = ratingPatterns(ratingsFromRows([[0, 0], [0, 0], [1, 1]], [0, 1]));
 * jeffreysPrior(patterns).counts // [1.5, 0.5, 2.5]
 */
export function jeffreysPrior(patterns: RatingPatterns): PriorPatterns {
  const known = priors.get(patterns);
  if (known !== undefined) return known;
  const made = priorOf(patterns);
  priors.set(patterns, made);
  return made;
}

/** All measures of the same patterns have the same prior. */
const priors = new WeakMap<RatingPatterns, PriorPatterns>();

function priorOf(patterns: RatingPatterns): PriorPatterns {
  const raters = ratersPerPattern(patterns);
  const sizes = [...new Set(raters)].filter((size) => size >= 2).toSorted((a, b) => a - b);
  const keyed = new Map<string, Keyed>();
  const add = (key: Key, prior: number): void => {
    const text = key.join();
    if (!keyed.has(text)) keyed.set(text, { key, prior, units: 0 });
  };
  const observed = patterns.units.map((_, pattern) => pattern);
  const keys = Array.from(observed, (pattern) => keyOf(patterns, pattern));
  const count = sizes.reduce((sum, size) => sum + possible(size, patterns.categories), 0);
  const believed =
    count <= mostPatterns
      ? sizes.flatMap((size) => allKeys(size, patterns.categories))
      : [
          ...keys.filter((_, pattern) => raters[pattern] >= 2),
          ...sizes.flatMap((size) => splits(size, frequent(patterns))),
        ];
  for (const key of believed) add(key, 1);
  const prior = Math.min(0.5, mostPrior / keyed.size);
  for (const key of keys) add(key, 0);
  const texts = keys.map((key) => key.join());
  for (const [pattern, text] of texts.entries()) keyed.get(text)!.units += patterns.units[pattern];
  const all = [...keyed.values()].toSorted((a, b) => byKey(a.key, b.key));
  const placeOf = new Map(all.map(({ key }, place) => [key.join(), place]));
  const offsets = [0];
  for (const { key } of all) offsets.push(offsets[offsets.length - 1] + key.length / 2);
  const entries = all.flatMap(({ key }) => key);
  return {
    patterns: {
      categories: patterns.categories,
      offsets: Int32Array.from(offsets),
      category: Int32Array.from(entries.filter((_, at) => at % 2 === 0)),
      count: Int32Array.from(entries.filter((_, at) => at % 2 === 1)),
      units: Float64Array.from(all, ({ units }) => units),
      patternOf: new Int32Array(0),
      unrated: patterns.unrated,
    },
    counts: Float64Array.from(all, ({ units, prior: has }) => units + has * prior),
    place: Int32Array.from(texts, (text) => placeOf.get(text) ?? -1),
  };
}

/** Units that the prior counts as at most, however many patterns are possible. */
export const mostPrior = 2;

/** Up to so many possible patterns, all of them have a prior. */
const mostPatterns = 256;

/** A pattern as category, count, category, count … */
type Key = readonly number[];

interface Keyed {
  readonly key: Key;
  /** 1 where the pattern has a prior. */
  readonly prior: number;
  units: number;
}

function keyOf({ offsets, category, count }: RatingPatterns, pattern: number): Key {
  const key: number[] = [];
  for (let entry = offsets[pattern]; entry < offsets[pattern + 1]; entry++)
    key.push(category[entry], count[entry]);
  return key;
}

/** How many patterns so many answers can show: C(size + categories − 1, size). */
function possible(size: number, categories: number): number {
  let ways = 1;
  for (let chosen = 1; chosen <= size && ways <= mostPatterns; chosen++)
    ways = (ways * (categories - 1 + chosen)) / chosen;
  return ways;
}

function allKeys(size: number, categories: number, from = 0): Key[] {
  if (size === 0) return [[]];
  if (from >= categories) return [];
  return Array.from({ length: size + 1 }, (_, count) => count).flatMap((count) =>
    allKeys(size - count, categories, from + 1).map((rest) =>
      count === 0 ? rest : [from, count, ...rest],
    ),
  );
}

/** The two answers that were given most often, the first declared where equally often. */
function frequent({ categories, category, count, units, offsets }: RatingPatterns): Key {
  const given = new Float64Array(categories);
  for (let pattern = 0; pattern < units.length; pattern++)
    for (let entry = offsets[pattern]; entry < offsets[pattern + 1]; entry++)
      given[category[entry]] += units[pattern] * count[entry];
  const order = Array.from(given.keys()).toSorted((a, b) => given[b] - given[a] || a - b);
  return order.slice(0, 2).toSorted((a, b) => a - b);
}

function splits(size: number, [first, second]: Key): Key[] {
  return Array.from({ length: size - 1 }, (_, less) => [first, size - 1 - less, second, less + 1]);
}

/** The order of rating patterns: by their counts, that of category 0 first. */
function byKey(a: Key, b: Key): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 2) {
    if (a[at] !== b[at]) return b[at] - a[at];
    if (a[at + 1] !== b[at + 1]) return a[at + 1] - b[at + 1];
  }
  return a.length - b.length;
}
