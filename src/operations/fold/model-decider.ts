import type { Consensus } from '../../domain/fold/consensus.ts';
import { consensusAnswers } from '../../domain/fold/consensus.ts';
import { answerCodes, notAnswered } from '../../truth/protocol/answer-codes.ts';
import type { DecidedUnit } from '../../truth/fold/column-consensus.ts';
import { consensus } from '../../truth/fold/consensus.ts';
import type { ConsensusContext } from '../../truth/fold/consensus.ts';
import type { JudgmentColumns } from '../../truth/fold/judgment-columns.ts';
import type { UnitDecider } from './topic-truths.ts';

/** The consensus of methods that look at all judgments together, such as Dawid–Skene. */
export class ModelDecider implements UnitDecider {
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
    this.#decided = new Map(
      consensus(columns.task, [...columns.judgments(unitName)], context).map((one) => [
        one.unit,
        one,
      ]),
    );
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
    return (
      this.#decided.get(unitName) ?? {
        unit: unitName,
        task: this.#columns.task.id,
        questions: [],
        open: ['nobody has judged it'],
      }
    );
  }
}
