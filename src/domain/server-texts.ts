import { checklistTexts } from './checklist-texts.ts';
import { countingTexts } from './counting-texts.ts';
import { importTexts } from './import-texts.ts';
import { intakeTexts } from './intake-texts.ts';
import { storageTexts } from './storage-texts.ts';
import { warningTexts } from './warning-texts.ts';

/** Texts that only the server makes, and sends in English: the pages are built without them. */
export const serverTexts = {
  ...checklistTexts,
  ...countingTexts,
  ...importTexts,
  ...intakeTexts,
  ...storageTexts,
  ...warningTexts,
};
