import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { isCohen } from '../agreement/measures.ts';

/** What a gate of a round asks of a measure. */
export interface AgreementTarget {
  readonly round: string;
  readonly measure: MeasureName;
  /** Null for the mean over the questions. */
  readonly question: string | null;
  readonly target: number;
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
      const { measure, target, scope } = gate;
      if (scope.kind === 'overall')
        return scope.how === 'macro' ? [{ round, measure, question: null, target }] : [];
      const asked = scope.kind === 'question' ? [scope.question] : questions;
      return asked.map((question) => ({ round, measure, question, target }));
    }),
  );
}

/**
 * What is asked of a question by a measure: the target that the last gate has for it, else the one
 * for the mean over the questions; null when no gate names the measure.
 */
export function targetFor(
  targets: readonly AgreementTarget[],
  measure: MeasureName,
  question: string | null,
): number | null {
  const own = targets.filter((one) => one.measure === measure);
  const named = own.findLast((one) => one.question === question);
  return (named ?? own.findLast((one) => one.question === null))?.target ?? null;
}

function roundsOf({ rounds }: Pick<Protocol, 'rounds'>, task: string): readonly Round[] {
  return rounds.filter((round) => round.task === task);
}
