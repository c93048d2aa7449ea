import { inEnglish } from '../../../domain/english.ts';
import type {
  ComparedPair,
  LimitReport,
  Measured,
  OverVotes,
  WeightedBlocks,
} from '../../../operations/evaluation/results.ts';

type Rename = (name: string) => string;

/** Measures for programs: value, n, bounds, and what was left out, by the code of the reason. */
export function measuresJson(
  measures: ReadonlyMap<string, Measured>,
  rename: Rename = (name) => name,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...measures].map(([name, { value, n, low, high, skipped, method }]) => [
      rename(name),
      { value, n, low, high, skipped, interval: inEnglish(method) },
    ]),
  );
}

/** The same by chance, where queries or sources were drawn; or how many have no one chance. */
export function weightedJson(
  { weighted, mixedChances, withoutChance }: WeightedBlocks,
  rename?: Rename,
): Readonly<Record<string, unknown>> {
  if (mixedChances > 0) return { weighted: null, mixed_chances: mixedChances };
  if (weighted === null) return {};
  return { weighted: { measures: measuresJson(weighted, rename), without_chance: withoutChance } };
}

/** Comparisons for programs, with the name of the correction. */
export function comparisonsJson(pairs: readonly ComparedPair[]): Readonly<Record<string, unknown>> {
  const tests = pairs.reduce((sum, { comparisons }) => sum + comparisons.length, 0);
  return {
    comparisons: pairs.map(({ names, comparisons }) => ({
      first: names[0],
      second: names[1],
      test: 'paired randomisation',
      measures: Object.fromEntries(
        comparisons.map(({ measure, first, second, difference, low, high, p, corrected }) => [
          measure,
          { first, second, difference, low, high, p, p_holm: corrected },
        ]),
      ),
    })),
    correction: { method: 'holm', comparisons: tests },
  };
}

/** Values under each annotator's answers, for programs. */
export function spreadJson(
  { annotators, spread }: OverVotes,
  rename: Rename = (name) => name,
): Readonly<Record<string, unknown>> {
  return {
    annotators: Object.fromEntries(
      [...annotators].map(([name, measures]) => [name, measuresJson(measures, rename)]),
    ),
    spread: Object.fromEntries([...spread].map(([name, one]) => [rename(name), one])),
  };
}

/** Limits for programs. */
export function limitsJson(limits: readonly LimitReport[]): readonly unknown[] {
  return limits.map(({ measure, least, got, isMet }) => ({ measure, least, got, met: isMet }));
}
