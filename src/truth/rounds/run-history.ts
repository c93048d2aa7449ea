import type { Round, RoundKind } from '../../domain/rounds/round.ts';

/** A round as far as its place among the others matters. */
export type PlannedRound = Pick<Round, 'id' | 'kind' | 'task'>;

/** A run with the rounds of the protocol version that it was opened under. */
export interface PastRun {
  readonly run: string;
  readonly round: string;
  readonly kind: RoundKind;
  readonly task: string;
  readonly closedAt: string | null;
  readonly rounds: readonly PlannedRound[];
  /** Every check passed or was waived. */
  readonly passed: boolean;
}

/** Consecutive pilots of a task are one stage; any other round is a separate stage. */
export function stageOf<Planned extends PlannedRound>(
  round: Planned,
  rounds: readonly Planned[],
): readonly Planned[] {
  const same = rounds.filter((one) => one.task === round.task);
  if (round.kind !== 'pilot') return [round];
  let [first, last] = [same.indexOf(round), same.indexOf(round)];
  while (same[first - 1]?.kind === 'pilot') first -= 1;
  while (same[last + 1]?.kind === 'pilot') last += 1;
  return same.slice(first, last + 1);
}

/**
 * The earlier runs that still keep a round from opening: closed without passing, or not closed, and
 * not repeated since. Each is judged by the version that it was opened under, so that nothing a
 * later version says about its round makes it go away. Runs are in opening order.
 */
export function undecidedBefore<Run extends PastRun>(
  round: PlannedRound,
  runs: readonly Run[],
): readonly Run[] {
  return runs.filter(
    (run, at) =>
      run.kind !== 'training' &&
      run.task === round.task &&
      !(run.passed && run.closedAt !== null) &&
      !runs.slice(at + 1).some((later) => isRepeat(later, run)) &&
      comesAfter(round, run),
  );
}

/** Whether a later run repeats an earlier one: of its round, or as a further pilot of its stage. */
function isRepeat(later: PastRun, earlier: PastRun): boolean {
  if (later.task !== earlier.task || later.kind !== earlier.kind) return false;
  if (later.round === earlier.round) return true;
  if (earlier.kind !== 'pilot') return false;
  const own = later.rounds.find((one) => one.id === earlier.round && one.task === earlier.task);
  // A pilot under another name, in a protocol that no longer has the earlier one, repeats it.
  return own === undefined || stageOf(own, later.rounds).some((one) => one.id === later.round);
}

/** Whether a round comes after a run, by the version of the run; a round new since then does. */
function comesAfter(round: PlannedRound, run: PastRun): boolean {
  if (round.id === run.round) return round.kind === 'full' && run.kind === 'pilot';
  const same = run.rounds.filter((one) => one.task === run.task);
  const [own, then] = [run.round, round.id].map((id) => same.find((one) => one.id === id));
  // Another pilot or training is not a step forward.
  if (own === undefined || then === undefined) return round.kind === 'full';
  return same.indexOf(then) > same.indexOf(own) && !stageOf(own, same).includes(then);
}
