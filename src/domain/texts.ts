import { expectationTexts } from './expectation-texts.ts';
import { hintTexts } from './hint-texts.ts';
import { remarkTexts } from './remark-texts.ts';

/** All texts besides faults: what was expected or found, remarks, and what blocks a round. */
export const textCatalogue = { ...expectationTexts, ...hintTexts, ...remarkTexts };

/** A code of the catalogue. */
export type TextCode = keyof typeof textCatalogue;
