import type { CodedText } from '../../domain/coded-text.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { Forecast } from '../../truth/monitoring/forecast.ts';
import type { KappaBand } from '../../statistics/agreement/kappa-band.ts';
import { speedFigures } from '../../truth/monitoring/monitor-speed.ts';
import { labelsOf } from './monitor-labels.ts';
import { isoWeek } from '../../truth/judging/iso-week.ts';
import { timeOf } from '../work-context.ts';
import {
  agreementOf,
  annotatorsOf,
  headOf,
  isRecent,
  overseenFigures,
  standOutsOf,
} from './monitor-figures.ts';
import type { FigureHead } from './monitor-figures.ts';
import type { FigureScope, LiveFold } from '../fold/live-fold.ts';
import { progressOf } from './monitor-progress.ts';
import { foldedAccountOf } from '../fold/live-account.ts';
import type { ProgressView } from './monitor-progress.ts';
import type { WorkContext } from '../work-context.ts';

/** The figures that a lead looks at first, each with where to look further. */
export interface OverviewView extends FigureHead {
  readonly agreement: {
    readonly measure: string;
    /** What the measure is called, by what it was computed from. */
    readonly name: CodedText;
    readonly overall: Estimate;
    readonly band: KappaBand | null;
    readonly lowest: { readonly question: string; readonly estimate: Estimate } | null;
    /** How many of the last weeks have a signal, overall or of a label. */
    readonly signals: number;
  };
  readonly progress: Omit<ProgressView, keyof FigureHead | 'forecast' | 'days'>;
  readonly forecast: Forecast | null;
  readonly annotators: {
    readonly count: number;
    readonly fast: readonly string[];
    readonly slow: readonly string[];
    readonly outliers: readonly string[];
    /** Whose judgments of the last weeks stand out. */
    readonly standingOut: readonly string[];
  };
  readonly labels: {
    readonly count: number;
    readonly few: readonly string[];
    readonly rare: readonly string[];
    readonly frequent: readonly string[];
  };
}

/** Agreement, progress, forecast, and what needs attention. For leads, adjudicators, reviewers. */
export async function monitorOverview(
  context: WorkContext,
  scope: FigureScope,
): Promise<OverviewView> {
  const { live, figures } = await overseenFigures(context, scope, overviewSteps);
  const { agreement, compared, speeds, labels, standOuts } = figures;
  const week = isoWeek(timeOf(context));
  const recent = standOuts.filter(({ known }) => isRecent(known, week));
  const { forecast, account, runs } = await progressOf(context, live);
  const measured = agreement.questions
    .map((one) => ({ question: one.question, estimate: one.measures[agreement.leading]! }))
    .filter((one) => one.estimate?.value != null);
  const charts = [agreement.weeks, ...agreement.questions.map((one) => one.weeks)];
  const signals = charts
    .flatMap((chart) => chart.points)
    .filter(({ label, signal }) => signal !== null && isRecent(label, week));
  const speedy = (flag: 'fast' | 'slow'): readonly string[] =>
    speeds.filter((one) => one.flag === flag).map((one) => one.annotator);
  const outliers = compared.annotators.filter((one) => one.outlier);
  const flagged = (flag: 'few' | 'rare' | 'frequent'): readonly string[] =>
    labels.filter((label) => label.flags.includes(flag)).map((label) => label.question);
  return {
    ...headOf(live),
    agreement: {
      measure: agreement.leading,
      name: agreement.names[agreement.leading]!,
      overall: agreement.overall[agreement.leading]!,
      band: agreement.band,
      lowest: measured.toSorted((a, b) => a.estimate.value! - b.estimate.value!)[0] ?? null,
      signals: new Set(signals.map(({ label }) => label)).size,
    },
    progress: { account, runs },
    forecast,
    annotators: {
      count: speeds.length,
      fast: speedy('fast'),
      slow: speedy('slow'),
      outliers: outliers.map((one) => one.annotator),
      standingOut: [...new Set(recent.map((one) => one.annotator))],
    },
    labels: {
      count: labels.length,
      few: flagged('few'),
      rare: flagged('rare'),
      frequent: flagged('frequent'),
    },
  };
}

function* overviewSteps(live: LiveFold) {
  const agreement = yield* agreementOf(live);
  const compared = yield* annotatorsOf(live);
  const { labels } = yield* labelsOf(live);
  yield* foldedAccountOf(live);
  const speeds = speedFigures(live.fold, live.project.protocol.monitor).annotators;
  return { agreement, compared, labels, speeds, standOuts: yield* standOutsOf(live) };
}
