import type { Question } from '../domain/protocol/question.ts';
import type { Estimate } from '../statistics/estimate.ts';
import { surveyShare } from '../statistics/release/survey-share.ts';
import type { SurveyUnit } from '../statistics/release/survey-share.ts';
import { codeApplies } from '../truth/protocol/answer-codes.ts';
import type { FoldedTask, RecordFold } from './record-fold.ts';

/** The chances under which the units of a task came into the release. */
export interface SampleDesign {
  /** The run whose draw stands for the units that were not drawn. */
  readonly run: string;
  /** Units that the draw stands for, with those that were taken before. */
  readonly population: number;
  /** Drawn units, and units of earlier runs that have a truth and stand for themselves. */
  readonly drawn: number;
  readonly certain: number;
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
  const drawn = chanceOf.size;
  const before = new Set(runs.slice(0, at).flatMap((one) => one.run.units.map(({ unit }) => unit)));
  for (const unit of before) {
    const row = task.fold.units.find(unit);
    if (row >= 0 && task.fold.isSettled(row)) chanceOf.set(unit, 1);
  }
  const clustered = isClustered(task, new Set(run.units.map(({ unit }) => unit)), before);
  const certain = chanceOf.size - drawn;
  const unused = before.size - certain;
  const population = task.list.length - unused;
  return { run: run.id, population, drawn, certain, clustered, chanceOf };
}

/** The share of the population to which a label applies, or an answer is given. */
export function populationShare(
  task: FoldedTask,
  design: SampleDesign,
  { question, at }: { readonly question: Question; readonly at: number },
  code: number | null = null,
): Estimate {
  const { fold, list } = task;
  const clusters = new Map<string, number>();
  const found: SurveyUnit[] = [];
  let skipped = 0;
  list.forEach(({ id, subject }, place) => {
    const probability = design.chanceOf.get(id);
    if (probability === undefined) return;
    const row = fold.units.find(id);
    const given = row >= 0 && fold.isSettled(row) ? fold.standings.code(row, at) : -1;
    if (given < 0) {
      skipped += 1;
      return;
    }
    const own = design.clustered ? (subject ?? id) : id;
    const cluster = clusters.get(own) ?? place;
    clusters.set(own, cluster);
    const has = code === null ? codeApplies(question, given) : given === code;
    found.push({ has, probability, cluster });
  });
  return surveyShare(found, skipped);
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
