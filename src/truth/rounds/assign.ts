import { byCodeUnits } from '../../domain/by-code-units.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Assignment } from '../../domain/rounds/assignment.ts';
import { refuse } from '../../domain/fault.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import { shuffle } from '../../statistics/shuffle.ts';
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
  readonly seed: number | string;
  /** Existing assignments of this round; they stay unless balance or a departure demands a move. */
  readonly existing?: readonly Assignment[];
  /** Submitted work: it never moves and is never lost, even when its annotator has left. */
  readonly submitted?: readonly Pair[];
}

/**
 * Assigns each unit to exactly `perUnit` different annotators, so evenly that loads differ by at
 * most one unit, each annotator's units in a separate random order. The result depends on the seed
 * and on what is given, not on its order; assigning again changes nothing. When an annotator joins
 * or leaves, only unsubmitted work moves, as far as the balance needs it; what stays keeps its
 * place, new work comes after it. Submitted work may prevent an even balance; it is then as even as
 * possible. A unit with more submitted judgments than asked for keeps them all.
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
  if (people.length < plan.perUnit) {
    refuse('too-few-annotators', { wanted: plan.perUnit, people: people.length });
  }
  const existing = (plan.existing ?? []).filter((entry) => entry.round === plan.round);
  const workload = new Workload(unitList, people, plan.perUnit);
  for (const pair of sortedPairs(submittedHere(plan.submitted ?? [], unitList, existing)))
    workload.fix(pair.unit, pair.annotator);
  for (const pair of sortedPairs(existing)) workload.keep(pair.unit, pair.annotator);
  workload.fill(seededRandom(`${plan.seed}:assign`));
  workload.balance();
  return ordered(workload, existing, plan);
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
  const handedOut = new Set(existing.map((pair) => JSON.stringify([pair.unit, pair.annotator])));
  return submitted.filter(
    (pair) => listed.has(pair.unit) || handedOut.has(JSON.stringify([pair.unit, pair.annotator])),
  );
}

/** Kept pairs keep their place; new ones follow in a random order. */
function ordered(
  workload: Workload,
  existing: readonly Assignment[],
  plan: AssignPlan,
): readonly Assignment[] {
  const places = new Map<string, Map<string, number>>();
  for (const { annotator, unit, order } of existing)
    places.set(annotator, (places.get(annotator) ?? new Map<string, number>()).set(unit, order));
  const everybody = workload.annotators().toSorted((a, b) => byCodeUnits(a.annotator, b.annotator));
  return everybody.flatMap(({ annotator, units }) => {
    const known = places.get(annotator) ?? new Map<string, number>();
    const { round } = plan;
    const row = (unit: string, order: number): Assignment => ({ unit, annotator, round, order });
    const kept = units.flatMap((unit) => (known.has(unit) ? [row(unit, known.get(unit)!)] : []));
    const added = shuffle(
      units.filter((unit) => !known.has(unit)),
      seededRandom(`${plan.seed}:order:${annotator}`),
    );
    const next = kept.reduce((most, { order }) => Math.max(most, order + 1), 0);
    return kept
      .toSorted((a, b) => a.order - b.order)
      .concat(added.map((unit, at) => row(unit, next + at)));
  });
}

function sortedDistinct(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}

function sortedPairs(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.toSorted(
    (a, b) => byCodeUnits(a.unit, b.unit) || byCodeUnits(a.annotator, b.annotator),
  );
}
