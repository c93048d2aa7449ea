import type { Question } from '../../domain/protocol/question.ts';
import { leadingCategory } from '../../statistics/leading-category.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { RatingCodes } from '../../statistics/agreement/ratings.ts';
import {
  appliesByCode,
  codeCount,
  comparedCodes,
  comparedCount,
} from '../protocol/answer-codes.ts';
import type { UnitAnswers } from '../judging/unit-answers.ts';

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

/**
 * Everybody against the majority of the others, kept up to date: for a changed unit, its previous
 * counts are taken back, from a copy of its previous answers, and its new ones are added.
 */
export class OthersTally {
  readonly questions: readonly Question[];
  readonly #answers: UnitAnswers;
  readonly #weightOf: (annotator: number) => number;
  readonly #measured: readonly Measured[];
  #counted: RatingCodes;
  #cells = new Int32Array(0);

  /** Counts everything judged so far. Answers of weight 0 are compared, never part of a majority. */
  constructor(answers: UnitAnswers, weightOf: (annotator: number) => number) {
    this.#answers = answers;
    this.#weightOf = weightOf;
    this.#measured = answers.questions.flatMap((question, at) =>
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
    this.questions = this.#measured.map(({ at }) => answers.questions[at]!);
    this.#counted = emptyCodes(0, widest(answers));
    this.#reserve();
    for (let row = 0; row < answers.size; row += 1) this.#bring(row);
  }

  /** Recounts a unit. */
  move(row: number): void {
    this.#reserve();
    this.#count(row, -1);
    this.#bring(row);
  }

  /** The counts of an annotator, by their place, on a question, by its place in `questions`. */
  readonly countsOf = (annotator: number, question: number): OthersCounts => {
    const start = (annotator * this.#measured.length + question) * countNames.length;
    return Object.fromEntries(
      countNames.map((name, at) => [name, this.#cells[start + at] ?? 0]),
    ) as Record<(typeof countNames)[number], number>;
  };

  /** Copies the answers to a unit as they are, and counts them. */
  #bring(row: number): void {
    const width = this.#answers.questions.length;
    for (let one = this.#answers.first(row); one >= 0; one = this.#answers.next(one)) {
      for (let at = 0; at < width; at += 1)
        this.#counted[one * width + at] = this.#answers.code(one, at);
    }
    this.#count(row, 1);
  }

  #count(row: number, change: number): void {
    for (let place = 0; place < this.#measured.length; place += 1)
      this.#compare(row, this.#measured[place]!, place, change);
  }

  #compare(
    row: number,
    { at, countsAs, applies, given }: Measured,
    place: number,
    change: number,
  ): void {
    const answers = this.#answers;
    const counted = this.#counted;
    const cells = this.#cells;
    const width = answers.questions.length;
    let voters = 0;
    let everybody = 0;
    let last = 0;
    given.fill(0);
    for (let one = answers.first(row); one >= 0; one = answers.next(one)) {
      const code = counted[one * width + at]!;
      if (code < 0) continue;
      everybody += 1;
      if (this.#weightOf(answers.annotator(one)) <= 0) continue;
      last = countsAs[code]!;
      given[last]! += 1;
      voters += 1;
    }
    // Most questions of most units: everybody counts, and all say the same.
    if (voters > 1 && given[last] === everybody) {
      for (let one = answers.first(row); one >= 0; one = answers.next(one)) {
        if (counted[one * width + at]! < 0) continue;
        const start = (answers.annotator(one) * this.#measured.length + place) * countNames.length;
        cells[start + compared]! += change;
        cells[start + agreed]! += change;
      }
      return;
    }
    for (let one = answers.first(row); one >= 0; one = answers.next(one)) {
      const code = counted[one * width + at]!;
      if (code < 0) continue;
      const annotator = answers.annotator(one);
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

  /** Makes room for annotators and judgments that are new. */
  #reserve(): void {
    const cells = this.#answers.annotators.length * this.#measured.length * countNames.length;
    if (cells > this.#cells.length) {
      const larger = new Int32Array(cells);
      larger.set(this.#cells);
      this.#cells = larger;
    }
    const codes = this.#answers.judgmentCount * this.#answers.questions.length;
    if (codes > this.#counted.length) {
      const larger = emptyCodes(Math.max(codes, 2 * this.#counted.length), widest(this.#answers));
      larger.set(this.#counted);
      this.#counted = larger;
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

function widest({ questions }: UnitAnswers): number {
  return Math.max(1, ...questions.map(codeCount));
}
