import { errorCatalogue } from '../../domain/errors.ts';
import { germanErrors } from './german-errors.ts';
import { SentenceBook } from './sentence-pattern.ts';
import type { SentencePair } from './sentence-pattern.ts';

/**
 * What the server may say in English beside the catalogue: why there is no figure, checklists, warnings
 * and notes. A test finds those that are missing.
 * @internal
 */
export const serverSentences: readonly SentencePair[] = [
  // What is to be known about a figure
  [
    'The annotators agree on {percent} % but the chance-corrected coefficient is only {kappa}: one answer dominates, so chance alone would give much agreement. Read AC1, and the agreement on each answer, beside it.',
    'Die Annotierenden stimmen bei {percent} % überein, aber der um den Zufall bereinigte Koeffizient ist nur {kappa}: Eine Antwort herrscht vor, sodass schon der Zufall viel Übereinstimmung gäbe. Lesen Sie daneben AC1 und die Übereinstimmung je Antwort.',
  ],
  [
    'The annotators agree on {percent} % but the chance-corrected coefficient has no value: one answer dominates, so chance alone would give much agreement. Read AC1, and the agreement on each answer, beside it.',
    'Die Annotierenden stimmen bei {percent} % überein, aber der um den Zufall bereinigte Koeffizient hat keinen Wert: Eine Antwort herrscht vor, sodass schon der Zufall viel Übereinstimmung gäbe. Lesen Sie daneben AC1 und die Übereinstimmung je Antwort.',
  ],
  [
    'On none of the {count} labels can the truth be told from the keywords ({units} units). Were annotators shown them?',
    'Bei keinem der {count} Labels lässt sich die Wahrheit von den Stichwörtern unterscheiden ({units} Einheiten). Wurden sie den Annotierenden gezeigt?',
  ],
  // What an import warns of
  [
    '{annotator} has judged {unit} in the workbench, with other answers. Their own judgment stays.',
    '{annotator} hat {unit} in der Werkbank beurteilt, mit anderen Antworten. Das eigene Urteil bleibt.',
  ],
  [
    '1 row names a round, which is not kept: imported judgments belong to none.',
    '1 Zeile nennt eine Runde, die nicht aufbewahrt wird: Importierte Urteile gehören zu keiner.',
  ],
  [
    '{count} rows name a round, which is not kept: imported judgments belong to none.',
    '{count} Zeilen nennen eine Runde, die nicht aufbewahrt wird: Importierte Urteile gehören zu keiner.',
  ],
  [
    '1 row had no answer to {question}; the mapping gave one.',
    '1 Zeile hatte keine Antwort auf {question}; die Zuordnung gab eine.',
  ],
  [
    '{count} rows had no answer to {question}; the mapping gave one.',
    '{count} Zeilen hatten keine Antwort auf {question}; die Zuordnung gab eine.',
  ],
  [
    '{unit} stays open: nobody answers {questions}.',
    '{unit} bleibt offen: Niemand beantwortet {+questions}.',
  ],
  [
    '{unit}: {question} is said to have been {claimed}, and is open now.',
    '{unit}: {question} soll {claimed} gewesen sein und ist jetzt offen.',
  ],
  [
    '{unit}: {question} is said to have been {claimed}, and is {agreed} now.',
    '{unit}: {question} soll {claimed} gewesen sein und ist jetzt {agreed}.',
  ],
  // What should be known before verdicts are believed
  [
    errorCatalogue['stale-terms'].message,
    germanErrors['stale-terms'].replace('{changes}', '{+changes}'),
  ],
  ['The ruling on {unit} is unused: {why}.', 'Der Entscheid zu {unit} bleibt ungenutzt: {+why}.'],
  ['it is not among the units', 'sie ist nicht unter den Einheiten'],
  ['nobody has judged it', 'niemand hat sie beurteilt'],
  [
    'nobody has judged it, and the correction alone leaves questions open',
    'niemand hat sie beurteilt, und die Korrektur allein lässt Fragen offen',
  ],
  [
    'not everybody has judged it yet, and the correction alone leaves questions open',
    'noch nicht alle haben sie beurteilt, und die Korrektur allein lässt Fragen offen',
  ],
  [
    'the override of {unit} says that {field} was {got}, but it is now without an answer.',
    'die Korrektur von {unit} sagt, dass {field} {got} war, aber jetzt hat es keine Antwort.',
  ],
  [
    'the override of {unit} says that {field} was {got}, but it is now {expected}.',
    'die Korrektur von {unit} sagt, dass {field} {got} war, aber jetzt ist es {expected}.',
  ],
  [
    'One judgment is of that version and was not given anew.',
    'Ein Urteil ist aus dieser Fassung und wurde nicht neu gegeben.',
  ],
  [
    '{count} judgments are of that version and were not given anew.',
    '{count} Urteile sind aus dieser Fassung und wurden nicht neu gegeben.',
  ],
  ['One unit has no id and is left out.', 'Eine Einheit hat keine Kennung und bleibt weg.'],
  [
    '{count} units have no id and are left out.',
    '{count} Einheiten haben keine Kennung und bleiben weg.',
  ],
  ['One unit is there twice and counts once.', 'Eine Einheit ist doppelt da und zählt einmal.'],
  [
    '{count} units are repeated and count once each.',
    '{count} Einheiten sind mehrfach da und zählen je einmal.',
  ],
  [
    'One unit stands under two subjects and counts for the first.',
    'Eine Einheit steht unter zwei Gegenständen und zählt für den ersten.',
  ],
  [
    '{count} units stand under two subjects and count for the first.',
    '{count} Einheiten stehen unter zwei Gegenständen und zählen für den ersten.',
  ],
  [
    '{topic}: one judgment was given under older questions, and is left out until it is given anew.',
    '{topic}: Ein Urteil wurde unter älteren Fragen gegeben und bleibt außen vor, bis es neu gegeben wird.',
  ],
  [
    '{topic}: {count} judgments were given under older questions, and are left out until they are given anew.',
    '{topic}: {count} Urteile wurden unter älteren Fragen gegeben und bleiben außen vor, bis sie neu gegeben werden.',
  ],
  [
    'One unit has no date that can be read: it counts as the oldest, with the weight for undated units.',
    'Eine Einheit hat kein lesbares Datum: Sie zählt als die älteste, mit dem Gewicht für undatierte.',
  ],
  [
    '{count} units have no date that can be read: they count as the oldest, with the weight for undated units.',
    '{count} Einheiten haben kein lesbares Datum: Sie zählen als die ältesten, mit dem Gewicht für undatierte.',
  ],
  // What a case was judged under
  [
    'The questions or scales have changed since.',
    'Fragen oder Skalen haben sich seither geändert.',
  ],
  [
    'Judged under guideline {before}; the protocol has {now} now.',
    'Unter Leitfaden {before} beurteilt; das Protokoll hat jetzt {now}.',
  ],
  ['Nothing was assigned.', 'Nichts wurde zugeteilt.'],
  // Gates and what they are over
  ['same guideline', 'gleicher Leitfaden'],
  ['same questions', 'gleiche Fragen'],
  ['all quotas met', 'alles beurteilt'],
  ['overall', 'insgesamt'],
  ['overall (macro)', 'insgesamt (Mittel)'],
  ['overall (pooled)', 'insgesamt (zusammengenommen)'],
  ['overall (sets)', 'insgesamt (Mengen)'],
  ['all assignments', 'alle Zuteilungen'],
  ['questions and scales', 'Fragen und Skalen'],
  ['guideline', 'Leitfaden'],
  ['guideline {version}', 'Leitfaden {version}'],
  ['{annotator} against the key', '{annotator} gegen die bekannten Antworten'],
  // Why there is no figure
  [
    'A ratio scale starts at 0, but a value is below 0.',
    'Eine Verhältnisskala beginnt bei 0, aber ein Wert liegt darunter.',
  ],
  [
    'All pairable answers are the same, so no disagreement is possible.',
    'Alle vergleichbaren Antworten sind gleich, also kann es keinen Widerspruch geben.',
  ],
  [
    'Chance agreement is 1: no two answers differ, so nothing is left to agree on beyond chance.',
    'Schon der Zufall gäbe volle Übereinstimmung: Keine zwei Antworten unterscheiden sich.',
  ],
  ['All answers are the same.', 'Alle Antworten sind gleich.'],
  ['There are no ratings.', 'Es gibt keine Urteile.'],
  [
    'No unit was rated by at least two annotators.',
    'Keine Einheit wurde von mindestens zwei Annotierenden beurteilt.',
  ],
  ['The annotator has not voted.', 'Diese Person hat nicht abgestimmt.'],
  ['The annotator has not answered.', 'Diese Person hat nicht geantwortet.'],
  [
    'The others have no majority on any unit of this annotator.',
    'Die anderen haben auf keiner Einheit dieser Person eine Mehrheit.',
  ],
  ['There are no units with an answer.', 'Es gibt keine Einheiten mit einer Antwort.'],
  [
    'Nobody chose this category on a unit that was rated twice.',
    'Niemand wählte diese Antwort auf einer Einheit, die zweimal beurteilt wurde.',
  ],
  ['One of the two distributions has no counts.', 'Eine der beiden Verteilungen ist leer.'],
  ['There are no labels.', 'Es gibt keine Labels.'],
  ['No label has finite odds in every part.', 'Kein Label hat in jedem Teil endliche Chancen.'],
  [
    'AC2 weighs near misses, and a nominal scale has none.',
    'AC2 gewichtet, was nur knapp verfehlt ist; das gibt es auf einer Nominalskala nicht.',
  ],
  [
    'Cohen’s κ compares exactly two annotators; there are {count}.',
    'Cohens κ vergleicht genau zwei Annotierende; hier sind es {count}.',
  ],
  [
    'Weights need an order, and a nominal scale has none.',
    'Gewichte brauchen eine Ordnung, und eine Nominalskala hat keine.',
  ],
  ['No question of the task can be measured.', 'Keine Frage der Aufgabe kann gemessen werden.'],
  ['{question} is not measured.', '{question} wird nicht gemessen.'],
  [
    'Agreement with the key is measured per annotator.',
    'Die Übereinstimmung mit den bekannten Antworten wird je Person gemessen.',
  ],
  [
    'Positive and negative agreement are for questions with two answers; this one has {count}.',
    'Positive und negative Übereinstimmung gibt es für Fragen mit zwei Antworten; diese hat {count}.',
  ],
  [
    'The questions have different scales, so their answers cannot be pooled.',
    'Die Fragen haben verschiedene Skalen; ihre Antworten können nicht zusammengenommen werden.',
  ],
  ['Weighted measures are taken per question.', 'Gewichtete Maße werden je Frage genommen.'],
  [
    'Label sets need up to 31 questions that apply or do not.',
    'Label-Mengen brauchen höchstens 31 Fragen, die zutreffen oder nicht.',
  ],
  [
    'Over label sets there are krippendorff_alpha (MASI distance) and percent_agreement.',
    'Über Label-Mengen gibt es krippendorff_alpha (MASI-Abstand) und percent_agreement.',
  ],
  [
    'The question has several values; see the share of each.',
    'Die Frage hat mehrere Werte; siehe den Anteil eines jeden.',
  ],
  ['Nothing was judged.', 'Nichts wurde beurteilt.'],
  ['The time of these judgments is not known.', 'Die Zeit dieser Urteile ist nicht bekannt.'],
  ['No judgment has a time.', 'Kein Urteil hat eine Zeit.'],
  ['Nothing was judged in this week.', 'In dieser Woche wurde nichts beurteilt.'],
  // Forecast
  ['Nothing remains.', 'Es bleibt nichts zu tun.'],
  ['Nothing was judged yet.', 'Noch wurde nichts beurteilt.'],
  [
    'Nothing was judged in the last {days} days.',
    'In den letzten {days} Tagen wurde nichts beurteilt.',
  ],
  ['One day is too little for a range.', 'Ein Tag ist für eine Spanne zu wenig.'],
  [
    'The pace varies too much for a latest day.',
    'Das Tempo schwankt zu sehr für einen spätesten Tag.',
  ],
  // Checklists
  ['Every annotator has passed the training', 'Alle Annotierenden haben das Training bestanden'],
  ['The pilot has reached its gate', 'Der Pilot hat seine Hürde erreicht'],
  ['The tool is set up and was tried', 'Das Werkzeug ist eingerichtet und erprobt'],
  ['The sampling plan is approved', 'Der Plan der Stichprobe ist gebilligt'],
  [
    'Agreement is measured on units that several judged',
    'Die Übereinstimmung wird an Einheiten gemessen, die mehrere beurteilt haben',
  ],
  ['Speed is watched', 'Das Tempo wird beobachtet'],
  ['Edge cases are written down', 'Grenzfälle sind aufgeschrieben'],
  ['Annotators’ questions are answered', 'Die Fragen der Annotierenden sind beantwortet'],
  ['The final round has reached its gate', 'Die Hauptrunde hat ihre Hürde erreicht'],
  ['No unit waits for a ruling', 'Keine Einheit wartet auf einen Entscheid'],
  ['Dev and test are split', 'Dev und Test sind getrennt'],
  ['The dataset is documented', 'Der Datensatz ist dokumentiert'],
  ['The judgments are archived under a version', 'Die Urteile sind unter einer Fassung archiviert'],
  [
    'The protocol has no training round for this task.',
    'Das Protokoll hat für diese Aufgabe kein Training.',
  ],
  ['There are no annotators yet.', 'Es gibt noch keine Annotierenden.'],
  [
    '{admitted} of {people} annotators are admitted after {round}.',
    '{admitted} von {people} Annotierenden sind nach {round} zugelassen.',
  ],
  [
    '{admitted} of {people} annotators are admitted after {round}; not yet {missing}.',
    '{admitted} von {people} Annotierenden sind nach {round} zugelassen; noch nicht {missing}.',
  ],
  [
    'The protocol has no such round for this task.',
    'Das Protokoll hat für diese Aufgabe keine solche Runde.',
  ],
  ['The round {round} was not opened yet.', 'Die Runde {round} wurde noch nicht geöffnet.'],
  ['The round {round} is still open; {shown}.', 'Die Runde {round} ist noch offen; {+shown}.'],
  [
    '{count} of {all} conditions of {round} hold; {shown}.',
    '{count} von {all} Bedingungen von {round} sind erfüllt; {+shown}.',
  ],
  [
    '{count} of {all} conditions of {round} hold, {waived} waived; {shown}.',
    '{count} von {all} Bedingungen von {round} sind erfüllt, {waived} erlassen; {+shown}.',
  ],
  [
    'Protocol version {version}, {units} units, {annotators} annotators, {judgments} judgments saved in it.',
    'Protokoll in Fassung {version}, {units} Einheiten, {annotators} Annotierende, {judgments} Urteile darin gespeichert.',
  ],
  [
    'The protocol has no full round for this task.',
    'Das Protokoll hat für diese Aufgabe keine Hauptrunde.',
  ],
  [
    '{round}: {plan}; in the protocol that {by} put in force on {at}; {drawn}.',
    '{round}: {+plan}; im Protokoll, das {by} am {at} in Kraft gesetzt hat; {+drawn}.',
  ],
  ['No unit got a second judgment in {week}.', 'Keine Einheit bekam in {week} ein zweites Urteil.'],
  [
    '{week}: {measure} {value} on {units} units.',
    '{week}: {measure} {value} an {units} Einheiten.',
  ],
  [
    '{week}: {measure} {value} on {units} units, interval {low} to {high}.',
    '{week}: {measure} {value} an {units} Einheiten, Intervall {low} bis {high}.',
  ],
  ['Nobody judged in {week}.', 'In {week} hat niemand geurteilt.'],
  [
    '{week}: the speed of {known} of {all} annotators is known; none outside of the limits.',
    '{week}: Das Tempo von {known} von {all} Annotierenden ist bekannt; niemand liegt außerhalb der Grenzen.',
  ],
  [
    '{week}: the speed of {known} of {all} annotators is known; outside of the limits: {who}.',
    '{week}: Das Tempo von {known} von {all} Annotierenden ist bekannt; außerhalb der Grenzen: {who}.',
  ],
  [
    '{registered} in the register, {fresh} of them from {week}; {flagged} flagged units wait for a ruling.',
    '{registered} im Verzeichnis, davon {fresh} aus {week}; {flagged} markierte Einheiten warten auf einen Entscheid.',
  ],
  ['{asked} asked, {open} unanswered.', '{asked} gestellt, {open} unbeantwortet.'],
  [
    '{asked} asked, {open} unanswered, the oldest from {at}.',
    '{asked} gestellt, {open} unbeantwortet, die älteste vom {at}.',
  ],
  ['No unit was judged yet.', 'Noch wurde keine Einheit beurteilt.'],
  [
    'Of {units} judged units {settled} are settled, {excluded} excluded, {waiting} wait for a ruling; {missing} judgments are still to come.',
    'Von {units} beurteilten Einheiten stehen {settled} fest, {excluded} sind ausgeschlossen, {waiting} warten auf einen Entscheid; {missing} Urteile stehen noch aus.',
  ],
  [
    'No release was cut yet; {settled} settled units could be split.',
    'Noch gibt es keine Freigabe; {settled} feststehende Einheiten könnten getrennt werden.',
  ],
  [
    'Release {version}: {dev} dev, {test} test, stratified.',
    'Freigabe {version}: {dev} Dev, {test} Test, geschichtet.',
  ],
  [
    'Release {version}: {dev} dev, {test} test, not stratified.',
    'Freigabe {version}: {dev} Dev, {test} Test, nicht geschichtet.',
  ],
  [
    'Guideline {version}: all {questions} questions are explained; {proposals} proposed changes are not in it.',
    'Leitfaden {version}: Alle {questions} Fragen sind erklärt; {proposals} vorgeschlagene Änderungen sind nicht darin.',
  ],
  [
    'Guideline {version}: not fully explained: {lacking}; {proposals} proposed changes are not in it.',
    'Leitfaden {version}: nicht ganz erklärt: {lacking}; {proposals} vorgeschlagene Änderungen sind nicht darin.',
  ],
  [
    '{judgments} judgments with their versions ({stale} stale), {entries} audit entries; no release was cut yet.',
    '{judgments} Urteile mit ihren Fassungen ({stale} veraltet), {entries} Einträge der Prüfspur; noch gibt es keine Freigabe.',
  ],
  [
    '{judgments} judgments with their versions ({stale} stale), {entries} audit entries; release {version}.',
    '{judgments} Urteile mit ihren Fassungen ({stale} veraltet), {entries} Einträge der Prüfspur; Freigabe {version}.',
  ],
  [
    '{judgments} judgments with their versions ({stale} stale), {entries} audit entries, whose end was cut off.',
    '{judgments} Urteile mit ihren Fassungen ({stale} veraltet), {entries} Einträge der Prüfspur, deren Ende abgeschnitten wurde.',
  ],
];

