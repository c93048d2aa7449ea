import { defineTexts } from '../../../texts/define-texts.ts';

const isOne = (score: string): boolean => score === '1' || score === '+1';
const points = (score: string): string => `${score} ${isOne(score) ? 'point' : 'points'}`;
const punkte = (score: string): string => `${score} ${isOne(score) ? 'Punkt' : 'Punkte'}`;
/** What to say of none, of one and of many. */
const byCount = (count: number, none: string, one: string, many: string): string => {
  if (count === 0) return none;
  return count === 1 ? one : `${count} ${many}`;
};
const come = (count: number, score: string): string =>
  `${byCount(count, 'no incident', '1 incident', 'incidents')} ` +
  `${count < 2 ? 'comes' : 'come'} to ${points(score)}`;
const werden = (count: number, score: string): string =>
  `aus ${byCount(count, 'keinem Vorfall', '1 Vorfall', 'Vorfällen')} ${punkte(score)} ` +
  (score === '1' ? 'wird' : 'werden');

type Evidence = Readonly<
  Record<'units' | 'k' | 'judged' | 'open' | 'missing' | 'excluded', string>
>;

export const verdictTexts = defineTexts({
  en: {
    back: 'All verdicts',
    noPolicies: 'The protocol of this project has no policies, so there are no verdicts.',
    sentence: {
      insufficient: 'None of its units has a truth, so there is no verdict.',
      rule: (label: string, conditions: string) =>
        `because the rule ${label} applies: ${conditions}.`,
      noRule: (verdict: string) => `because no rule applies, and ${verdict} is the default.`,
      least: (score: string, count: number, min: string) =>
        `because ${come(count, score)}; at least ${min} are required.`,
      most: (score: string, count: number, max: string) =>
        `because ${come(count, score)}; at most ${max} are allowed.`,
      noThreshold: (score: string, count: number, verdict: string) =>
        count === 0
          ? `because there is no incident, and ${verdict} is the default.`
          : `because ${come(count, score)}, which reaches no threshold; ${verdict} is the default.`,
    },
    evidence: ({ units, k, judged, open, missing, excluded }: Evidence) =>
      `Over its ${units === '1' ? 'one unit' : `${units} most recent units`} (K = ${k}): ` +
      `${judged} with a truth, ${open} open, ${missing} missing, ${excluded} excluded.`,
    rules: 'The ladder, rule by rule',
    rulesNote: 'Rules are checked from the top; the first one that applies gives the verdict.',
    logic: { any: 'one of these is enough', all: 'all of these are needed' },
    applies: 'Applies',
    appliesNot: 'Does not apply',
    isDefault: 'Default',
    holds: 'Holds:',
    holdsNot: 'Does not hold:',
    requires: 'and',
    counted: (count: string, needed: string) => `${count} of ${needed} needed`,
    notLookedAt: (count: number) =>
      count === 1 ? '1 more rule was not checked.' : `${count} more rules were not checked.`,
    score: 'The score, line by line',
    incident: 'Incident',
    severity: 'Answer',
    base: 'Base',
    modifiers: 'Modifiers',
    recency: 'Recency',
    points: 'Points',
    noIncidents: 'No unit counts as an incident.',
    because: (token: string) => `once, for ${token}`,
    sum: 'Sum',
    atLeast: (min: string) => `At least ${min} points give`,
    atMost: (max: string) => `At most ${max} points give`,
    noThreshold: 'No threshold is reached; the default is',
    scored: (score: string) => points(score),
    units: 'The units behind it',
    unitsNote: 'Units that counted, were ruled on, or still need an answer; most recent first.',
    allUnitsNote: 'All units within K, most recent first.',
    showAll: (count: string) =>
      count === '1' ? 'Show the unit anyway' : `Show all ${count} units`,
    noUnits: 'No unit counted, and none needs an answer.',
    unit: (unit: string) => `Unit ${unit}`,
    countsNot: 'Does not count',
    countsFor: (condition: string) => `Counts for: ${condition}`,
    states: { open: 'Open', missing: 'Missing', excluded: 'Excluded' },
    ruled: 'Ruled on',
    partial: 'Not all votes are in',
    insteadOf: (answer: string) => `(votes say ${answer})`,
    nothingIn: {
      known: 'No label applies.',
      open: 'No truth yet.',
      missing: 'No truth yet.',
      excluded: 'Excluded, so it does not count.',
    },
    votes: (count: number) =>
      byCount(count, 'No votes', '1 vote and the consensus', 'votes and the consensus'),
    votesOn: (unit: string) => `Votes on ${unit}`,
    noVotes: 'No votes yet.',
    annotator: 'Annotator',
    weight: 'Weight',
    votesSay: 'Votes say',
    stored: 'As imported',
    afterRuling: 'After the ruling',
    tied: (answers: string) => `Tied: ${answers}`,
    tieBroken: 'tie broken',
    quotes: 'Quotes',
    others: 'What every policy says',
    othersNote: 'Every policy and every K uses the same truth.',
    whatIf: 'What if …?',
    whatIfOn: (unit: string) => `What if ${unit} had other answers?`,
    nothingWritten: 'Nothing is saved until you make it a ruling.',
    was: (answer: string) => `now ${answer}`,
    wasNothing: 'now no answer',
    exclude: 'Without the unit',
    tryHint: 'Change an answer to see what every policy would say.',
    noChange: (count: string) => `None of ${count} verdicts would change.`,
    changes: (changed: string, count: string) => `${changed} of ${count} verdicts would change.`,
    stillOpen: 'Some questions would have no answer, so the unit would stay open.',
    changed: 'Verdicts that would change',
    unchanged: 'Verdicts that would stay',
    same: (count: number) => (count === 1 ? '1 stays as it is' : `${count} stay as they are`),
    beforeAfter: 'Now → then',
    thereafter: 'then',
    mayTry: 'You can try answers. Only leads and adjudicators can make rulings.',
    rule: 'Make it a ruling',
    ruleExclude: 'Exclude the unit',
    ruledNow: (unit: string) => `Ruled on ${unit}. The verdicts below include it.`,
  },
  de: {
    back: 'Alle Verdikte',
    noPolicies:
      'Das Protokoll dieses Projekts nennt keine Regelwerke, also gibt es keine Verdikte.',
    sentence: {
      insufficient: 'Zu keiner seiner Einheiten gibt es eine Wahrheit, also auch kein Verdikt.',
      rule: (label, conditions) => `weil die Regel ${label} zutrifft: ${conditions}.`,
      noRule: (verdict) => `weil keine Regel zutrifft; dann gilt ${verdict}.`,
      least: (score, count, min) => `weil ${werden(count, score)}; mindestens ${min} sind nötig.`,
      most: (score, count, max) => `weil ${werden(count, score)}; höchstens ${max} sind erlaubt.`,
      noThreshold: (score, count, verdict) =>
        count === 0
          ? `weil es keinen Vorfall gibt; dann gilt ${verdict}.`
          : `weil ${werden(count, score)}, was keine Schwelle erreicht; dann gilt ${verdict}.`,
    },
    evidence: ({ units, k, judged, open, missing, excluded }) =>
      `Über seine ${units === '1' ? 'eine Einheit' : `${units} neuesten Einheiten`} (K = ${k}): ` +
      `${judged} mit feststehender Wahrheit, ${open} offen, ${missing} fehlen, ` +
      `${excluded} ausgeschlossen.`,
    rules: 'Die Leiter, Regel für Regel',
    rulesNote: 'Regeln werden von oben geprüft; die erste, die zutrifft, gibt das Verdikt.',
    logic: { any: 'eines davon genügt', all: 'alles davon ist nötig' },
    applies: 'Trifft zu',
    appliesNot: 'Trifft nicht zu',
    isDefault: 'Gilt sonst',
    holds: 'Erfüllt:',
    holdsNot: 'Nicht erfüllt:',
    requires: 'und',
    counted: (count, needed) => `${count} von ${needed} nötigen`,
    notLookedAt: (count) =>
      count === 1
        ? '1 weitere Regel wurde nicht geprüft.'
        : `${count} weitere Regeln wurden nicht geprüft.`,
    score: 'Die Punkte, Zeile für Zeile',
    incident: 'Vorfall',
    severity: 'Antwort',
    base: 'Grundwert',
    modifiers: 'Zuschläge',
    recency: 'Alter',
    points: 'Punkte',
    noIncidents: 'Keine Einheit zählt als Vorfall.',
    because: (token) => `einmal, für ${token}`,
    sum: 'Summe',
    atLeast: (min) => `Mindestens ${min} Punkte geben`,
    atMost: (max) => `Höchstens ${max} Punkte geben`,
    noThreshold: 'Keine Schwelle ist erreicht; dann gilt',
    scored: (score) => punkte(score),
    units: 'Die Einheiten dahinter',
    unitsNote:
      'Einheiten, die gezählt haben, über die entschieden wurde oder die noch eine Antwort ' +
      'brauchen; die neuesten zuerst.',
    allUnitsNote: 'Alle Einheiten innerhalb von K, die neuesten zuerst.',
    showAll: (count) =>
      count === '1' ? 'Die Einheit in jedem Fall zeigen' : `Alle ${count} Einheiten zeigen`,
    noUnits: 'Keine Einheit hat gezählt, und keine braucht noch eine Antwort.',
    unit: (unit) => `Einheit ${unit}`,
    countsNot: 'Zählt nicht',
    countsFor: (condition) => `Zählt für: ${condition}`,
    states: { open: 'Offen', missing: 'Fehlt', excluded: 'Ausgeschlossen' },
    ruled: 'Entschieden',
    partial: 'Noch nicht alle Stimmen da',
    insteadOf: (answer) => `(Stimmen: ${answer})`,
    nothingIn: {
      known: 'Kein Label trifft zu.',
      open: 'Noch keine Wahrheit.',
      missing: 'Noch keine Wahrheit.',
      excluded: 'Ausgeschlossen, zählt also nicht.',
    },
    votes: (count) =>
      byCount(count, 'Keine Stimmen', '1 Stimme und der Konsens', 'Stimmen und der Konsens'),
    votesOn: (unit) => `Stimmen zu ${unit}`,
    noVotes: 'Noch keine Stimmen.',
    annotator: 'Annotator',
    weight: 'Gewicht',
    votesSay: 'Die Stimmen sagen',
    stored: 'Wie importiert',
    afterRuling: 'Nach dem Entscheid',
    tied: (answers) => `Gleichstand: ${answers}`,
    tieBroken: 'Gleichstand aufgelöst',
    quotes: 'Zitate',
    others: 'Was jedes Regelwerk sagt',
    othersNote: 'Jedes Regelwerk und jedes K nutzt dieselbe Wahrheit.',
    whatIf: 'Was wäre, wenn …?',
    whatIfOn: (unit) => `Was wäre, wenn ${unit} andere Antworten hätte?`,
    nothingWritten: 'Nichts wird gespeichert, bis Sie einen Entscheid daraus machen.',
    was: (answer) => `jetzt ${answer}`,
    wasNothing: 'jetzt ohne Antwort',
    exclude: 'Ohne die Einheit',
    tryHint: 'Ändern Sie eine Antwort, um zu sehen, was jedes Regelwerk sagen würde.',
    noChange: (count) => `Keines von ${count} Verdikten würde sich ändern.`,
    changes: (changed, count) => `${changed} von ${count} Verdikten würden sich ändern.`,
    stillOpen: 'Einige Fragen hätten keine Antwort; die Einheit bliebe also offen.',
    changed: 'Verdikte, die sich ändern würden',
    unchanged: 'Verdikte, die blieben',
    same: (count) => (count === 1 ? '1 bleibt, wie es ist' : `${count} bleiben, wie sie sind`),
    beforeAfter: 'Jetzt → dann',
    thereafter: 'dann',
    mayTry: 'Sie können Antworten ausprobieren. Entscheiden dürfen nur Leitung und Schlichtung.',
    rule: 'Als Entscheid festhalten',
    ruleExclude: 'Einheit ausschließen',
    ruledNow: (unit) => `Über ${unit} entschieden. Die Verdikte unten berücksichtigen es.`,
  },
});
