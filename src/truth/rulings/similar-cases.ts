import type { Answer } from '../../domain/answer.ts';
import type { OpenReason } from '../../domain/fold/open-reason.ts';
import type { TaskFold } from '../fold/task-fold.ts';

/** A question that the votes on a unit leave tied, and between which answers. */
export interface Tie {
  readonly question: string;
  readonly between: readonly Answer[];
}

/** The ties of a unit that waits for a ruling, in the order of the task's questions. */
export function tiesOf(fold: TaskFold, row: number): readonly Tie[] {
  return ties(fold.standings.reasons(row));
}

/** The ties that a unit had before it was ruled on. */
export function tiesOfVotes(fold: TaskFold, row: number): readonly Tie[] {
  return ties(fold.standings.explain(row).open);
}

/** Whether the same questions are tied, with any answers; never where none is. */
export function hasSameTies(one: readonly Tie[], other: readonly Tie[]): boolean {
  return (
    one.length > 0 &&
    one.length === other.length &&
    one.every((tie, at) => tie.question === other[at]!.question)
  );
}

function ties(reasons: readonly OpenReason[]): readonly Tie[] {
  return reasons.flatMap((reason) =>
    reason.kind === 'tied' ? [{ question: reason.question, between: reason.between }] : [],
  );
}
