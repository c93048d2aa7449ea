import type { JudgmentTable } from '../judging/judgment-table.ts';

/**
 * The judgments that agreement is measured on: without those that were given with a suggestion, or
 * asked for because of the first answers. It is the table of all judgments until one is left out.
 */
export class ComparedJudgments {
  readonly #all: JudgmentTable;
  readonly #isCompared: (annotator: string) => boolean;
  readonly #compared: boolean[] = [];
  /** A table of its own once judgments are left out, and how many each annotator has in it. */
  #own: JudgmentTable | null = null;
  readonly #counts: number[] = [];

  constructor(all: JudgmentTable, isCompared: (annotator: string) => boolean) {
    this.#all = all;
    this.#isCompared = isCompared;
  }

  /** Annotators have the same numbers in it as in the table of all judgments. */
  get table(): JudgmentTable {
    return this.#own ?? this.#all;
  }

  /** Parts from the table of all judgments, before the first that is left out is added there. */
  part(): boolean {
    if (this.#own !== null) return false;
    const own = this.#all.copy();
    this.#own = own;
    for (let unit = 0; unit < own.units; unit += 1)
      for (let place = own.first(unit); place < own.end(unit); place += 1)
        this.#count(own.who(place));
    return true;
  }

  /** Adds what was added to the table of all judgments, in the same way. */
  add(annotator: string, put: ((table: JudgmentTable) => boolean | null) | null): void {
    if (this.#own === null) return;
    const number = this.#own.annotator(annotator);
    if (put?.(this.#own) === true) this.#count(number);
  }

  /** Whether an annotator, by number, has given any of them, so that they have a column. */
  has(annotator: number): boolean {
    return this.#own === null || (this.#counts[annotator] ?? 0) > 0;
  }

  /**
   * The share of pairs of answers to a unit's questions that are the same, without keyword rules
   * and outsiders; null when no question was answered twice.
   */
  agreement(unit: number): number | null {
    const { table } = this;
    const end = table.end(unit);
    let pairs = 0;
    let same = 0;
    for (let one = table.first(unit); one < end; one += 1) {
      if (!this.#isHeard(table.who(one))) continue;
      for (let other = one + 1; other < end; other += 1) {
        if (!this.#isHeard(table.who(other))) continue;
        for (let at = 0; at < table.questions.length; at += 1) {
          const code = table.code(one, at);
          if (code < 0 || table.code(other, at) < 0) continue;
          pairs += 1;
          if (code === table.code(other, at)) same += 1;
        }
      }
    }
    return pairs === 0 ? null : same / pairs;
  }

  #isHeard(annotator: number): boolean {
    for (let next = this.#compared.length; next <= annotator; next += 1)
      this.#compared.push(this.#isCompared(this.#all.annotators[next]!));
    return this.#compared[annotator]!;
  }

  #count(annotator: number): void {
    this.#counts[annotator] = (this.#counts[annotator] ?? 0) + 1;
  }
}
