/** Demand: one unit for one annotator in one round, at a place in the annotator's own order. */
export interface Assignment {
  readonly unit: string;
  readonly annotator: string;
  readonly round: string;
  /** Position in the annotator's own random order, from 0. */
  readonly order: number;
}
