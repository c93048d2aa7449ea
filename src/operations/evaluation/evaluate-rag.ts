import { fault, refuse } from '../../domain/fault.ts';
import { missingField, wrongValue } from '../../domain/field-fault.ts';
import { groupBy } from '../../domain/group-by.ts';
import { codedText, earlierPlace } from '../../domain/text-values.ts';
import { compareSystems } from '../../evaluation/compare-measures.ts';
import type { ComparedPair } from '../../evaluation/compare-measures.ts';
import { onSharedQueries } from '../../evaluation/shared-queries.ts';
import { estimateMeasures } from '../../evaluation/summed-measures.ts';
import type { Measured, SummedMeasures } from '../../evaluation/summed-measures.ts';
import {
  ragConstraints,
  ragFamilies,
  summedGeneration,
  summedGrounding,
  summedRetrieval,
} from '../../evaluation/summed-rag.ts';
import type { RagFamily, RagLabels } from '../../evaluation/summed-rag.ts';
import { FaultList } from '../text-file.ts';
import { BlockChances } from './block-chances.ts';
import type { WeightedBlocks } from './block-chances.ts';
import { columnNamed, eachTableRow, idIn, numberIn } from './read-table.ts';
import type { TableRow } from './read-table.ts';

/** What is measured about a RAG system. */
export interface RagRequest {
  readonly truth: string;
  /** The labels of further systems, compared with the first and with each other. */
  readonly others: readonly string[];
  readonly family: RagFamily;
  readonly cutoffs: readonly number[];
  readonly zeroes: boolean;
  /** A field to measure by, such as the language. */
  readonly slice: string | null;
  /** The column with the chance of each query or answer to be drawn. */
  readonly chance: string | null;
  readonly seed: number;
  readonly resamples: number;
}

/** A RAG system by the labels that its outputs got. */
export interface RagEvaluation extends WeightedBlocks {
  readonly measures: ReadonlyMap<string, Measured>;
  readonly slices: ReadonlyMap<string, ReadonlyMap<string, Measured>> | null;
  readonly queries: number;
  readonly units: number;
  readonly comparisons: readonly ComparedPair[];
}

interface RagRow {
  readonly query: string;
  readonly rank: number;
  readonly labels: RagLabels;
  readonly slice: string;
}

/**
 * Measures a RAG system by a table of labels, one row per unit. Labels that are missing, no yes or
 * no, or cannot be true together are faults; so is a unit that appears twice.
 */
export async function evaluateRag(request: RagRequest): Promise<RagEvaluation> {
  const found = new FaultList();
  const chances = new BlockChances(request.chance);
  const rows = await readRows(request, request.truth, found, chances);
  const others: { name: string; rows: readonly RagRow[] }[] = [];
  for (const name of request.others)
    others.push({ name, rows: await readRows({ ...request, slice: null }, name, found) });
  found.throwIfAny();
  const draws = { seed: request.seed, resamples: request.resamples };
  const measure = (some: readonly RagRow[]): ReadonlyMap<string, Measured> =>
    estimateMeasures(summed(some, request), draws);
  const values = [...new Set(rows.map(({ slice }) => slice))];
  const queries = queriesOf(rows);
  return {
    measures: measure(rows),
    ...chances.estimate(summed(rows, request), queries, draws),
    slices:
      request.slice === null
        ? null
        : new Map(
            values.map((value) => [value, measure(rows.filter(({ slice }) => slice === value))]),
          ),
    queries: queries.length,
    units: rows.length,
    comparisons: compared([{ name: request.truth, rows }, ...others], request),
  };
}

