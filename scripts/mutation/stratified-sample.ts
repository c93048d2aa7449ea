import { groupBy } from '../../src/domain/group-by.ts';
import { seededRandom } from '../../src/statistics/seeded-random.ts';
import { shuffle } from '../../src/statistics/shuffle.ts';

/**
 * A random sample in which every group has its share, to within one. The same seed gives the same
 * sample, and a larger sample of the same seed contains the smaller one but for those shares.
 */
export function stratifiedSample<Item>(
  items: readonly Item[],
  groupOf: (item: Item) => string,
  size: number,
  seed: string,
): readonly Item[] {
  if (size >= items.length) return items;
  const groups = [...groupBy(items, groupOf)].toSorted(([first], [second]) =>
    first < second ? -1 : 1,
  );
  const shares = groups.map(([name, members]) => {
    const exact = (size * members.length) / items.length;
    return { name, members, whole: Math.floor(exact), rest: exact - Math.floor(exact) };
  });
  const missing = size - shares.reduce((sum, { whole }) => sum + whole, 0);
  const raised = new Set(
    shares.toSorted((first, second) => second.rest - first.rest).slice(0, missing),
  );
  return shares.flatMap((share) =>
    shuffle(share.members, seededRandom(`${seed}:${share.name}`)).slice(
      0,
      share.whole + (raised.has(share) ? 1 : 0),
    ),
  );
}
