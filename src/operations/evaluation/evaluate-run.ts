import { InputError } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { compareSystems } from '../../evaluation/compare-measures.ts';
import type { ComparedPair } from '../../evaluation/compare-measures.ts';
import { judgeGroups } from '../../evaluation/rankings/judge-groups.ts';
import { judgePreferences } from '../../evaluation/rankings/judge-preferences.ts';
import { judgeRun } from '../../evaluation/rankings/judge-run.ts';
import type { JudgedRun } from '../../evaluation/rankings/judge-run.ts';
import { queryDocuments } from '../../evaluation/report/query-documents.ts';
import type { QueryDocuments } from '../../evaluation/report/query-documents.ts';
import { onSharedQueries } from '../../evaluation/shared-queries.ts';
import { blocksByValue, chosenBlocks } from '../../evaluation/slices.ts';
import { estimateMeasures } from '../../evaluation/summed-measures.ts';
import type { Measured } from '../../evaluation/summed-measures.ts';
import { summedRankings } from '../../evaluation/rankings/summed-rankings.ts';
import type { RankingResult } from '../../evaluation/rankings/summed-rankings.ts';
import { trecReport } from '../../evaluation/rankings/trec-report.ts';
import type { ScoredDocuments } from '../../formats/evaluation/scored-documents.ts';
import { readReferenceScores } from '../../formats/evaluation/reference-scores.ts';
import { FaultList, readText } from '../text-file.ts';
import { readQueryChances } from './query-chances.ts';
import type { WeightedBlocks } from './block-chances.ts';
import { judgmentFormats, namedMeasures } from './named-measures.ts';
import type { JudgmentsFormat } from './named-measures.ts';
import { readQueryFields } from './query-fields.ts';
import { readDocuments } from './read-rankings.ts';
import { overVotes } from './run-over-votes.ts';
import type { OverVotes } from './run-over-votes.ts';

/** What is measured, and how. */
export interface RunRequest {
  readonly qrels: string;
  readonly run: string;
  /** How the judgments are given. */
  readonly judgments: JudgmentsFormat;
  /** Further runs, compared with the first and with each other. */
  readonly others: readonly string[];
  readonly measures: string;
  readonly level: number;
  readonly complete: boolean;
  readonly depth: number | null;
  readonly judgedOnly: boolean;
  /** Documents in the collection; null where it is not known. */
  readonly collection: number | null;
  /** Queries without relevant documents count as 0. */
  readonly zeroes: boolean;
  /** A file with each annotator's own grades. */
  readonly votes: string | null;
  /** A field of the queries, and the file that has it. */
  readonly slice: string | null;
  readonly queries: string | null;
  /** The column with the chance of each query to be drawn, in the queries or the judgments. */
  readonly chance: string | null;
  readonly seed: number;
  readonly resamples: number;
}

/** A run against relevance judgments. */
export interface RunEvaluation extends WeightedBlocks {
  readonly result: RankingResult;
  readonly judged: JudgedRun;
  readonly measures: ReadonlyMap<string, Measured>;
  readonly slices: ReadonlyMap<string, ReadonlyMap<string, Measured>> | null;
  readonly comparisons: readonly ComparedPair[];
  readonly votes: OverVotes | null;
  /** The first measure of the second run, by query; null with one run. */
  readonly otherValues: ReadonlyMap<string, number> | null;
  /** What the run has for some queries, beside their judgments. */
  documentsOf(queries: readonly string[]): ReadonlyMap<string, QueryDocuments>;
}

/** Measures a run against relevance judgments; all faults of all files are thrown together. */
export async function evaluateRun(request: RunRequest): Promise<RunEvaluation> {
  const found = new FaultList();
  const measures = namedMeasures(request.measures, found, request.judgments);
  const read = await readAll(request, found);
  const fields =
    request.slice === null || request.queries === null
      ? null
      : await readQueryFields(request.queries, request.slice, found);
  const votes = request.votes === null ? null : await readDocuments(request.votes, 'votes', found);
  const chances = await readQueryChances(request, found);
  found.throwIfAny();
  const { qrels, run, others } = read!;
  const draws = { seed: request.seed, resamples: request.resamples };
  const judge = (one: ScoredDocuments): JudgedRun => judgedBy(request, qrels, one);
  const judged = judge(run);
  const result = summedRankings(judged.queries, measures, request);
  const compared = others.map(({ run: other }) =>
    summedRankings(judge(other).queries, measures, request),
  );
  const systems = onSharedQueries([result, ...compared]).map((one, at) => ({
    ...one,
    name: at === 0 ? request.run : others[at - 1]!.name,
  }));
  return {
    result,
    judged,
    measures: estimateMeasures(result, draws),
    ...chances.estimate(result, result.queries, draws),
    slices: fields === null ? null : slicesOf(result, fields, draws),
    comparisons: others.length === 0 ? [] : compareSystems(systems, draws),
    votes: votes === null ? null : overVotes(votes, run, measures, request),
    otherValues: compared.length === 0 ? null : valuesOf(compared[0]!),
    documentsOf: (queries) => queryDocuments(qrels, run, queries, request.level),
  };
}

