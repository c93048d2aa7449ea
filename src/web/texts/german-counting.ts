import type { countingTexts } from '../../domain/counting-texts.ts';

/** Why a judgment does not count, in German. */
export const germanCounting: Readonly<Record<keyof typeof countingTexts, string>> = {
  'uncounted-superseded': 'durch ein späteres Urteil ersetzt',
  'uncounted-stale': 'zu anderen Fragen oder einer anderen Leitfaden-Fassung',
  'uncounted-training': 'im Training gegeben',
  'uncounted-invalid': 'eine Antwort fehlt oder liegt nicht auf ihrer Skala',
  'uncounted-not-on-panel': 'nicht im Panel',
  'uncounted-weight-0': 'Gewicht 0',
  'uncounted-not-admitted': 'das Training ist nicht bestanden',
  'uncounted-round-not-passed': 'Runde {round} ist noch nicht bestanden',
  'uncounted-round-failed': 'Runde {round} hat ihre Schwelle verfehlt',
  'uncounted-round-not-named': 'truth im Protokoll nennt die Runde {round} nicht',
  'uncounted-outside-rounds': 'außerhalb einer Runde importiert',
  'unit-not-in-round': 'die Einheit ist nicht in der Runde',
  'annotator-not-in-round': '{annotator} nimmt nicht daran teil',
  'no-slot-left': '{annotator} hat die Einheit nicht bekommen, und kein Platz auf ihr ist frei',
};
