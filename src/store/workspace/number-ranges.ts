/** Numbers in their order as text: `1-500,502`. */
export function printRanges(numbers: readonly number[]): string {
  const ranges: string[] = [];
  for (let at = 0; at < numbers.length;) {
    const first = numbers[at]!;
    let last = first;
    while (numbers[(at += 1)] === last + 1) last += 1;
    ranges.push(printRange([first, last]));
  }
  return ranges.join(',');
}

/** The numbers in a text that `printRanges` made; null when it is not one. */
export function readRanges(text: string, most = 100_000): readonly number[] | null {
  const numbers: number[] = [];
  for (const range of text.split(',')) {
    const [, first, last = first] = /^(-?\d{1,15})(?:-(-?\d{1,15}))?$/.exec(range) ?? [];
    if (first === undefined || Number(last) - Number(first) > most - numbers.length) return null;
    for (let number = Number(first); number <= Number(last); number += 1) numbers.push(number);
  }
  return numbers;
}

/** A set of numbers, most of which follow each other: what it holds in memory are the gaps. */
export class NumberSet {
  /** In their order, none touching the next. */
  readonly #ranges: [first: number, last: number][] = [];

  get isEmpty(): boolean {
    return this.#ranges.length === 0;
  }

  has(number: number): boolean {
    return this.#find(number) >= 0;
  }

  add(number: number): void {
    const found = this.#find(number);
    if (found >= 0) return;
    const at = -found - 1;
    const [before, behind] = [this.#ranges[at - 1], this.#ranges[at]];
    if (before?.[1] === number - 1) {
      before[1] = number;
      if (behind?.[0] !== number + 1) return;
      before[1] = behind[1];
      this.#ranges.splice(at, 1);
    } else if (behind?.[0] === number + 1) behind[0] = number;
    else this.#ranges.splice(at, 0, [number, number]);
  }

  delete(number: number): void {
    const at = this.#find(number);
    if (at < 0) return;
    const [first, last] = this.#ranges[at]!;
    const left: [number, number][] = [
      [first, number - 1],
      [number + 1, last],
    ];
    this.#ranges.splice(at, 1, ...left.filter(([from, to]) => from <= to));
  }

  /** As `printRanges` prints them. */
  print(): string {
    return this.#ranges.map(printRange).join(',');
  }

  /** The place of the range that holds a number, or −1 less the place where one would be. */
  #find(number: number): number {
    let [low, high] = [0, this.#ranges.length - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const [first, last] = this.#ranges[middle]!;
      if (number < first) high = middle - 1;
      else if (number > last) low = middle + 1;
      else return middle;
    }
    return -low - 1;
  }
}

function printRange([first, last]: readonly [first: number, last: number]): string {
  return first === last ? `${first}` : `${first}-${last}`;
}
