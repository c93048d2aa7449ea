import { hasTruth, isLeft, leftStandings, whyText } from '../domain/fold/account.ts';
import type { AccountReason, LeftStanding } from '../domain/fold/account.ts';
import type { CodedText } from '../domain/coded-text.ts';
import type { StandingName } from '../domain/fold/standing.ts';
import { pick } from '../domain/pick.ts';
import { codedText } from '../domain/text-values.ts';
import type { GateCheck } from '../truth/rounds/gate-report.ts';
import { accountReason } from '../truth/fold/account.ts';
import { checkText } from '../truth/rounds/round-state.ts';
import type { RoundState } from '../truth/rounds/round-state.ts';
import type { ReleaseChoice } from './record.ts';
import type { FoldedTask, RecordFold } from './record-fold.ts';

/** Something that blocks a release. */
export type Obstacle =
  /** A round of the protocol that was never opened, or is still open. */
  | { readonly kind: 'round-not-opened' | 'round-open'; readonly round: string }
  /** Gates that neither passed nor were waived: only a waiver, or a repetition, helps. */
  | {
      readonly kind: 'gate';
      readonly round: string;
      readonly run: string;
      readonly checks: readonly GateCheck[];
    }
  /** Units without a truth, where they stand, and why none of their judgments counts. */
  | {
      readonly kind: 'units';
      readonly task: string;
      readonly why: LeftStanding;
      readonly reason: AccountReason | null;
      readonly units: readonly string[];
    }
  /** A task without a single unit that has a truth. */
  | { readonly kind: 'no-truth'; readonly task: string }
  /** A split that asks for more units than have a truth. */
  | {
      readonly kind: 'split-sizes';
      readonly task: string;
      readonly wanted: number;
      readonly available: number;
    };

/**
 * Everything that blocks a release: rounds that are not finished, gates that are red, units without
 * a truth. Rounds and units may be left out for a stated reason; a red gate may not.
 */
export function obstacles(fold: RecordFold): readonly Obstacle[] {
  return [...roundObstacles(fold), ...fold.tasks.flatMap((task) => unitObstacles(fold, task))];
}

/** Whether somebody may leave it out by giving a reason. */
export function mayBeLeftOut({ kind }: Obstacle): boolean {
  return kind === 'units' || kind === 'round-open' || kind === 'round-not-opened';
}

/** What should have stopped a release from being cut under a choice, in words. */
export function blockers(fold: RecordFold, { allowOpen }: ReleaseChoice): readonly CodedText[] {
  const isAllowed = typeof allowOpen === 'string' && allowOpen.trim() !== '';
  return obstacles(fold).flatMap((one) =>
    isAllowed && mayBeLeftOut(one) ? [] : [obstacleText(one)],
  );
}

function roundObstacles({ states, retired }: RecordFold): readonly Obstacle[] {
  const needed = states.filter((state) => state.needed && state.kind !== 'training');
  const present = needed.flatMap(({ round, state, runs }): readonly Obstacle[] => {
    if (state === 'open') return [{ kind: 'round-open', round }];
    const latest = runs.at(-1);
    if (latest === undefined) return [{ kind: 'round-not-opened', round }];
    return [{ kind: 'gate', round, run: latest.run, checks: latest.unmet }];
  });
  const gone = retired.flatMap(({ round, run, closedAt, passed, unmet }): readonly Obstacle[] => {
    if (closedAt === null) return [{ kind: 'round-open', round }];
    return passed ? [] : [{ kind: 'gate', round, run, checks: unmet }];
  });
  return [...trainingObstacles(states), ...present, ...gone];
}

/** Gates between trainees that should have kept a round from opening. */
function trainingObstacles(states: readonly RoundState[]): readonly Obstacle[] {
  const trainings = new Set(
    states.flatMap(({ kind, round }) => (kind === 'training' ? round : [])),
  );
  const opened = states.filter(({ kind, runs }) => kind !== 'training' && runs.length > 0);
  const blocks = opened.flatMap((state) => state.blocks);
  const found = new Map<string, Obstacle>();
  for (const block of blocks)
    if (block.kind === 'gate' && trainings.has(block.round))
      found.set(block.run, pick(block, 'kind', 'round', 'run', 'checks'));
  return [...found.values()];
}

function unitObstacles(fold: RecordFold, task: FoldedTask): readonly Obstacle[] {
  const { id: name } = task.task.task;
  const isAllAsked = asksForAll(fold, name);
  const found = new Map<string, LeftUnits>();
  let settled = 0;
  for (const { id } of task.list) {
    const reason = accountReason(task.fold, task.fold.units.find(id));
    const { standing, why, round } = reason;
    if (hasTruth(standing)) settled += 1;
    if (!isLeft(standing)) continue;
    // Units with known answers are trained on, and nobody is to find out what is true of them.
    if (standing === 'undrawn' && (!isAllAsked || why === 'training')) continue;
    // Only of what does not count it matters why: what waits says so on its page.
    const isTold = standing === 'uncounted';
    const key = isTold ? `${standing}/${why}/${round}` : standing;
    const own = found.get(key) ?? { why: standing, reason: isTold ? reason : null, units: [] };
    own.units.push(id);
    found.set(key, own);
  }
  const order = ({ why }: LeftUnits): number => leftStandings.indexOf(why);
  const listed: Obstacle[] = [...found.values()]
    .toSorted((a, b) => order(a) - order(b))
    .map((one) => ({ kind: 'units', task: name, ...one }));
  const sizes = fold.present.protocol.release.split?.sizes;
  const wanted = sizes === undefined ? 0 : sizes.dev + sizes.test;
  if (wanted > settled)
    listed.push({ kind: 'split-sizes', task: name, wanted, available: settled });
  if (settled === 0) listed.push({ kind: 'no-truth', task: name });
  return listed;
}

interface LeftUnits {
  readonly why: LeftStanding;
  readonly reason: AccountReason | null;
  readonly units: string[];
}

/** Whether some round of a task takes all units that are left, so that none may be left out. */
function asksForAll({ present }: RecordFold, task: string): boolean {
  return present.protocol.rounds.some(
    (round) => round.task === task && round.kind !== 'training' && round.units === null,
  );
}

/** Where a unit stands. */
export function stateOf({ fold }: FoldedTask, unit: string): StandingName {
  return fold.standings.state(fold.units.find(unit));
}

/** How many units an obstacle names. */
const mostNamed = 5;

/** An obstacle, to be put into words. */
export function obstacleText(obstacle: Obstacle): CodedText {
  switch (obstacle.kind) {
    case 'round-not-opened':
    case 'round-open':
      return codedText(`obstacle-${obstacle.kind}`, { round: obstacle.round });
    case 'gate': {
      const checks = obstacle.checks.map(checkText);
      return codedText('obstacle-gate', { round: obstacle.round, checks });
    }
    case 'units': {
      const { task, why, reason, units } = obstacle;
      const rest = units.length - mostNamed;
      const named = units.slice(0, mostNamed);
      const shown = rest > 0 ? [...named, codedText('more', { count: rest })] : named;
      const told = reason === null ? {} : { why: whyText(reason)! };
      return codedText(`obstacle-${why}`, { task, count: units.length, units: shown, ...told });
    }
    case 'no-truth':
      return codedText('obstacle-no-truth', { task: obstacle.task });
    case 'split-sizes': {
      const { task, wanted, available } = obstacle;
      return codedText('obstacle-split-sizes', { task, wanted, available });
    }
  }
}
