import { defineTexts } from '../texts/define-texts.ts';

/** What the fields for files and their upload say. */
export const uploadTexts = defineTexts({
  en: {
    choose: 'Choose a file, or drop it here',
    clear: (file: string) => `Remove the file: ${file}`,
    sent: (share: string) => `${share} sent`,
  },
  de: {
    choose: 'Datei wählen oder ablegen',
    clear: (file) => `Datei entfernen: ${file}`,
    sent: (share) => `${share} gesendet`,
  },
});
