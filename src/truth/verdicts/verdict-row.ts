import type { UnitFields } from '../../domain/units/unit.ts';
import type { Verdict } from '../../domain/verdicts/verdict.ts';
import type { SubjectUnit, SubjectTruth } from './subject-truth.ts';

/** The verdict on one subject, in a line. */
export interface VerdictRow {
  readonly subject: string;
  readonly fields: UnitFields;
  /** Null when there is no truth about any unit. */
  readonly verdict: string | null;
  /** The rule that applied; null with points, `insufficient` without a verdict. */
  readonly reason: string | null;
  readonly score: number | null;
  readonly incidents: number;
  readonly units: number;
  readonly missing: number;
  readonly open: number;
  /** Units that a ruling decided. */
  readonly rulings: number;
}

/** Sums a verdict up; `marked` holds at least the subject's units with a ruling. */
export function verdictRow(
  { id, fields }: SubjectTruth,
  { verdict, reason, evidence, k }: Verdict,
  marked: readonly SubjectUnit[],
): VerdictRow {
  const label = reason.kind === 'ladder' ? reason.label : null;
  return {
    subject: id,
    fields,
    verdict,
    reason: reason.kind === 'insufficient' ? 'insufficient' : label,
    score: scoreOf(reason),
    incidents: reason.kind === 'points' ? reason.incidents.length : 0,
    units: evidence.units,
    missing: evidence.missing.length,
    open: evidence.open.length,
    rulings: marked.filter((unit) => unit.ruling !== null && unit.rank < k).length,
  };
}

/** The score of a verdict by points; null for any other. */
export function scoreOf(reason: Verdict['reason']): number | null {
  return reason.kind === 'points' ? reason.score : null;
}
