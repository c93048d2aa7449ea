import type { standingTexts } from '../../domain/standing-texts.ts';

/** Why a unit has no truth yet, and how its answers contradict each other, in German. */
export const germanStandings: Readonly<Record<keyof typeof standingTexts, string>> = {
  'question-tied': '{question}: Gleichstand zwischen {answers, and}',
  'question-unanswered': 'zu {question} gibt es kein Urteil, das zählt',
  'ruling-faulty': 'der Entscheid lässt einen Fehler: {fault}',
  'unit-flagged': '{count} {count?Annotator bittet:Annotierende bitten} um einen zweiten Blick',
  'unit-of-failed-round': 'die Runde {round} hat ihre Hürde verfehlt; ihre Urteile zählen nicht',
  'unit-of-unpassed-round': 'die Runde {round} ist noch nicht bestanden; ihre Urteile zählen nicht',
  'nobody-has-judged': 'niemand hat sie beurteilt',
  'waits-for': 'wartet auf {names, and}',
  'judgments-uncounted': '{count} {count?Urteil zählt:Urteile zählen} nicht: {reason}',
  'another-annotator': 'noch jemanden',
  'answers-contradict': '{premise, and}, aber {conclusion, and}',
  'answers-forbidden': '{constraint}: {answers, and}',
  'answer-is': '{question}={answer}',
  'answer-missing': 'fehlt',
  'answer-given': 'gegeben',
};
