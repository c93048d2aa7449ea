/**
 * Each unit's rank among the units of its subject, most recent first, from 0. The K most recent are
 * those with a rank below K. Ties go by id, undated units come last, file order has no influence.
 * @example recencyRanks([{ id: 'a', time: 1 }, { id: 'b', time: null }]) // [0, 1]
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
