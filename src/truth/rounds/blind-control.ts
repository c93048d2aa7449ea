import { seededRandom } from '../../statistics/seeded-random.ts';

/** A unit of an assisted run, and who judges it. */
export interface AssistedPlace {
  /** The seed of the run. */
  readonly seed: number;
  readonly unit: string;
  readonly annotator: string;
}

/**
 * Whether an annotator judges a unit of an assisted run without the suggestion, as blind control.
 * Depends on the seed, the unit and the annotator alone, so that it can be checked afterwards.
 * @example isBlindControl({ seed: 1, unit: 'u1', annotator: 'anna' }, 1) // true
 */
export function isBlindControl({ seed, unit, annotator }: AssistedPlace, share: number): boolean {
  return seededRandom(JSON.stringify([seed, 'control', annotator, unit])).next() < share;
}
