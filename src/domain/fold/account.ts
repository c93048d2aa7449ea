import type { CodedText } from '../coded-text.ts';
import { groupBy } from '../group-by.ts';
import { codedText } from '../text-values.ts';
import type { ConsensusMethod } from './consensus-plan.ts';
import type { OpenReason } from './open-reason.ts';
import { standingNames } from './standing.ts';
import type { StandingName } from './standing.ts';
import type { Uncounted } from './uncounted.ts';

/**
 * Why units stand where they stand, as a code; each unit has one. `training`: its truth is known.
 * `unjudged`: nobody has judged it; `closed`: so it is, and no open round asks for it. `people` and
 * `models` have yet to judge it. A settled unit has the method that settled it.
 */
export type AccountWhy = LeftWhy | ConsensusMethod | 'ruling-made' | 'exclusion';

/** Why units have no truth. */
type LeftWhy =
  | 'never'
  | 'training'
  | 'unjudged'
  | 'closed'
  | 'people'
  | 'models'
  | OpenReason['kind']
  | Uncounted['why'];

/** How many units stand somewhere for one reason. */
export interface AccountPart {
  readonly standing: StandingName;
  readonly why: AccountWhy;
  /** The round that the reason is about; null where there is none. */
  readonly round: string | null;
  readonly units: number;
}

/** Where a unit stands, and why. */
export type AccountReason = Omit<AccountPart, 'units'>;

/**
 * Where all units of a task are: each is in one standing for one reason, and the numbers sum to all
 * units. Everything that is said about the units of a task is said from this.
 */
export interface Account {
  readonly units: number;
  readonly standings: Readonly<Record<StandingName, number>>;
  /** The same by reason; those of a standing sum to its number. */
  readonly parts: readonly AccountPart[];
}

/** The account of units that stand so, each part for a standing, a reason and a round. */
export function accountOf(parts: readonly AccountPart[]): Account {
  const standings = Object.fromEntries(standingNames.map((name) => [name, 0])) as {
    [Name in StandingName]: number;
  };
  for (const { standing, units } of parts) standings[standing] += units;
  const key = ({ standing, why, round }: AccountPart): string =>
    `${standingNames.indexOf(standing)} ${why} ${round ?? ''}`;
  return {
    units: parts.reduce((all, one) => all + one.units, 0),
    standings,
    parts: parts.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
  };
}

/** The account of several tasks together. */
export function sumOfAccounts(accounts: readonly Account[]): Account {
  const groups = groupBy(
    accounts.flatMap((one) => one.parts),
    ({ standing, why, round }) => JSON.stringify([standing, why, round]),
  );
  return accountOf(
    [...groups.values()].map((group) => ({
      ...group[0]!,
      units: group.reduce((all, one) => all + one.units, 0),
    })),
  );
}

/** How many units have a truth. */
export function unitsWithTruth({ standings }: Account): number {
  return standings.settled + standings.ruled;
}

/** How many units some round has asked for, or all where there are no rounds. */
export function unitsDrawn({ units, standings }: Account): number {
  return units - standings.undrawn;
}

/** How many units have no truth and need one, or a reason why not. */
export function unitsToResolve({ standings }: Account): number {
  return standings.awaiting + standings.open + standings.uncounted;
}

/** An account in one sentence: all units, and where they are; what has none is left out. */
export function accountText(account: Account): CodedText {
  const parts = standingTexts(account);
  const { units } = account;
  return codedText(parts.length === 0 ? 'account-empty' : 'account-of-units', { units, parts });
}

/** How many units stand where, each in a few words; those of some standings only, or of all. */
export function standingTexts(
  { standings }: Account,
  isAsked: (standing: StandingName) => boolean = () => true,
): readonly CodedText[] {
  return shownFirst
    .filter((name) => standings[name] > 0 && isAsked(name))
    .map((name) => codedText(`account-${name}`, { count: standings[name] }));
}

/** How many units stand somewhere, and why: `7 judged, not counting: round a missed its gate`. */
export function partText(part: AccountPart): CodedText {
  const { standing, units } = part;
  const what = codedText(`account-${standing}`, { count: units });
  const why = whyText(part);
  return why === null ? what : codedText('account-part', { what, why });
}

/** Why units have no truth, in words; null for those that have one or were excluded. */
export function whyText({ standing, why, round }: AccountReason): CodedText | null {
  if (!isLeft(standing)) return null;
  return codedText(`why-${why as LeftWhy}`, round === null ? {} : { round });
}

/** Whether units that stand so have a truth. */
export function hasTruth(standing: StandingName): boolean {
  return standing === 'settled' || standing === 'ruled';
}

/** Where units stand that have no truth, and may need one. */
export const leftStandings = ['open', 'awaiting', 'uncounted', 'undrawn'] as const;
export type LeftStanding = (typeof leftStandings)[number];

/** Whether units that stand so have no truth, and may need one. */
export function isLeft(standing: StandingName): standing is LeftStanding {
  return (leftStandings as readonly string[]).includes(standing);
}

/** The standings in the order in which they are said: what is done, then what is left. */
export const shownFirst: readonly StandingName[] = [
  'settled',
  'ruled',
  'excluded',
  ...leftStandings,
];
