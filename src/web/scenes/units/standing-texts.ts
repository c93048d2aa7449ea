import { defineTexts } from '../../texts/define-texts.ts';

/** Where a unit stands, in two words. */
export const standingTexts = defineTexts({
  en: {
    states: {
      open: 'Waiting for a ruling',
      settled: 'Settled by consensus',
      ruled: 'Ruled on',
      excluded: 'Excluded',
      awaiting: 'Waiting for judgments',
      uncounted: 'Judged, not counting',
      undrawn: 'Not drawn',
    },
  },
  de: {
    states: {
      open: 'Wartet auf einen Entscheid',
      settled: 'Durch Konsens entschieden',
      ruled: 'Entschieden',
      excluded: 'Ausgeschlossen',
      awaiting: 'Wartet auf Urteile',
      uncounted: 'Beurteilt, zählt nicht',
      undrawn: 'Nicht gezogen',
    },
  },
});
