/**
 * What a condition came to: `UNDEFINED` when a measure has no value, `SUPERSEDED` when the
 * questions or the guideline that were in force have changed since. Only `PASS` lets work go on.
 */
export const checkStatuses = ['PASS', 'FAIL', 'UNDEFINED', 'SUPERSEDED'] as const;
export type CheckStatus = (typeof checkStatuses)[number];

/** What all conditions of a round came to; `NONE` where it has no gate. */
export const gateStatuses = [...checkStatuses, 'NONE'] as const;
export type GateStatus = (typeof gateStatuses)[number];

/** What is said of a gate, on every page and in every file. */
export const gateOutcomes = [
  'none',
  'passed',
  'waived',
  'failed',
  'missing',
  'superseded',
] as const;
export type GateOutcome = (typeof gateOutcomes)[number];

const outcomes = {
  NONE: 'none',
  PASS: 'passed',
  FAIL: 'failed',
  UNDEFINED: 'missing',
  SUPERSEDED: 'superseded',
} as const satisfies Record<GateStatus, GateOutcome>;

/**
 * What is said of a gate that came to a status, and perhaps was waived.
 * @example gateOutcome('FAIL', true) // 'waived'
 */
export function gateOutcome(status: GateStatus, isWaived: boolean): GateOutcome {
  const outcome = outcomes[status];
  return isWaived && outcome !== 'none' && outcome !== 'passed' ? 'waived' : outcome;
}
