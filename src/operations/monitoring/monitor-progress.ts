import { countUnits } from '../../store/units/units.ts';
import { sumOf } from '../../store/judging/progress.ts';
import { forecast } from '../../truth/monitoring/forecast.ts';
import type { Forecast } from '../../truth/monitoring/forecast.ts';
import { utcDay } from '../../truth/judging/iso-week.ts';
import { queueOrder } from '../../truth/rulings/ruling-queue.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { authorise, overseeingRoles } from '../authorise.ts';
import { isBlind } from '../judging/blindness.ts';
import { judgedCounts } from '../judging/judged-counts.ts';
import { memoisedSteps } from './memoised-figures.ts';
import { liveFigures } from '../fold/live-fold.ts';
import type { FigureScope, LiveFold } from '../fold/live-fold.ts';
import { headOf } from './monitor-figures.ts';
import type { FigureHead } from './monitor-figures.ts';
import { heldCounts } from '../judging/own-progress.ts';
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
  /** Units of the task, and how many are judged, complete, settled, ruled on, excluded, waiting. */
  readonly units: number;
  readonly judgedUnits: number;
  readonly completeUnits: number;
  readonly settled: number;
  readonly ruled: number;
  readonly excluded: number;
  readonly waiting: number;
  readonly runs: readonly RunProgress[];
  /** For the open runs; null when none is open. */
  readonly forecast: Forecast | null;
  /** First judgments of an annotator on a unit, day by day. */
  readonly days: readonly { readonly day: string; readonly judgments: number }[];
}

/** The same for those who may judge: figures that reveal agreement are null while they do. */
export interface ShownProgress extends Omit<ProgressView, 'settled' | 'waiting'> {
  readonly settled: number | null;
  readonly waiting: number | null;
}

/** Progress, and when the work will be done at this pace. For leads, adjudicators, reviewers. */
export async function monitorProgress(
  context: WorkContext,
  scope: FigureScope,
): Promise<ShownProgress> {
  authorise(context.actor, scope.project, ...overseeingRoles);
  const { live } = await liveFigures(context.store, scope, statesOf);
  const progress = await progressOf(context, live);
  return (await isBlind(context, { project: scope.project, task: live.task.task.id }))
    ? { ...progress, settled: null, waiting: null }
    : progress;
}

/** The same from live figures that are at hand. */
export async function progressOf(context: WorkContext, live: LiveFold): Promise<ProgressView> {
  const { fold, task, project } = live;
  const place = { project: project.project, task: task.task.id };
  const units = await context.store.read((db) => countUnits(db, place));
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
  const open = runs.filter((run) => !run.closed);
  const remaining = open.reduce((sum, run) => sum + Math.max(0, run.wanted - run.judged), 0);
  const states = allSteps(statesOf(live));
  const today = utcDay(timeOf(context));
  const days = [...fold.times.days].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...headOf(live),
    units,
    ...states,
    runs,
    forecast: open.length === 0 ? null : forecast(fold.times.days, remaining, today),
    days: days.map(([day, judgments]) => ({ day, judgments })),
  };
}

/** How many units stand where, kept until something is new. */
export function statesOf({ fold }: LiveFold): Generator<unknown, UnitStates> {
  return memoisedSteps(fold, 'states', () => stateSteps(fold));
}

type UnitStates = Pick<
  ProgressView,
  'judgedUnits' | 'completeUnits' | 'settled' | 'ruled' | 'excluded' | 'waiting'
>;

function* stateSteps(fold: TaskFold): Generator<void, UnitStates> {
  const { units, standings } = fold;
  let judgedUnits = 0;
  for (let row = 0; row < units.size; row += 1) {
    if (row % unitsTogether === 0) yield;
    if (standings.counted.count(row) > 0) judgedUnits += 1;
  }
  const [settled, ruled] = [standings.count('settled'), standings.count('ruled')];
  const excluded = standings.count('excluded');
  const completeUnits = settled + ruled + excluded + standings.count('open');
  const waiting = queueOrder(fold).rows.length;
  return { judgedUnits, completeUnits, settled, ruled, excluded, waiting };
}

/** How many units are looked at in one step. */
const unitsTogether = 5000;
