import type { Ruling } from '../../domain/rulings/ruling.ts';
import { hasSameTies, tiesOf, tiesOfVotes } from '../../truth/rulings/similar-cases.ts';
import type { Tie } from '../../truth/rulings/similar-cases.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { authorise } from '../authorise.ts';
import { liveFold } from '../fold/live-fold.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import type { WorkContext } from '../work-context.ts';
import { orderOf } from './queue-order.ts';

/** Cases with the same labels tied: what waits, and how it was ruled before. */
export interface SimilarCases {
  readonly task: string;
  readonly unit: string;
  readonly ties: readonly Tie[];
  /** Others in the queue, in its order. */
  readonly waiting: { readonly total: number; readonly units: readonly string[] };
  /** The latest rulings on such units. */
  readonly ruled: {
    readonly total: number;
    readonly rulings: readonly Pick<Ruling, 'unit' | 'decision' | 'reason' | 'by' | 'at'>[];
  };
}

/** What is asked for. */
export interface SimilarRequest {
  readonly project: string;
  readonly task: string;
  readonly unit: string;
}

/** Cases that leave the same labels tied. For those who rule. */
export async function similarCases(
  context: WorkContext,
  input: SimilarRequest,
): Promise<SimilarCases> {
  authorise(context.actor, input.project, 'adjudicator', 'lead');
  const { fold, task } = await liveFold(context.store, input);
  await refuseWhileBlind(context, { project: input.project, task: task.task.id });
  const row = fold.units.find(input.unit);
  const own = row < 0 ? [] : tiesAsked(fold, row);
  const waiting = likeRows(fold, own).filter((other) => other !== row);
  const ruled = ruledLike(fold, own).filter((ruling) => ruling.unit !== input.unit);
  return {
    task: task.task.id,
    unit: input.unit,
    ties: own,
    waiting: {
      total: waiting.length,
      units: waiting.slice(0, shownCases).map((other) => fold.units.at(other)),
    },
    ruled: {
      total: ruled.length,
      rulings: ruled
        .slice(0, shownCases)
        .map(({ unit, decision, reason, by, at }) => ({ unit, decision, reason, by, at })),
    },
  };
}

const shownCases = 8;

/** The rows of the queue whose ties are those of a unit, the unit's own among them. */
export function rowsLike(fold: TaskFold, unit: string): readonly number[] {
  const row = fold.units.find(unit);
  return row < 0 ? [] : likeRows(fold, tiesAsked(fold, row));
}

function likeRows(fold: TaskFold, ties: readonly Tie[]): readonly number[] {
  return orderOf(fold).rows.filter((row) => hasSameTies(ties, tiesOf(fold, row)));
}

/** The ties of a unit, also once it is ruled on. */
function tiesAsked(fold: TaskFold, row: number): readonly Tie[] {
  return fold.standings.rulingOn(row) === undefined ? tiesOf(fold, row) : tiesOfVotes(fold, row);
}

function ruledLike(fold: TaskFold, ties: readonly Tie[]): readonly Ruling[] {
  if (ties.length === 0) return [];
  const found = [...fold.standings.ruledUnits].flatMap((row) =>
    hasSameTies(ties, tiesOfVotes(fold, row)) ? [fold.standings.rulingOn(row)!] : [],
  );
  return found.toSorted((one, other) => compareTimes(other.at, one.at));
}

/** Rulings of files have no time: they come first. */
function compareTimes(one: string | null, other: string | null): number {
  const [a, b] = [one ?? '', other ?? ''];
  return a < b ? -1 : Number(a > b);
}
