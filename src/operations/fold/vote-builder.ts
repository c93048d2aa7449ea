import type { TextValue } from '../../domain/coded-text.ts';
import { fault } from '../../domain/fault.ts';
import { codedText, foundValue } from '../../domain/text-values.ts';
import { personName } from '../../domain/people/person-name.ts';
import type { VoteIndexes } from '../../formats/judging/quick-votes.ts';
import { TextIndex } from '../../formats/text-index.ts';
import { votesByUnit } from '../../statistics/votes.ts';
import type { Votes } from '../../statistics/votes.ts';
import type { FaultList } from '../text-file.ts';

/**
 * Votes as typed columns, with the names behind the numbers. Answers are in ascending order,
 * numbers by value.
 */
export interface NamedVotes {
  readonly votes: Votes;
  readonly units: Names;
  readonly annotators: readonly string[];
  readonly answers: readonly string[];
  /** How many votes repeat an earlier one of the same annotator on the same unit; each counts. */
  readonly repeats: number;
  /**
   * How many rows have an empty answer: they are not votes, but their units are there, without an
   * answer where nobody else gave one.
   */
  readonly empty: number;
}

/** Names by their numbers: there may be very many. */
interface Names {
  readonly size: number;
  at(index: number): string;
}

/** Collects votes as numbers, in order of appearance. */
export class VoteBuilder implements VoteIndexes {
  readonly units = new TextIndex();
  readonly annotators = new TextIndex();
  readonly answers = new TextIndex();
  readonly #file: string;
  readonly #found: FaultList;
  #unit = new Int32Array(4096);
  #annotator = new Int32Array(4096);
  #answer = new Int32Array(4096);
  /** Kept from the first weight on that is not 1. */
  #weight: Float64Array<ArrayBuffer> | null = null;
  #count = 0;
  empty = 0;

  constructor(file: string, found: FaultList) {
    this.#file = file;
    this.#found = found;
  }

  /** Adds a vote as it was written; false when it is empty or has a fault. */
  add(
    unit: unknown,
    annotator: unknown,
    answer: unknown,
    weight: number,
    line: number,
    rawWeight: unknown,
  ): boolean {
    if (
      answer === null ||
      answer === undefined ||
      (typeof answer === 'string' && answer.trim() === '')
    ) {
      this.empty += 1;
      if (typeof unit === 'string' && unit.trim() !== '') this.units.add(unit.trim());
      return false;
    }
    const before = this.#found.count;
    if (!(weight >= 0 && weight < Infinity))
      this.#wrong('weight', rawWeight, codedText('number-from', { least: 0 }), line);
    if (typeof unit !== 'string' || unit.trim() === '')
      this.#wrong('unit', unit, codedText('non-empty-text'), line);
    if (typeof annotator !== 'string' || annotator.trim() === '')
      this.#wrong('annotator', annotator, codedText('non-empty-text'), line);
    if (typeof answer === 'object') this.#wrong('answer', answer, codedText('plain-value'), line);
    if (this.#found.count > before) return false;
    this.push(
      this.units.add(String(unit).trim()),
      this.annotators.add(String(annotator).trim()),
      this.answers.add(String(answer).trim()),
      weight,
    );
    return true;
  }

  /** Takes a vote as numbers. */
  push(unit: number, annotator: number, answer: number, weight: number): void {
    const at = this.#count;
    if (at === this.#unit.length) this.#grow();
    this.#unit[at] = unit;
    this.#annotator[at] = annotator;
    this.#answer[at] = answer;
    if (weight !== 1) this.#weight ??= new Float64Array(this.#unit.length).fill(1);
    if (this.#weight !== null) this.#weight[at] = weight;
    this.#count += 1;
  }

  finish(): NamedVotes {
    const count = this.#count;
    const { names: answers, order } = sorted(this.answers.texts());
    const answer = this.#answer.subarray(0, count);
    for (let vote = 0; vote < count; vote += 1) answer[vote] = order[answer[vote]!]!;
    const annotator = this.#annotator.subarray(0, count);
    const { names: annotators, order: people } = peopleIn(this.annotators.texts());
    if (annotators.length < this.annotators.size)
      for (let vote = 0; vote < count; vote += 1) annotator[vote] = people[annotator[vote]!]!;
    const votes: Votes = {
      units: this.units.size,
      annotators: annotators.length,
      categories: answers.length,
      unit: this.#unit.subarray(0, count),
      annotator,
      answer,
      ...(this.#weight === null ? {} : { weight: this.#weight.subarray(0, count) }),
    };
    const { units, empty } = this;
    return { votes, units, annotators, answers, repeats: countRepeats(votes), empty };
  }

  #grow(): void {
    const grow = <T extends Int32Array | Float64Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    const size = 2 * this.#unit.length;
    this.#unit = grow(this.#unit, new Int32Array(size));
    this.#annotator = grow(this.#annotator, new Int32Array(size));
    this.#answer = grow(this.#answer, new Int32Array(size));
    if (this.#weight !== null) this.#weight = grow(this.#weight, new Float64Array(size));
  }

  #wrong(field: string, value: unknown, expected: TextValue, line: number): void {
    const code = value === undefined ? 'missing-field' : 'wrong-value';
    const place = { file: this.#file, line };
    this.#found.add(fault(code, { field, expected, got: foundValue(value) }, place));
  }
}

/** Walks the votes unit by unit, marking who has voted on the present one. */
function countRepeats(votes: Votes): number {
  // Units are numbered as they appear: where their numbers never fall, the votes of each stand
  // together already.
  const { unit, annotator } = isAscending(votes.unit) ? votes : unitByUnit(votes);
  const lastUnit = new Int32Array(votes.annotators).fill(-1);
  let repeats = 0;
  for (let vote = 0; vote < unit.length; vote += 1) {
    const own = annotator[vote]!;
    if (lastUnit[own] === unit[vote]) repeats += 1;
    lastUnit[own] = unit[vote]!;
  }
  return repeats;
}

function isAscending(numbers: Int32Array): boolean {
  for (let at = 1; at < numbers.length; at += 1) if (numbers[at]! < numbers[at - 1]!) return false;
  return true;
}

function unitByUnit({ units, annotators, categories, unit, annotator, answer }: Votes): {
  readonly unit: Int32Array;
  readonly annotator: Int32Array;
} {
  const grouped = votesByUnit({ units, annotators, categories, unit, annotator, answer });
  const own = new Int32Array(unit.length);
  for (let index = 0; index < units; index += 1)
    own.fill(index, grouped.offsets[index], grouped.offsets[index + 1]);
  return { unit: own, annotator: grouped.annotator };
}

/** Names, and for each code its place among them. */
interface OrderedNames {
  readonly names: readonly string[];
  readonly order: Int32Array;
}

/** The names of people, each in its one form and once. */
function peopleIn(texts: readonly string[]): OrderedNames {
  const places = new Map<string, number>();
  const order = Int32Array.from(texts, (text) => {
    const name = personName(text);
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  });
  return { names: [...places.keys()], order };
}

/** The names in ascending order, numbers by value. */
function sorted(texts: readonly string[]): OrderedNames {
  const numeric = texts.every((name) => name !== '' && Number.isFinite(Number(name)));
  const byText = (a: number, b: number): number => (texts[a]! < texts[b]! ? -1 : 1);
  const byValue = (a: number, b: number): number => Number(texts[a]) - Number(texts[b]);
  const codes = Array.from(texts.keys()).toSorted(numeric ? byValue : byText);
  const order = new Int32Array(texts.length);
  codes.forEach((code, place) => (order[code] = place));
  return { names: codes.map((code) => texts[code]!), order };
}