/** The first measure of every query that has a value. */
function valuesOf({ queries, columns: [first] }: RankingResult): ReadonlyMap<string, number> {
  return new Map(
    queries.flatMap((query, at) =>
      first === undefined || first.gaps[at] !== null ? [] : [[query, first.values[at]!] as const],
    ),
  );
}

/** The same as trec_eval prints it; with a file of reference scores, as standard scores. */
export async function reportRun(
  request: RunRequest,
  { perQuery, reference }: { readonly perQuery: boolean; readonly reference: string | null },
): Promise<string> {
  const found = new FaultList();
  const measures = namedMeasures(request.measures, found, request.judgments);
  const read = await readAll({ ...request, others: [] }, found);
  const scores =
    reference === null ? null : found.gather(() => readReferenceScores(readText(reference)));
  found.addAll(scores?.faults ?? [], { file: reference! });
  found.throwIfAny();
  const { qrels, run } = read!;
  const { queries } = judgedBy(request, qrels, run);
  const printsRun = printsRunFirst.test(request.measures);
  const { complete, judgedOnly } = request;
  return trecReport(queries, measures, {
    complete,
    judgedOnly,
    perQuery,
    run: run.run,
    printsRun,
    ...(scores === null ? {} : { reference: scores.scores }),
  });
}

const printsRunFirst = /(^|,)\s*(official|all_trec|set|runid|prefs|all_prefs|qrels_jg)\s*(,|$)/;

/** Puts a run beside the judgments; groups that contradict themselves are thrown as faults. */
function judgedBy(request: RunRequest, qrels: ScoredDocuments, run: ScoredDocuments): JudgedRun {
  const kind = judgmentFormats[request.judgments].judgments;
  if (kind === 'grades') return judgeRun(qrels, run, request);
  if (kind === 'groups') return judgeGroups(qrels, run, request);
  const { faults, ...judged } = judgePreferences(qrels, run, request.depth);
  if (faults.length > 0)
    throw new InputError(faults.map((one) => ({ ...one, file: request.qrels })));
  return judged;
}

interface ReadFiles {
  readonly qrels: ScoredDocuments;
  readonly run: ScoredDocuments;
  readonly others: readonly { readonly name: string; readonly run: ScoredDocuments }[];
}

async function readAll(request: RunRequest, found: FaultList): Promise<ReadFiles | null> {
  const kind = judgmentFormats[request.judgments].reads;
  const qrels = await readDocuments(request.qrels, kind, found);
  const run = await readDocuments(request.run, 'run', found);
  const others: { name: string; run: ScoredDocuments }[] = [];
  for (const name of request.others) {
    const other = await readDocuments(name, 'run', found);
    if (other !== null) others.push({ name, run: other });
  }
  if (qrels === null || run === null) return null;
  const known = new Set(qrels.queries);
  if (!run.queries.some((query) => known.has(query)))
    throw new InputError([
      ...found.faults,
      wrongValue('query', run.queries[0], codedText('judged-query', { file: request.qrels }), {
        file: request.run,
        line: run.line[0] ?? 1,
      }),
    ]);
  return { qrels, run, others };
}

function slicesOf(
  result: RankingResult,
  fields: ReadonlyMap<string, string>,
  draws: { readonly seed: number; readonly resamples: number },
): ReadonlyMap<string, ReadonlyMap<string, Measured>> {
  const values = result.queries.map((query) => fields.get(query) ?? null);
  return new Map(
    [...blocksByValue(values)].map(([value, blocks]) => {
      const measures = result.measures.map((measure, column) => {
        const { gaps, values: numbers } = result.columns[column]!;
        const kept = blocks.filter((block) => gaps[block] === null);
        const skipped: Record<string, number> = {};
        for (const block of blocks) {
          const gap = gaps[block] ?? null;
          if (gap !== null) skipped[gap] = (skipped[gap] ?? 0) + 1;
        }
        const count = kept.reduce((sum, block) => sum + numbers[block]!, 0);
        const share = measure.share === undefined ? {} : { share: { count, of: kept.length } };
        return { ...measure, n: kept.length, blocks: kept.length, skipped, ...share };
      });
      return [
        value,
        estimateMeasures({ sums: chosenBlocks(result.sums, blocks), measures }, draws),
      ];
    }),
  );
}
