import { expectationTexts } from './expectation-texts.ts';
import { hintTexts } from './hint-texts.ts';
import { remarkTexts } from './remark-texts.ts';

/**
 * Everything that Assay says beside faults, as code and English template: what was expected or
 * found, remarks on figures and files, and what blocks a round.
 */
export const textCatalogue = { ...expectationTexts, ...hintTexts, ...remarkTexts };

/** A code of the catalogue. */
export type TextCode = keyof typeof textCatalogue;
