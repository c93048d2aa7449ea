import type { Question } from '../domain/protocol/question.ts';
import type { Estimate } from '../statistics/estimate.ts';
import { SurveySample } from '../statistics/release/survey-share.ts';
import { appliesByCode } from '../truth/protocol/answer-codes.ts';
import type { FoldedTask, RecordFold } from './record-fold.ts';

/** The chances under which the units of a task came into the release. */
export interface SampleDesign {
  /** The run whose draw stands for the units that were not drawn. */
  readonly run: string;
  /** Drawn units, and the units that were left when they were drawn: they stand for those. */
  readonly drawn: number;
  readonly left: number;
  /** Units of earlier runs that have a truth and stand for themselves. */
  readonly certain: number;
  /** Units that the truth speaks of: those that were left, and the certain ones. */
  readonly population: number;
  /** Units of earlier runs without a truth, such as those of trainings: it speaks of none. */
  readonly unused: number;
  /** Whether whole subjects were drawn, so that their units are not independent. */
  readonly clustered: boolean;
  readonly chanceOf: ReadonlyMap<string, number>;
}

/**
 * By what chances the units of a task were drawn: the latest full run that drew units stands for
 * everything that was left when it was opened; units of earlier runs that have a truth stand for
 * themselves. Null where nothing was drawn, so that the truth speaks of the sample only.
 */
export function sampleDesign(fold: RecordFold, task: FoldedTask): SampleDesign | null {
  const { id } = task.task.task;
  const runs = fold.runs.filter(({ run }) => run.task === id);
  const at = runs.findLastIndex(
    ({ run, round }) =>
      round.kind === 'full' && run.units.some(({ probability }) => probability !== null),
  );
  if (at < 0) return null;
  const { run } = runs[at]!;
  const chanceOf = new Map<string, number>();
  for (const { unit, probability } of run.units)
    if (probability !== null && probability > 0) chanceOf.set(unit, probability);
  const before = new Set(runs.slice(0, at).flatMap((one) => one.run.units.map(({ unit }) => unit)));
  // What an earlier round used and this one judges again was in it for certain.
  const drawn = [...chanceOf.keys()].filter((unit) => !before.has(unit)).length;
  for (const unit of before) {
    const row = task.fold.units.find(unit);
    if (row >= 0 && task.fold.isSettled(row)) chanceOf.set(unit, 1);
  }
  const clustered = isClustered(task, new Set(run.units.map(({ unit }) => unit)), before);
  const certain = chanceOf.size - drawn;
  const unused = before.size - certain;
  const left = task.list.length - before.size;
  const counts = { drawn, left, certain, population: left + certain, unused };
  return { run: run.id, ...counts, clustered, chanceOf };
}

/** A question and its place in the task. */
interface PlacedQuestion {
  readonly question: Question;
  readonly at: number;
}

/** The share of the population to which a label applies, or an answer (its code) is given. */
export type PopulationShare = (placed: PlacedQuestion, code?: number) => Estimate;

/** The shares of a population, by the chances under which its units were drawn. */
export function populationShares(task: FoldedTask, design: SampleDesign): PopulationShare {
  const { standings } = task.fold;
  const all = drawnSample(task, design);
  let last: { readonly at: number; readonly answered: AnsweredSample } | null = null;
  return ({ question, at }, code) => {
    if (last?.at !== at)
      last = { at, answered: answeredSample(all, (row) => standings.code(row, at)) };
    const { sample, codes } = last.answered;
    const applies = appliesByCode(question);
    const has = new Uint8Array(codes.length);
    for (let unit = 0; unit < has.length; unit += 1)
      has[unit] = code === undefined ? applies[codes[unit]!]! : Number(codes[unit] === code);
    return sample.share(has, all.rows.length - codes.length);
  };
}

/** The drawn units: their rows (−1 without a truth), chances, and what they were drawn with. */
interface DrawnSample {
  readonly rows: Int32Array;
  readonly chances: Float64Array;
  readonly clusters: Int32Array;
  /** The sample with all of them, made once. */
  readonly whole: () => SurveySample;
}

function drawnSample({ fold, list }: FoldedTask, design: SampleDesign): DrawnSample {
  const numbers = new Map<string, number>();
  const rows: number[] = [];
  const chances: number[] = [];
  const clusters: number[] = [];
  list.forEach(({ id, subject }, place) => {
    const chance = design.chanceOf.get(id);
    if (chance === undefined) return;
    const row = fold.units.find(id);
    rows.push(row >= 0 && fold.isSettled(row) ? row : -1);
    chances.push(chance);
    const group = design.clustered ? subject : null;
    const cluster = group === null ? place : (numbers.get(group) ?? place);
    if (group !== null) numbers.set(group, cluster);
    clusters.push(cluster);
  });
  const drawn = { chances: Float64Array.from(chances), clusters: Int32Array.from(clusters) };
  let sample: SurveySample | null = null;
  const whole = (): SurveySample => (sample ??= new SurveySample(drawn.chances, drawn.clusters));
  return { ...drawn, rows: Int32Array.from(rows), whole };
}

interface AnsweredSample {
  readonly sample: SurveySample;
  /** The codes of the true answers. */
  readonly codes: Int32Array;
}

/** The drawn units whose truth has an answer to a question. */
function answeredSample(
  { rows, chances, clusters, whole }: DrawnSample,
  codeOf: (row: number) => number,
): AnsweredSample {
  const codes = rows.map((row) => (row < 0 ? -1 : codeOf(row)));
  if (codes.every((code) => code >= 0)) return { sample: whole(), codes };
  const has = (_: number, unit: number): boolean => codes[unit]! >= 0;
  return {
    sample: new SurveySample(chances.filter(has), clusters.filter(has)),
    codes: codes.filter((code) => code >= 0),
  };
}

/** Whether every subject was drawn with all the units that were left of it, or not at all. */
function isClustered(
  { list }: FoldedTask,
  drawn: ReadonlySet<string>,
  before: ReadonlySet<string>,
): boolean {
  const counts = new Map<string, { all: number; drawn: number }>();
  let left = 0;
  for (const { id, subject } of list) {
    if (subject === null || before.has(id)) continue;
    const own = counts.get(subject) ?? { all: 0, drawn: 0 };
    counts.set(subject, own);
    own.all += 1;
    left += 1;
    if (drawn.has(id)) own.drawn += 1;
  }
  const subjects = [...counts.values()];
  const isWhole = subjects.every((one) => one.drawn === 0 || one.drawn === one.all);
  return isWhole && drawn.size < left && subjects.some((one) => one.drawn > 1);
}
