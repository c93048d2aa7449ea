/**
 * What happens to the units of a closed run on which nothing counts: `again`: a later round draws
 * them again, as it does where nothing was decided. `rule`: somebody rules on each. `exclude`: they
 * are left out, for a reason.
 */
export const unitChoices = ['again', 'rule', 'exclude'] as const;
export type UnitChoice = (typeof unitChoices)[number];

/** What was decided about the units of a run on which nothing counts, how many, by whom and why. */
export interface UnitDecision {
  readonly choice: UnitChoice;
  readonly units: number;
  /** Always there for units that are left out. */
  readonly reason: string | null;
  readonly by: string;
  readonly at: string;
}
