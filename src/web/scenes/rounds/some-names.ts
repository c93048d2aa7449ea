/** More names than this say less than how many they are. */
const mostNamed = 6;

/**
 * The names that are told of a list, and how many are left out: of a long one the first few. One
 * name is never left out alone, since it takes no more room than saying so.
 */
export function someNames(names: readonly string[]): {
  readonly told: readonly string[];
  readonly more: number;
} {
  if (names.length <= mostNamed + 1) return { told: names, more: 0 };
  return { told: names.slice(0, mostNamed), more: names.length - mostNamed };
}
