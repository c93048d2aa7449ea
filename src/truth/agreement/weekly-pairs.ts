import type { JudgmentTable } from '../judging/judgment-table.ts';
import { comparedCodes, comparedCount } from '../protocol/answer-codes.ts';

/** The judgments that somebody gave in one week. */
export interface PersonWeek {
  readonly annotator: number;
  readonly week: number;
  /** By the week at whose end it was known: how many were compared for the first time. */
  readonly units: Map<number, number>;
}

/** How the judgments of two people, each in a week of theirs, compare. */
export interface PersonWeekPair {
  readonly first: number;
  readonly second: number;
  /** The later of the two weeks: when it was known. */
  readonly known: number;
  units: number;
  compared: number;
  differed: number;
  /** The sum of the squares of how many answers to a unit differed. */
  squares: number;
}

/**
 * How people's judgments of each week compare with each other, kept up to date: before a row of
 * `WeeklyJudgments` changes, what it had brought is taken back. A pair of judgments is compared
 * once, as it was known at the end of the week of the later one.
 */
export class WeeklyPairs {
  readonly people: PersonWeek[] = [];
  readonly #table: JudgmentTable;
  readonly #isPerson: (annotator: string) => boolean;
  readonly #persons: boolean[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #pairs = new Map<number, PersonWeekPair>();
  readonly #measured: readonly { readonly at: number; readonly countsAs: Int32Array }[];
  readonly #sizes: readonly number[];
  /** By the week of the judgment: how often each answer to each question was given. */
  readonly #given = new Map<number, readonly Float64Array[]>();

  constructor(table: JudgmentTable, isPerson: (annotator: string) => boolean) {
    this.#table = table;
    this.#isPerson = isPerson;
    const measured = table.questions.flatMap((question, at) =>
      question.measured ? [{ question, at }] : [],
    );
    this.#measured = measured.map(({ question, at }) => ({
      at,
      countsAs: comparedCodes(question),
    }));
    this.#sizes = measured.map(({ question }) => comparedCount(question));
  }

  /** How many questions are compared. */
  get questions(): number {
    return this.#measured.length;
  }

  get pairs(): Iterable<PersonWeekPair> {
    return this.#pairs.values();
  }

  /** By question and answer, how often it was given in the compared judgments of a week. */
  given(known: number): readonly Float64Array[] {
    const before = this.#given.get(known);
    if (before !== undefined) return before;
    const counts = this.#sizes.map((size) => new Float64Array(size));
    this.#given.set(known, counts);
    return counts;
  }

  /** Adds what a row of a week brings, or with −1 takes it back. */
  count(row: number, week: number, change: 1 | -1): void {
    const table = this.#table;
    const end = table.end(row);
    for (let one = table.first(row); one < end; one += 1) {
      if (!this.#isCompared(one)) continue;
      let [isAlone, isKnown] = [true, false];
      for (let other = table.first(row); other < end; other += 1) {
        if (other === one || !this.#isCompared(other)) continue;
        isAlone = false;
        const isEarlier = table.mark(one) !== week + 1 && table.mark(other) !== week + 1;
        if (isEarlier) isKnown = true;
        else if (other > one) this.#compare(one, other, week, change);
      }
      if (isAlone || isKnown) continue;
      const { units } = this.people[this.#personWeek(one)]!;
      units.set(week, (units.get(week) ?? 0) + change);
      this.#countGiven(one, week, change);
    }
  }

  #compare(one: number, other: number, week: number, change: 1 | -1): void {
    let [compared, differed] = [0, 0];
    for (const { at, countsAs } of this.#measured) {
      const [a, b] = [this.#table.code(one, at), this.#table.code(other, at)];
      if (a < 0 || b < 0) continue;
      compared += 1;
      if (countsAs[a] !== countsAs[b]) differed += 1;
    }
    const pair = this.#pair(this.#personWeek(one), this.#personWeek(other), week);
    pair.units += change;
    pair.compared += change * compared;
    pair.differed += change * differed;
    pair.squares += change * differed * differed;
  }

  #countGiven(place: number, week: number, change: 1 | -1): void {
    const given = this.given(week);
    this.#measured.forEach(({ at, countsAs }, question) => {
      const code = this.#table.code(place, at);
      if (code >= 0) given[question]![countsAs[code]!]! += change;
    });
  }

  #pair(one: number, other: number, known: number): PersonWeekPair {
    const [first, second] = one < other ? [one, other] : [other, one];
    const key = first * mostNumbers + second;
    const before = this.#pairs.get(key);
    if (before !== undefined) return before;
    const pair = { first, second, known, units: 0, compared: 0, differed: 0, squares: 0 };
    this.#pairs.set(key, pair);
    return pair;
  }

  /** The number of the person and week of a judgment. */
  #personWeek(place: number): number {
    const [annotator, week] = [this.#table.who(place), this.#table.mark(place) - 1];
    const key = annotator * mostWeeks + week;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.people.push({ annotator, week, units: new Map() }) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  #isCompared(place: number): boolean {
    const annotator = this.#table.who(place);
    for (let next = this.#persons.length; next <= annotator; next += 1)
      this.#persons.push(this.#isPerson(this.#table.annotators[next]!));
    return this.#persons[annotator]!;
  }
}

/** Marks are 16 bits wide. */
const mostWeeks = 2 ** 16;
/** Two numbers below it are one exact number. */
const mostNumbers = 2 ** 26;
