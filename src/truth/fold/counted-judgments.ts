import { isPending } from '../../domain/fold/uncounted.ts';
import type { Uncounted, UnitJudgment } from '../../domain/fold/uncounted.ts';
import { JudgmentTable } from '../judging/judgment-table.ts';
import type { StandingRules } from './standing-rules.ts';

/** Numbers for the reasons why judgments do not count, from 1: the marks in a table. */
class CountingMarks {
  readonly #reasons: Uncounted[] = [];
  readonly #numbers = new Map<string, number>();

  /** The mark of a reason, which gets one when new. */
  of(reason: Uncounted): number {
    const key = `${reason.why}/${reason.round ?? ''}/${reason.guideline ?? ''}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const mark = this.#reasons.push(reason);
    this.#numbers.set(key, mark);
    return mark;
  }

  /** The reason behind a mark; null for a judgment that counts. */
  reason(mark: number): Uncounted | null {
    return mark === 0 ? null : this.#reasons[mark - 1]!;
  }

  /** Whether a mark is that of a pilot which has not passed. */
  readonly isPending = (mark: number): boolean => {
    const reason = this.reason(mark);
    return reason !== null && isPending(reason);
  };
}

/** What the marks in a table mean, to everybody who reads the table. */
const marksOf = new WeakMap<JudgmentTable, CountingMarks>();

/** Which judgments of a table count, how much, and why not where they do not. */
export class CountedJudgments {
  readonly marks: CountingMarks;
  readonly #table: JudgmentTable;
  readonly #rules: Pick<StandingRules, 'weightOf' | 'whyWeightless'>;
  readonly #weights: number[] = [];
  /** Judgments that are not in the table at all, with their reasons as marks. */
  readonly #left = new JudgmentTable({ questions: [] }, 1);
  /** Per unit, the numbers of those who saw a suggestion when they gave what is in the table. */
  readonly #assisted = new Map<number, Set<number>>();

  constructor(table: JudgmentTable, rules: Pick<StandingRules, 'weightOf' | 'whyWeightless'>) {
    this.#table = table;
    this.#rules = rules;
    this.marks = marksOf.get(table) ?? new CountingMarks();
    marksOf.set(table, this.marks);
  }

  /** How much the judgments of an annotator, by number, count. */
  readonly weight = (annotator: number): number => {
    for (let next = this.#weights.length; next <= annotator; next += 1)
      this.#weights.push(this.#rules.weightOf(this.#table.annotators[next]!));
    return this.#weights[annotator]!;
  };

  /** Whether the judgment at a place counts. */
  counts(place: number): boolean {
    return this.#table.mark(place) === 0 && this.weight(this.#table.who(place)) > 0;
  }

  /** Whether any judgment on a unit counts. */
  isJudged(unit: number): boolean {
    const end = this.#table.end(unit);
    for (let place = this.#table.first(unit); place < end; place += 1)
      if (this.counts(place)) return true;
    return false;
  }

  /**
   * The judgments on a unit that would have counted for another reason than their annotator's
   * weight, of a unit on which none counts. Where there are none, nobody has judged it.
   */
  heard(unit: number): readonly UnitJudgment[] {
    return this.on(unit).filter(
      ({ annotator, weight, uncounted }) =>
        uncounted !== null &&
        uncounted.why !== 'training' &&
        (weight > 0 || this.#rules.whyWeightless?.(annotator) === 'not-on-panel'),
    );
  }

  /** Whether an annotator has given anything on a unit, be it that it counts or not. */
  hasGiven(unit: number, annotator: string): boolean {
    const known = this.#table.findAnnotator(annotator);
    if (known >= 0 && this.#table.has(unit, known)) return true;
    const left = this.#left.findAnnotator(annotator);
    return left >= 0 && this.#left.has(unit, left);
  }

  /** How many judgments on a unit count. */
  count(unit: number): number {
    let count = 0;
    const end = this.#table.end(unit);
    for (let place = this.#table.first(unit); place < end; place += 1)
      if (this.counts(place)) count += 1;
    return count;
  }

  /** Notes whether an annotator, by number, saw a suggestion on a unit. */
  noteAssistance(unit: number, annotator: number, isAssisted: boolean): void {
    const known = this.#assisted.get(unit);
    if (isAssisted) this.#assisted.set(unit, (known ?? new Set<number>()).add(annotator));
    else known?.delete(annotator);
  }

  /** How many of the judgments on a unit that count were given while a suggestion was shown. */
  assisted(unit: number): number {
    let count = 0;
    for (const annotator of this.#assisted.get(unit) ?? []) {
      const place = this.#table.place(unit, annotator);
      if (place >= 0 && this.counts(place)) count += 1;
    }
    return count;
  }

  /** The same over all units. */
  get allAssisted(): number {
    let count = 0;
    for (const unit of this.#assisted.keys()) count += this.assisted(unit);
    return count;
  }

  /** The judgments on a unit, what each weighs, and why where one does not count. */
  on(unit: number): readonly UnitJudgment[] {
    const found: UnitJudgment[] = [];
    for (let place = this.#table.first(unit); place < this.#table.end(unit); place += 1) {
      const who = this.#table.who(place);
      const annotator = this.#table.annotators[who]!;
      const weight = this.weight(who);
      const why = this.#rules.whyWeightless?.(annotator) ?? 'weight-0';
      const marked = this.marks.reason(this.#table.mark(place));
      found.push({ annotator, weight, uncounted: weight === 0 ? { why, round: null } : marked });
    }
    return [...found, ...this.#leftOn(unit)].toSorted((a, b) =>
      a.annotator < b.annotator ? -1 : 1,
    );
  }

  /** Notes a judgment that is not in the table: the unit has it, and another must be given. */
  leaveOut(unit: number, annotator: string, reason: Uncounted): void {
    const number = this.#left.annotator(annotator);
    // Training says nothing of what was given outside of it.
    if (reason.why === 'training' && this.#left.has(unit, number)) return;
    this.#left.put(unit, number, [], this.marks.of(reason));
  }

  /** How many that were left out for a reason were not given again. */
  countLeft(why: Uncounted['why']): number {
    let count = 0;
    for (let unit = 0; unit < this.#left.units; unit += 1)
      count += this.#leftOn(unit).filter((one) => one.uncounted!.why === why).length;
    return count;
  }

  /** What was left out, of those who have given nothing since. */
  #leftOn(unit: number): readonly UnitJudgment[] {
    const found: UnitJudgment[] = [];
    for (let place = this.#left.first(unit); place < this.#left.end(unit); place += 1) {
      const annotator = this.#left.annotators[this.#left.who(place)]!;
      const known = this.#table.findAnnotator(annotator);
      const uncounted = this.marks.reason(this.#left.mark(place));
      if (known < 0 || !this.#table.has(unit, known))
        found.push({ annotator, weight: this.#rules.weightOf(annotator), uncounted });
    }
    return found;
  }
}
