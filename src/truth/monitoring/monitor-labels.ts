import { codedText } from '../../domain/text-values.ts';
import type { Monitor } from '../../domain/monitoring/monitor.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isLabel, scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Answer } from '../../domain/answer.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { prevalence } from '../../statistics/monitoring/prevalence.ts';
import { codeApplies, codeCount } from '../protocol/answer-codes.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import type { TaskFold } from '../fold/task-fold.ts';

/** Why a label is flagged: too few positives, or outside the limits of prevalence. */
type LabelFlag = 'few' | 'rare' | 'frequent';

/** How frequent a label is in the truth so far. */
interface LabelFigures {
  readonly question: string;
  /** Units where the label applies; null if the question is not a label (unordered values). */
  readonly positives: number | null;
  /** Over units with a settled answer; open, excluded and unasked units count as skipped. */
  readonly prevalence: Estimate;
  readonly values: readonly {
    readonly answer: Answer;
    readonly units: number;
    readonly share: Estimate;
  }[];
  readonly flags: readonly LabelFlag[];
}

/** The labels of a task and their limits. */
export interface LabelsFigures {
  readonly limits: { readonly positives: number; readonly prevalence: readonly [number, number] };
  /** Units with a settled truth, and those that have none (yet). */
  readonly settled: number;
  readonly unsettled: number;
  readonly labels: readonly LabelFigures[];
}

/** Positives and prevalence of every measured question in a settled fold, in one pass. */
export function labelFigures(fold: TaskFold, monitor: Monitor): LabelsFigures {
  return allSteps(labelSteps(fold, monitor));
}

/** The same in steps. */
export function* labelSteps(fold: TaskFold, monitor: Monitor): Generator<void, LabelsFigures> {
  const {
    table,
    standings,
    units: { size },
  } = fold;
  const counts = table.questions.map((question) => new Int32Array(codeCount(question)));
  let settled = 0;
  for (let row = 0; row < size; row += 1) {
    if (row % unitsTogether === 0) yield;
    if (!fold.isSettled(row)) continue;
    settled += 1;
    for (let at = 0; at < counts.length; at += 1) {
      const code = standings.code(row, at);
      if (code >= 0) counts[at]![code]! += 1;
    }
  }
  return {
    limits: { positives: monitor.positives, prevalence: monitor.prevalence },
    settled,
    unsettled: size - settled,
    labels: table.questions.flatMap((question, at) =>
      question.measured ? [labelOf(question, counts[at]!, size, monitor)] : [],
    ),
  };
}

/** How many units are looked at in one step. */
const unitsTogether = 2000;

function labelOf(
  question: Question,
  counts: Int32Array,
  units: number,
  monitor: Monitor,
): LabelFigures {
  const added = (sum: number, count: number): number => sum + count;
  const n = counts.reduce(added, 0);
  const values = scaleAnswers(question.scale).map((answer, code) => ({
    answer,
    units: counts[code]!,
    share: prevalence(counts[code]!, n, units - n),
  }));
  if (!isLabel(question.scale)) {
    const none = noValue(codedText('several-values'), n, units - n);
    return { question: question.id, positives: null, prevalence: none, values, flags: [] };
  }
  const positives = counts.filter((_, code) => codeApplies(question, code)).reduce(added, 0);
  const share = prevalence(positives, n, units - n);
  const flags: LabelFlag[] = positives < monitor.positives ? ['few'] : [];
  if (share.value !== null && share.value < monitor.prevalence[0]) flags.push('rare');
  if (share.value !== null && share.value > monitor.prevalence[1]) flags.push('frequent');
  return { question: question.id, positives, prevalence: share, values, flags };
}
