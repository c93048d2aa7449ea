import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import type { Weightless } from '../../domain/fold/uncounted.ts';
import type { UnitChoice } from '../../domain/rounds/unit-choice.ts';
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
  /** Whether only units that a round has asked for must get a truth; left out, all must. */
  readonly hasRounds?: boolean;
}

/**
 * What rounds ask of a unit: nothing; to be trained on, where its truth is known; to be judged, in
 * a round that is closed; in a closed one whose units somebody is to rule on, as far as nothing
 * counts; or in one that is open.
 */
export const demands = ['none', 'training', 'closed', 'ruling', 'open'] as const;
export type Demand = (typeof demands)[number];

/** The run that asks for a unit, with its round. */
export interface Demander {
  readonly run: string;
  readonly round: string;
}

/** What some runs ask of their units, each; what an open one asks comes last, and holds. */
export function runDemands<Run>(
  runs: readonly Run[],
  of: (run: Run) => {
    readonly isTraining: boolean;
    readonly isOpen: boolean;
    readonly choice: UnitChoice | null;
  },
): readonly { readonly run: Run; readonly demand: Demand }[] {
  const demandOf = (run: Run): Demand => {
    const { isTraining, isOpen, choice } = of(run);
    if (isTraining) return 'training';
    if (isOpen) return 'open';
    return choice === 'rule' ? 'ruling' : 'closed';
  };
  return runs
    .map((run) => ({ run, demand: demandOf(run) }))
    .toSorted((a, b) => demands.indexOf(a.demand) - demands.indexOf(b.demand));
}

/** Names of units by their numbers. */
export interface UnitNames {
  readonly size: number;
  at(unit: number): string;
}
