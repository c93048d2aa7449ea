import { de } from './de.ts';
import { en } from './en.ts';
import type { Texts, Translated } from './define-texts.ts';
import { useTexts } from './define-texts.ts';

/** What several scenes say, in every language. */
export const sharedTexts: Texts<typeof en> = { en, de };

/** What several scenes say, in the language that is set. */
export function useSharedTexts(): Translated<typeof en> {
  return useTexts(sharedTexts);
}
