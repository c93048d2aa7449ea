import type { CodedText } from '../../domain/coded-text.ts';
import { measureNames } from '../../domain/agreement/measure.ts';
import type { MeasureName } from '../../domain/agreement/measure.ts';
import { overallKinds } from '../../domain/rounds/gate.ts';
import type { OverallKind } from '../../domain/rounds/gate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { measuredQuestions } from '../fold/fold-ratings.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import { gateColumns, runGateFigures } from './measured-run.ts';

/** The agreement on the questions of a run, one by one and together. */
export interface RunAgreement {
  readonly questions: readonly {
    readonly question: string;
    readonly measures: Readonly<Partial<Record<MeasureName, Estimate>>>;
  }[];
  readonly overall: readonly {
    readonly measure: MeasureName;
    readonly how: OverallKind;
    /** What it is called, by what it was computed from. */
    readonly name: CodedText;
    readonly estimate: Estimate;
  }[];
}

/**
 * The agreement in the judgments of a run, or in all that count on a task, by every measure that
 * fits the number of people.
 */
export function runAgreement(fold: TaskFold): RunAgreement {
  const gate = runGateFigures(fold, 0);
  const isTwo = gateColumns(fold).names.length === 2;
  const names = measureNames.filter((name) => isTwo || !name.startsWith('cohen_'));
  return {
    questions: measuredQuestions(fold).map(({ question }) => ({
      question: question.id,
      measures: Object.fromEntries(names.map((name) => [name, gate.question(name, question.id)])),
    })),
    overall: names.flatMap((measure) =>
      overallKinds
        .filter((how) => how !== 'sets' || setMeasures.includes(measure))
        .map((how) => ({
          measure,
          how,
          name: gate.named(measure, how),
          estimate: gate.overall(measure, how),
        })),
    ),
  };
}

/** The measures that compare whole sets of labels. */
const setMeasures: readonly MeasureName[] = ['percent_agreement', 'krippendorff_alpha'];
