import { checklistTexts } from './checklist-texts.ts';
import { expectationTexts } from './expectation-texts.ts';
import { figureTexts } from './figure-texts.ts';
import { hintTexts } from './hint-texts.ts';
import { importTexts } from './import-texts.ts';
import { remarkTexts } from './remark-texts.ts';
import { warningTexts } from './warning-texts.ts';

/** All texts besides faults: what was expected or found, remarks, and what blocks a round. */
export const textCatalogue = {
  ...checklistTexts,
  ...expectationTexts,
  ...figureTexts,
  ...hintTexts,
  ...importTexts,
  ...remarkTexts,
  ...warningTexts,
};

/** A code of the catalogue. */
export type TextCode = keyof typeof textCatalogue;
