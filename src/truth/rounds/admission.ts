import { isShared } from './gate-report.ts';
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
  readonly isClosed: boolean;
  readonly results: readonly TrainingResult[];
  /** The gates between the trainees. They stand once the run is closed. */
  readonly shared: readonly GateCheck[];
  readonly waivers: readonly GateWaiver[];
}

/**
 * `admitted`: all judged, all gates passed. `waived`: not so, but the lead let them continue.
 * `failed`: all judged, a gate not passed. `awaiting`: all judged, and the gates between the
 * trainees are decided when the training is closed. `unfinished`: units left to judge.
 */
export type AdmissionStatus = 'admitted' | 'waived' | 'failed' | 'awaiting' | 'unfinished';

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
 * Who may continue after training. An annotator's latest run that is decided counts; one that is
 * not revokes nothing. Runs are in opening order.
 */
export function admissions(runs: readonly TrainingRun[]): ReadonlyMap<string, Admission> {
  const found = new Map<string, Admission>();
  for (const training of runs) {
    for (const result of training.results) {
      const { annotator, study } = result;
      const status = attemptStatus(result, training);
      const before = found.get(annotator);
      if (isUndecided(status) && before !== undefined && !isUndecided(before.status)) continue;
      const checks = decidingChecks(result, training);
      found.set(annotator, { annotator, status, run: training.run, checks, study });
    }
  }
  return found;
}

/** True for somebody who may continue. */
export function isAdmitted(admission: Pick<Admission, 'status'> | undefined): boolean {
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

/** What one training says of somebody who took part in it. */
export function attemptStatus(result: TrainingResult, training: TrainingRun): AdmissionStatus {
  const { annotator, judged, wanted } = result;
  const hasFinished = judged > 0 && judged >= wanted;
  const missed = decidingChecks(result, training).filter((check) => check.status !== 'PASS');
  const areWaived = missed.every((check) => isWaived({ ...check, annotator }, training.waivers));
  if (isOpenBetween(training) && areWaived) return hasFinished ? 'awaiting' : 'unfinished';
  if (hasFinished && missed.length === 0) return 'admitted';
  // A waiver is for somebody who scored too low, not for somebody who judged nothing.
  const hasScored = judged > 0 && (hasFinished || missed.some((check) => !isShared(check)));
  if (hasScored && missed.length > 0 && areWaived) return 'waived';
  return hasFinished ? 'failed' : 'unfinished';
}

/** The checks that decide about somebody: against the key and, after the end, between trainees. */
export function decidingChecks(
  { checks }: TrainingResult,
  training: TrainingRun,
): readonly GateCheck[] {
  return isOpenBetween(training) ? checks : [...checks, ...training.shared];
}

function isOpenBetween({ isClosed, shared }: TrainingRun): boolean {
  return !isClosed && shared.length > 0;
}

function isUndecided(status: AdmissionStatus): boolean {
  return status === 'unfinished' || status === 'awaiting';
}
