import type { MeasureName } from '../domain/agreement/measure.ts';
import { byCodeUnits } from '../domain/by-code-units.ts';
import { annotatorFamily } from '../domain/judging/annotator.ts';
import type { Protocol } from '../domain/protocol/protocol.ts';
import { allSteps } from '../statistics/all-steps.ts';
import { comparedAtGates } from '../truth/agreement/families.ts';
import type { TaskFold } from '../truth/fold/task-fold.ts';
import { leadingMeasure } from '../truth/monitoring/agreement-targets.ts';
import { pairMatrixSteps } from '../truth/monitoring/monitor-pairs.ts';
import type { PairMatrix } from '../truth/monitoring/monitor-pairs.ts';
import { gateColumns } from '../truth/rounds/measured-run.ts';
import { runAgreement } from '../truth/rounds/run-agreement.ts';
import type { RunAgreement } from '../truth/rounds/run-agreement.ts';

/** Agreement as a release publishes it: by every measure, and between every two annotators. */
export interface AgreementFigures extends RunAgreement {
  /** What is shown first: what a gate names, else κ. */
  readonly leading: MeasureName;
  /** Whose answers are compared. */
  readonly annotators: readonly string[];
  readonly pairs: PairMatrix['pairs'];
}

/** The agreement in a settled fold: of a run, or of all judgments on a task that count. */
export function agreementFigures(
  fold: TaskFold,
  protocol: Pick<Protocol, 'rounds'>,
): AgreementFigures {
  const { names } = gateColumns(fold);
  return {
    leading: leadingMeasure(protocol, fold.plan.task.id, names.length),
    annotators: names.toSorted(),
    ...runAgreement(fold),
    pairs: independentPairs(fold),
  };
}

/** Pairs of people; where only models judge, of runs of different models. */
function independentPairs(fold: TaskFold): PairMatrix['pairs'] {
  const { panel } = fold.plan;
  const { annotators, pairs } = allSteps(pairMatrixSteps(fold));
  const compared = new Set(comparedAtGates(panel, annotators));
  return pairs
    .filter(
      ({ first, second }) =>
        compared.has(first) &&
        compared.has(second) &&
        annotatorFamily(panel, first) !== annotatorFamily(panel, second),
    )
    .map((pair) => {
      const [first, second] = [pair.first, pair.second].toSorted() as [string, string];
      return { ...pair, first, second };
    })
    .toSorted((a, b) => byCodeUnits(a.first, b.first) || byCodeUnits(a.second, b.second));
}
