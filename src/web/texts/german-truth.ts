import type { truthTexts } from '../../domain/truth-texts.ts';

/** What is true of a unit and by what rule, in German. */
export const germanTruth: Readonly<Record<keyof typeof truthTexts, string>> = {
  'truth-settled': 'Wahrheit: {answers, and}, {rule}',
  'truth-ruled': 'Wahrheit: {answers, and}, entschieden von {by}: {reason}',
  'truth-excluded': 'Ausgeschlossen von {by}: {reason}',
  'truth-open': 'Noch keine Wahrheit, ein Entscheid ist nötig: {why, ;}',
  'truth-awaiting': 'Noch keine Wahrheit: {why, ;}',
  'no-label': 'kein Label',
  'nothing-answered': 'keine Antworten',
  'label-with-grade': '{label} ({grade})',
  'answer-to': '{question} {answer}',
  'rule-single': 'ein einzelnes Urteil',
  'rule-unanimous': 'einstimmig, {total} von {total}',
  'rule-majority': 'Mehrheit {for} von {total}',
  'rule-majorities': 'Mehrheit, mindestens {for} von {total}',
  'rule-weighted': 'gewichtete Mehrheit {for} von {total}',
  'rule-weighted-majorities': 'gewichtete Mehrheit, mindestens {for} von {total}',
  'rule-stored': 'das Aggregat, das im Cache steht',
  'rule-tie-break': 'Gleichstand, vom gewichtigsten Annotierenden entschieden',
  'rule-dawid-skene': 'Dawid–Skene, Wahrscheinlichkeit mindestens {chance}',
  'rule-mace': 'MACE, Wahrscheinlichkeit mindestens {chance}',
};
