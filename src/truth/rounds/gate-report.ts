import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import type { CheckStatus, GateStatus } from '../../domain/rounds/gate-status.ts';
import type { Gate, OverallKind } from '../../domain/rounds/gate.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';

/** One condition with its result. */
export interface GateCheck {
  /** The condition in the protocol's words. */
  readonly gate: string;
  readonly measure: string;
  /** What it was taken over: overall (macro), a question, the key, the quotas. */
  readonly scope: CodedText;
  /** Whose check against the key it is, in training. */
  readonly annotator?: string;
  readonly target: number;
  readonly actual: number | null;
  readonly n: number;
  readonly status: CheckStatus;
  /** Why there is no value. */
  readonly why?: CodedText;
}

/** All conditions of a round, and whether they let the next one open. */
export interface GateReport {
  readonly status: GateStatus;
  readonly checks: readonly GateCheck[];
}

/** Whether a gate of a training is about one annotator and the key, not about the trainees. */
export function isAgainstKey(gate: Gate): boolean {
  return gate.kind === 'measure' && gate.scope.kind === 'key';
}

/** Whether a check is about everybody who took part, not about one annotator. */
export function isShared({ annotator }: { readonly annotator?: string | undefined }): boolean {
  return annotator === undefined;
}

/** Where the gate's numbers come from: an estimate for each scope that a gate may name. */
export interface GateFigures {
  readonly questions: readonly string[];
  overall(measure: MeasureName, how: OverallKind): Estimate;
  question(measure: MeasureName, question: string): Estimate;
  /** Agreement with the known answers of a training round. */
  key(measure: MeasureName): Estimate;
  /** How many judgments are wanted, and how many there are. */
  quotas(): { readonly wanted: number; readonly given: number };
}

/**
 * Compares unrounded figures with gates; the target itself passes. A measure without a value makes
 * its gate UNDEFINED, with the reason. One failed check fails all; else one undefined check makes
 * all undefined. Without gates the status is NONE, which nobody may call passed.
 */
export function checkGates(gates: readonly Gate[], figures: GateFigures): GateReport {
  const checks = gates.flatMap((gate) => checksOf(gate, figures));
  return { status: worstStatus(checks), checks };
}

/** The worst that a check came to; none without checks. */
export function worstStatus(checks: readonly Pick<GateCheck, 'status'>[]): GateStatus {
  if (checks.length === 0) return 'NONE';
  const worst = ['FAIL', 'UNDEFINED', 'SUPERSEDED'] as const;
  return worst.find((status) => checks.some((one) => one.status === status)) ?? 'PASS';
}

function checksOf(gate: Gate, figures: GateFigures): readonly GateCheck[] {
  if (gate.kind === 'quotas') {
    const { wanted, given } = figures.quotas();
    return [quotaCheck(gate.source, wanted, given)];
  }
  const { scope, measure } = gate;
  if (scope.kind === 'overall')
    return [check(gate, codedText(`scope-${scope.how}`), figures.overall(measure, scope.how))];
  if (scope.kind === 'key') return [check(gate, codedText('scope-key'), figures.key(measure))];
  const questions = scope.kind === 'question' ? [scope.question] : figures.questions;
  if (questions.length === 0) {
    const nothing = noValue(codedText('nothing-measurable'));
    return [check(gate, codedText('scope-every-question'), nothing)];
  }
  return questions.map((question) =>
    check(gate, codedText('scope-question', { question }), figures.question(measure, question)),
  );
}

/** Whether as many judgments were given as wanted. */
export function quotaCheck(gate: string, wanted: number, given: number): GateCheck {
  const common = { gate, measure: 'quotas', scope: codedText('scope-assignments'), target: 1 };
  const actual = wanted === 0 ? null : given / wanted;
  if (actual === null)
    return { ...common, actual, n: given, status: 'UNDEFINED', why: codedText('nothing-assigned') };
  return { ...common, actual, n: given, status: given >= wanted ? 'PASS' : 'FAIL' };
}

function check(
  { source: gate, measure: name, bound, target }: Extract<Gate, { kind: 'measure' }>,
  scope: CodedText,
  estimate: Estimate,
): GateCheck {
  const measure = bound === 'low' ? `${name}.low` : name;
  const common = { gate, measure, scope, target, n: estimate.n };
  if (estimate.value === null)
    return { ...common, actual: null, status: 'UNDEFINED', why: estimate.why };
  const actual = bound === 'low' ? (estimate.interval?.[0] ?? null) : estimate.value;
  if (actual === null)
    return { ...common, actual, status: 'UNDEFINED', why: codedText('no-interval') };
  return { ...common, actual, status: actual >= target - lastBits ? 'PASS' : 'FAIL' };
}

/** Doubles may miss the target in the last bits: 0.6 as 0.5999999999999999. */
const lastBits = 1e-12;
