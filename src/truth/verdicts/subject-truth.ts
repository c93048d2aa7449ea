import type { UnitFields } from '../../domain/units/unit.ts';
import type { AnswerCodes } from '../protocol/answer-codes.ts';

/** `open`: judged, needs a ruling. `missing`: not judged by all who are asked. */
export type UnitState = 'known' | 'open' | 'missing' | 'excluded';

/** What is known about one unit of a subject when a verdict is made. */
export interface SubjectUnit {
  readonly id: string;
  readonly state: UnitState;
  /** The true answers in the task's order; empty unless the state is `known`. */
  readonly codes: AnswerCodes;
  /** Answers that are on no scale, by the question's position; null without any. */
  readonly strays: ReadonlyMap<number, string> | null;
  /** The day of the unit, in days since 1970-01-01; null without a date that can be read. */
  readonly day: number | null;
  /** The ruling that the answers rest on; null when they rest on the consensus alone. */
  readonly ruling: { readonly by: string; readonly reason: string } | null;
  /** True when judgments are missing but the answers count anyway. */
  readonly isPartial: boolean;
  /** Its place among the subject's units, the most recent first, from 0. */
  readonly rank: number;
}

/** A subject with its units, each once, in listing order. */
export interface SubjectTruth {
  readonly id: string;
  readonly fields: UnitFields;
  readonly units: readonly SubjectUnit[];
}
