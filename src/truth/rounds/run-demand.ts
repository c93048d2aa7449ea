import { refuse } from '../../domain/fault.ts';
import type { Round } from '../../domain/rounds/round.ts';

/** Which units a run may draw from, and how many it draws. */
export interface RunDemand {
  /** How many units; null takes all that are left. */
  readonly size: number | null;
  /** Units that must not be drawn. */
  readonly used: ReadonlySet<string>;
}

/** What is known when a round is opened. */
export interface DemandSource {
  /** 1 for the first time. */
  readonly attempt: number;
  /** Units that some run on the task has used. */
  readonly used: ReadonlySet<string>;
  /** Units with known answers, of every training on the task. */
  readonly known: ReadonlySet<string>;
  /** In training: units whose answers one of the annotators knows from an earlier training. */
  readonly seen: ReadonlySet<string>;
}

/**
 * What a run asks for. Training takes units with known answers that none of its annotators has
 * seen; other rounds take units without known answers that no run has used. A repeat takes the
 * round's repeat size, else its first size.
 */
export function runDemand(round: Round, source: DemandSource): RunDemand {
  const { attempt, used, known, seen } = source;
  const size = attempt > 1 ? (round.repeat ?? round.units) : round.units;
  return { size, used: round.kind === 'training' ? seen : new Set([...used, ...known]) };
}

/**
 * Whether each unit goes to everybody, also to those who join later: in training, and where the
 * round says so. Otherwise to exactly as many as the round says.
 */
export function isForEverybody(round: Round): boolean {
  return round.kind === 'training' || round.annotators === null;
}

/** How many annotators judge each unit when these take part. */
export function annotatorsPerUnit(round: Round, annotators: number): number {
  if (annotators === 0) refuse('nobody-to-assign');
  const perUnit = isForEverybody(round) ? annotators : round.annotators!;
  if (perUnit > annotators) refuse('too-few-annotators', { wanted: perUnit, people: annotators });
  return perUnit;
}
