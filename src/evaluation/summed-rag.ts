import { chunkMeasures } from '../statistics/evaluation/rag-retrieval.ts';
import type { ChunkMeasures, JudgedChunk } from '../statistics/evaluation/rag-retrieval.ts';
import type { SummedMeasure, SummedMeasures } from './summed-measures.ts';

/** The three things that are judged about a RAG system, with the labels of each. */
export const ragFamilies = {
  retrieval: ['topically_relevant', 'evidence_sufficient', 'misleading'],
  grounding: [
    'support_present',
    'unsupported_claim_present',
    'contradicted_claim_present',
    'source_cited',
    'fabricated_source',
  ],
  generation: ['proper_action', 'response_on_topic', 'helpful', 'incomplete', 'unsafe_content'],
} as const;
/** A family of RAG measures. */
export type RagFamily = keyof typeof ragFamilies;

/** What cannot be true together: the first label is only possible with (or without) the second. */
export const ragConstraints: readonly {
  readonly label: string;
  readonly needs: string;
  readonly value: 0 | 1;
}[] = [
  { label: 'evidence_sufficient', needs: 'topically_relevant', value: 1 },
  { label: 'evidence_sufficient', needs: 'misleading', value: 0 },
  { label: 'contradicted_claim_present', needs: 'unsupported_claim_present', value: 1 },
  { label: 'fabricated_source', needs: 'source_cited', value: 1 },
];

/** The labels of one unit: 1 for yes, 0 for no. */
export type RagLabels = Readonly<Record<string, number>>;

const chunkNames: readonly (readonly [string, keyof ChunkMeasures])[] = [
  ['TopicalPrecision', 'topicalPrecision'],
  ['SufficiencyHit', 'sufficiencyHit'],
  ['SufficiencyRate', 'sufficiencyRate'],
  ['MisleadingContextRate', 'misleadingRate'],
  ['MRR', 'reciprocalRank'],
  ['nDCG', 'ndcg'],
];

/** Retrieval at several K: `queries` holds the chunks of each query in the order of ranks. */
export function summedRetrieval(
  queries: readonly (readonly JudgedChunk[])[],
  cutoffs: readonly number[],
  zeroes = false,
): SummedMeasures {
  const names = cutoffs.flatMap((k) => chunkNames.map(([name, kind]) => ({ name, kind, k })));
  return columnsOf(
    names.map(({ name, k }) => `${name}@${k}`),
    queries.map((chunks) => {
      const byCutoff = new Map(cutoffs.map((k) => [k, chunkMeasures(chunks, k)]));
      return names.map(({ kind, k }) => byCutoff.get(k)![kind] ?? (zeroes ? 0 : null));
    }),
    'no-ideal-gain',
  );
}

const groundingRates = [
  ['GroundingPresenceRate', 'support_present'],
  ['UnsupportedClaimRate', 'unsupported_claim_present'],
  ['ContradictionRate', 'contradicted_claim_present'],
  ['CitationPresenceRate', 'source_cited'],
] as const;

/** Grounding of answers; fabrication is measured among those that cite. */
export function summedGrounding(answers: readonly RagLabels[], zeroes = false): SummedMeasures {
  return columnsOf(
    [...groundingRates.map(([name]) => name), 'ConditionalFabricationRate'],
    answers.map((labels) => [
      ...groundingRates.map(([, label]) => labels[label]!),
      labels['source_cited'] === 1 ? labels['fabricated_source']! : null,
    ]),
    'no-citation',
    zeroes,
  );
}

const generationRates = [
  ['ProperActionRate', 'proper_action'],
  ['OnTopicRate', 'response_on_topic'],
  ['HelpfulnessRate', 'helpful'],
  ['IncompletenessRate', 'incomplete'],
  ['UnsafeContentRate', 'unsafe_content'],
] as const;

/** Answers themselves. */
export function summedGeneration(answers: readonly RagLabels[]): SummedMeasures {
  return columnsOf(
    generationRates.map(([name]) => name),
    answers.map((labels) => generationRates.map(([, label]) => labels[label]!)),
    'no-value',
  );
}

/** Means of values per block; a null is left out under `why`. */
function columnsOf(
  names: readonly string[],
  rows: readonly (readonly (number | null)[])[],
  why: string,
  zeroes = false,
): SummedMeasures {
  const columns = 2 * names.length;
  const sums = new Float64Array(rows.length * columns);
  rows.forEach((values, row) => {
    values.forEach((value, at) => {
      if (value === null) return;
      sums[row * columns + 2 * at] = value;
      sums[row * columns + 2 * at + 1] = 1;
    });
  });
  const measures = names.map((name, at): SummedMeasure => {
    const values = rows.map((row) => row[at]!).filter((value) => value !== null);
    const n = values.length;
    const isShare = n > 0 && values.every((value) => value === 0 || value === 1);
    const count = values.reduce((sum, value) => sum + value, 0);
    return {
      name,
      statistic: (totals) => {
        const whole = totals[2 * at + 1]!;
        if (whole === 0) return zeroes ? 0 : null;
        return totals[2 * at]! / whole;
      },
      n,
      blocks: n,
      skipped: n < rows.length ? { [why]: rows.length - n } : {},
      ...(isShare ? { share: { count, of: n } } : {}),
    };
  });
  return { sums: { blocks: rows.length, columns, sums }, measures };
}
