import { wrongField } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { compareSystems } from '../../evaluation/compare-measures.ts';
import type { ComparedPair } from '../../evaluation/compare-measures.ts';
import { blocksByValue } from '../../evaluation/slices.ts';
import { spreadOver } from '../../evaluation/spread.ts';
import { scoreEstimates } from '../../evaluation/score-estimates.ts';
import { summedScores } from '../../evaluation/summed-scores.ts';
import { classesAsLabels, confusionOf, summedClasses } from '../../evaluation/summed-classes.ts';
import type { ClassTable } from '../../evaluation/summed-classes.ts';
import { estimateMeasures } from '../../evaluation/summed-measures.ts';
import type { Measured, SummedMeasures } from '../../evaluation/summed-measures.ts';
import { unitBlocks } from '../../evaluation/unit-blocks.ts';
import { columnTotals } from '../../statistics/block-bootstrap.ts';
import type { ClassConfusion } from '../../statistics/evaluation/class-confusion.ts';
import { FaultList } from '../text-file.ts';
import { firstRow } from './first-row.ts';
import { readClasses, readClassVotes } from './read-classes.ts';
import type { ClassColumns, Classes, UnitsOf } from './read-classes.ts';
import { columnNamed, idIn, recordedChance } from './read-table.ts';
import type { OverVotes } from './run-over-votes.ts';

/** What is measured: one class or verdict per unit. */
export interface ClassRequest extends ClassColumns {
  readonly truth: string;
  readonly predictions: string;
  readonly others: readonly string[];
  /** A file with each annotator's own answers. */
  readonly votes: string | null;
  /** The units that a row of predictions is about, where its id does not simply say so. */
  readonly unitsOf?: UnitsOf;
  /** What a release calls its units: taken where a row of predictions has no `id`. */
  readonly unitColumn?: string | null;
  /** Classes without a value count as 0, as in scikit-learn; else they are left out. */
  readonly zeroes: boolean;
  readonly seed: number;
  readonly resamples: number;
}

/** Classes or verdicts against the truth. */
export interface ClassEvaluation {
  readonly measures: ReadonlyMap<string, Measured>;
  readonly classes: readonly string[];
  readonly confusion: ClassConfusion;
  /** The same with every unit counted by what it stands for; null without chances. */
  readonly weighted: ReadonlyMap<string, Measured> | null;
  readonly slices: ReadonlyMap<string, ReadonlyMap<string, Measured>> | null;
  readonly units: number;
  readonly notPredicted: number;
  readonly notTrue: number;
  readonly comparisons: readonly ComparedPair[];
  readonly votes: OverVotes | null;
  /** True and predicted class of every compared unit, of each system in the order of the files. */
  readonly answers: readonly ReadonlyMap<string, readonly [string, string]>[];
}

/** Measures one predicted class per unit against the true one. */
export async function evaluateClasses(given: ClassRequest): Promise<ClassEvaluation> {
  const read = await readClassFiles(given);
  const { request, files, truth, predicted, votes, classes } = read;
  const draws = { seed: request.seed, resamples: request.resamples };
  const [mine] = predicted as [Classes];
  const ids = [...truth.keys()].filter((id) => mine.has(id));
  const all = summed(read, mine, ids);
  const estimated = (of: Classes, some: readonly string[]): ReadonlyMap<string, Measured> =>
    estimateMeasures(summed(read, mine, some, { of }), draws);
  const weighted = (): ReadonlyMap<string, Measured> => {
    const estimates = estimateMeasures(summed(read, mine, ids, { weighted: true }), draws);
    return new Map([...estimates, ...ranked(read, mine, ids, true)]);
  };
  const slices = (): ClassEvaluation['slices'] =>
    new Map(
      [...blocksByValue(ids.map((id) => truth.get(id)!.slice))].map(([value, units]) => [
        value,
        estimated(
          truth,
          units.map((unit) => ids[unit]!),
        ),
      ]),
    );
  const byVoter = (of: Classes): ReadonlyMap<string, Measured> =>
    estimated(
      of,
      [...of.keys()].filter((id) => mine.has(id)),
    );
  return {
    measures: new Map([...estimateMeasures(all, draws), ...ranked(read, mine, ids, false)]),
    classes,
    confusion: confusionOf(columnTotals(all.sums), classes.length),
    weighted: request.chance === null ? null : weighted(),
    slices: request.slice === null ? null : slices(),
    units: ids.length,
    notPredicted: truth.size - ids.length,
    notTrue: mine.size - ids.length,
    comparisons: files.length === 1 ? [] : compareSystems(comparedSystems(read), draws),
    votes: votes === null ? null : overClassVotes(votes, byVoter),
    answers: predicted.map((rows) => answersOf(truth, rows)),
  };
}

/** All files of a request, read and checked. */
interface ClassFiles {
  readonly request: ClassRequest;
  /** Those of predictions. */
  readonly files: readonly string[];
  readonly truth: Classes;
  readonly predicted: readonly Classes[];
  readonly votes: ReadonlyMap<string, Classes> | null;
  readonly classes: readonly string[];
}

