import { groupBy } from '../../domain/group-by.ts';
import { agreementShare } from '../../statistics/agreement/outliers.ts';
import { rateDifference } from '../../statistics/evaluation/rate-difference.ts';
import { noValue, pointEstimate } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { medianDifference } from '../../statistics/monitoring/median-difference.ts';
import { quantile } from '../../statistics/quantile.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import type { AssistedJudgment } from '../judging/assistance-log.ts';

/** How suggestions were used, and what they change. */
interface AssistanceUse {
  /** Judgments given while the suggestion was shown, and blind ones of the control share. */
  readonly shown: number;
  readonly control: number;
  /** The share that answered as suggested while the suggestion was shown: the acceptance rate. */
  readonly accepted: Estimate;
  /** The same without having seen it. */
  readonly blind: Estimate;
  /** Accepted less blind: how far the suggestion draws answers towards itself. */
  readonly anchoring: Estimate;
  /** The median seconds of a judgment, with and without the suggestion. */
  readonly seconds: { readonly shown: Estimate; readonly control: Estimate };
  /** The median time without less that with the suggestion. */
  readonly saved: Estimate;
}

/** The figures of assisted rounds: in all, by annotator, by question. */
export interface AssistanceFigures extends AssistanceUse {
  /** Whose suggestions were given. */
  readonly by: readonly string[];
  readonly annotators: readonly (AssistanceUse & { readonly annotator: string })[];
  /** By question, one answer a judgment. */
  readonly questions: readonly (Pick<AssistanceUse, 'accepted' | 'blind' | 'anchoring'> & {
    readonly question: string;
  })[];
}

/**
 * How suggestions are used in the assisted rounds of a fold. A judgment accepts a suggestion when
 * all of its answers are as suggested; by question, when this answer is. What was judged blind says
 * how often that happens anyway, and the difference is the anchoring.
 */
export function assistanceFigures({ assistance, plan }: TaskFold): AssistanceFigures {
  const all = assistance.judgments;
  const byAnnotator = groupBy(all, (one) => one.annotator);
  const names = [...byAnnotator.keys()].toSorted();
  return {
    ...useOf(all),
    by: [...new Set(all.map((one) => one.by))].toSorted(),
    annotators: names.map((annotator) => ({ annotator, ...useOf(byAnnotator.get(annotator)!) })),
    questions: plan.task.questions.flatMap(({ id }) => {
      const own = all.filter((one) => one.uses[id] !== undefined);
      if (own.length === 0) return [];
      return [{ question: id, ...sharesOf(own, (one) => one.uses[id] === 'accepted') }];
    }),
  };
}

function useOf(judgments: readonly AssistedJudgment[]): AssistanceUse {
  const [shown, control] = sides(judgments);
  const secondsOf = (side: readonly AssistedJudgment[]): readonly number[] =>
    side.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]));
  const [seen, blind] = [secondsOf(shown), secondsOf(control)];
  return {
    shown: shown.length,
    control: control.length,
    ...sharesOf(judgments, ({ uses }) => Object.values(uses).every((use) => use === 'accepted')),
    seconds: { shown: median(seen, shown.length), control: median(blind, control.length) },
    saved: medianDifference(blind, seen),
  };
}

function sharesOf(
  judgments: readonly AssistedJudgment[],
  isAccepted: (judgment: AssistedJudgment) => boolean,
): Pick<AssistanceUse, 'accepted' | 'blind' | 'anchoring'> {
  const [shown, control] = sides(judgments).map((side) => ({
    count: side.filter(isAccepted).length,
    n: side.length,
  }));
  return {
    accepted: agreementShare(shown!.count, shown!.n, 0, 'no-answers'),
    blind: agreementShare(control!.count, control!.n, 0, 'no-answers'),
    anchoring: rateDifference(shown!, control!),
  };
}

function sides(judgments: readonly AssistedJudgment[]) {
  const shown = judgments.filter((one) => one.shown);
  return [shown, judgments.filter((one) => !one.shown)] as const;
}

function median(seconds: readonly number[], all: number): Estimate {
  const skipped = all - seconds.length;
  if (seconds.length === 0) return noValue('no-answers', 0, skipped);
  const value = quantile(Float64Array.from(seconds).toSorted(), 0.5);
  return pointEstimate(value, seconds.length, skipped, 'no-interval-description');
}
