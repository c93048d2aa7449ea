/**
 * Groups entries by key, in order of first appearance; our oldest Node lacks `Map.groupBy`.
 * @example groupBy(['a', 'bb', 'c'], (word) => word.length).get(1) // ['a', 'c']
 */
export function groupBy<Entry, Key>(
  entries: Iterable<Entry>,
  keyOf: (entry: Entry) => Key,
): Map<Key, Entry[]> {
  const groups = new Map<Key, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}
