import { shownMeasures, shownMost } from '../../../evaluation/report/evaluation-content.ts';
import type {
  DifferingUnit,
  DifferingUnits,
  EvaluationContent,
  ShownLabel,
} from '../../../evaluation/report/evaluation-content.ts';
import type { LabelTable } from '../../../evaluation/label-table.ts';
import type { ComparedPair } from '../../../evaluation/compare-measures.ts';
import type { Measured } from '../../../evaluation/summed-measures.ts';
import { precisionRecallCurve } from '../../../statistics/evaluation/precision-recall-curve.ts';
import type { WeightedBlocks } from '../block-chances.ts';
import type { ClassEvaluation } from '../evaluate-classes.ts';
import type { RunEvaluation } from '../evaluate-run.ts';
import type { TableEvaluation } from '../evaluate-table.ts';
import type { JoinedLabels } from '../read-label-table.ts';
import type { OverVotes } from '../run-over-votes.ts';

/** What an evaluation is of: its systems, the truth, the field of its slices, texts of units. */
export interface ContentNames {
  readonly systems: readonly string[];
  readonly truth: string;
  readonly slice: string | null;
  /** The text of a unit, where it is at hand. */
  readonly textOf: (unit: string) => string | null;
}

type Measures = ReadonlyMap<string, Measured>;

/** What is shown of predictions of labels. */
export function labelContent(found: TableEvaluation, names: ContentNames): EvaluationContent {
  const { joined, evaluation, rankings, weighted, slices, others } = found;
  const { table } = joined;
  return {
    ...emptyContent('labels', names, found),
    n: table.units,
    measures: [...shownMeasures(rankings ?? new Map()), ...shownMeasures(evaluation.measures)],
    weighted: weighted === null ? null : shownMeasures(weighted.measures),
    withoutChance: joined.withoutChance,
    labels: evaluation.labels.map(({ label, measures, counts, reliability }, at): ShownLabel => ({
      label,
      measures: shownMeasures(measures),
      counts,
      reliability,
      precisionRecall: curveOf(table, at),
    })),
    slices: sliceContent(
      slices === null ? null : new Map([...slices].map(([value, one]) => [value, one.measures])),
      names,
    ),
    differing: others.length === 0 ? null : differingLabels(joined, others[0]!, names),
    left: leftOut({ notPredicted: joined.notPredicted, notTrue: joined.notTrue }),
  };
}

/** What is shown of classes, or of verdicts. */
export function classContent(
  found: ClassEvaluation,
  names: ContentNames,
  kind: 'classes' | 'verdicts',
): EvaluationContent {
  const { measures, weighted, slices, classes, confusion, answers } = found;
  const [first, second] = answers;
  const rows = [...(first ?? [])].flatMap(([unit, [truth, said]]): readonly DifferingUnit[] => {
    const other = second?.get(unit)?.[1];
    if (other === undefined || other === said) return [];
    return [{ unit, of: null, truth, first: said, second: other, text: textOf(names, unit) }];
  });
  return {
    ...emptyContent(kind, names, found),
    n: found.units,
    measures: shownMeasures(measures),
    weighted: weighted === null ? null : shownMeasures(weighted),
    confusion: { classes, counts: confusion },
    slices: sliceContent(slices, names),
    differing: second === undefined ? null : differing(names, rows),
    left: leftOut({ notPredicted: found.notPredicted, notTrue: found.notTrue }),
  };
}

/** What is shown of a ranking; the worst queries come with their documents. */
export function runContent(found: RunEvaluation, names: ContentNames): EvaluationContent {
  const { result, judged, measures, slices } = found;
  const { queries, columns } = result;
  const [main] = columns;
  const valued = queries.flatMap((query, at) =>
    main === undefined || main.gaps[at] !== null ? [] : [{ query, value: main.values[at]! }],
  );
  const worst = valued.toSorted((a, b) => a.value - b.value).slice(0, shownMost.queries);
  const documents = found.documentsOf(worst.map(({ query }) => query));
  const missing = judged.queries.filter(({ isMissing }) => isMissing).length;
  return {
    ...emptyContent('ranking', names, found),
    n: queries.length,
    measures: shownMeasures(measures),
    weighted: found.weighted === null ? null : shownMeasures(found.weighted),
    withoutChance: found.withoutChance,
    slices: sliceContent(slices, names),
    worst: worst.map(({ query, value }) => {
      const own = documents.get(query)!;
      const named = (list: typeof own.documents) =>
        list.map((one) => ({ ...one, text: textOf(names, `${query}::${one.document}`) }));
      return { query, value, documents: named(own.documents), missed: named(own.missed) };
    }),
    differing: found.otherValues === null ? null : differingQueries(found, names),
    left: leftOut({
      'not-in-run': missing,
      'not-in-qrels': judged.notJudged,
      unjudged: judged.unjudged,
      'mixed-chances': found.mixedChances,
    }),
  };
}

