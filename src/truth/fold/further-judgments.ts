import { followsAnswers } from '../../domain/judging/further.ts';
import type { FurtherReason } from '../../domain/judging/further.ts';

/** How many judgments of a fold are further ones. */
export interface FurtherCounts {
  /** On units that were drawn for it; they are compared like all others. */
  readonly drawn: number;
  /** Asked for because of the first answers; agreement leaves them out. */
  readonly asked: number;
}

/** The judgments that units got besides their first ones, by the numbers of a fold. */
export class FurtherJudgments {
  readonly #reasons = new Map<number, Map<number, FurtherReason>>();

  /** Notes why an annotator judged a unit further; null for one of its first. */
  note(unit: number, annotator: number, reason: FurtherReason | null): void {
    const known = this.#reasons.get(unit);
    if (reason === null) known?.delete(annotator);
    else if (known === undefined) this.#reasons.set(unit, new Map([[annotator, reason]]));
    else known.set(annotator, reason);
  }

  /** Why an annotator judged a unit further; null for one of its first. */
  reason(unit: number, annotator: number): FurtherReason | null {
    return this.#reasons.get(unit)?.get(annotator) ?? null;
  }

  /** How many there are. */
  get counts(): FurtherCounts {
    let [drawn, asked] = [0, 0];
    for (const reasons of this.#reasons.values())
      for (const reason of reasons.values())
        if (followsAnswers(reason)) asked += 1;
        else drawn += 1;
    return { drawn, asked };
  }
}
