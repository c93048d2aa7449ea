import { groupBy } from '../../domain/group-by.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { compareCodePoints } from '../../formats/code-points.ts';
import { compareDocuments, rowsByQuery } from '../../formats/evaluation/scored-documents.ts';
import type { ScoredDocuments } from '../../formats/evaluation/scored-documents.ts';
import { notInPool, rankingOf } from '../../statistics/evaluation/judged-ranking.ts';
import { preferenceGroup } from '../../statistics/evaluation/preferences.ts';
import type {
  ComparedDocuments,
  JudgedPreferences,
  PreferenceGroup,
} from '../../statistics/evaluation/preferences.ts';
import type { JudgedQuery, JudgedRun } from './judge-run.ts';
import { Ranker } from './ranker.ts';
import { RowTable } from './row-table.ts';

/** A run beside preferences, and the groups that contradict themselves. */
export interface PreferenceRun extends JudgedRun {
  readonly faults: readonly Fault[];
}

/**
 * Puts a run beside preferences between documents. Documents with the same score are in the rising
 * order of their names, as trec_eval has them for preferences (for grades they fall).
 */
export function judgePreferences(
  preferences: ScoredDocuments,
  run: ScoredDocuments,
  depth: number | null = null,
): PreferenceRun {
  const judged = rowsByQuery(preferences);
  const retrieved = rowsByQuery(run);
  const numberOf = new Map(run.queries.map((name, at) => [name, at]));
  const ranker = new Ranker(run, 1);
  const numbers = new DocumentNumbers(preferences, run);
  const faults: Fault[] = [];
  let documents = 0;
  let unjudged = 0;
  const order = preferences.queries
    .map((query, at) => ({ query, at }))
    .toSorted((a, b) => compareCodePoints(a.query, b.query));
  const queries = order.map(({ query, at }): JudgedQuery => {
    const own = numberOf.get(query);
    const ranked =
      own === undefined
        ? new Int32Array(0)
        : ranker.rank(retrieved.rows, retrieved.from[own]!, retrieved.from[own + 1]!);
    const looked = ranked.subarray(0, depth ?? ranked.length);
    const rows = judged.rows.subarray(judged.from[at], judged.from[at + 1]);
    const found = numbers.number(rows, looked);
    documents += looked.length;
    unjudged += looked.length - found.retrieved;
    const grades = new Int32Array(looked.length).fill(notInPool);
    return {
      query,
      ranking: rankingOf(grades, new Int32Array(0)),
      isMissing: own === undefined,
      positive: 0,
      preferences: { ...found, groups: groupsOf(preferences, rows, found.numberOf, faults) },
    };
  });
  const known = new Set(preferences.queries);
  const notJudged = run.queries.filter((name) => !known.has(name)).length;
  return { queries, notJudged, documents, unjudged, faults };
}

interface Numbered extends Pick<JudgedPreferences, 'judged' | 'retrieved'> {
  /** The number of the document in a row of the preferences. */
  numberOf(row: number): number;
}

/** Numbers the judged documents of a query: by rank those retrieved, then by name the others. */
class DocumentNumbers {
  readonly #preferences: ScoredDocuments;
  readonly #run: ScoredDocuments;
  readonly #names: RowTable;

  constructor(preferences: ScoredDocuments, run: ScoredDocuments) {
    this.#preferences = preferences;
    this.#run = run;
    this.#names = new RowTable(preferences);
  }

  number(rows: Int32Array, ranked: Int32Array): Numbered {
    // One row stands for all rows of a document.
    const firsts: number[] = [];
    const firstOf = new Map<number, number>();
    this.#names.clear(rows.length);
    for (const row of rows) {
      const known = this.#names.find(this.#preferences, row);
      if (known < 0) {
        this.#names.findOrAdd(row);
        firsts.push(row);
      }
      firstOf.set(row, known < 0 ? row : known);
    }
    const numbers = new Map<number, number>();
    for (const row of ranked) {
      const known = this.#names.find(this.#run, row);
      if (known >= 0) numbers.set(known, numbers.size);
    }
    const retrieved = numbers.size;
    for (const row of firsts.toSorted((a, b) => compareDocuments(this.#preferences, a, b)))
      if (!numbers.has(row)) numbers.set(row, numbers.size);
    const numberOf = (row: number): number => numbers.get(firstOf.get(row)!)!;
    return { judged: firsts.length, retrieved, numberOf };
  }
}

function groupsOf(
  preferences: ScoredDocuments,
  rows: Int32Array,
  numberOf: (row: number) => number,
  faults: Fault[],
): readonly PreferenceGroup[] {
  const { annotator, part, value, line, queries, query, annotators } = preferences;
  return [...groupBy(rows, (row) => annotator[row]!)].flatMap(([group, own]) => {
    const parts = [...groupBy(own, (row) => part[row]!).values()].map(
      (some): ComparedDocuments => ({
        documents: some.map(numberOf),
        levels: some.map((row) => value[row]!),
      }),
    );
    const joined = preferenceGroup(parts);
    if (joined !== null) return [joined];
    const first = own[0]!;
    const values = { group: annotators[group]!, query: queries[query[first]!]! };
    faults.push(fault('preference-conflict', values, { line: line[first]! }));
    return [];
  });
}
