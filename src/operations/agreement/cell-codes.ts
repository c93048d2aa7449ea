import type { TextValue } from '../../domain/coded-text.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { emptyCodes, missing } from '../../statistics/agreement/ratings.ts';
import type { RatingCodes } from '../../statistics/agreement/ratings.ts';

/** The scales that a plain matrix may be on. */
export const levelNames = ['nominal', 'ordinal', 'interval', 'ratio'] as const;
export type LevelName = (typeof levelNames)[number];

/** True for scales whose values are numbers. */
export function isNumeric(scale: LevelName): boolean {
  return scale === 'interval' || scale === 'ratio';
}

/** True when both texts are the same number: 1 and 1.0. */
export function sameNumber(a: string, b: string): boolean {
  const isBlank = a.trim() === '' || b.trim() === '';
  return !isBlank && Number.isFinite(Number(a)) && Number(a) === Number(b);
}

/** The cells as codes in order of first appearance, in the narrowest array that holds them. */
export class CellCodes {
  readonly #scale: LevelName;
  readonly #declared: readonly string[] | null;
  readonly #index = new Map<string, number>();
  /** Per value: what is expected in its place. */
  readonly #problems: (TextValue | null)[] = [];
  #codes: RatingCodes = new Int8Array(4096);
  count = 0;

  constructor(scale: LevelName, declared: readonly string[] | null) {
    this.#scale = scale;
    this.#declared = declared;
  }

  /** Takes the next cell; returns what was expected where the cell is wrong. */
  add(cell: string): TextValue | null {
    if (this.count === this.#codes.length) this.#widen(2 * this.count, this.#index.size);
    const code = cell === '' ? missing : this.#code(cell.trim());
    this.#codes[this.count] = code;
    this.count += 1;
    return code < 0 ? null : this.#problems[code]!;
  }

  finish(): { readonly categories: readonly string[]; readonly codes: RatingCodes } {
    const cells = [...this.#index.keys()];
    const { categories, codeOf } = answerCodes(cells, this.#scale, this.#declared);
    const place = cells.map(codeOf);
    const codes = emptyCodes(this.count, categories.length);
    for (let at = 0; at < this.count; at += 1) {
      const code = this.#codes[at]!;
      if (code >= 0) codes[at] = place[code]!;
    }
    return { categories, codes };
  }

  #code(cell: string): number {
    if (cell === '') return missing;
    const known = this.#index.get(cell);
    if (known !== undefined) return known;
    const code = this.#index.size;
    this.#index.set(cell, code);
    this.#problems.push(problemOf(cell, this.#scale, this.#declared));
    // One more than the codes so far must fit as well.
    this.#widen(this.#codes.length, code + 2);
    return code;
  }

  #widen(length: number, categories: number): void {
    const mostCodes = 2 ** (8 * this.#codes.BYTES_PER_ELEMENT - 1);
    if (length === this.#codes.length && categories <= mostCodes) return;
    const codes = emptyCodes(length, categories);
    codes.set(this.#codes.subarray(0, this.count));
    this.#codes = codes;
  }
}

/** The categories of answers, the code of each answer, and what is wrong with one. */
export function answerCodes(
  answers: readonly string[],
  scale: LevelName,
  declared: readonly string[] | null,
): {
  readonly categories: readonly string[];
  codeOf(answer: string): number;
  problemOf(answer: string): TextValue | null;
} {
  const categories = declared ?? inferCategories(answers, scale);
  const byText = new Map(categories.map((category, code) => [category, code]));
  const numbers = categories.map((category, code) => [Number(category), code] as const);
  const byNumber = new Map(numbers.filter(([value]) => Number.isFinite(value)));
  return {
    categories,
    codeOf: (answer) => byText.get(answer) ?? byNumber.get(Number(answer)) ?? missing,
    problemOf: (answer) => problemOf(answer, scale, declared),
  };
}

function problemOf(
  cell: string,
  scale: LevelName,
  declared: readonly string[] | null,
): TextValue | null {
  if (isNumeric(scale)) {
    const value = Number(cell);
    if (!Number.isFinite(value)) return codedText('number');
    if (scale === 'ratio' && value < 0) return codedText('number-from', { least: 0 });
  }
  const known = declared ?? [cell];
  const isKnown = known.some((one) => one === cell || sameNumber(one, cell));
  return isKnown ? null : oneOf(known);
}

/** The values that occur, in order: numbers by value (1 and 1.0 are one), else by their text. */
function inferCategories(distinct: readonly string[], scale: LevelName): readonly string[] {
  const numeric = isNumeric(scale) || distinct.every((cell) => Number.isFinite(Number(cell)));
  if (!numeric) return distinct.toSorted((a, b) => Number(a > b) - Number(a < b));
  const byValue = new Map<number, string>();
  for (const cell of distinct) if (!byValue.has(Number(cell))) byValue.set(Number(cell), cell);
  return [...byValue].toSorted(([a], [b]) => a - b).map(([, cell]) => cell);
}