/** What is shown of RAG labels and of rules. */
export function plainContent(
  found: {
    readonly measures: Measures;
    readonly slices: ReadonlyMap<string, Measures> | null;
    readonly comparisons: readonly ComparedPair[];
  } & WeightedBlocks,
  names: ContentNames,
  kind: 'rag' | 'rules',
  n: number,
  left: Readonly<Record<string, number>> = {},
): EvaluationContent {
  return {
    ...emptyContent(kind, names, { ...found, votes: null }),
    n,
    measures: shownMeasures(found.measures),
    weighted: found.weighted === null ? null : shownMeasures(found.weighted),
    withoutChance: found.withoutChance,
    slices: sliceContent(found.slices, names),
    left: leftOut({ ...left, 'mixed-chances': found.mixedChances }),
  };
}

function emptyContent(
  kind: EvaluationContent['kind'],
  { systems, truth }: ContentNames,
  found: { readonly comparisons: readonly ComparedPair[]; readonly votes: OverVotes | null },
): EvaluationContent {
  return {
    kind,
    systems,
    truth,
    n: 0,
    measures: [],
    weighted: null,
    labels: [],
    confusion: null,
    slices: null,
    comparisons: found.comparisons,
    spread: [...(found.votes?.spread ?? [])].map(([measure, one]) => ({ measure, ...one })),
    worst: [],
    differing: null,
    left: {},
  };
}

function curveOf(table: LabelTable, label: number): ShownLabel['precisionRecall'] {
  const scores = table.scores[label]!;
  if (scores === null) return [];
  const kept: number[] = [];
  for (let unit = 0; unit < table.units; unit += 1)
    if (table.truth[label]![unit]! >= 0 && !Number.isNaN(scores[unit]!)) kept.push(unit);
  const truth = Uint8Array.from(kept, (unit) =>
    table.truth[label]![unit]! >= table.level ? 1 : 0,
  );
  return precisionRecallCurve(
    truth,
    Float64Array.from(kept, (unit) => scores[unit]!),
  );
}

function sliceContent(
  slices: ReadonlyMap<string, Measures> | null,
  { slice }: ContentNames,
): EvaluationContent['slices'] {
  if (slices === null) return null;
  return {
    field: slice ?? '',
    values: [...slices].map(([value, measures]) => ({ value, measures: shownMeasures(measures) })),
  };
}

function differingLabels(
  first: JoinedLabels,
  second: JoinedLabels,
  names: ContentNames,
): DifferingUnits {
  const placeOf = new Map(second.ids().map((id, at) => [id, at]));
  const rows: DifferingUnit[] = [];
  first.ids().forEach((unit, at) => {
    const other = placeOf.get(unit);
    if (other === undefined) return;
    first.table.labels.forEach((of, label) => {
      const grade = first.table.truth[label]![at]!;
      const [own, their] = [
        first.table.predicted[label]![at]!,
        second.table.predicted[label]![other]!,
      ];
      if (grade < 0 || own < 0 || their < 0 || own === their) return;
      const truth = grade >= first.table.level ? 'yes' : 'no';
      const word = (said: number): string => (said === 1 ? 'yes' : 'no');
      rows.push({ unit, of, truth, first: word(own), second: word(their), text: null });
    });
  });
  return differing(names, rows);
}

/** Queries where the first measure of two runs differs, the largest difference first. */
function differingQueries(
  { result, otherValues, measures }: RunEvaluation,
  names: ContentNames,
): DifferingUnits {
  const main = result.columns[0]!;
  const of = [...measures.keys()][0]!;
  const rows = result.queries
    .flatMap((unit, at) => {
      const other = otherValues!.get(unit);
      if (main.gaps[at] !== null || other === undefined || other === main.values[at]) return [];
      return [{ unit, first: main.values[at]!, second: other }];
    })
    .toSorted((a, b) => Math.abs(b.second - b.first) - Math.abs(a.second - a.first));
  const better = rows.filter(({ first, second }) => first > second).length;
  return {
    systems: [names.systems[0]!, names.systems[1]!],
    count: rows.length,
    firstRight: better,
    secondRight: rows.length - better,
    units: rows
      .slice(0, shownMost.units)
      .map(({ unit, first, second }) => ({
        unit,
        of,
        truth: '',
        first: first.toFixed(4),
        second: second.toFixed(4),
        text: null,
      })),
  };
}

function differing(names: ContentNames, rows: readonly DifferingUnit[]): DifferingUnits {
  return {
    systems: [names.systems[0]!, names.systems[1]!],
    count: rows.length,
    firstRight: rows.filter(({ first, truth }) => first === truth).length,
    secondRight: rows.filter(({ second, truth }) => second === truth).length,
    units: rows.slice(0, shownMost.units).map((row) => ({ ...row, text: textOf(names, row.unit) })),
  };
}

function textOf(names: ContentNames, unit: string): string | null {
  const text = names.textOf(unit);
  if (text === null || text.length <= shownMost.characters) return text;
  return `${text.slice(0, shownMost.characters)} …`;
}

function leftOut(counts: Readonly<Record<string, number>>): EvaluationContent['left'] {
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}
