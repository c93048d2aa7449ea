import type { checklistTexts } from '../../domain/checklist-texts.ts';

const kept =
  '{judgments} Urteile mit ihren Fassungen ({stale} veraltet), {entries} Einträge der Prüfspur';
const speedKnown = '{week}: Das Tempo von {known} von {all} Annotierenden ist bekannt';

/** The items of the checklists, in German. */
export const germanChecklists: Readonly<Record<keyof typeof checklistTexts, string>> = {
  'checklist-training': 'Alle Annotierenden haben das Training bestanden',
  'checklist-pilot': 'Der Pilot hat seine Hürde genommen',
  'checklist-tool': 'Das Werkzeug ist eingerichtet und erprobt',
  'checklist-sampling': 'Der Stichprobenplan ist freigegeben',
  'checklist-weekly-agreement':
    'Die Übereinstimmung wird an Einheiten gemessen, die mehrere beurteilt haben',
  'checklist-speed': 'Das Tempo wird beobachtet',
  'checklist-edge-cases': 'Grenzfälle sind aufgeschrieben',
  'checklist-questions': 'Die Fragen der Annotierenden sind beantwortet',
  'checklist-final-agreement': 'Die Hauptrunde hat ihre Hürde genommen',
  'checklist-rulings': 'Jede gezogene Einheit hat eine Wahrheit oder einen Grund, warum nicht',
  'checklist-split': 'Die Daten sind in Dev und Test aufgeteilt',
  'checklist-documentation': 'Der Datensatz ist dokumentiert',
  'checklist-archive': 'Die Urteile sind unter einer Fassung archiviert',
  'no-training-round': 'Das Protokoll hat für diese Aufgabe kein Training.',
  'no-annotators-yet': 'Es gibt noch keine Annotierenden.',
  'all-admitted': '{admitted} von {people} Annotierenden sind nach {round} zugelassen.',
  'some-admitted':
    '{admitted} von {people} Annotierenden sind nach {round} zugelassen; noch nicht ' +
    '{missing, and}{missed}.',
  'also-missed': '; {first}',
  'no-such-round': 'Das Protokoll hat für diese Aufgabe keine solche Runde.',
  'round-unopened': 'Die Runde {round} wurde noch nicht geöffnet.',
  'round-running': 'Die Runde {round} ist noch offen; {first}.',
  'conditions-hold': '{passed} von {all} Bedingungen von {round} sind erfüllt{waived}; {first}.',
  'round-ungated': 'Die Runde {round} ist geschlossen und hat keine Hürde, die zu nehmen wäre.',
  'gate-superseded': 'Die Runde {round} hat ihre Hürde genommen und ist überholt. {why}',
  'also-waived': ', {count} erlassen',
  'no-gate': 'sie hat keine Hürde',
  'gate-value': '{gate}: {value, 0.000} bei n = {n}',
  'tool-facts':
    'Protokoll in Fassung {version}, {units} Einheiten, {annotators} Annotierende, {judgments} ' +
    'Urteile darin gespeichert.',
  'no-full-round': 'Das Protokoll hat für diese Aufgabe keine Hauptrunde.',
  'sampling-facts':
    '{round}: {plan, and}; im Protokoll, das {by} am {at} in Kraft gesetzt hat; {drawn}.',
  'plan-all-units': 'alle Einheiten',
  'plan-units': '{count} {count?Einheit:Einheiten}',
  'plan-strata': 'nach {by} mit je mindestens {floor}',
  'plan-hard': '{percent} % schwierig',
  'not-drawn': 'noch nicht gezogen',
  'drawn-with': 'gezogen mit Startwert {seed}',
  'taken-over': 'die Einheiten wurden unverändert übernommen, nicht gezogen',
  'no-second-judgment': 'Keine Einheit bekam in {week} ein zweites Urteil.',
  'week-unvalued': '{week}: {why}',
  'week-agreement':
    '{week}: {measure} {value, 0.000} an {units} {units?Einheit:Einheiten}{interval}.',
  'week-interval': ', Intervall {low, 0.000} bis {high, 0.000}',
  'nobody-judged': 'In {week} hat niemand geurteilt.',
  'speeds-unlimited': `${speedKnown}; das Protokoll setzt keine Grenzen.`,
  'speeds-inside': `${speedKnown}; niemand liegt außerhalb der Grenzen.`,
  'speeds-outside': `${speedKnown}; außerhalb der Grenzen: {who, and}.`,
  'speed-fast': '{annotator} mit {speed, 0.0} je Stunde (schnell)',
  'speed-slow': '{annotator} mit {speed, 0.0} je Stunde (langsam)',
  'edge-case-facts':
    '{registered} im Verzeichnis, davon {fresh} aus {week}; {flagged} ' +
    '{flagged?markierte Einheit wartet:markierte Einheiten warten} auf einen Entscheid.',
  'questions-answered': '{asked} gestellt, {open} unbeantwortet.',
  'questions-open': '{asked} gestellt, {open} unbeantwortet, die älteste vom {at}.',
  'no-unit-drawn': 'Von {units} {units?Einheit:Einheiten} wurde noch keine gezogen.',
  'account-facts': '{account}.',
  'no-split': 'Nichts wurde aufgeteilt; {settled} feststehende Einheiten sind verfügbar.',
  'release-unsplit': 'Veröffentlichung {version} wurde ohne Aufteilung erstellt.',
  'split-stratified': 'Veröffentlichung {version}: {dev} Dev, {test} Test, geschichtet.',
  'split-plain': 'Veröffentlichung {version}: {dev} Dev, {test} Test, nicht geschichtet.',
  'guideline-whole':
    'Leitfaden {version}: Alle {questions} Fragen sind erklärt; {proposals} vorgeschlagene ' +
    'Änderungen sind nicht darin.',
  'guideline-lacking':
    'Leitfaden {version}: nicht ganz erklärt: {questions, and}; {proposals} vorgeschlagene ' +
    'Änderungen sind nicht darin.',
  'archive-unreleased': `${kept}; noch gibt es keine Veröffentlichung.`,
  'archive-released': `${kept}; Veröffentlichung {version}.`,
  'archive-behind': `${kept}; Veröffentlichung {version} hat {released} der Urteile.`,
  'archive-cut': `${kept}, deren Ende abgeschnitten wurde.`,
};
