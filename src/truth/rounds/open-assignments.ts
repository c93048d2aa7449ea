import type { Assignment } from '../../domain/rounds/assignment.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';

/**
 * What is still to be judged: demand minus supply, in order. A judgment by the same annotator on
 * the same unit, in the same round or in none, meets an assignment.
 * @example open([{ unit: 'u1', annotator: 'anna', round: 'pilot', order: 0 }], []).length // 1
 */
export function open(
  assignments: readonly Assignment[],
  judgments: Iterable<Pick<Judgment, 'unit' | 'annotator' | 'round'>>,
): readonly Assignment[] {
  const met = new Map<string, Map<string, Set<string | null>>>();
  for (const { unit, annotator, round } of judgments) {
    const units = met.get(annotator) ?? new Map<string, Set<string | null>>();
    const rounds = units.get(unit) ?? new Set<string | null>();
    met.set(annotator, units.set(unit, rounds.add(round)));
  }
  return assignments.filter(({ unit, annotator, round }) => {
    const rounds = met.get(annotator)?.get(unit);
    return rounds === undefined || !(rounds.has(round) || rounds.has(null));
  });
}
