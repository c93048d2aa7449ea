import { raterErrors } from '../../statistics/agreement/rater-errors.ts';
import type { PersonWeekPair } from '../agreement/weekly-pairs.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import type { WeeklyJudgments } from '../fold/weekly-judgments.ts';

/** Somebody whose judgments of one week differ from those of the others far more than usual. */
export interface StandOut {
  readonly annotator: string;
  /** The week in which the judgments were given. */
  readonly week: string;
  /** The week at whose end it was known: others may judge the same units later. */
  readonly known: string;
  /** How many of the judgments were compared by then. */
  readonly units: number;
  /** The κ of these judgments with those of the others, and of the others among themselves. */
  readonly kappa: number;
  readonly others: number;
}

/** When somebody stands out: all four hold. Chosen by simulated teams, `bench/standing-out.ts`. */
const standOutRule = {
  /** Compared judgments, and units shared with two people who share as many with each other. */
  least: 20,
  /** They err at least so many times as often as is usual. */
  times: 2,
  /** Their κ with the others is lower by at least so much. */
  drop: 0.05,
  /** The difference in standard errors. */
  errors: 3.5,
} as const;

/**
 * Who stands out, by the weeks in which it was known. From how often pairs of people differ follows
 * how often each of them erred in each week ({@link raterErrors}), so that whoever was careless is
 * found, and not those who differ from them. Usual is the mean of the others over all weeks, or
 * what is usual in the same week if that is more: a week of hard units makes nobody stand out. What
 * was said at the end of a week stays said.
 */
export function* standingOut({ weeklyVersions }: TaskFold): Generator<void, readonly StandOut[]> {
  const found: StandOut[] = [];
  for (const weekly of weeklyVersions) found.push(...(yield* outUnder(weekly)));
  return found.toSorted((a, b) => (a.known < b.known ? -1 : 1));
}

/** The same of judgments under the same questions. */
function* outUnder(weekly: WeeklyJudgments): Generator<void, readonly StandOut[]> {
  yield* weekly.counting();
  const kept = known.get(weekly) ?? new Map<number, Kept>();
  known.set(weekly, kept);
  const order = weekly.weeks.inOrder;
  const at = new Map(order.map(({ number }, place) => [number, place]));
  const byKnown = order.map((): PersonWeekPair[] => []);
  for (const pair of weekly.pairs.pairs) byKnown[at.get(pair.known)!]!.push(pair);
  const pairs: PersonWeekPair[] = [];
  const found: StandOut[] = [];
  const named = new Set<number>();
  let additions = 0;
  for (const [place, { number }] of order.entries()) {
    pairs.push(...byKnown[place]!.filter(({ units }) => units > 0));
    additions += weekly.additions(number);
    let own = kept.get(number);
    if (own?.additions !== additions) {
      const weeks = order.slice(0, place + 1).map((one) => one.number);
      own = { additions, found: yield* foundIn(weekly, weeks, pairs, named) };
      kept.set(number, own);
    }
    for (const { person, ...one } of own.found) {
      named.add(person);
      found.push(one);
    }
  }
  return found;
}

interface Kept {
  readonly additions: number;
  readonly found: readonly Found[];
}

interface Found extends StandOut {
  readonly person: number;
}

/** What was found of the weeks so far, by the last of them. */
const known = new WeakMap<WeeklyJudgments, Map<number, Kept>>();

/** Who stands out at the end of the last of these weeks, and did not before. */
function* foundIn(
  weekly: WeeklyJudgments,
  weeks: readonly number[],
  pairs: readonly PersonWeekPair[],
  named: ReadonlySet<number>,
): Generator<void, readonly Found[]> {
  const spread = spreadOf(pairs);
  const chance = chanceDifference(weekly, weeks);
  if (spread === null || chance === 0) return [];
  const { people } = weekly.pairs;
  const errors = yield* raterErrors(pairs, people.length);
  const works = worksOf(weekly, weeks, pairs);
  const usual = usualErrors(weekly, { errors, works, named });
  const isTold = tellable(weekly, pairs);
  const { least, times, drop, errors: mostErrors } = standOutRule;
  const out = works.flatMap(({ units, pairs: shared, compared }, person) => {
    if (units < least || named.has(person) || !isTold(people[person]!.annotator)) return [];
    const [own, typical] = [errors[person]!, usual(person)];
    // The answers that were compared, each as often as it is independent of the others.
    const information = 1 / (1 / ((units * compared) / shared) + 1 / compared);
    const distance = 2 * Math.sqrt(information / spread) * (Math.sqrt(own) - Math.sqrt(typical));
    const isFar = own >= times * typical && (own - typical) / chance >= drop;
    return isFar && distance >= mostErrors ? [person] : [];
  });
  const all = new Set([...named, ...out]);
  return out.map((person): Found => {
    const { annotator, week } = people[person]!;
    const isOwn = (pair: PersonWeekPair): boolean => [pair.first, pair.second].includes(person);
    const among = pairs.filter(({ first, second }) => {
      const both = [first, second].map((one) => people[one]!);
      return (
        both.every((one) => one.annotator !== annotator) && !all.has(first) && !all.has(second)
      );
    });
    const inWeek = among.filter(({ first, second }) =>
      [first, second].some((one) => people[one]!.week === week),
    );
    const others = unitsOf(inWeek) >= least ? inWeek : among;
    const own = pairs.filter(isOwn);
    const withOthers = own.filter(
      ({ first, second }) => !all.has(first === person ? second : first),
    );
    return {
      person,
      annotator: weekly.table.annotators[annotator]!,
      week: weekly.weeks.name(week),
      known: weekly.weeks.name(weeks.at(-1)!),
      units: works[person]!.units,
      kappa: 1 - shareDiffering(withOthers.length > 0 ? withOthers : own) / chance,
      others: 1 - shareDiffering(others) / chance,
    };
  });
}

