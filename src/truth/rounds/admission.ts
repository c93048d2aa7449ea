import type { GateCheck } from './gate-report.ts';
import type { TrainingResult } from './training-result.ts';

/** Somebody's decision to go on although a gate did not pass. */
export interface GateWaiver {
  readonly id: string;
  /** The gate in the protocol's words. */
  readonly gate: string;
  /** In training, for whom alone; null for everybody. */
  readonly annotator: string | null;
  readonly by: string;
  readonly reason: string;
  readonly at: string;
  /** Who took it back, when and why; the gate then blocks again. */
  readonly withdrawn: Readonly<Record<'by' | 'reason' | 'at', string>> | null;
}

/** A training run with everybody's result. */
export interface TrainingRun {
  readonly run: string;
  readonly results: readonly TrainingResult[];
  readonly waivers: readonly GateWaiver[];
}

/**
 * `admitted`: all judged, all gates against the key passed. `waived`: not so, but the lead let them
 * continue. `failed`: all judged, a gate not passed. `unfinished`: units left to judge.
 */
export type AdmissionStatus = 'admitted' | 'waived' | 'failed' | 'unfinished';

/** Whether an annotator may go on after the training, and why. */
export interface Admission {
  readonly annotator: string;
  readonly status: AdmissionStatus;
  readonly run: string;
  readonly checks: readonly GateCheck[];
  /** What to read again before another try. */
  readonly study: readonly string[];
}

/**
 * Who may continue after training. The latest run that an annotator finished decides; an unfinished
 * one revokes nothing. Runs are in opening order.
 */
export function admissions(runs: readonly TrainingRun[]): ReadonlyMap<string, Admission> {
  const found = new Map<string, Admission>();
  for (const { run, results, waivers } of runs) {
    for (const result of results) {
      const { annotator, checks, study } = result;
      const status = statusOf(result, waivers);
      const before = found.get(annotator);
      if (status === 'unfinished' && before !== undefined && before.status !== 'unfinished')
        continue;
      found.set(annotator, { annotator, status, run, checks, study });
    }
  }
  return found;
}

/** True for somebody who may continue. */
export function isAdmitted(admission: Admission | undefined): boolean {
  return admission?.status === 'admitted' || admission?.status === 'waived';
}

/** Whether a check was waived, for everybody or for its annotator. */
export function isWaived(check: GateCheck, waivers: readonly GateWaiver[]): boolean {
  return waivers.some(
    ({ gate, annotator, withdrawn }) =>
      withdrawn === null &&
      gate === check.gate &&
      (annotator === null || annotator === check.annotator),
  );
}

function statusOf(
  { annotator, judged, wanted, checks }: TrainingResult,
  waivers: readonly GateWaiver[],
): AdmissionStatus {
  const failed = checks.filter((check) => check.status !== 'PASS');
  const areWaived = failed.every((check) => isWaived({ ...check, annotator }, waivers));
  if (judged >= wanted && failed.length === 0) return 'admitted';
  // A waiver is for somebody who scored too low, not for somebody who judged nothing.
  if (judged > 0 && failed.length > 0 && areWaived) return 'waived';
  return judged < wanted ? 'unfinished' : 'failed';
}
