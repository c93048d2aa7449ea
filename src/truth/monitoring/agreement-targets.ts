import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { isCohen } from '../agreement/measures.ts';

/** What a gate of a round asks of a measure. */
export interface AgreementTarget {
  readonly round: string;
  readonly measure: MeasureName;
  /** Null for the mean over the questions. */
  readonly question: string | null;
  readonly target: number;
  /** What must reach it: the value, or the lower end of its interval. */
  readonly bound: 'value' | 'low';
}

/** The measure that the gates name first; else the usual one for this number of annotators. */
export function leadingMeasure(
  protocol: Pick<Protocol, 'rounds'>,
  task: string,
  annotators: number,
): MeasureName {
  const named = roundsOf(protocol, task)
    .flatMap((round) => round.gates)
    .find(
      (gate) =>
        gate.kind === 'measure' &&
        gate.scope.kind !== 'key' &&
        /kappa|alpha|^gwet/.test(gate.measure),
    );
  if (named?.kind === 'measure' && (annotators === 2 || !isCohen(named.measure)))
    return named.measure;
  return annotators === 2 ? 'cohen_kappa' : 'fleiss_kappa';
}

/** What the gates of a task ask of a measure, of the mean over its questions or of one of them. */
export function gateTargets(
  protocol: Pick<Protocol, 'rounds'>,
  task: string,
  questions: readonly string[],
): readonly AgreementTarget[] {
  return roundsOf(protocol, task).flatMap(({ id: round, gates }) =>
    gates.flatMap((gate): readonly AgreementTarget[] => {
      if (gate.kind !== 'measure' || gate.scope.kind === 'key') return [];
      const { measure, target, bound, scope } = gate;
      if (scope.kind === 'overall')
        return scope.how === 'macro' ? [{ round, measure, question: null, target, bound }] : [];
      const asked = scope.kind === 'question' ? [scope.question] : questions;
      return asked.map((question) => ({ round, measure, question, target, bound }));
    }),
  );
}

/**
 * What is asked of a question by a measure: the target that the last round has for it, else the one
 * for the mean over the questions; null when no gate names the measure.
 */
export function targetFor(
  targets: readonly AgreementTarget[],
  measure: MeasureName,
  question: string | null,
  estimate: Estimate,
): AgreementTarget | null {
  const own = targets.filter((one) => one.measure === measure);
  const named = own.filter((one) => one.question === question);
  return decisiveTarget(named.length > 0 ? named : own.filter(isOverall), estimate);
}

const isOverall = ({ question }: AgreementTarget): boolean => question === null;

/**
 * The target of the last round among some on the same figure. Where that round asks for both the
 * value and the lower end of its interval, the one that is missed.
 */
export function decisiveTarget<Target extends Bounded & { readonly round: string }>(
  targets: readonly Target[],
  estimate: Estimate,
): Target | null {
  const last = targets.at(-1);
  const both = targets.filter((one) => one.round === last?.round);
  return both.find((one) => missesTarget(estimate, one)) ?? last ?? null;
}

/** A target, and what must reach it. */
export type Bounded = Pick<AgreementTarget, 'target' | 'bound'>;

/**
 * Whether a figure misses a target, as a gate decides it: without an interval its lower end reaches
 * nothing. A figure without a value is not compared.
 */
export function missesTarget(estimate: Estimate, { target, bound }: Bounded): boolean {
  if (!hasValue(estimate)) return false;
  if (bound === 'value') return estimate.value < target;
  return estimate.interval === null || estimate.interval[0] < target;
}

function roundsOf({ rounds }: Pick<Protocol, 'rounds'>, task: string): readonly Round[] {
  return rounds.filter((round) => round.task === task);
}
