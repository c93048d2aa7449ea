import { outlierRule, outliers } from '../../statistics/agreement/outliers.ts';
import type { OutlierRule } from '../../statistics/agreement/outliers.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { addCounts, noCounts } from '../agreement/others-tally.ts';
import { shareOf } from './agreement-with-others.ts';
import type { TaskFold } from '../fold/task-fold.ts';

/** An annotator compared with the majority of the others on one question. */
interface AgainstMajority {
  readonly question: string;
  readonly agreement: Estimate;
  /** Left out because the others were tied, and because nobody else answered. */
  readonly othersTied: number;
  readonly alone: number;
  /** Of a label: answers where only the annotator says it applies, and where only the others do. */
  readonly extra: number;
  readonly missed: number;
}

/** An annotator compared with the majority of the others on all questions. */
interface AnnotatorFigures {
  readonly annotator: string;
  readonly judged: number;
  readonly uncertain: number;
  /** Over all measured questions together. */
  readonly agreement: Estimate;
  readonly outlier: boolean;
  readonly questions: readonly AgainstMajority[];
}

/** Everybody compared with the majority of the others. */
export interface AnnotatorComparison {
  readonly annotators: readonly AnnotatorFigures[];
  /** Median and median absolute deviation of the group's agreement; null for an empty group. */
  readonly median: number | null;
  readonly deviation: number | null;
  readonly rule: OutlierRule;
}

/**
 * Everybody's agreement with the majority of the others on each measured question. Graded labels
 * are compared on whether they apply. Same counts and {@link outliers} as `leaveOneOut` gives.
 */
export function annotatorComparison(
  fold: TaskFold,
  rule: OutlierRule = outlierRule,
): AnnotatorComparison {
  const { table } = fold;
  const { questions, countsOf } = fold.others();
  const overall = table.annotators.map((_, annotator) =>
    shareOf(
      questions.map((_question, place) => countsOf(annotator, place)).reduce(addCounts, noCounts),
    ),
  );
  const group = outliers(
    overall,
    table.annotators.map((_, annotator) => fold.standings.counted.weight(annotator) > 0),
    rule,
  );
  return {
    annotators: table.annotators.map((annotator, at) => ({
      annotator,
      judged: fold.times.of(annotator).units,
      uncertain: fold.uncertainBy(annotator),
      agreement: overall[at]!,
      outlier: group.isOutlier[at]!,
      questions: questions.map((question, place) => {
        const own = countsOf(at, place);
        const { tied: othersTied, alone, extra, missed } = own;
        return { question: question.id, agreement: shareOf(own), othersTied, alone, extra, missed };
      }),
    })),
    median: group.median,
    deviation: group.deviation,
    rule,
  };
}
