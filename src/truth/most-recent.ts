/**
 * The place of each unit among the units of its subject, the most recent first, from 0. The K most recent are those with a place below K, so
 * they are nested: the 25 are among the 50. Of units of the same moment the one with the lower id comes first, so that the order in a
 * file decides nothing; units without a date come last.
 * @example recencyRanks([{ id: 'a', time: 1 }, { id: 'b', time: null }, { id: 'c', time: 2 }]) // [1, 2, 0]
 */
export function recencyRanks(units: readonly { readonly id: string; readonly time: number | null }[]): Int32Array {
  const order = units.map((_, at) => at);
  order.sort((a, b) => {
    const [first, second] = [units[a]!, units[b]!];
    if (first.time !== second.time) return (second.time ?? Number.NEGATIVE_INFINITY) - (first.time ?? Number.NEGATIVE_INFINITY);
    return first.id < second.id ? -1 : first.id > second.id ? 1 : 0;
  });
  const ranks = new Int32Array(units.length);
  order.forEach((unit, rank) => (ranks[unit] = rank));
  return ranks;
}
