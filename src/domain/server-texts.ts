import { checklistTexts } from './checklist-texts.ts';
import { importTexts } from './import-texts.ts';
import { storageTexts } from './storage-texts.ts';
import { warningTexts } from './warning-texts.ts';

/** Texts that only the server makes, and sends in English: the pages are built without them. */
export const serverTexts = { ...checklistTexts, ...importTexts, ...storageTexts, ...warningTexts };
