import { UnitTable } from '../../formats/units/unit-table.ts';

/** A unit with what decides whether it is among the most recent of its subject. */
export interface DatedUnit {
  readonly id: string;
  readonly subject: string | null;
  readonly date: unknown;
}

/** The ids of the K most recent units of each subject, in the order given; all without a K. */
export function mostRecent(units: readonly DatedUnit[], k: number | null): readonly string[] {
  if (k === null) return units.map(({ id }) => id);
  const table = new UnitTable();
  for (const { id, subject, date } of units) {
    table.addSubject(subject ?? id, {});
    table.add(subject ?? id, id, date);
  }
  const recent = new Set<string>();
  for (const { ids, ranks } of table.subjects())
    ids.forEach((id, at) => {
      if (ranks[at]! < k) recent.add(id);
    });
  return units.map(({ id }) => id).filter((id) => recent.has(id));
}
