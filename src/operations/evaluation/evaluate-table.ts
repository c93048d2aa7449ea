import { wrongField } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import type { RankingMeasure } from '../../domain/evaluation/ranking-measure.ts';
import { compareSystems } from '../../evaluation/compare-measures.ts';
import type { ComparedPair } from '../../evaluation/compare-measures.ts';
import { countLabels, evaluateLabels } from '../../evaluation/evaluate-labels.ts';
import type { LabelEvaluation } from '../../evaluation/evaluate-labels.ts';
import { chosenUnits } from '../../evaluation/label-table.ts';
import { rankedLabels } from '../../evaluation/rankings/ranked-labels.ts';
import { onSharedQueries } from '../../evaluation/shared-queries.ts';
import { blocksByValue } from '../../evaluation/slices.ts';
import { summedLabels } from '../../evaluation/summed-labels.ts';
import { summedScores } from '../../evaluation/summed-scores.ts';
import { estimateMeasures } from '../../evaluation/summed-measures.ts';
import type { Measured } from '../../evaluation/summed-measures.ts';
import { summedRankings } from '../../evaluation/rankings/summed-rankings.ts';
import { unitBlocks } from '../../evaluation/unit-blocks.ts';
import { FaultList } from '../text-file.ts';
import { besideEvaluating } from './tables/beside-evaluating.ts';
import type { BesideEvaluating } from './tables/beside-evaluating.ts';
import { firstRow } from './first-row.ts';
import type { ColumnKind } from './tables/growing-columns.ts';
import type { FirstRow } from './first-row.ts';
import { namedMeasures } from './named-measures.ts';
import { joinLabels, readNumberTables } from './read-label-table.ts';
import type { JoinedLabels, LabelTableRequest } from './read-label-table.ts';
import { numberIn, recordedChance } from './read-table.ts';
import { labelsOverVotes } from './table-over-votes.ts';
import type { OverVotes } from './run-over-votes.ts';

/** What is measured, and how. */
export interface TableRequest extends LabelTableRequest {
  /** Further predictions, compared with the first and with each other. */
  readonly others: readonly string[];
  /** What a release calls its units: taken where predictions have no column named by `id`. */
  readonly unitColumn?: string | null;
  readonly zeroes: boolean;
  /** Measures of rankings with each label as a query; null for none. */
  readonly measures: string | null;
  /** A file with each annotator's own answers. */
  readonly votes: string | null;
  readonly seed: number;
  readonly resamples: number;
}

/** Predictions against a table of truth. */
export interface TableEvaluation {
  readonly joined: JoinedLabels;
  readonly evaluation: LabelEvaluation;
  /** Measures of rankings over the labels. */
  readonly rankings: ReadonlyMap<string, Measured> | null;
  /** The same with every unit counted by what it stands for; null without chances. */
  readonly weighted: LabelEvaluation | null;
  readonly slices: ReadonlyMap<string, LabelEvaluation> | null;
  /** What the other systems say, in the order of their files. */
  readonly others: readonly JoinedLabels[];
  readonly comparisons: readonly ComparedPair[];
  readonly votes: OverVotes | null;
}

/** Measures predictions against a table of truth; all faults of all files are thrown together. */
export async function evaluateTable(given: TableRequest): Promise<TableEvaluation> {
  const found = new FaultList();
  const files = [given.predictions, ...given.others];
  const first = await firstRow(given.truth, found);
  const firsts: (FirstRow | null)[] = [];
  for (const file of files) firsts.push(await firstRow(file, found));
  found.throwIfAny();
  const measures = given.measures === null ? [] : namedMeasures(given.measures, found);
  const request: TableRequest = {
    ...given,
    chance: given.chance ?? (first!.columns.includes(recordedChance) ? recordedChance : null),
  };
  const labels = namedLabels(
    request,
    first!,
    firsts.map((one) => one!),
    found,
  );
  found.throwIfAny();
  const beside = besideEvaluating([request.truth, ...files]);
  try {
    const [truth, ...predicted] = await readNumberTables(
      [
        {
          file: request.truth,
          first: first!,
          names: { id: request.id, texts: textColumns(request) },
          columns: truthColumns(labels, request.chance),
        },
        ...files.map((file, at) => ({
          file,
          first: firsts[at]!,
          names: { id: idColumn(request, firsts[at]!), texts: [] },
          columns: predictedColumns(labels, firsts[at]!),
        })),
      ],
      found,
      beside,
    );
    found.throwIfAny();
    const systems = predicted.map((one) => joinLabels(truth!, one!, labels, request));
    const votes =
      request.votes === null
        ? null
        : await labelsOverVotes(request.votes, predicted[0]!, labels, request);
    return { ...(await measured(request, systems, measures, beside)), votes };
  } finally {
    await beside?.end();
  }
}

