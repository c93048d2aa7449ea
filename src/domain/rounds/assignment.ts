import type { FurtherReason } from '../judging/further.ts';

/** Demand: one unit for one annotator in one round, at a place in the annotator's own order. */
export interface Assignment {
  readonly unit: string;
  readonly annotator: string;
  readonly round: string;
  /** Position in the annotator's own random order, from 0. */
  readonly order: number;
  /** Why the unit got this annotator besides the first ones; absent for one of the first. */
  readonly further?: FurtherReason;
}
