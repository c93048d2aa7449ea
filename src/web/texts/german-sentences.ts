import { errorCatalogue } from '../../domain/errors.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { germanErrors } from './german-errors.ts';
import { SentenceBook } from './sentence-pattern.ts';
import type { SentencePair } from './sentence-pattern.ts';

/**
 * What the server may say in English beside the catalogue: the details of refusals, why there is no
 * figure, checklists, what blocks a round. A test finds those that are missing.
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
  // Refusals
  [
    'You are {role} in {project}; this is for {others}.',
    'Das ist in {project} für {+others}; Sie sind dort {+role}.',
  ],
  ['This is for leads of the workspace.', 'Das ist für die Leitung des Arbeitsbereichs.'],
  [
    'This needs somebody who is signed in; a token is not enough.',
    'Dafür muss jemand angemeldet sein; ein Token genügt nicht.',
  ],
  ['This token may only read.', 'Dieses Token darf nur lesen.'],
  [
    'Nobody shuts themselves out. Ask another lead.',
    'Niemand sperrt sich selbst aus. Bitten Sie jemand anderen aus der Leitung.',
  ],
  [
    'The workspace needs a lead. Give somebody else the role first.',
    'Der Arbeitsbereich braucht eine Leitung. Geben Sie die Rolle zuerst jemand anderem.',
  ],
  ['Only leads see the names of annotators.', 'Nur die Leitung sieht die Namen der Annotierenden.'],
  [
    '{unit} is still yours to judge. Judge it first.',
    '{unit} haben Sie selbst noch zu beurteilen. Tun Sie das zuerst.',
  ],
  [
    '{unit} is still yours to judge; the others’ answers would lead you.',
    '{unit} haben Sie selbst noch zu beurteilen; die Antworten der anderen würden Sie lenken.',
  ],
  [
    'You judged {unit} yourself. Somebody else rules on it, unless a lead allows own rulings.',
    '{unit} haben Sie selbst beurteilt. Jemand anderes entscheidet, außer die Leitung erlaubt eigene Entscheide.',
  ],
  [
    '{by} judged {unit} and rules on it. Somebody else rules, unless a lead allows own rulings.',
    '{by} hat {unit} beurteilt und entscheidet darüber. Jemand anderes entscheidet, außer die Leitung erlaubt eigene Entscheide.',
  ],
  [
    'There is no ruling {seen} on {unit}. Load it again.',
    'Den Entscheid {seen} zu {unit} gibt es nicht. Laden Sie den Fall neu.',
  ],
  [
    '{by} has ruled on {unit} in the meantime. Load it again.',
    '{by} hat inzwischen über {unit} entschieden. Laden Sie den Fall neu.',
  ],
  [
    '{unit} is not at the judgment that this one revises. Load it again.',
    'Das Urteil zu {unit}, das dieses ändert, ist nicht das letzte. Laden Sie die Einheit neu.',
  ],
  [
    'You have judged {unit} already. Load it again to revise it.',
    'Sie haben {unit} schon beurteilt. Laden Sie die Einheit neu, um das Urteil zu ändern.',
  ],
  [
    '{unit} was revised at the same time. Load it again.',
    '{unit} wurde zur selben Zeit geändert. Laden Sie die Einheit neu.',
  ],
  [
    '{name} could see what others have answered in this round, and cannot judge in it any more.',
    '{name} konnte sehen, was andere in dieser Runde geantwortet haben, und kann darin nicht mehr urteilen.',
  ],
  [
    'You take part in this round; its figures are shown once it is closed.',
    'Sie nehmen an dieser Runde teil; ihre Zahlen werden gezeigt, sobald sie geschlossen ist.',
  ],
  ['You take no part in the round {round}.', 'An der Runde {round} nehmen Sie nicht teil.'],
  [
    '{count} of {wanted} judgments are missing in the round {round}, from {people} annotators. Wait for them, or close the round as incomplete.',
    'In der Runde {round} fehlen {count} von {wanted} Urteilen, von {people} Annotierenden. Warten Sie darauf, oder schließen Sie die Runde unvollständig.',
  ],
  [
    '{count} judgments are missing in the round {round}, which is closed.',
    'In der Runde {round}, die geschlossen ist, fehlen {count} Urteile.',
  ],
  [
    'The round {round} is still open, so its gate is not decided. Close it first.',
    'Die Runde {round} ist noch offen, ihre Hürde also nicht entschieden. Schließen Sie sie zuerst.',
  ],
  [
    'Somebody who was to take part may not judge here any more. Look at the people again.',
    'Jemand, der teilnehmen sollte, darf hier nicht mehr urteilen. Sehen Sie die Personen noch einmal an.',
  ],
  [
    'The metrics are for whoever shows their token: Authorization: Bearer …',
    'Die Messwerte sind für den, der ihr Token vorzeigt: Authorization: Bearer …',
  ],
  [
    'The metrics are for programs on this machine, at localhost. To read them from elsewhere or through a proxy, start the server with --metrics-token.',
    'Die Messwerte sind für Programme auf diesem Rechner, unter localhost. Um sie von anderswo oder durch einen Proxy zu lesen, starten Sie den Server mit --metrics-token.',
  ],
  [
    'The rounds or the protocol have changed in the meantime. Look at them again.',
    'Die Runden oder das Protokoll haben sich inzwischen geändert. Sehen Sie sie noch einmal an.',
  ],
  [
    'Each unit of the round {round} goes to everybody, so there is nothing to claim. Hand it out balanced.',
    'Jede Einheit der Runde {round} geht an alle, es gibt also nichts zu nehmen. Teilen Sie ausgewogen zu.',
  ],
  [
    'There is a project {name} already. Add a new version of its protocol instead.',
    'Das Projekt {name} gibt es schon. Fügen Sie stattdessen eine neue Fassung seines Protokolls hinzu.',
  ],
  [
    'Somebody else has added version {version} in the meantime. Compare with it first.',
    'Jemand anderes hat inzwischen Fassung {version} hinzugefügt. Vergleichen Sie zuerst mit ihr.',
  ],
  [
    '{name} is named twice among the annotators, expected everybody once.',
    '{name} ist zweimal unter den Annotierenden, erwartet jede Person einmal.',
  ],
  [
    'Nobody to hand out to. Invite annotators, or name them.',
    'Es ist niemand da, dem etwas zugeteilt werden könnte. Laden Sie Annotierende ein, oder nennen Sie sie.',
  ],
  [
    'each unit is to go to {count} different annotators, but only {people} take part. Name more annotators, or ask for fewer per unit.',
    'jede Einheit soll an {count} verschiedene Annotierende gehen, aber nur {people} nehmen teil. Nennen Sie mehr, oder verlangen Sie weniger je Einheit.',
  ],
  [
    'each unit is to go to {count} different annotators, but there is only {people}. Name more annotators, or ask for fewer per unit.',
    'jede Einheit soll an {count} verschiedene Annotierende gehen, aber es gibt nur {people}. Nennen Sie mehr, oder verlangen Sie weniger je Einheit.',
  ],
  [
    'each unit is to go to {count} different annotators, but there are only {people}. Name more annotators, or ask for fewer per unit.',
    'jede Einheit soll an {count} verschiedene Annotierende gehen, aber es gibt nur {people}. Nennen Sie mehr, oder verlangen Sie weniger je Einheit.',
  ],
  [
    'each unit is to go to {count} annotators, expected a whole number of at least 1',
    'jede Einheit soll an {count} Annotierende gehen, erwartet eine ganze Zahl von mindestens 1',
  ],
  [
    '{size} units are to be drawn, but there are only {units}.',
    '{size} Einheiten sollen gezogen werden, aber es gibt nur {units}.',
  ],
  ['all {count} units were used before.', 'alle {count} Einheiten wurden schon benutzt.'],
  [
    'a share of hard units is asked for, but all units are equally hard.',
    'ein Anteil schwieriger Einheiten ist verlangt, aber alle sind gleich schwierig.',
  ],
  [
    'The round {round} asks for a share of hard units, and says neither by which field nor by which rules they are told.',
    'Die Runde {round} verlangt einen Anteil schwieriger Einheiten und sagt weder, nach welchem Feld, noch, nach welchen Regeln sie erkannt werden.',
  ],
  ['{annotator} has not done the training.', '{annotator} hat das Training nicht gemacht.'],
  ['{annotator} has not finished the training.', '{annotator} hat das Training nicht beendet.'],
  [
    '{annotator} did not reach the gate of the training.',
    '{annotator} hat die Hürde des Trainings nicht erreicht.',
  ],
  [
    '{annotator} did not reach the gate of the training; to study: {study}.',
    '{annotator} hat die Hürde des Trainings nicht erreicht; nachzulesen: {+study}.',
  ],
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
    '{wrong} of {all} records have faults, and nothing is kept; they can be left out (--skip-invalid)',
    '{wrong} von {all} Einträgen haben Fehler, und nichts wird behalten; sie können ausgelassen werden',
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
  [
    '{unit} is there already with another content; a unit is never changed. Give the changed one another id.',
    '{unit} gibt es schon mit anderem Inhalt; eine Einheit wird nie geändert. Geben Sie der geänderten eine andere Kennung.',
  ],
  [
    '{unit} is there already as {id}; the file was exported with formulas escaped. Export the units again without that.',
    '{unit} gibt es schon als {id}; in der Datei stehen Formeln mit einem Apostroph. Exportieren Sie die Einheiten noch einmal ohne ihn.',
  ],
  [
    'A gold pack is three files: the chunks, the matrix and the labels. Pass --matrix and --labels beside the chunks.',
    'Ein Gold-Paket besteht aus drei Dateien: Abschnitte, Matrix und Labels.',
  ],
  [
    'The task {task} has no labels, so it makes no gold pack.',
    'Die Aufgabe {task} hat keine Labels, also gibt es kein Gold-Paket.',
  ],
  [
    'A judgment cache holds all runs of all models under the present questions; leave {names} out.',
    'Ein Urteilsspeicher enthält alle Läufe aller Modelle unter den jetzigen Fragen; lassen Sie {+names} weg.',
  ],
  [
    'The protocol {name} names no policies. Name them in it, and add that version to the project.',
    'Das Protokoll {name} nennt keine Regelwerke. Nennen Sie sie darin, und fügen Sie diese Fassung dem Projekt hinzu.',
  ],
  ['no space is left', 'es ist kein Platz mehr frei'],
  ['The request cannot be read.', 'Die Anfrage kann nicht gelesen werden.'],
  ['the log of the server has it under {id}', 'im Protokoll des Servers steht es unter {id}'],
  // What should be known before verdicts are believed
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
    'the override of {unit} says that {field} was {got}, but now it is without an answer.',
    'der Entscheid zu {unit} sagt, dass {field} {got} war, aber jetzt hat es keine Antwort.',
  ],
  [
    'the override of {unit} says that {field} was {got}, but now it is {expected}.',
    'der Entscheid zu {unit} sagt, dass {field} {got} war, aber jetzt ist es {expected}.',
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
  // What blocks a round
  ['the round {round} comes first.', 'zuerst kommt die Runde {round}.'],
  [
    'the round {round} is still open, with {judged} of {wanted} judgments.',
    'die Runde {round} ist noch offen, mit {judged} von {wanted} Urteilen.',
  ],
  [
    '{needed} admitted annotators are needed after the round {round}, and there is {admitted}.',
    'nach der Runde {round} braucht es {needed} zugelassene Annotierende, und es gibt {admitted}.',
  ],
  [
    '{needed} admitted annotators are needed after the round {round}, and there are {admitted}.',
    'nach der Runde {round} braucht es {needed} zugelassene Annotierende, und es gibt {admitted}.',
  ],
  ['it is open already.', 'sie ist schon offen.'],
  ['it has passed already.', 'sie ist schon bestanden.'],
  [
    'the round {round} did not pass: {checks}. Repeat it, or waive the gate by name and reason.',
    'die Runde {round} ist nicht bestanden: {checks}. Wiederholen Sie sie, oder erlassen Sie die Hürde mit Namen und Grund.',
  ],
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
  [
    '{version}; the import can be told another guideline version, or any to take each as it is (--guideline)',
    '{version}; dem Import kann eine andere Fassung des Leitfadens genannt werden, oder any, um jedes Urteil zu nehmen, wie es ist',
  ],
  [
    '{answer}; the import can be given one for all rows without (answers in the mapping)',
    '{+answer}; dem Import kann eine Antwort für alle Zeilen ohne gegeben werden (answers in der Zuordnung)',
  ],
  [
    '{version}; the import can be told that rows without one were judged under it (--guideline {same})',
    '{version}; dem Import kann gesagt werden, dass Zeilen ohne Fassung unter dieser beurteilt wurden',
  ],
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
  ['nothing', 'nichts'],
  ['an object', 'ein Objekt'],
  ['an array of {count}', 'eine Liste von {count}'],
  ['a whole number', 'eine ganze Zahl'],
  ['a text', 'ein Text'],
  ['a non-empty text', 'ein Text, der nicht leer ist'],
  ['a passage copied from {field}', 'eine Stelle aus {field}'],
  ['a reason', 'eine Begründung'],
  ['a ruling', 'ein Entscheid'],
  ['allowing own rulings', 'eigene Entscheide zu erlauben'],
  ['forbidding own rulings', 'eigene Entscheide zu verbieten'],
  ['{few} to {many} characters', '{few} bis {many} Zeichen'],
  ['{count} characters long', '{count} Zeichen lang'],
  ['nothing but spaces', 'nichts als Leerzeichen'],
  ['what is allowed here', 'hier erlaubt ist'],
  [
    '2 to 64 letters, digits and . _ @ + -, beginning with a letter or digit',
    '2 bis 64 Buchstaben, Ziffern und . _ @ + -, am Anfang ein Buchstabe oder eine Ziffer',
  ],
  [
    'a new version, since {version} is another text in version {number} of the protocol',
    'eine neue Fassung, denn {version} ist in Fassung {number} des Protokolls ein anderer Text',
  ],
  [
    'a text, since so large a number is not kept exactly: write it in quotes',
    'ein Text, da eine so große Zahl nicht genau erhalten bleibt: in Anführungszeichen setzen',
  ],
  ['{name}, the name of the project', '{name}, der Name des Projekts'],
  ['such address', 'diese Adresse'],
  ['such page', 'diese Seite'],
  ['unit {name}', 'Einheit {name}'],
  ['run {name}', 'Lauf {name}'],
  ['run {name} of the task {task}', 'Lauf {name} der Aufgabe {task}'],
  ['annotator {name} in the project {project}', 'Annotierende Person {name} im Projekt {project}'],
  ['run {name} that you take part in', 'Lauf {name}, an dem Sie teilnehmen'],
  ['project {name}', 'Projekt {name}'],
  ['account {name}', 'Konto {name}'],
  ['a lead', 'in der Leitung'],
  ['an adjudicator', 'in der Schlichtung'],
  ['an annotator', 'in der Annotation'],
  ['a reviewer', 'in der Prüfung'],
  ['leads', 'Leitung'],
  ['adjudicators', 'Schlichtung'],
  ['annotators', 'Annotation'],
  ['reviewers', 'Prüfung'],
  ['{first} or {last}', '{+first} oder {+last}'],
  ['{first} and {last}', '{+first} und {+last}'],
];

/** A sentence of the server in German; null when it is not known. */
export function germanSentence(english: string): string | null {
  return book.translate(english);
}

const codes = Object.keys(errorCatalogue) as ErrorCode[];
const book = new SentenceBook(
  [
    ...codes
      .filter((code) => !/^\{\w+\}$/.test(errorCatalogue[code].message))
      .map((code): SentencePair => [errorCatalogue[code].message, germanErrors[code]]),
    ...serverSentences,
  ],
  phrases,
);
