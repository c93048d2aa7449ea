/** Sets of keys that people know from other tools. */
export const keyPresets = ['assay', 'prodigy', 'label-studio', 'argilla'] as const;
export type KeyPreset = (typeof keyPresets)[number];

/**
 * The keys of an action: those of Assay, and those of other presets where they differ. An empty
 * list gives it none there.
 */
export type ActionKeys = Readonly<
  { assay: readonly string[] } & Partial<Record<Exclude<KeyPreset, 'assay'>, readonly string[]>>
>;

/** How somebody wants to use the keyboard. */
export interface Keymap {
  readonly preset: KeyPreset;
  /**
   * Whether single letters, digits and signs do something; some people dictate, and others hit keys
   * by accident (WCAG 2.1.4).
   */
  readonly singleKeys: boolean;
}

/**
 * The keymap as it is kept with an account: the preset, and `quiet` behind it when single keys do
 * nothing.
 */
export function readKeymap(kept: string): Keymap {
  const [name, ...rest] = kept.split(' ');
  return {
    preset: keyPresets.find((preset) => preset === name) ?? 'assay',
    singleKeys: !rest.includes('quiet'),
  };
}

/** The keymap as it is kept. */
export function writeKeymap({ preset, singleKeys }: Keymap): string {
  return singleKeys ? preset : `${preset} quiet`;
}

/** The keys that an action has in a keymap. */
export function keysOf(keys: ActionKeys, keymap: Keymap): readonly string[] {
  const chosen = keys[keymap.preset] ?? keys.assay;
  return keymap.singleKeys ? chosen : chosen.filter((key) => !isSingle(key));
}

/** Whether a key is a plain letter, digit or sign, with at most Shift. */
export function isSingle(key: string): boolean {
  return [...key.replace(/^shift\+/, '')].length === 1;
}
