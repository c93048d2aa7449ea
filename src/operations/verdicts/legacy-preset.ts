import { readFileSync } from 'node:fs';
import { readLegacyPreset } from '../../formats/verdicts/legacy-preset.ts';
import type { LegacyPreset } from '../../formats/verdicts/legacy-preset.ts';

let preset: LegacyPreset | null = null;

/** The preset that ships with the package, read once. */
export function legacyPreset(): LegacyPreset {
  const file = new URL('../../../presets/legacy-policies.json', import.meta.url);
  preset ??= readLegacyPreset(readFileSync(file, 'utf8'));
  return preset;
}
