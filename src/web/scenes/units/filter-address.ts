import type { Search } from '../../router.ts';

/** What the address of the list of units may say; everything else in it is left alone. */
const filterNames = [
  'text',
  'standing',
  'round',
  'run',
  'subject',
  'question',
  'answer',
  'by',
  'answer2',
  'by2',
  'annotator',
  'flagged',
  'disagreement',
  'ruled',
  'field',
  'value',
  'order',
] as const;
type FilterName = (typeof filterNames)[number];

/** A filter as it stands in the address: what is not there does not matter. */
export type UnitFilterAddress = Readonly<Partial<Record<FilterName, string>>>;

/** Reads the filter in an address. */
export function readFilter(search: Search): UnitFilterAddress {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = search[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

/** A filter with some parts set; empty ones are taken out, with those that depend on them. */
export function changeFilter(
  filter: UnitFilterAddress,
  part: UnitFilterAddress,
): UnitFilterAddress {
  const next = readFilter({ ...filter, ...part } as Search);
  const { answer, by, answer2, by2, value, ...rest } = next;
  const kept = { ...rest } as Record<string, string | undefined>;
  if (next.question !== undefined) Object.assign(kept, { answer, by, answer2, by2 });
  if (next.field !== undefined) kept['value'] = value;
  return readFilter(kept as Search);
}
