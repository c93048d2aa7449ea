import type { ScoredDocuments } from '../../formats/evaluation/scored-documents.ts';
import { compareDocuments } from '../../formats/evaluation/scored-documents.ts';
import { utf8Text } from '../../formats/json-bytes.ts';
import { shownMost } from './evaluation-content.ts';
import type { ShownDocument } from './evaluation-content.ts';

/** What a run has for a query beside its judgments, in the order that measures look at it. */
export interface QueryDocuments {
  readonly documents: readonly Omit<ShownDocument, 'text'>[];
  readonly missed: readonly Omit<ShownDocument, 'text'>[];
}

/** The first documents of some queries, and the relevant ones that are not among them. */
export function queryDocuments(
  qrels: ScoredDocuments,
  run: ScoredDocuments,
  queries: readonly string[],
  level: number,
): ReadonlyMap<string, QueryDocuments> {
  const judged = rowsOf(qrels, queries);
  const retrieved = rowsOf(run, queries);
  return new Map(
    queries.map((query) => {
      const grades = new Map(
        (judged.get(query) ?? []).map((row) => [nameOf(qrels, row), qrels.value[row]!]),
      );
      const ranked = (retrieved.get(query) ?? [])
        .toSorted((a, b) => run.value[b]! - run.value[a]! || compareDocuments(run, b, a))
        .slice(0, shownMost.documents);
      const shown = (document: string, score: number | null): Omit<ShownDocument, 'text'> => {
        const grade = grades.get(document) ?? null;
        return { document, score, grade, isRelevant: grade !== null && grade >= level };
      };
      const documents = ranked.map((row) => shown(nameOf(run, row), run.value[row]!));
      const seen = new Set(documents.map(({ document }) => document));
      const missed = [...grades]
        .filter(([document, grade]) => grade >= level && !seen.has(document))
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, shownMost.documents)
        .map(([document]) => shown(document, null));
      return [query, { documents, missed }];
    }),
  );
}

function rowsOf(
  { query, queries, size }: ScoredDocuments,
  wanted: readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const known = new Set(wanted);
  const rows = new Map<number, number[]>();
  queries.forEach((name, at) => known.has(name) && rows.set(at, []));
  for (let row = 0; row < size; row += 1) rows.get(query[row]!)?.push(row);
  return new Map([...rows].map(([at, own]) => [queries[at]!, own]));
}

function nameOf({ pool, start, length }: ScoredDocuments, row: number): string {
  return utf8Text(pool, start[row]!, start[row]! + length[row]!);
}
