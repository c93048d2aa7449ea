import { defineTexts } from '../../texts/define-texts.ts';

/** Where a unit stands, in two words. */
export const standingTexts = defineTexts({
  en: {
    states: {
      open: 'Open',
      settled: 'Settled by consensus',
      ruled: 'Ruled on',
      excluded: 'Excluded',
      awaiting: 'Judgments missing',
    },
  },
  de: {
    states: {
      open: 'Offen',
      settled: 'Durch Konsens entschieden',
      ruled: 'Entschieden',
      excluded: 'Ausgeschlossen',
      awaiting: 'Urteile fehlen',
    },
  },
});
