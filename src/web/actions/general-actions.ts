import { defineActions } from './action.ts';

/** What the frame around all scenes can do. */
export interface GeneralContext {
  readonly openHelp: () => void;
  readonly goHome: () => void;
}

/** The commands that are there everywhere. */
export const generalActions = defineActions<GeneralContext>()({
  help: {
    title: { en: 'Keyboard shortcuts', de: 'Tastenkürzel' },
    group: 'general',
    keys: { assay: ['?'] },
    run: ({ openHelp }) => openHelp(),
  },
  home: {
    title: { en: 'Go to the start page', de: 'Zur Startseite' },
    group: 'general',
    keys: { assay: ['alt+h'] },
    run: ({ goHome }) => goHome(),
  },
});