/** Everything about the first system, and it beside the others. */
async function measured(
  request: TableRequest,
  [joined, ...others]: readonly JoinedLabels[],
  measures: readonly RankingMeasure[],
  beside: BesideEvaluating | null,
): Promise<Omit<TableEvaluation, 'votes'>> {
  const draws = { seed: request.seed, resamples: request.resamples };
  const { table, ids, slices } = joined!;
  const evaluate = async (weighted: boolean): Promise<LabelEvaluation> => {
    const options = { zeroes: request.zeroes, weighted };
    if (beside === null) return evaluateLabels(table, draws, options);
    const scores = beside.scores({ table, seed: draws.seed, options });
    return countLabels(table, draws, options)(await scores);
  };
  return {
    joined: joined!,
    evaluation: await evaluate(false),
    rankings:
      measures.length === 0
        ? null
        : estimateMeasures(summedRankings(rankedLabels(table, ids()), measures, request), draws),
    weighted: table.weights === null ? null : await evaluate(true),
    slices:
      slices === null
        ? null
        : new Map(
            [...blocksByValue(slices)].map(([value, units]) => [
              value,
              evaluateLabels(chosenUnits(table, units), draws, {
                zeroes: request.zeroes,
                weighted: false,
              }),
            ]),
          ),
    others,
    comparisons: others.length === 0 ? [] : compared(request, joined!, others, measures),
  };
}

function idColumn({ id, unitColumn = null }: TableRequest, { columns }: FirstRow): string {
  return unitColumn !== null && !columns.includes(id) && columns.includes(unitColumn)
    ? unitColumn
    : id;
}

function textColumns({ subject, slice }: TableRequest): readonly string[] {
  return [subject, slice].filter((name) => name !== null);
}

function truthColumns(labels: readonly string[], chance: string | null): readonly ColumnKind[] {
  const grades = labels.map((name) => ({ name, kind: 'grade' as const }));
  return chance === null ? grades : [...grades, { name: chance, kind: 'chance' as const }];
}

function predictedColumns(labels: readonly string[], { columns }: FirstRow): readonly ColumnKind[] {
  return [
    ...labels.map((name) => ({ name, kind: 'grade' as const })),
    ...labels.map((name) => ({ name: `score_${name}`, kind: 'number' as const })),
  ].filter(({ name }) => columns.includes(name));
}

/** The labels that were named, or those that both files have. */
function namedLabels(
  request: TableRequest,
  truth: FirstRow,
  predictions: readonly FirstRow[],
  found: FaultList,
): readonly string[] {
  const files = [request.predictions, ...request.others];
  const has = ({ columns }: FirstRow, label: string): boolean =>
    columns.includes(label) || columns.includes(`score_${label}`);
  for (const name of [...textColumns(request), request.chance])
    if (name !== null && !truth.columns.includes(name)) {
      const expected = codedText('one-of', { list: oneOf(truth.columns) });
      found.add(wrongField('column', name, expected, { file: request.truth, line: 1 }));
    }
  if (request.labels !== null) {
    for (const label of request.labels) {
      const place = { file: request.truth, line: 1 };
      const expected = codedText('one-of', { list: oneOf(truth.columns) });
      if (!truth.columns.includes(label)) found.add(wrongField('--labels', label, expected, place));
      predictions.forEach((one, at) => {
        if (has(one, label)) return;
        const wanted = codedText('label-or-score', { label });
        const got = one.columns.join(', ');
        found.add(wrongField('columns', got, wanted, { file: files[at]!, line: 1 }));
      });
    }
    return request.labels;
  }
  const used = new Set([request.id, request.chance, request.subject, request.slice]);
  const labels = truth.columns.filter(
    (name) =>
      !used.has(name) &&
      predictions.every((one) => has(one, name)) &&
      !Number.isNaN(numberIn(truth.sample[name] ?? '0')),
  );
  if (labels.length === 0)
    found.add(
      wrongField('columns', truth.columns.join(', '), codedText('shared-labels'), {
        file: request.truth,
        line: 1,
      }),
    );
  return labels;
}

function compared(
  request: TableRequest,
  joined: JoinedLabels,
  others: readonly JoinedLabels[],
  rankings: readonly RankingMeasure[],
): readonly ComparedPair[] {
  const joinedIds = [joined, ...others].map(({ ids }) => ids());
  const known = joinedIds.slice(1).map((ids) => new Set(ids));
  const shared = new Set(joinedIds[0]!.filter((id) => known.every((ids) => ids.has(id))));
  const names = [request.predictions, ...request.others];
  const tables = [joined, ...others].map(({ table }, at) => {
    const units = joinedIds[at]!.flatMap((id, unit) => (shared.has(id) ? [unit] : []));
    return { own: chosenUnits(table, units), ids: units.map((unit) => joinedIds[at]![unit]!) };
  });
  const ranked = onSharedQueries(
    tables.map(({ own, ids }) => summedRankings(rankedLabels(own, ids), rankings, request)),
  );
  const isScored = tables.every(({ own }) => own.scores.every((column) => column !== null));
  const systems = tables.map(({ own }, at) => {
    const blocks = unitBlocks(own.units, own.subjects, request.seed);
    const { sums, measures } = summedLabels(own, blocks, { zeroes: request.zeroes });
    const overall = measures.filter(({ name }) => !name.endsWith(']'));
    const scores = isScored ? summedScores(own, blocks, { zeroes: request.zeroes }) : null;
    const further = isScored ? [ranked[at]!, ...(scores === null ? [] : [scores])] : [];
    return { name: names[at]!, sums, measures: overall, further };
  });
  return compareSystems(systems, { seed: request.seed, resamples: request.resamples });
}
