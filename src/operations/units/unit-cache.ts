import { storedJson } from '../../domain/stored-json.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { Store } from '../../store/open-store.ts';
import { unitText } from '../../store/units/units.ts';
import type { UnitPlace } from '../../store/units/units.ts';
import { cacheOf } from '../caches.ts';

/**
 * The fields of a unit. Units never change, and an annotator asks for the same unit repeatedly
 * while it moves up, so recent ones are cached.
 */
export async function unitFields(store: Store, place: UnitPlace): Promise<UnitFields> {
  const kept = cacheOf(store, 'units', () => ({ units: new Map(), length: 0 }));
  const key = JSON.stringify([place.project, place.task, place.unit]);
  const known = kept.units.get(key);
  if (known !== undefined) return known.fields;
  const text = await store.read((db) => unitText(db, place));
  if (text === null) throw new Error(`There is no unit ${place.unit}`);
  const fields = storedJson<UnitFields>(text, 'unit', 'fields', place);
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

/** The units that were shown lately. */
export interface UnitCache {
  /** The oldest first. */
  readonly units: Map<string, KeptUnit>;
  length: number;
}

function keep(kept: UnitCache, key: string, unit: KeptUnit): void {
  if (kept.units.has(key)) return;
  kept.units.set(key, unit);
  kept.length += unit.length;
  for (const [oldest, { length }] of kept.units) {
    if (kept.length <= mostKept) return;
    kept.units.delete(oldest);
    kept.length -= length;
  }
}
