import { groupBy } from '../../domain/group-by.ts';
import { confusionOfTable } from '../../statistics/agreement/confusion.ts';
import type { Confusion } from '../../statistics/agreement/confusion.ts';
import { leadingCategory } from '../../statistics/leading-category.ts';
import { codeCount, comparedCodes, comparedCount } from '../protocol/answer-codes.ts';
import type { TaskFold } from '../fold/task-fold.ts';

/** How two of those who are compared answered the units that both judged. */
export interface PairTable {
  readonly first: string;
  readonly second: string;
  /** Units that both judged. */
  readonly units: number;
  /** The answers to a question, the first one's in the rows. */
  confusion(question: number): Confusion;
  /** Whether the label applies, where the scale says from which value on; else the answers. */
  presence(question: number): Confusion;
}

/** Who is compared: every annotator, or every family (the runs of one model as one). */
export type PairsOf = 'annotators' | 'families';

/**
 * The answers of every pair that shares a unit, in one pass over all judgments. Pairs without a
 * shared unit have no table; keyword rules are not compared.
 */
export function pairTables(tally: TaskFold, of: PairsOf = 'families'): readonly PairTable[] {
  const { questions, annotators } = tally.table;
  const { columnOf: families, names: familyNames } = tally.agreementColumns();
  const byAnnotator =
    of === 'annotators' || familyNames.length === families.filter((column) => column >= 0).length;
  const columnOf = byAnnotator
    ? families.map((column, annotator) => (column < 0 ? -1 : annotator))
    : families;
  const names = byAnnotator ? annotators : familyNames;
  const sizes = questions.map((question) => codeCount(question));
  const starts: number[] = [];
  let cells = 0;
  for (const size of sizes) {
    starts.push(cells);
    cells += size * size;
  }
  const tables = new Map<number, { readonly counts: Int32Array; units: number }>();
  const collect = byAnnotator ? judgmentsOf : familiesOf;
  for (let row = 0; row < tally.table.units; row += 1) {
    const voices = collect(tally, row, columnOf);
    for (let i = 0; i < voices.length; i += 1) {
      for (let j = i + 1; j < voices.length; j += 1) {
        const isOrdered = voices[i]!.column < voices[j]!.column;
        const [a, b] = [voices[isOrdered ? i : j]!, voices[isOrdered ? j : i]!];
        const key = a.column * names.length + b.column;
        let table = tables.get(key);
        if (table === undefined)
          tables.set(key, (table = { counts: new Int32Array(cells), units: 0 }));
        table.units += 1;
        const { counts } = table;
        for (let question = 0; question < sizes.length; question += 1) {
          const left = a.codes[question]!;
          const right = b.codes[question]!;
          if (left >= 0 && right >= 0)
            counts[starts[question]! + left * sizes[question]! + right]! += 1;
        }
      }
    }
  }
  const asConfusion = (
    counts: Int32Array,
    units: number,
    question: number,
    group: (code: number) => number,
    size: number,
  ): Confusion => {
    const table = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
    const own = sizes[question]!;
    let n = 0;
    for (let left = 0; left < own; left += 1) {
      for (let right = 0; right < own; right += 1) {
        const count = counts[starts[question]! + left * own + right]!;
        table[group(left)]![group(right)]! += count;
        n += count;
      }
    }
    return confusionOfTable(table, units - n);
  };
  return [...tables]
    .toSorted(([a], [b]) => a - b)
    .map(([key, { counts, units }]) => ({
      first: names[Math.floor(key / names.length)]!,
      second: names[key % names.length]!,
      units,
      confusion: (question) =>
        asConfusion(counts, units, question, (code) => code, sizes[question]!),
      presence: (question) => {
        const asked = questions[question]!;
        const compared = comparedCodes(asked);
        const size = comparedCount(asked);
        return asConfusion(counts, units, question, (code) => compared[code]!, size);
      },
    }));
}

interface Voice {
  readonly column: number;
  readonly codes: ArrayLike<number>;
}

function judgmentsOf(
  { table }: TaskFold,
  row: number,
  columnOf: readonly number[],
): readonly Voice[] {
  const voices: Voice[] = [];
  for (let at = table.first(row); at < table.end(row); at += 1) {
    const column = columnOf[table.who(at)]!;
    if (column >= 0) voices.push({ column, codes: table.codes(at) });
  }
  return voices;
}

/** One voice per family: per question what most of its members say, nothing when they are tied. */
function familiesOf(tally: TaskFold, row: number, columnOf: readonly number[]): readonly Voice[] {
  const members = groupBy(judgmentsOf(tally, row, columnOf), (voice) => voice.column);
  return [...members].map(([column, voices]) => ({
    column,
    codes: tally.table.questions.map((question, at) => {
      const counts = new Int32Array(codeCount(question));
      for (const { codes } of voices) if (codes[at]! >= 0) counts[codes[at]!]! += 1;
      return leadingCategory(counts, 0, counts.length);
    }),
  }));
}