/** Every pair of systems on the queries or answers that all of them have. */
function compared(
  systems: readonly { readonly name: string; readonly rows: readonly RagRow[] }[],
  request: RagRequest,
): readonly ComparedPair[] {
  if (systems.length < 2) return [];
  const known = systems.map(({ rows }) => new Set(rows.map(({ query }) => query)));
  const shared = queriesOf(systems[0]!.rows).filter((query) =>
    known.every((own) => own.has(query)),
  );
  if (shared.length === 0)
    refuse('usage', { reason: 'The systems have no query in common. Check query_id.' });
  const place = new Map(shared.map((query, at) => [query, at]));
  const paired = systems.map(({ name, rows }) => {
    const own = rows
      .filter(({ query }) => place.has(query))
      .toSorted((a, b) => place.get(a.query)! - place.get(b.query)!);
    return { name, ...summed(own, request) };
  });
  return compareSystems(onSharedQueries(paired), request);
}

/** Queries in the order of their first row: the blocks that are drawn. */
function queriesOf(rows: readonly RagRow[]): readonly string[] {
  return [...new Set(rows.map(({ query }) => query))];
}

async function readRows(
  { family, slice }: RagRequest,
  file: string,
  found: FaultList,
  chances?: BlockChances,
): Promise<readonly RagRow[]> {
  const rows: RagRow[] = [];
  const lines = new Map<string, number>();
  const isRetrieval = family === 'retrieval';
  await eachTableRow(
    file,
    (row, line) => {
      const before = found.count;
      const column = columnNamed(row, ['query_id', 'record_uuid', 'id', 'query']);
      const query = column === null ? null : idIn(row[column]);
      if (query === null) found.add(missingField('query_id', codedText('a-value'), { file, line }));
      const rank = isRetrieval ? numberIn(row['chunk_rank']) : 0;
      if (isRetrieval && !(Number.isInteger(rank) && rank >= 1)) {
        const expected = codedText('whole-number-from', { least: 1 });
        found.add(wrongValue('chunk_rank', row['chunk_rank'], expected, { file, line }));
      }
      if (query !== null) chances?.add(query, row, { file, line }, found);
      const labels = readLabels(row, family, file, line, found);
      if (found.count > before || query === null) return;
      const key = `${query} ${rank}`;
      const earlier = lines.get(key);
      if (earlier !== undefined) {
        const unit = isRetrieval ? `${query}, rank ${rank}` : query;
        const place = earlierPlace(earlier);
        found.add(fault('duplicate-unit', { unit, place }, { file, line }));
      }
      lines.set(key, line);
      const value = slice === null ? '' : String(row[slice] ?? '');
      rows.push({ query, rank, labels, slice: value });
    },
    found,
  );
  return rows;
}

function readLabels(
  row: TableRow,
  family: RagFamily,
  file: string,
  line: number,
  found: FaultList,
): RagLabels {
  const labels: Record<string, number> = {};
  for (const label of ragFamilies[family]) {
    const value = numberIn(row[label]);
    if (value === 0 || value === 1) labels[label] = value;
    else found.add(wrongValue(label, row[label], codedText('zero-or-one'), { file, line }));
  }
  for (const { label, needs, value } of ragConstraints)
    if (labels[label] === 1 && labels[needs] === 1 - value) {
      const constraint = `${label} => ${value === 1 ? '' : 'not '}${needs}`;
      const detail = `${label} = 1, ${needs} = ${1 - value}`;
      found.add(fault('constraint-broken', { constraint, detail }, { file, line }));
    }
  return labels;
}

function summed(rows: readonly RagRow[], request: RagRequest): SummedMeasures {
  if (request.family === 'grounding')
    return summedGrounding(
      rows.map(({ labels }) => labels),
      request.zeroes,
    );
  if (request.family === 'generation') return summedGeneration(rows.map(({ labels }) => labels));
  const chunks = [...groupBy(rows, ({ query }) => query).values()].map((own) =>
    own
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ labels }) => ({
        topicallyRelevant: labels['topically_relevant']!,
        evidenceSufficient: labels['evidence_sufficient']!,
        misleading: labels['misleading']!,
      })),
  );
  return summedRetrieval(chunks, request.cutoffs, request.zeroes);
}
