import type { Account } from '../../domain/fold/account.ts';
import { sumOf } from '../../store/judging/progress.ts';
import { forecast } from '../../truth/monitoring/forecast.ts';
import type { Forecast } from '../../truth/monitoring/forecast.ts';
import { utcDay } from '../../truth/judging/iso-week.ts';
import { foldedAccountOf, liveAccount } from '../fold/live-account.ts';
import { authorise, overseeingRoles } from '../authorise.ts';
import { isBlind } from '../judging/blindness.ts';
import { judgedCounts } from '../judging/judged-counts.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { liveFigures } from '../fold/live-fold.ts';
import type { FigureScope, LiveFold } from '../fold/live-fold.ts';
import { headOf } from './monitor-figures.ts';
import type { FigureHead } from './monitor-figures.ts';
import { heldCounts } from '../judging/own-progress.ts';
import { askedPlaces, askedSums, askingWork, withoutAsked } from '../rounds/asked-places.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** How far a run is. */
interface RunProgress {
  readonly run: string;
  readonly round: string;
  readonly attempt: number;
  readonly closed: boolean;
  readonly wanted: number;
  readonly judged: number;
  readonly annotators: readonly {
    readonly annotator: string;
    readonly held: number;
    readonly judged: number;
  }[];
}

/** How far the work is, and when it will be done. */
export interface ProgressView extends FigureHead {
  /** Where all units of the task are, or of the run. */
  readonly account: Account;
  readonly runs: readonly RunProgress[];
  /** For the open runs; null when none is open. */
  readonly forecast: Forecast | null;
  /** First judgments of an annotator on a unit, day by day. */
  readonly days: readonly { readonly day: string; readonly judgments: number }[];
}

/** The same for those who may judge: the account reveals agreement, and is null while they do. */
export interface ShownProgress extends Omit<ProgressView, 'account'> {
  readonly account: Account | null;
}

/** Progress, and when the work will be done at this pace. For leads, adjudicators, reviewers. */
export async function monitorProgress(
  context: WorkContext,
  scope: FigureScope,
): Promise<ShownProgress> {
  authorise(context.actor, scope.project, ...overseeingRoles);
  const { live } = await liveFigures(context.store, scope, foldedAccountOf);
  const progress = await progressOf(context, live);
  const looked = { project: scope.project, task: live.task.task.id };
  if (!(await isBlind(context, looked))) return progress;
  return { ...(await withoutFurther(context, live, progress)), account: null };
}

/** Progress without what was asked for because of answers, for those who judge there. */
async function withoutFurther(
  context: WorkContext,
  { fold, task, project }: LiveFold,
  progress: ProgressView,
): Promise<ProgressView> {
  const looked = { project: project.project, task: task.task.id };
  const asking = await askingWork(context, looked);
  if (asking.length === 0) return progress;
  const asked = await askedPlaces(context.store, asking);
  const reader = context.actor.login;
  const runs = progress.runs.map((run) => {
    const { held, judged } = askedSums(asked, run.run);
    const annotators = withoutAsked(run.annotators, asked, { run: run.run, reader });
    return { ...run, wanted: run.wanted - held, judged: run.judged - judged, annotators };
  });
  return { ...progress, runs, forecast: forecastOf(fold, runs, utcDay(timeOf(context))) };
}

/** The same from live figures that are at hand. */
export async function progressOf(context: WorkContext, live: LiveFold): Promise<ProgressView> {
  const { fold, project } = live;
  const kindOf = (name: string): string | undefined =>
    project.protocol.rounds.find((round) => round.id === name)?.kind;
  const chosen =
    live.run === null ? live.runs.filter((run) => kindOf(run.round) !== 'training') : [live.run];
  const runs: RunProgress[] = [];
  for (const run of chosen) {
    const held = await heldCounts(context, run);
    const judged = await judgedCounts(context.store, run.id);
    const everybody = [...held.keys()].filter((annotator) => annotator !== null).toSorted();
    const annotators = everybody.map((annotator) => ({
      annotator,
      held: held.get(annotator) ?? 0,
      judged: judged.get(annotator) ?? 0,
    }));
    const { id, round, attempt, closedAt } = run;
    const sums = { wanted: sumOf(held), judged: sumOf(judged) };
    runs.push({ run: id, round, attempt, closed: closedAt !== null, ...sums, annotators });
  }
  const today = utcDay(timeOf(context));
  const days = [...fold.times.days].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...headOf(live),
    account: await liveAccount(context.store, live),
    runs,
    forecast: forecastOf(fold, runs, today),
    days: days.map(([day, judgments]) => ({ day, judgments })),
  };
}

function forecastOf(
  { times }: TaskFold,
  runs: readonly RunProgress[],
  today: string,
): ProgressView['forecast'] {
  const open = runs.filter((run) => !run.closed);
  const remaining = open.reduce((sum, run) => sum + Math.max(0, run.wanted - run.judged), 0);
  return open.length === 0 ? null : forecast(times.days, remaining, today);
}
