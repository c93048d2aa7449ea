import { byCodeUnits } from '../../domain/by-code-units.ts';
import { codedText } from '../../domain/text-values.ts';
import { followsAnswers } from '../../domain/judging/further.ts';
import type { FurtherReason } from '../../domain/judging/further.ts';
import { defined } from '../../domain/defined.ts';
import type { Assignment } from '../../domain/rounds/assignment.ts';
import { refuse } from '../../domain/fault.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import { shuffle } from '../../statistics/shuffle.ts';
import { addedPlace, furtherOnes } from './further.ts';
import { Workload } from './workload.ts';

/** A unit and an annotator who judged it, or is to judge it. */
export interface Pair {
  readonly unit: string;
  readonly annotator: string;
}

/** How units are handed out. */
export interface AssignPlan {
  readonly round: string;
  /** How many annotators judge each unit. */
  readonly perUnit: number;
  /** The units that get further annotators, up to how many, and why each. */
  readonly further?: FurtherUnits;
  readonly seed: number | string;
  /** Existing assignments of this round; they stay unless balance or a departure demands a move. */
  readonly existing?: readonly Assignment[];
  /** Submitted work: it never moves and is never lost, even when its annotator has left. */
  readonly submitted?: readonly Pair[];
}

/** The units that get more annotators than the others. */
export interface FurtherUnits {
  /** How many these have in all. */
  readonly upTo: number;
  readonly units: ReadonlyMap<string, FurtherReason>;
}

/**
 * Assigns each unit to exactly `perUnit` different annotators, so evenly that loads differ by at
 * most one unit, each annotator's units in a separate random order. The result depends on the seed
 * and on what is given, not on its order; assigning again changes nothing. When an annotator joins
 * or leaves, only unsubmitted work moves, as far as the balance needs it; what stays keeps its
 * place, new work comes after it; what the answers of others ask for comes anywhere among the open
 * work. Submitted work may prevent an even balance; it is then as even as possible. A unit with
 * more submitted judgments than asked for keeps them all.
 *
 * The balance is an optimal semi-matching: work moves along chains of annotators until no chain
 * makes it more even. Harvey, Ladner, Lovász and Tamir 2006,
 * https://doi.org/10.1016/j.jalgor.2004.12.001
 * @example assign(['u1'], ['anna', 'ben'], { round: 'pilot', perUnit: 2, seed: 7 }).length // 2
 */
export function assign(
  units: readonly string[],
  annotators: readonly string[],
  plan: AssignPlan,
): readonly Assignment[] {
  const unitList = sortedDistinct(units);
  const people = sortedDistinct(annotators);
  if (!(Number.isInteger(plan.perUnit) && plan.perUnit > 0))
    refuse('wrong-value', {
      field: '--per-unit',
      got: plan.perUnit,
      expected: codedText('whole-number-from', { least: 1 }),
    });
  const { perUnit } = plan;
  const existing = (plan.existing ?? []).filter((entry) => entry.round === plan.round);
  const further = furtherUnits(plan, existing);
  const most = (further?.units.size ?? 0) > 0 ? further!.upTo : perUnit;
  if (people.length < most) refuse('too-few-annotators', { wanted: most, people: people.length });
  const isDrawn = (unit: string): boolean => further?.units.get(unit) === 'share';
  const workload = new Workload(unitList, people, (unit) =>
    isDrawn(unit) ? further!.upTo : perUnit,
  );
  for (const pair of sortedPairs(submittedHere(plan.submitted ?? [], unitList, existing)))
    workload.fix(pair.unit, pair.annotator);
  const isLate = (one: Assignment): boolean => followsAnswers(one.further);
  for (const pair of sortedPairs(existing.filter((one) => !isLate(one))))
    workload.keep(pair.unit, pair.annotator);
  workload.fill(seededRandom(`${plan.seed}:assign`));
  workload.balance();
  // What answers ask for is added without moving anything.
  for (const [unit, reason] of further?.units ?? [])
    if (followsAnswers(reason)) workload.demand(unit, further!.upTo);
  for (const pair of sortedPairs(existing.filter(isLate))) workload.keep(pair.unit, pair.annotator);
  workload.fill(seededRandom(`${plan.seed}:further`));
  return ordered(workload, existing, defined({ ...plan, further }));
}

/** With the units that had further annotators before: what was asked for stays asked for. */
function furtherUnits(
  { further }: AssignPlan,
  existing: readonly Assignment[],
): FurtherUnits | undefined {
  if (further === undefined) return undefined;
  const before = existing.flatMap(({ unit, further: reason }) =>
    reason === undefined ? [] : [[unit, reason] as const],
  );
  return { ...further, units: new Map([...further.units, ...before]) };
}

