import { readLegacyPreset } from '../../formats/verdicts/legacy-preset.ts';
import type { LegacyPreset } from '../../formats/verdicts/legacy-preset.ts';
import { packageText } from '../package-files.ts';

let preset: LegacyPreset | null = null;

/** The preset that ships with the package, read once. */
export function legacyPreset(): LegacyPreset {
  preset ??= readLegacyPreset(packageText('presets/legacy-policies.json'));
  return preset;
}
