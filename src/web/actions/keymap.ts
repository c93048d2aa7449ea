import type { Language } from '../texts/define-texts.ts';

/** Sets of keys that people know from other tools. */
export const keyPresets = ['assay', 'prodigy', 'label-studio', 'argilla'] as const;
type KeyPreset = (typeof keyPresets)[number];

type PresetKeys = Readonly<
  { assay: readonly string[] } & Partial<Record<Exclude<KeyPreset, 'assay'>, readonly string[]>>
>;

/**
 * The keys of an action in Assay, and in other presets where they differ; an empty list gives none.
 * `german` replaces them all in the German interface, where "Ja" begins with j.
 */
export type ActionKeys = PresetKeys & { readonly german?: PresetKeys };

/** How somebody wants to use the keyboard. */
export interface Keymap {
  readonly preset: KeyPreset;
  /** Whether single letters, digits and signs do something (WCAG 2.1.4). */
  readonly singleKeys: boolean;
  readonly language: Language;
}

/** Reads the keymap of an account: the preset, then `quiet` if single keys do nothing. */
export function readKeymap(stored: string, language: Language = 'en'): Keymap {
  const [name, ...rest] = stored.split(' ');
  return {
    preset: keyPresets.find((preset) => preset === name) ?? 'assay',
    singleKeys: !rest.includes('quiet'),
    language,
  };
}

/** The keymap as it is stored with an account. */
export function writeKeymap({ preset, singleKeys }: Omit<Keymap, 'language'>): string {
  return singleKeys ? preset : `${preset} quiet`;
}

/** The keys of an action in a keymap. */
export function keysOf(keys: ActionKeys, keymap: Keymap): readonly string[] {
  const own = (keymap.language === 'de' ? keys.german : undefined) ?? keys;
  const chosen = own[keymap.preset] ?? own.assay;
  return keymap.singleKeys ? chosen : chosen.filter((key) => !isSingle(key));
}

/** Whether a key is a plain letter, digit or sign, with at most Shift. */
export function isSingle(key: string): boolean {
  return [...key.replace(/^shift\+/, '')].length === 1;
}
