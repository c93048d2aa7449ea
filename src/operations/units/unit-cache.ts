import type { UnitFields } from '../../domain/units/unit.ts';
import type { Store } from '../../store/open-store.ts';
import { unitText } from '../../store/units/units.ts';
import type { UnitPlace } from '../../store/units/units.ts';

/**
 * The fields of a unit. A unit never changes once it is there, so those that were shown lately are
 * kept: an annotator asks for the same unit each time that
 * it comes nearer, and others ask for it too.
 */
export async function unitFields(
  store: Store,
  place: UnitPlace & { readonly unit: string },
): Promise<UnitFields> {
  const kept = keptOf(store);
  const key = JSON.stringify([place.project, place.task, place.unit]);
  const known = kept.units.get(key);
  if (known !== undefined) return known.fields;
  const text = await store.read((db) => unitText(db, place));
  if (text === null) throw new Error(`There is no unit ${place.unit}`);
  const fields = JSON.parse(text) as UnitFields;
  if (text.length <= longestKept) keep(kept, key, { fields, length: text.length });
  return fields;
}

/** In characters: one unit, and all together. */
const longestKept = 50_000;
const mostKept = 1_000_000;

interface KeptUnit {
  readonly fields: UnitFields;
  readonly length: number;
}

interface Kept {
  /** The oldest first. */
  readonly units: Map<string, KeptUnit>;
  length: number;
}

const caches = new WeakMap<Store, Kept>();

function keptOf(store: Store): Kept {
  const kept = caches.get(store) ?? { units: new Map<string, KeptUnit>(), length: 0 };
  caches.set(store, kept);
  return kept;
}

function keep(kept: Kept, key: string, unit: KeptUnit): void {
  if (kept.units.has(key)) return;
  kept.units.set(key, unit);
  kept.length += unit.length;
  for (const [oldest, { length }] of kept.units) {
    if (kept.length <= mostKept) return;
    kept.units.delete(oldest);
    kept.length -= length;
  }
}
