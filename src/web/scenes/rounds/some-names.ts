/** More names than this say less than how many they are. */
const mostNamed = 6;

/** The first few names of a list, and how many are left out; never just one. */
export function someNames(names: readonly string[]): {
  readonly told: readonly string[];
  readonly more: number;
} {
  if (names.length <= mostNamed + 1) return { told: names, more: 0 };
  return { told: names.slice(0, mostNamed), more: names.length - mostNamed };
}
