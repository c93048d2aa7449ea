import { jsonLines } from './run-assay.ts';

/** Counts of pairs of labels, `{ '0->2': 1 }`, as the agreement scripts print them. */
export type PairCounts = Readonly<Record<string, number>>;

/** One row in the trial guide's format; what a test does not care about is filled in. */
export function trialRow(
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return {
    query_id: 'Q0001',
    nct_id: 'NCT00000001',
    relevance_label: 1,
    rationale: 'r',
    annotator_id: 'annotator_a',
    guideline_version: 'm4-v1',
    ...row,
  };
}

/** Files of two annotators whose labels have exactly these counts. */
export function pairFiles(counts: PairCounts): {
  readonly 'a.jsonl': string;
  readonly 'b.jsonl': string;
} {
  const pairs = Object.entries(counts).flatMap(([cell, count]) =>
    Array.from({ length: count }, () => cell.split('->').map(Number)),
  );
  const rows = (annotator: string, side: number): string =>
    jsonLines(
      pairs.map((pair, at) =>
        trialRow({
          query_id: `Q${at % 7}`,
          nct_id: `NCT${String(at).padStart(8, '0')}`,
          relevance_label: pair[side],
          rationale: `${annotator} on ${at}`,
          annotator_id: annotator,
        }),
      ),
    );
  return { 'a.jsonl': rows('annotator_a', 0), 'b.jsonl': rows('annotator_b', 1) };
}

/** All nine cells, those that are not named being 0. */
export function allCells(counts: PairCounts): PairCounts {
  return Object.fromEntries(
    [0, 1, 2].flatMap((from) =>
      [0, 1, 2].map((to) => [`${from}->${to}`, counts[`${from}->${to}`] ?? 0]),
    ),
  );
}
