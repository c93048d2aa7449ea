import type { Asides, LoggedJudgment } from '../../domain/judging/judgment.ts';
import { storedJson } from '../../domain/stored-json.ts';

/** Where annotators asked for a second look, or were unsure, by their latest judgments. */
export class UnitMarks {
  /** Per unit: who flagged it, and when. */
  readonly #flags = new Map<number, Map<string, string>>();
  readonly #uncertain = new Map<number, Set<string>>();

  note(unit: number, entry: LoggedJudgment): void {
    const { annotator, asides, at } = entry;
    // Looking for the word first: hardly any judgment has a flag, and parsing costs the most.
    const isMarked = asides.includes('"flag":true') || asides.includes('"uncertain":true');
    const given: Partial<Asides> = isMarked ? storedJson(asides, 'judgment', 'asides', entry) : {};
    if (given.flag === true)
      this.#flags.set(
        unit,
        (this.#flags.get(unit) ?? new Map<string, string>()).set(annotator, at),
      );
    else this.#flags.get(unit)?.delete(annotator);
    if (given.uncertain === true)
      this.#uncertain.set(unit, (this.#uncertain.get(unit) ?? new Set<string>()).add(annotator));
    else this.#uncertain.get(unit)?.delete(annotator);
  }

  /** Who flagged a unit after a time. */
  flaggedSince(unit: number, time: string): readonly string[] {
    const flags = this.#flags.get(unit);
    if (flags === undefined) return [];
    return [...flags].filter(([, at]) => at > time).map(([annotator]) => annotator);
  }

  /** The units that somebody flagged. */
  get flagged(): readonly number[] {
    return [...this.#flags].filter(([, flags]) => flags.size > 0).map(([unit]) => unit);
  }

  /** At how many units an annotator was unsure. */
  uncertainBy(annotator: string): number {
    let count = 0;
    for (const annotators of this.#uncertain.values()) if (annotators.has(annotator)) count += 1;
    return count;
  }
}
