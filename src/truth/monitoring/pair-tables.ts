import { confusionOfTable } from '../../statistics/agreement/confusion.ts';
import type { Confusion } from '../../statistics/agreement/confusion.ts';
import { codeCount, comparedCodes, comparedCount } from '../protocol/answer-codes.ts';
import type { TaskFold } from '../fold/task-fold.ts';

/** How two annotators answered the units that both judged. */
export interface PairTable {
  readonly first: string;
  readonly second: string;
  /** Units that both judged. */
  readonly units: number;
  /** Whether the label applies, where the scale says from which value on; else the answers. */
  presence(question: number): Confusion;
  /** The answers themselves. */
  answers(question: number): Confusion;
}

/**
 * The answers of every pair that shares a unit, in one pass over all judgments, in steps. Pairs
 * without a shared unit have no table; keyword rules are not compared.
 */
export function* pairTables(fold: TaskFold): Generator<void, readonly PairTable[]> {
  const { questions, annotators } = fold.compared;
  const columnOf = fold
    .agreementColumns()
    .columnOf.map((column, annotator) => (column < 0 ? -1 : annotator));
  const sizes = questions.map((question) => codeCount(question));
  const starts: number[] = [];
  let cells = 0;
  for (const size of sizes) {
    starts.push(cells);
    cells += size * size;
  }
  const tables = new Map<number, { readonly counts: Int32Array; units: number }>();
  for (let row = 0; row < fold.compared.units; row += 1) {
    if (row % unitsTogether === 0) yield;
    const voices = judgmentsOf(fold, row, columnOf);
    for (let i = 0; i < voices.length; i += 1) {
      for (let j = i + 1; j < voices.length; j += 1) {
        const isOrdered = voices[i]!.column < voices[j]!.column;
        const [a, b] = [voices[isOrdered ? i : j]!, voices[isOrdered ? j : i]!];
        const key = a.column * annotators.length + b.column;
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
      first: annotators[Math.floor(key / annotators.length)]!,
      second: annotators[key % annotators.length]!,
      units,
      presence: (question) => {
        const asked = questions[question]!;
        const compared = comparedCodes(asked);
        const size = comparedCount(asked);
        return asConfusion(counts, units, question, (code) => compared[code]!, size);
      },
      answers: (question) => asConfusion(counts, units, question, (code) => code, sizes[question]!),
    }));
}

/** How many units are looked at in one step. */
const unitsTogether = 2000;

interface Voice {
  readonly column: number;
  readonly codes: ArrayLike<number>;
}

function judgmentsOf(
  { compared: table }: TaskFold,
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