async function readClassFiles(given: ClassRequest): Promise<ClassFiles> {
  const found = new FaultList();
  const first = await firstRow(given.truth, found);
  found.throwIfAny();
  const hasChance = first!.columns.includes(recordedChance);
  const request = { ...given, chance: given.chance ?? (hasChance ? recordedChance : null) };
  for (const name of [request.subject, request.slice, request.chance])
    if (name !== null && !first!.columns.includes(name)) {
      const expected = codedText('one-of', { list: oneOf(first!.columns) });
      found.add(wrongField('column', name, expected, { file: request.truth, line: 1 }));
    }
  const own = unitsBy(request.id);
  const named = unitsBy(...[request.id, request.unitColumn ?? null].filter((one) => one !== null));
  const truth = await readClasses(request.truth, request, own, found);
  const files = [request.predictions, ...request.others];
  const predicted: Classes[] = [];
  const plain = { ...request, subject: null, slice: null, chance: null };
  for (const file of files)
    predicted.push(await readClasses(file, plain, request.unitsOf ?? named, found));
  const votes =
    request.votes === null ? null : await readClassVotes(request.votes, plain, own, found);
  found.throwIfAny();
  const seen = [truth, ...predicted].flatMap((rows) => [...rows.values()].map(({ name }) => name));
  const scored = predicted.flatMap((rows) => [...rows.values()].slice(0, 1).flatMap(scoredClasses));
  const classes = request.order ?? request.classes ?? [...new Set([...seen, ...scored])].toSorted();
  return { request, files, truth, predicted, votes, classes };
}

/** A row is about the unit that the first of these columns names. */
function unitsBy(...columns: readonly string[]): UnitsOf {
  return (row) => {
    const column = columnNamed(row, columns);
    const id = column === null ? null : idIn(row[column]);
    return id === null ? null : [id];
  };
}

function summed(
  { request, truth, classes }: ClassFiles,
  rows: Classes,
  ids: readonly string[],
  { of = truth, weighted = false }: { readonly of?: Classes; readonly weighted?: boolean } = {},
): SummedMeasures {
  const table = tableOf(ids, of, rows, classes, request);
  const blocks = unitBlocks(table.units, table.subjects, request.seed);
  return summedClasses(table, blocks, { zeroes: request.zeroes, weighted });
}

/** What scores of the classes are worth; nothing where there are none. */
function ranked(
  { request, truth, classes }: ClassFiles,
  rows: Classes,
  ids: readonly string[],
  weighted: boolean,
): ReadonlyMap<string, Measured> {
  const table = classesAsLabels(tableOf(ids, truth, rows, classes, request));
  if (table === null) return new Map();
  const blocks = unitBlocks(table.units, table.subjects, request.seed);
  return scoreEstimates(table, blocks, { zeroes: request.zeroes, weighted })?.overall ?? new Map();
}

/** Every system on the units that all of them predict, with scores where all have them. */
function comparedSystems(read: ClassFiles): Parameters<typeof compareSystems>[0] {
  const { request, files, truth, predicted, classes } = read;
  const shared = [...truth.keys()].filter((id) => predicted.every((rows) => rows.has(id)));
  const scores = predicted.map((rows) => {
    const table = classesAsLabels(tableOf(shared, truth, rows, classes, request));
    if (table === null) return null;
    const blocks = unitBlocks(table.units, table.subjects, request.seed);
    return summedScores(table, blocks, { zeroes: request.zeroes });
  });
  const isScored = scores.every((one) => one !== null);
  return predicted.map((rows, at) => {
    const { sums, measures } = summed(read, rows, shared);
    const overall = measures.filter(({ name }) => !name.endsWith(']'));
    const further = isScored ? [scores[at]!] : [];
    return { name: files[at]!, sums, measures: overall, further };
  });
}

/** True and predicted class of every compared unit. */
function answersOf(
  truth: Classes,
  predicted: Classes,
): ReadonlyMap<string, readonly [string, string]> {
  return new Map(
    [...truth].flatMap(([id, { name }]) => {
      const said = predicted.get(id);
      return said === undefined ? [] : [[id, [name, said.name]] as const];
    }),
  );
}

/** The value under each annotator's own answers, and how far they lie apart. */
function overClassVotes(
  votes: ReadonlyMap<string, Classes>,
  measure: (of: Classes) => ReadonlyMap<string, Measured>,
): OverVotes {
  const annotators = new Map([...votes].map(([name, of]) => [name, measure(of)]));
  return { annotators, spread: spreadOver(annotators) };
}

function tableOf(
  ids: readonly string[],
  truth: Classes,
  predicted: Classes,
  classes: readonly string[],
  { order, subject, chance }: ClassRequest,
): ClassTable {
  const numberOf = new Map(classes.map((name, at) => [name, at]));
  const subjects = new Map<string, number>();
  const groups = Int32Array.from(ids, (id) => {
    const name = truth.get(id)!.subject ?? `\u0000${id}`;
    const known = subjects.get(name) ?? subjects.size;
    subjects.set(name, known);
    return known;
  });
  return {
    units: ids.length,
    classes,
    isOrdered: order !== null,
    truth: Int32Array.from(ids, (id) => numberOf.get(truth.get(id)!.name)!),
    predicted: Int32Array.from(ids, (id) => numberOf.get(predicted.get(id)!.name)!),
    scores: ids.some((id) => predicted.get(id)!.scores !== null)
      ? classes.map((name) =>
          Float64Array.from(ids, (id) => predicted.get(id)!.scores?.[name] ?? Number.NaN),
        )
      : null,
    weights: chance === null ? null : Float64Array.from(ids, (id) => truth.get(id)!.weight),
    subjects: subject === null ? null : groups,
  };
}

function scoredClasses({ scores }: { readonly scores: object | null }): readonly string[] {
  return scores === null ? [] : Object.keys(scores);
}