/**
 * How much more the differences between two judgments vary than independent ones would: whoever
 * takes one label for another differs in two answers. Null where nothing differs.
 */
function spreadOf(pairs: readonly PersonWeekPair[]): number | null {
  const units = unitsOf(pairs);
  const mean = pairs.reduce((sum, { differed }) => sum + differed, 0) / units;
  if (units < standOutRule.least || mean === 0) return null;
  const squares = pairs.reduce((sum, one) => sum + one.squares, 0) / units;
  return Math.max(1, (squares - mean * mean) / mean);
}

/** The share of answers that would differ by chance, in the mean over the questions. */
function chanceDifference({ pairs }: WeeklyJudgments, weeks: readonly number[]): number {
  const byWeek = weeks.map((week) => pairs.given(week));
  let [sum, all] = [0, 0];
  for (let question = 0; question < pairs.questions; question += 1) {
    const counts = byWeek.map((given) => given[question]!);
    const answers = counts[0]!.map((_, answer) =>
      counts.reduce((total, given) => total + given[answer]!, 0),
    );
    const total = answers.reduce((a, b) => a + b, 0);
    if (total === 0) continue;
    const same = answers.reduce((a, b) => a + (b / total) ** 2, 0);
    sum += total * (1 - same);
    all += total;
  }
  return all === 0 ? 0 : sum / all;
}

/** What of somebody's judgments of a week was compared. */
interface Work {
  readonly units: number;
  /** Pairs of judgments, and the answers in them. */
  pairs: number;
  compared: number;
}

function worksOf(
  { pairs: { people } }: WeeklyJudgments,
  weeks: readonly number[],
  pairs: readonly PersonWeekPair[],
): readonly Work[] {
  const works = people.map(({ units }): Work => {
    const compared = weeks.reduce((sum, week) => sum + (units.get(week) ?? 0), 0);
    return { units: compared, pairs: 0, compared: 0 };
  });
  for (const { first, second, units, compared } of pairs)
    for (const work of [works[first]!, works[second]!]) {
      work.pairs += units;
      work.compared += compared;
    }
  return works;
}

/** How often it is usual to err: in the mean of the others, or of the week if that is more. */
function usualErrors(
  { pairs: { people } }: WeeklyJudgments,
  given: {
    readonly errors: Float64Array;
    readonly works: readonly Work[];
    readonly named: ReadonlySet<number>;
  },
): (person: number) => number {
  const { errors, works, named } = given;
  const all = { sum: 0, weight: 0 };
  const own = new Map<number, { sum: number; weight: number }>();
  const inWeek = new Map<number, number[]>();
  works.forEach(({ units, compared }, person) => {
    if (compared === 0 || named.has(person)) return;
    const { annotator, week } = people[person]!;
    const mine = own.get(annotator) ?? { sum: 0, weight: 0 };
    own.set(annotator, mine);
    for (const total of [all, mine]) {
      total.sum += errors[person]! * compared;
      total.weight += compared;
    }
    if (units >= standOutRule.least) inWeek.set(week, [...(inWeek.get(week) ?? []), person]);
  });
  for (const list of inWeek.values()) list.sort((a, b) => errors[a]! - errors[b]!);
  return (person) => {
    const { annotator, week } = people[person]!;
    const { sum, weight } = own.get(annotator) ?? { sum: 0, weight: 0 };
    const mean = (all.sum - sum) / (all.weight - weight);
    const others = (inWeek.get(week) ?? []).filter((one) => people[one]!.annotator !== annotator);
    const middle = others[(others.length - 1) >> 1];
    return Math.max(mean, middle === undefined ? 0 : errors[middle]!, leastUsual);
  };
}

/** A team that never differs may differ once in 10,000 answers. */
const leastUsual = 1e-4;

/** Whether it can be told who errs: only if two others share units with somebody and each other. */
function tellable(
  { pairs: { people } }: WeeklyJudgments,
  pairs: readonly PersonWeekPair[],
): (annotator: number) => boolean {
  const shared = new Map<number, Map<number, number>>();
  const add = (one: number, other: number, units: number): void => {
    const own = shared.get(one) ?? new Map<number, number>();
    shared.set(one, own.set(other, (own.get(other) ?? 0) + units));
  };
  for (const { first, second, units } of pairs) {
    add(people[first]!.annotator, people[second]!.annotator, units);
    add(people[second]!.annotator, people[first]!.annotator, units);
  }
  const { least } = standOutRule;
  return (annotator) => {
    const partners = [...(shared.get(annotator) ?? [])].flatMap(([one, units]) =>
      units >= least ? [one] : [],
    );
    return partners.some((one) =>
      partners.some((other) => (shared.get(one)!.get(other) ?? 0) >= least),
    );
  };
}

function unitsOf(pairs: readonly PersonWeekPair[]): number {
  return pairs.reduce((sum, { units }) => sum + units, 0);
}

function shareDiffering(pairs: readonly PersonWeekPair[]): number {
  const compared = pairs.reduce((sum, one) => sum + one.compared, 0);
  return compared === 0 ? 0 : pairs.reduce((sum, one) => sum + one.differed, 0) / compared;
}
