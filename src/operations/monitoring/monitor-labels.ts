import { labelSteps } from '../../truth/monitoring/monitor-labels.ts';
import type { LabelsFigures } from '../../truth/monitoring/monitor-labels.ts';
import { weakComparison } from '../../truth/monitoring/monitor-weak.ts';
import type { WeakComparison } from '../../truth/monitoring/monitor-weak.ts';
import { memoisedFigure, memoisedSteps } from '../fold/memoised-figures.ts';
import type { FigureScope, LiveFold } from '../fold/live-fold.ts';
import { headOf, overseenFigures } from './monitor-figures.ts';
import type { FigureHead } from './monitor-figures.ts';
import { weakLabels } from './weak-labels.ts';
import type { WorkContext } from '../work-context.ts';

/** The labels in the truth, and the truth against the weak labels. */
export interface LabelsView extends FigureHead, LabelsFigures {
  /** Null when the panel has no keyword rule. */
  readonly weak: (WeakComparison & { readonly rule: string }) | null;
}

/** Prevalence per label with its limits, and truth against weak labels. For overseers. */
export async function monitorLabels(context: WorkContext, scope: FigureScope): Promise<LabelsView> {
  const { live, figures: labels } = await overseenFigures(context, scope, labelsOf);
  const weak = await weakLabels(context.store, live);
  const figures = { ...headOf(live), ...labels };
  if (weak === null) return { ...figures, weak: null };
  const { rule } = weak;
  const compare = (): WeakComparison => weakComparison(live.fold, (row) => weak.labelsOf(row));
  return { ...figures, weak: { rule, ...memoisedFigure(live.fold, `weak ${rule}`, compare) } };
}

/** The label figures of a fold, kept until something is new. */
export function labelsOf({ fold, project }: LiveFold): Generator<unknown, LabelsFigures> {
  return memoisedSteps(fold, 'labels', () => labelSteps(fold, project.protocol.monitor));
}
