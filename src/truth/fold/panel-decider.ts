import { consensusAnswers } from '../../domain/fold/consensus.ts';
import type { Consensus } from '../../domain/fold/consensus.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import { answerCodes, notAnswered } from '../protocol/answer-codes.ts';
import { ColumnConsensus } from './column-consensus.ts';
import type { DecidedUnit } from './column-consensus.ts';
import { consensus } from './consensus.ts';
import type { ConsensusContext } from './consensus.ts';
import type { JudgmentColumns } from './judgment-columns.ts';

/** Decides units from the columns of judgments on them. */
export type ColumnDecider = Pick<ColumnConsensus, 'decide' | 'explain'>;

/** Whether a method decides each unit by its own votes alone. */
export function countsVotes({ method }: ConsensusPlan): boolean {
  return method === 'weighted' || method === 'majority';
}

/** Decides units by the method that a plan asks for. */
export function panelDecider(
  columns: JudgmentColumns,
  weightOf: (annotator: string) => number,
  context: ConsensusContext,
  unitName: (unit: number) => string,
): ColumnDecider {
  return countsVotes(context.plan)
    ? new ColumnConsensus(columns, weightOf, context.plan)
    : new ModelDecider(columns, context, unitName);
}

/** The consensus of methods that look at all judgments together, such as Dawid–Skene. */
class ModelDecider implements ColumnDecider {
  readonly #columns: JudgmentColumns;
  readonly #decided: ReadonlyMap<string, Consensus>;
  readonly #unitName: (unit: number) => string;

  constructor(
    columns: JudgmentColumns,
    context: ConsensusContext,
    unitName: (unit: number) => string,
  ) {
    this.#columns = columns;
    this.#unitName = unitName;
    const all = consensus(columns.task, [...columns.judgments(unitName)], context);
    this.#decided = new Map(all.map((one) => [one.unit, one]));
  }

  decide(unit: number, into: DecidedUnit): void {
    const decided = this.#decided.get(this.#unitName(unit));
    const codes =
      decided === undefined
        ? into.codes.map(() => notAnswered)
        : answerCodes(this.#columns.task, consensusAnswers(decided));
    codes.forEach((code, at) => (into.codes[at] = code));
    into.isOpen = decided === undefined || decided.open.length > 0;
  }

  explain(_unit: number, unitName: string): Consensus {
    const nothing = { unit: unitName, task: this.#columns.task.id, questions: [] };
    return this.#decided.get(unitName) ?? { ...nothing, open: ['nobody has judged it'] };
  }
}
