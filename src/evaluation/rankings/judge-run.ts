import { compareCodePoints } from '../../formats/code-points.ts';
import { rowsByQuery } from '../../formats/evaluation/scored-documents.ts';
import type { ScoredDocuments } from '../../formats/evaluation/scored-documents.ts';
import { notInPool, notJudged, rankingOf } from '../../statistics/evaluation/judged-ranking.ts';
import type { JudgedRanking } from '../../statistics/evaluation/judged-ranking.ts';
import type { JudgedPreferences } from '../../statistics/evaluation/preferences.ts';
import { Ranker } from './ranker.ts';
import { RowTable } from './row-table.ts';

/** What a system retrieved for one query, beside its judgments. */
export interface JudgedQuery {
  readonly query: string;
  readonly ranking: JudgedRanking;
  /** The run has nothing for the query; its ranking is empty. */
  readonly isMissing: boolean;
  /** Judged documents with a grade above 0, whatever the level. */
  readonly positive: number;
  /** The same ranking under the grades of each group of judges, where there are groups. */
  readonly groups?: readonly JudgedRanking[];
  /** What judges prefer, where they were asked for that. */
  readonly preferences?: JudgedPreferences;
}

/** How documents become rankings. */
export interface JudgingOptions {
  /** The lowest grade that counts as relevant; 1 unless given. */
  readonly level?: number;
  /** Only this many documents of each query are looked at; null for all. */
  readonly depth?: number | null;
  /** Documents without a judgment are removed before anything is computed. */
  readonly judgedOnly?: boolean;
  /** Documents in the collection, for measures that count what was neither found nor relevant. */
  readonly collection?: number | null;
}

/** A run beside the judgments: the judged queries in the order of bytes, and what was left out. */
export interface JudgedRun {
  readonly queries: readonly JudgedQuery[];
  /** Queries of the run without judgments. */
  readonly notJudged: number;
  /** Documents that were looked at, and how many of them have no judgment. */
  readonly documents: number;
  readonly unjudged: number;
}

/**
 * Puts a run beside relevance judgments. Documents are ordered by falling score and, where scores
 * tie, by falling name in the order of bytes, as trec_eval does; ranks in the file have no
 * influence.
 */
export function judgeRun(
  qrels: ScoredDocuments,
  run: ScoredDocuments,
  { level = 1, depth = null, judgedOnly = false, collection = null }: JudgingOptions = {},
): JudgedRun {
  const judged = rowsByQuery(qrels);
  const retrieved = rowsByQuery(run);
  const numberOf = new Map(run.queries.map((name, at) => [name, at]));
  const order = qrels.queries
    .map((name, at) => ({ name, at }))
    .toSorted((a, b) => compareCodePoints(a.name, b.name));
  const grades = new GradeTable(qrels);
  const ranker = new Ranker(run);
  let documents = 0;
  let unjudged = 0;
  const queries = order.map(({ name, at }): JudgedQuery => {
    const own = numberOf.get(name);
    grades.fill(judged.rows, judged.from[at]!, judged.from[at + 1]!);
    const ranked =
      own === undefined
        ? none
        : ranker.rank(retrieved.rows, retrieved.from[own]!, retrieved.from[own + 1]!);
    const size = Math.min(ranked.length, depth ?? Infinity);
    let found = new Int32Array(size);
    let count = 0;
    for (let rank = 0; rank < size; rank += 1) {
      const grade = grades.gradeOf(run, ranked[rank]!);
      if (grade < 0) unjudged += 1;
      if (grade >= 0 || !judgedOnly) found[count++] = grade;
    }
    documents += size;
    if (count < size) found = found.slice(0, count);
    const { levels, positive } = grades.counts();
    const ranking = rankingOf(found, levels, level);
    return {
      query: name,
      ranking: collection === null ? ranking : { ...ranking, collection },
      isMissing: own === undefined,
      positive,
    };
  });
  const known = new Set(qrels.queries);
  const notJudgedQueries = run.queries.filter((name) => !known.has(name)).length;
  return { queries, notJudged: notJudgedQueries, documents, unjudged };
}

const none = new Int32Array(0);

/** The grades of one query. */
class GradeTable {
  readonly #qrels: ScoredDocuments;
  readonly #table: RowTable;
  #rows: Int32Array = none;
  #from = 0;
  #to = 0;

  constructor(qrels: ScoredDocuments) {
    this.#qrels = qrels;
    this.#table = new RowTable(qrels);
  }

  fill(rows: Int32Array, from: number, to: number): void {
    this.#rows = rows;
    this.#from = from;
    this.#to = to;
    this.#table.clear(to - from);
    for (let at = from; at < to; at += 1) this.#table.findOrAdd(rows[at]!);
  }

  gradeOf(run: ScoredDocuments, row: number): number {
    const found = this.#table.find(run, row);
    if (found < 0) return notInPool;
    const grade = this.#qrels.value[found]!;
    return grade < 0 ? notJudged : grade;
  }

  counts(): { readonly levels: Int32Array; readonly positive: number } {
    const { value } = this.#qrels;
    let highest = -1;
    let positive = 0;
    for (let at = this.#from; at < this.#to; at += 1) {
      const grade = value[this.#rows[at]!]!;
      if (grade > highest) highest = grade;
      if (grade > 0) positive += 1;
    }
    const levels = new Int32Array(highest + 1);
    for (let at = this.#from; at < this.#to; at += 1) {
      const grade = value[this.#rows[at]!]!;
      if (grade >= 0) levels[grade] += 1;
    }
    return { levels, positive };
  }
}
