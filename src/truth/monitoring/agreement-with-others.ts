import { codedText } from '../../domain/text-values.ts';
import { agreementShare } from '../../statistics/agreement/outliers.ts';
import { macroMean } from '../../statistics/agreement/macro-mean.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { noCounts } from '../agreement/others-tally.ts';
import type { OthersCounts } from '../agreement/others-tally.ts';
import type { TaskFold } from '../fold/task-fold.ts';

/** One annotator against the majority of the others, question by question and in the mean. */
export interface AgreementWithOthers {
  readonly overall: Estimate;
  readonly questions: readonly { readonly question: string; readonly agreement: Estimate }[];
}

/**
 * How often an annotator agrees with the majority of the others (see `leaveOneOut`) on their own
 * units. Where the scale has a threshold, whether the label applies is compared.
 */
export function agreementWithOthers(fold: TaskFold, annotator: string): AgreementWithOthers {
  const own = fold.table.findAnnotator(annotator);
  const { questions, countsOf } = fold.others();
  const agreements = questions.map(({ id }, place) => ({
    question: id,
    agreement: shareOf(own < 0 ? noCounts : countsOf(own, place)),
  }));
  return { overall: macroMean(agreements.map((one) => one.agreement)), questions: agreements };
}

/** The share of answers that were those of the majority of the others. */
export function shareOf({ agreed, compared, tied, alone }: OthersCounts): Estimate {
  return agreementShare(agreed, compared, tied + alone, codedText('not-answered'));
}
