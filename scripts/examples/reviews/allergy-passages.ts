/** A passage about allergy with what is true of it. */
export interface AllergyPassage {
  readonly text: string;
  /** Account, severity, assurance and staff, as values of the four terms. */
  readonly truth: string;
  /** The stars that fit. */
  readonly stars: readonly number[];
  /** What a quick reader takes it for, where that differs from the truth, and why that is wrong. */
  readonly trap?: { readonly taken: string; readonly because: string };
}

/** Passages by the part they play in a business's story. */
export type PassageKind =
  | 'severe'
  | 'severe-assured'
  | 'moderate'
  | 'moderate-assured'
  | 'mild'
  | 'mild-assured'
  | 'dismissive'
  | 'refused'
  | 'accommodated'
  | 'secondhand'
  | 'hypothetical'
  | 'ingredient'
  | 'trap';
