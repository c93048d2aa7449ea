import type { Question } from '../../domain/protocol/question.ts';
import { leadingCategory } from '../../statistics/leading-category.ts';
import type { JudgmentTable } from '../judging/judgment-table.ts';
import { appliesByCode, comparedCodes, comparedCount } from '../protocol/answer-codes.ts';

/** How often an annotator's answers to a question were those of the majority of the others. */
export type OthersCounts = Readonly<Record<(typeof countNames)[number], number>>;

const countNames = ['agreed', 'compared', 'tied', 'alone', 'extra', 'missed'] as const;
const [agreed, compared, tied, alone, extra, missed] = [0, 1, 2, 3, 4, 5] as const;

/** No answers yet. */
export const noCounts: OthersCounts = {
  agreed: 0,
  compared: 0,
  tied: 0,
  alone: 0,
  extra: 0,
  missed: 0,
};

/** The counts of two questions, or two parts of the work, together. */
export function addCounts(sum: OthersCounts, one: OthersCounts): OthersCounts {
  return Object.fromEntries(countNames.map((name) => [name, sum[name] + one[name]])) as Record<
    (typeof countNames)[number],
    number
  >;
}

/**
 * Everybody against the majority of the others, kept up to date: before a unit changes, what it had
 * brought is taken back, and afterwards what it brings is added.
 */
export class OthersTally {
  readonly questions: readonly Question[];
  readonly #table: JudgmentTable;
  readonly #weightOf: (annotator: number) => number;
  readonly #measured: readonly Measured[];
  #cells = new Int32Array(0);

  /**
   * Begins with everything that was judged so far, or with some units of it. Answers of weight 0
   * are compared, and are never part of a majority.
   */
  constructor(
    table: JudgmentTable,
    weightOf: (annotator: number) => number,
    units: Iterable<number> = Array(table.units).keys(),
  ) {
    this.#table = table;
    this.#weightOf = weightOf;
    this.#measured = table.questions.flatMap((question, at) =>
      question.measured
        ? [
            {
              at,
              countsAs: comparedCodes(question),
              applies: appliesByCode(question),
              given: new Int32Array(comparedCount(question)),
            },
          ]
        : [],
    );
    this.questions = this.#measured.map(({ at }) => table.questions[at]!);
    for (const unit of units) this.bring(unit);
  }

  /** Adds what a unit brings. */
  bring(unit: number): void {
    this.#reserve();
    this.#count(unit, 1);
  }

  /** Takes back what a unit brought, before it changes. */
  takeBack(unit: number): void {
    this.#count(unit, -1);
  }

  /** The counts of an annotator, by their place, on a question, by its place in `questions`. */
  readonly countsOf = (annotator: number, question: number): OthersCounts => {
    const start = (annotator * this.#measured.length + question) * countNames.length;
    return Object.fromEntries(
      countNames.map((name, at) => [name, this.#cells[start + at] ?? 0]),
    ) as Record<(typeof countNames)[number], number>;
  };

  #count(unit: number, change: number): void {
    for (let place = 0; place < this.#measured.length; place += 1)
      this.#compare(unit, this.#measured[place]!, place, change);
  }

  #compare(
    unit: number,
    { at, countsAs, applies, given }: Measured,
    place: number,
    change: number,
  ): void {
    const table = this.#table;
    const end = table.end(unit);
    const cells = this.#cells;
    let voters = 0;
    let everybody = 0;
    let last = 0;
    given.fill(0);
    for (let one = table.first(unit); one < end; one += 1) {
      const code = table.code(one, at);
      if (code < 0) continue;
      everybody += 1;
      if (this.#weightOf(table.who(one)) <= 0) continue;
      last = countsAs[code]!;
      given[last]! += 1;
      voters += 1;
    }
    // Most questions of most units: everybody counts, and all say the same.
    if (voters > 1 && given[last] === everybody) {
      for (let one = table.first(unit); one < end; one += 1) {
        if (table.code(one, at) < 0) continue;
        const start = (table.who(one) * this.#measured.length + place) * countNames.length;
        cells[start + compared]! += change;
        cells[start + agreed]! += change;
      }
      return;
    }
    for (let one = table.first(unit); one < end; one += 1) {
      const code = table.code(one, at);
      if (code < 0) continue;
      const annotator = table.who(one);
      const start = (annotator * this.#measured.length + place) * countNames.length;
      const own = countsAs[code]!;
      const votes = this.#weightOf(annotator) > 0 ? 1 : 0;
      if (voters - votes === 0) {
        cells[start + alone]! += change;
        continue;
      }
      given[own]! -= votes;
      const leader = leadingCategory(given, 0, given.length);
      given[own]! += votes;
      if (leader < 0) cells[start + tied]! += change;
      else {
        cells[start + compared]! += change;
        const differs = applies[code] === 1 ? extra : missed;
        cells[start + (leader === own ? agreed : differs)]! += change;
      }
    }
  }

  /** Makes room for annotators who are new. */
  #reserve(): void {
    const cells = this.#table.annotators.length * this.#measured.length * countNames.length;
    if (cells > this.#cells.length) {
      const larger = new Int32Array(cells);
      larger.set(this.#cells);
      this.#cells = larger;
    }
  }
}

interface Measured {
  readonly at: number;
  /** Per code: what it counts as, and whether the label applies. */
  readonly countsAs: Int32Array;
  readonly applies: Uint8Array;
  /** Room for counting the answers of a unit. */
  readonly given: Int32Array;
}