/** Work on a unit that is not listed (any more) belongs here only when it was handed out here. */
function submittedHere(
  submitted: readonly Pair[],
  units: readonly string[],
  existing: readonly Pair[],
): readonly Pair[] {
  const listed = new Set(units);
  const elsewhere = submitted.filter((pair) => !listed.has(pair.unit));
  if (elsewhere.length === 0) return submitted;
  const handedOut = new Set(existing.map(pairKey));
  return submitted.filter((pair) => listed.has(pair.unit) || handedOut.has(pairKey(pair)));
}

/**
 * Kept pairs keep their place; new ones follow in a random order. Units that the answers of others
 * ask for come anywhere among what is still open, so that their place does not tell.
 */
function ordered(
  workload: Workload,
  existing: readonly Assignment[],
  plan: AssignPlan,
): readonly Assignment[] {
  const before = byPerson(existing);
  const submitted = new Set((plan.submitted ?? []).map(pairKey));
  const everybody = workload.annotators().toSorted((a, b) => byCodeUnits(a.annotator, b.annotator));
  const reasons = furtherReasons(everybody, before, plan);
  return everybody.flatMap(({ annotator, units }) => {
    const known = before.get(annotator) ?? new Map<string, Assignment>();
    const row = (unit: string, order: number): Assignment => {
      const further = reasons.get(unit)?.get(annotator);
      const own = { unit, annotator, round: plan.round, order };
      return further === undefined ? own : { ...own, further };
    };
    const kept = units.flatMap((unit) => (known.has(unit) ? [known.get(unit)!] : []));
    const places = new Map(kept.map(({ unit, order }) => [unit, order]));
    const isAsked = (unit: string): boolean =>
      kept.length > 0 && followsAnswers(reasons.get(unit)?.get(annotator));
    const fresh = units.filter((unit) => !known.has(unit));
    const added = shuffle(
      fresh.filter((unit) => !isAsked(unit)),
      seededRandom(`${plan.seed}:order:${annotator}`),
    );
    let next = kept.reduce((most, { order }) => Math.max(most, order + 1), 0);
    for (const unit of added) places.set(unit, next++);
    const open = [...places.keys()].filter((unit) => !submitted.has(pairKey({ unit, annotator })));
    for (const unit of fresh.filter(isAsked)) {
      const random = seededRandom(`${plan.seed}:added:${annotator}:${unit}`);
      const { takes } = addedPlace(open.length, random);
      places.set(unit, takes === null ? next : places.get(open[takes]!)!);
      if (takes !== null) places.set(open[takes]!, next);
      open.push(unit);
      next += 1;
    }
    return [...places]
      .map(([unit, order]) => row(unit, order))
      .toSorted((a, b) => a.order - b.order);
  });
}

function byPerson(
  existing: readonly Assignment[],
): ReadonlyMap<string, ReadonlyMap<string, Assignment>> {
  const found = new Map<string, Map<string, Assignment>>();
  for (const one of existing)
    found.set(one.annotator, (found.get(one.annotator) ?? new Map()).set(one.unit, one));
  return found;
}

/**
 * By unit, who is a further annotator of it, and why. Who was one, or was not, stays so; of those
 * who are new on the unit, any fill the places of first annotators that are free.
 */
function furtherReasons(
  everybody: readonly { readonly annotator: string; readonly units: readonly string[] }[],
  before: ReadonlyMap<string, ReadonlyMap<string, Assignment>>,
  { further, perUnit, seed }: AssignPlan,
): ReadonlyMap<string, ReadonlyMap<string, FurtherReason>> {
  const holders = new Map<string, string[]>();
  for (const { annotator, units } of further === undefined ? [] : everybody)
    for (const unit of units)
      if (further!.units.has(unit)) holders.set(unit, [...(holders.get(unit) ?? []), annotator]);
  return new Map(
    [...holders].map(([unit, names]) => {
      const reason = further!.units.get(unit)!;
      const found = new Map<string, FurtherReason>();
      const fresh: string[] = [];
      let first = 0;
      for (const name of names) {
        const known = before.get(name)?.get(unit);
        if (known === undefined) fresh.push(name);
        else if (known.further === undefined) first += 1;
        else found.set(name, known.further);
      }
      const count = fresh.length - Math.max(perUnit - first, 0);
      for (const name of furtherOnes(fresh, count, { unit, seed })) found.set(name, reason);
      return [unit, found];
    }),
  );
}

function pairKey({ unit, annotator }: Pair): string {
  return JSON.stringify([unit, annotator]);
}

function sortedDistinct(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}

function sortedPairs(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.toSorted(
    (a, b) => byCodeUnits(a.unit, b.unit) || byCodeUnits(a.annotator, b.annotator),
  );
}
