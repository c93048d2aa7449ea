import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { agreementSteps } from '../../truth/monitoring/monitor-agreement.ts';
import type { AgreementFigures } from '../../truth/monitoring/monitor-agreement.ts';
import { annotatorComparison } from '../../truth/monitoring/monitor-annotators.ts';
import type { AnnotatorComparison } from '../../truth/monitoring/monitor-annotators.ts';
import { assistanceFigures } from '../../truth/monitoring/monitor-assistance.ts';
import type { AssistanceFigures } from '../../truth/monitoring/monitor-assistance.ts';
import {
  pairConfusions,
  pairDifferences,
  pairMatrixSteps,
} from '../../truth/monitoring/monitor-pairs.ts';
import type { PairMatrix } from '../../truth/monitoring/monitor-pairs.ts';
import { speedFigures } from '../../truth/monitoring/monitor-speed.ts';
import type { SpeedFigures } from '../../truth/monitoring/monitor-speed.ts';
import { unfinishedWeeks } from '../../truth/monitoring/weekly-agreement.ts';
import { standingOut } from '../../truth/monitoring/standing-out.ts';
import type { StandOut } from '../../truth/monitoring/standing-out.ts';
import { isoWeek, weekAfter } from '../../truth/judging/iso-week.ts';
import type { ConfusionMatrix } from '../../truth/agreement/confusion-matrix.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { authorise, overseeingRoles } from '../authorise.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { countIn, readCursor, writeCursor } from '../cursor.ts';
import { memoisedFigure, memoisedSteps } from '../fold/memoised-figures.ts';
import { liveFigures, liveFold } from '../fold/live-fold.ts';
import type { FigureScope, LiveFold } from '../fold/live-fold.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** What every figure says about itself. */
export interface FigureHead {
  readonly project: string;
  readonly task: string;
  readonly run: string | null;
  readonly guideline: string;
  readonly simulated: boolean;
  /** Judgments that the figure rests on, and those that were left out as stale. */
  readonly judgments: number;
  readonly stale: number;
}

/** How fast everybody works. Leads, adjudicators, reviewers. */
export async function monitorSpeed(
  context: WorkContext,
  scope: FigureScope,
): Promise<FigureHead & SpeedFigures> {
  const live = await counted(context, scope);
  return { ...headOf(live), ...speedFigures(live.fold, live.project.protocol.monitor) };
}

/** Agreement per question, overall and by week. For leads, adjudicators, reviewers. */
export async function monitorAgreement(
  context: WorkContext,
  scope: FigureScope,
): Promise<FigureHead & WeeklyFigures> {
  const { live, figures } = await overseenFigures(context, scope, weeklyFigures);
  const unfinished = unfinishedWeeks(figures, isoWeek(timeOf(context)));
  return { ...headOf(live), ...figures, unfinished };
}

/** Agreement, with the weeks that may still move, and whose judgments stand out. */
interface WeeklyFigures extends AgreementFigures {
  readonly unfinished: readonly string[];
  readonly standingOut: readonly StandOut[];
}

function* weeklyFigures(live: LiveFold): Generator<unknown, Omit<WeeklyFigures, 'unfinished'>> {
  const agreement = yield* agreementOf(live);
  return { ...agreement, standingOut: yield* standOutsOf(live) };
}

/** The agreement figures of a fold, kept until something is new. */
export function agreementOf({ fold, project }: LiveFold): Generator<unknown, AgreementFigures> {
  return memoisedSteps(fold, 'agreement', () => agreementSteps(fold, project.protocol));
}

/** How far every pair of annotators agrees. Leads, adjudicators, reviewers. */
export async function monitorPairs(
  context: WorkContext,
  scope: FigureScope,
): Promise<FigureHead & PairMatrix> {
  const { live, figures } = await overseenFigures(context, scope, ({ fold }) =>
    memoisedSteps(fold, 'pairs', () => pairMatrixSteps(fold)),
  );
  return { ...headOf(live), ...figures };
}

