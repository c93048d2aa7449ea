import { annotatorWeight } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { Consensus } from '../../domain/fold/consensus.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { answerCodes } from '../protocol/answer-codes.ts';
import { answerModel } from './answer-model.ts';
import { JudgmentTable } from '../judging/judgment-table.ts';
import { reasonText } from '../../domain/fold/open-reason.ts';
import { UnitDecider } from './unit-decider.ts';

/** Whose word counts how much, what becomes of ties, and a seed for methods that need one. */
export interface ConsensusContext {
  readonly panel: Panel;
  readonly plan: ConsensusPlan;
  readonly seed: number;
}

/** One answer per question and unit out of the judgments on a task; see {@link UnitDecider}. */
export function consensus(
  task: Task,
  judgments: readonly Judgment[],
  { panel, plan, seed }: ConsensusContext,
): readonly Consensus[] {
  const table = new JudgmentTable(task);
  const units = new Map<string, number>();
  for (const { task: about, unit, annotator, answers } of judgments) {
    if (about !== task.id) continue;
    const number = units.get(unit) ?? units.size;
    units.set(unit, number);
    table.put(number, table.annotator(annotator), answerCodes(task, answers));
  }
  const weights = table.annotators.map((name) => annotatorWeight(panel, name, task.id));
  const weightOf = (annotator: number): number => weights[annotator]!;
  const model = answerModel(table, weightOf, plan, seed);
  const decider = new UnitDecider(table, { task, plan, weightOf, model });
  return [...units].map(([unit, number]) => {
    const { questions, open } = decider.explain(number);
    return { unit, task: task.id, questions, open: open.map(reasonText) };
  });
}
