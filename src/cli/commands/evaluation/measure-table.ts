import type { CodedText } from '../../../domain/coded-text.ts';
import { inEnglish } from '../../../domain/english.ts';
import type {
  ComparedPair,
  LimitReport,
  Measured,
  OverVotes,
  WeightedBlocks,
} from '../../../operations/evaluation/results.ts';
import { count, decimals, numeric, table, wrap } from '../../output.ts';

/** Measures as a table: value, interval, n and what was left out. */
export function measureTable(measures: ReadonlyMap<string, Measured>): string {
  return table(
    ['measure', numeric('value'), numeric('95 % interval'), numeric('n'), 'left out'],
    [...measures].map(([name, one]) => [
      name,
      shown(one.value),
      one.low === null ? '–' : `[${decimals(one.low, 4)}, ${decimals(one.high, 4)}]`,
      count(one.n),
      leftOut(one.skipped),
    ]),
  );
}

/** How systems differ, pair by pair. */
export function comparisonTables(pairs: readonly ComparedPair[]): string {
  const tests = pairs.reduce((sum, { comparisons }) => sum + comparisons.length, 0);
  const tables = pairs.map(({ names, comparisons }) =>
    [
      `${names[1]} minus ${names[0]}`,
      table(
        [
          'measure',
          numeric('difference'),
          numeric('95 % interval'),
          numeric('p'),
          numeric('p (Holm)'),
        ],
        comparisons.map((one) => [
          one.measure,
          shown(one.difference),
          one.low === null ? '–' : `[${decimals(one.low, 4)}, ${decimals(one.high, 4)}]`,
          decimals(one.p, 4),
          decimals(one.corrected, 4),
        ]),
      ),
    ].join('\n'),
  );
  const corrected =
    `Paired randomisation test. p (Holm) is corrected for all ${tests} comparisons made here; ` +
    'judge by it when you look at several.';
  return [...tables, tests > 1 ? corrected : 'Paired randomisation test.'].join('\n\n');
}

/** How far values lie apart under different annotators' answers. */
export function spreadTable(
  spread: OverVotes['spread'],
  measures: ReadonlyMap<string, Measured>,
): string {
  return table(
    ['measure', numeric('truth'), numeric('lowest'), numeric('highest'), numeric('deviation')],
    [...spread].map(([name, one]) => [
      name,
      decimals(measures.get(name)?.value, 4),
      decimals(one.lowest, 4),
      decimals(one.highest, 4),
      decimals(one.deviation, 4),
    ]),
  );
}

/** One line for each limit. */
export function limitLines(reports: readonly LimitReport[]): string {
  return reports
    .map(({ measure, least, got, isMet }) => {
      const value = got === null ? 'no value' : decimals(got, 4);
      return `${isMet ? 'PASS' : 'FAIL'} ${measure}: ${value}, at least ${least} is required`;
    })
    .join('\n');
}

function shown(value: number | null): string {
  if (value === null) return '–';
  return Number.isInteger(value) && Math.abs(value) > 1 ? count(value) : decimals(value, 4);
}

function leftOut(skipped: Readonly<Record<string, number>>): string {
  return Object.entries(skipped)
    .map(([code, number]) => {
      const sentence = inEnglish({ code, values: {} } satisfies CodedText);
      return `${count(number)}: ${sentence}`;
    })
    .join(' ');
}

/** The same for what is drawn together; or why there is nothing to show. */
export function weightedParts(
  plain: ReadonlyMap<string, Measured>,
  { weighted, mixedChances, withoutChance }: WeightedBlocks,
): readonly string[] {
  if (mixedChances > 0) {
    const what = `${count(mixedChances)} of what is drawn together (queries or sources)`;
    return [wrap(`Not counted by chance: ${what} has rows with different chances.`)];
  }
  return weighted === null ? [] : [weightedTable(plain, weighted, withoutChance)];
}

/** Plain and weighted values side by side, where units were drawn with different chances. */
export function weightedTable(
  plain: ReadonlyMap<string, Measured>,
  weighted: ReadonlyMap<string, Measured>,
  withoutChance = 0,
): string {
  const title = 'Each unit weighted by what it represents (1 over its chance to be drawn)';
  const rows = table(
    ['measure', numeric('plain'), numeric('weighted'), numeric('95 % interval')],
    [...weighted].map(([name, one]) => [
      name,
      decimals(plain.get(name)?.value, 4),
      decimals(one.value, 4),
      one.low === null ? '–' : `[${decimals(one.low, 4)}, ${decimals(one.high, 4)}]`,
    ]),
  );
  const without = wrap(`${count(withoutChance)} without a recorded chance: counted once.`);
  return `${title}\n${rows}${withoutChance === 0 ? '' : `\n\n${without}`}`;
}
