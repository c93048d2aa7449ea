/** JavaScript compares code units, which orders characters beyond the first plane differently. */
export function compareCodePoints(a: string, b: string): number {
  const [first, second] = [[...a], [...b]];
  for (let at = 0; at < Math.min(first.length, second.length); at += 1) {
    const difference = first[at]!.codePointAt(0)! - second[at]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return first.length - second.length;
}