/** Which cell of the matrix of pairs, and which page of its units. */
export interface PairUnitsRequest extends FigureScope {
  readonly first: string;
  readonly second: string;
  readonly question?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

/** How two annotators answered, question by question. For leads and reviewers only. */
export async function monitorConfusions(
  context: WorkContext,
  input: Omit<PairUnitsRequest, 'cursor' | 'limit'>,
): Promise<{ readonly matrices: readonly ConfusionMatrix[] }> {
  const name = JSON.stringify(['confusions', input.first, input.second, input.question ?? null]);
  return {
    matrices: await pairFigures(context, input, (fold) =>
      memoisedSteps(fold, name, () => pairConfusions(fold, input)),
    ),
  };
}

/** Figures of two annotators of a task, for those who may see whose answers are whose. */
async function pairFigures<T>(
  context: WorkContext,
  input: Pick<PairUnitsRequest, 'first' | 'second'> & FigureScope,
  compute: (fold: TaskFold) => Generator<unknown, T>,
): Promise<T> {
  authorise(context.actor, input.project, 'lead', 'reviewer');
  const { figures } = await overseenFigures(context, input, function* ({ fold }) {
    const unknown = [input.first, input.second].find(
      (name) => !fold.table.annotators.includes(name),
    );
    return unknown === undefined
      ? { unknown, found: yield* compute(fold) }
      : { unknown, found: null };
  });
  if (figures.unknown !== undefined)
    refuse('not-found', { what: codedText('annotator-here', { id: figures.unknown }) });
  return figures.found;
}

/** The units where two annotators differ, with both answers. For leads and reviewers only. */
export async function monitorPairUnits(context: WorkContext, input: PairUnitsRequest) {
  const name = JSON.stringify(['pair', input.first, input.second, input.question ?? null]);
  const all = await pairFigures(context, input, (fold) =>
    memoisedSteps(fold, name, () => pairDifferences(fold, input)),
  );
  const start = readCursor(input.cursor, countIn) ?? 0;
  const limit = Math.min(Math.max(Math.trunc(input.limit ?? 50), 1), 500);
  const end = start + limit;
  return {
    total: all.length,
    items: all.slice(start, end),
    nextCursor: end < all.length ? writeCursor([end]) : null,
  };
}

/** Everybody against the majority of the others, with outliers. Leads, adjudicators, reviewers. */
export async function monitorAnnotators(
  context: WorkContext,
  scope: FigureScope,
): Promise<FigureHead & AnnotatorComparison & Pick<WeeklyFigures, 'standingOut'>> {
  const { live, figures } = await overseenFigures(context, scope, function* (one) {
    return { compared: yield* annotatorsOf(one), standingOut: yield* standOutsOf(one) };
  });
  return { ...headOf(live), ...figures.compared, standingOut: figures.standingOut };
}

/** The comparison of a fold's annotators, kept until something is new. */
export function annotatorsOf({ fold }: LiveFold): Generator<unknown, AnnotatorComparison> {
  return memoisedSteps(fold, 'annotators', function* () {
    yield* fold.comparingOthers();
    return annotatorComparison(fold);
  });
}

/** Whose judgments of which weeks stand out, kept until something is new. */
export function standOutsOf({ fold }: LiveFold): Generator<unknown, readonly StandOut[]> {
  return memoisedSteps(fold, 'standing out', () => standingOut(fold));
}

/** Whether what was known in a week is still news: a team that meets every month hears of it. */
export function isRecent(known: string, current: string): boolean {
  let until = known;
  for (let week = 0; week < recentWeeks; week += 1) until = weekAfter(until);
  return current <= until;
}

const recentWeeks = 4;

/** How suggestions are used in assisted rounds, and what they change. As those above. */
export async function monitorAssistance(
  context: WorkContext,
  scope: FigureScope,
): Promise<FigureHead & AssistanceFigures> {
  const live = await overseen(context, scope);
  const { fold } = live;
  return { ...headOf(live), ...memoisedFigure(fold, 'assistance', () => assistanceFigures(fold)) };
}

/** The live figures, for overseers who do not judge in an open run of the task themselves. */
export async function overseen(context: WorkContext, scope: FigureScope): Promise<LiveFold> {
  const live = await counted(context, scope);
  await refuseWhileBlind(context, { project: scope.project, task: live.task.task.id });
  return live;
}

/** The same with figures that are computed in steps, while others get their turn. */
export async function overseenFigures<T>(
  context: WorkContext,
  scope: FigureScope,
  figures: (live: LiveFold) => Iterator<unknown, T>,
): Promise<{ readonly live: LiveFold; readonly figures: T }> {
  authorise(context.actor, scope.project, ...overseeingRoles);
  const found = await liveFigures(context.store, scope, figures);
  await refuseWhileBlind(context, { project: scope.project, task: found.live.task.task.id });
  return found;
}

/** The same for figures that only count, and say nothing about answers. */
async function counted(context: WorkContext, scope: FigureScope): Promise<LiveFold> {
  authorise(context.actor, scope.project, ...overseeingRoles);
  return liveFold(context.store, scope);
}

/** What a figure says about itself. */
export function headOf({ fold, project, task, run }: LiveFold): FigureHead {
  return {
    project: project.project,
    task: task.task.id,
    run: run?.id ?? null,
    guideline: run?.guideline ?? project.protocol.guideline.version,
    simulated: project.protocol.simulated,
    judgments: fold.judged,
    stale: fold.leftOut.stale,
  };
}
