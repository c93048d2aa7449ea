import type { UnitTable } from './unit-table.ts';

/** What was left aside while units were read, in words. */
export function unitNotes({ leftAside }: UnitTable): readonly string[] {
  const { withoutId, repeated, undated, elsewhere } = leftAside;
  const dated = 'no date that can be read';
  const asUndated = 'the oldest, with the weight for undated units';
  return [
    counted(withoutId, 'has no id and is left out', 'have no id and are left out'),
    counted(repeated, 'is there twice and counts once', 'are repeated and count once each'),
    counted(
      elsewhere,
      'stands under two subjects and counts for the first',
      'stand under two subjects and count for the first',
    ),
    counted(
      undated,
      `has ${dated}: it counts as ${asUndated}`,
      `have ${dated}: they count as ${asUndated}`,
    ),
  ].flat();
}

function counted(count: number, one: string, many: string): readonly string[] {
  if (count === 0) return [];
  return [count === 1 ? `One unit ${one}.` : `${count} units ${many}.`];
}
