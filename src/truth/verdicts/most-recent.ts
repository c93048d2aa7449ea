/**
 * The place of each unit among the units of its subject, the most recent first, from 0. The K most
 * recent are those with a place below K, so they are nested: the 25 are among the 50. Of units of
 * the same moment the one with the lower id comes first, so that the order in a file decides
 * nothing; units without a date come last.
 * @example recencyRanks([{ id: 'a', time: 1 }, { id: 'b', time: null }, { id: 'c', time: 2 }]) // [1, 2, 0]
 */
export function recencyRanks(
  units: readonly { readonly id: string; readonly time: number | null }[],
): Int32Array {
  // Files mostly have the most recent first, and then there is nothing to sort.
  if (
    units.every((unit, at) => at === 0 || (unit.time !== null && unit.time < units[at - 1]!.time!))
  )
    return Int32Array.from(units.keys());
  const times = Float64Array.from(units, (unit) => unit.time ?? Number.NEGATIVE_INFINITY);
  const order = Int32Array.from(units.keys()).toSorted((a, b) => {
    if (times[a] !== times[b]) return times[a]! > times[b]! ? -1 : 1;
    return units[a]!.id < units[b]!.id ? -1 : 1;
  });
  const ranks = new Int32Array(units.length);
  order.forEach((unit, rank) => (ranks[unit] = rank));
  return ranks;
}