/** Values that stand inside of sentences. */
const phrases: readonly SentencePair[] = [
  ['it has no gate', 'sie hat keine Hürde'],
  ['{gate}: {value} on {n}', '{gate}: {+value} bei n = {n}'],
  ['no value', 'kein Wert'],
  ['all units', 'alle Einheiten'],
  ['{units} units', '{units} Einheiten'],
  ['not drawn yet', 'noch nicht gezogen'],
  ['drawn with seed {seed}', 'gezogen mit Startwert {seed}'],
  [
    'the units were taken over as they came, not drawn',
    'die Einheiten wurden übernommen, wie sie kamen, nicht gezogen',
  ],
  [
    '{units} units, by {by} with at least {floor} each',
    '{units} Einheiten, nach {by} mit je mindestens {floor}',
  ],
  [
    '{units} units, by {by} with at least {floor} each, {hard} % hard',
    '{units} Einheiten, nach {by} mit je mindestens {floor}, {hard} % schwierig',
  ],
  ['{units} units, {hard} % hard', '{units} Einheiten, {hard} % schwierig'],
  ['{first} or {last}', '{+first} oder {+last}'],
  ['{first} and {last}', '{+first} und {+last}'],
];

/** A sentence of the server in German; null when it is not known. */
export function germanSentence(english: string): string | null {
  return book.translate(english);
}

const book = new SentenceBook(serverSentences, phrases);
