import type { Account, AccountPart, AccountReason } from '../../domain/fold/account.ts';
import { accountOf, sumOfAccounts } from '../../domain/fold/account.ts';
import type { OpenReason } from '../../domain/fold/open-reason.ts';
import type { Uncounted } from '../../domain/fold/uncounted.ts';
import { isModelRun } from '../../domain/judging/annotator.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import type { TaskFold } from './task-fold.ts';

/**
 * Where all units of a task are; see {@link Account}. The fold must be settled. `units` is how many
 * the task has: those that nobody has judged or ruled on, and no round has asked for, need not be
 * in the fold.
 */
export function account(fold: TaskFold, units: number): Account {
  return withOthers(fold, allSteps(foldedAccount(fold)), units);
}

/** The account with the units that are not in the fold. */
export function withOthers(fold: TaskFold, folded: Account, units: number): Account {
  const others = units - folded.units;
  return others <= 0
    ? folded
    : sumOfAccounts([folded, accountOf([{ ...untouched(fold), units: others }])]);
}

/** The account of the units in a settled fold, in steps. */
export function* foldedAccount(fold: TaskFold): Generator<void, Account> {
  const parts = new Map<string, AccountPart>();
  for (let unit = 0; unit < fold.units.size; unit += 1) {
    if (unit % unitsTogether === 0) yield;
    const why = accountReason(fold, unit);
    const key = `${why.standing}/${why.why}/${why.round}`;
    parts.set(key, { ...why, units: (parts.get(key)?.units ?? 0) + 1 });
  }
  return accountOf([...parts.values()]);
}

/** How many units are looked at in one step. */
const unitsTogether = 2000;

/** Where a unit of a settled fold stands, and the one reason why; −1 is one that it lacks. */
export function accountReason(fold: TaskFold, unit: number): AccountReason {
  if (unit < 0) return untouched(fold);
  const { standings } = fold;
  const standing = standings.state(unit);
  switch (standing) {
    case 'settled':
      return { standing, why: standings.rules.plan.method, round: null };
    case 'ruled':
      return { standing, why: 'ruling-made', round: null };
    case 'excluded':
      return { standing, why: 'exclusion', round: null };
    case 'undrawn': {
      const isTraining = standings.demandOn(unit) === 'training';
      return { standing, why: isTraining ? 'training' : 'never', round: null };
    }
    case 'awaiting':
      return { standing, why: whyAwaiting(fold, unit), round: null };
    case 'open': {
      const why = standings.reasons(unit)[0]!;
      return { standing, why: why.kind, round: roundOf(why) };
    }
    case 'uncounted': {
      const { why, round } = weightiest(standings.counted.heard(unit).map((one) => one.uncounted!));
      return { standing, why, round };
    }
  }
}

function untouched({ standings }: TaskFold): AccountReason {
  const standing = standings.untouched;
  return { standing, why: standing === 'undrawn' ? 'never' : 'unjudged', round: null };
}

function roundOf(why: OpenReason): string | null {
  return why.kind === 'round' ? why.round : null;
}

function whyAwaiting({ standings }: TaskFold, unit: number): AccountPart['why'] {
  const { counted } = standings;
  if (!counted.isJudged(unit) && counted.heard(unit).length === 0)
    return standings.demandOn(unit) === 'closed' ? 'closed' : 'unjudged';
  return standings.missing(unit).every(isModelRun) ? 'models' : 'people';
}

/**
 * Of the reasons why the judgments on a unit do not count, the one that is said of the unit: what
 * somebody can do something about comes first.
 */
function weightiest(reasons: readonly Uncounted[]): Uncounted {
  return reasons.toSorted((a, b) => order.indexOf(a.why) - order.indexOf(b.why))[0]!;
}

const order: readonly Uncounted['why'][] = [
  'round-not-passed',
  'round-failed',
  'stale',
  'not-admitted',
  'round-not-named',
  'outside-rounds',
  'invalid',
  'not-on-panel',
];
