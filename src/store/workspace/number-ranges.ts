/** Numbers in their order as text: `1-500,502`. */
export function printRanges(numbers: readonly number[]): string {
  const ranges: string[] = [];
  for (let at = 0; at < numbers.length;) {
    const first = numbers[at]!;
    let last = first;
    while (numbers[(at += 1)] === last + 1) last += 1;
    ranges.push(first === last ? `${first}` : `${first}-${last}`);
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
