import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import type { Weightless } from '../../domain/fold/uncounted.ts';
import type { Task } from '../../domain/protocol/task.ts';

/** By what rules the judgments on a task become truth. */
export interface StandingRules {
  readonly task: Task;
  readonly plan: ConsensusPlan;
  /** For methods that start at random. */
  readonly seed: number;
  /** How much the judgments of an annotator count; 0 is kept but never counted. */
  weightOf(annotator: string): number;
  /** Why nothing that an annotator says counts; left out, it is their weight. */
  whyWeightless?(annotator: string): Weightless;
  /** Annotators who must all have judged a unit before it counts: the runs of models. */
  readonly required: readonly string[];
  /** Whether the judgments that are there decide a unit although others are missing. */
  readonly allowPartial?: boolean;
}

/** Names of units by their numbers. */
export interface UnitNames {
  readonly size: number;
  at(unit: number): string;
}
