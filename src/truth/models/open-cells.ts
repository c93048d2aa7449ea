import type { Cell } from '../../domain/models/attempt.ts';
import { planCell } from './cell-plan.ts';
import type { CellLimits, CellPlan, PastAttempt } from './cell-plan.ts';

/** What stands in a cell. `stale`: a judgment under other questions or another prompt. */
export type CellContent = 'judged' | 'stale' | 'pending' | null;

/** What a list of work is made from. */
export interface CellDemand {
  /** The runs of models, by their exact names. */
  readonly annotators: readonly string[];
  /** The units that a run is to judge. */
  readonly units: (annotator: string) => Iterable<string>;
  /** What stands in a cell: `pending` while a batch with it is on its way. */
  readonly content: (cell: Cell) => CellContent;
  /** The attempts under the present questions and prompt. */
  readonly attempts: (cell: Cell) => readonly PastAttempt[];
  readonly job: string;
  readonly limits?: CellLimits;
  /** Ask for stale cells too. */
  readonly invalidate: boolean;
  /** Start over with cells that were given up. */
  readonly again: boolean;
}

/** A cell that is to be asked. */
export interface OpenCell extends Cell {
  readonly plan: Extract<CellPlan, { readonly kind: 'ask' }>;
}

/** How many cells there are, by what stands in them. */
export interface CellCounts {
  readonly cells: number;
  readonly judged: number;
  readonly stale: number;
  readonly pending: number;
  readonly givenUp: number;
}

/** What is still to be asked, and what is not, counted. */
export interface OpenCells {
  readonly open: readonly OpenCell[];
  readonly counts: CellCounts;
}

/**
 * What is still to be asked: units × runs without what is judged, on its way or given up. By the
 * exact number of each run, never by counting, so that a missing run 1 is asked as run 1. Runs come
 * one after the other, so that requests with the same beginning are neighbours.
 */
export function openCells(demand: CellDemand): OpenCells {
  const open: OpenCell[] = [];
  const counts = { cells: 0, judged: 0, stale: 0, pending: 0, givenUp: 0 };
  for (const annotator of demand.annotators)
    for (const unit of demand.units(annotator)) {
      counts.cells += 1;
      const cell = { unit, annotator };
      const content = demand.content(cell);
      if (content === 'judged' || content === 'pending') counts[content] += 1;
      else if (content === 'stale' && !demand.invalidate) counts.stale += 1;
      else {
        const past = demand.attempts(cell);
        const plan = planCell(past, demand.job, demand.limits, demand.again);
        if (plan.kind === 'ask') open.push({ ...cell, plan });
        else counts.givenUp += 1;
      }
    }
  return { open, counts };
}
