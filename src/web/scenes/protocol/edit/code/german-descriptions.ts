/** What the keys of a protocol are for, in German, by the English of the schema. */
export const germanDescriptions: Readonly<Record<string, string>> = {
  'The version of this file format': 'Die Fassung dieses Dateiformats',
  'The judgments were simulated; said wherever they are shown':
    'Die Urteile sind simuliert; das steht überall, wo sie gezeigt werden',
  'Judgments carry it; a change makes the older ones stale':
    'Urteile tragen sie; eine Änderung lässt die älteren veralten',
  'Rows of judgments that do not carry the version are refused':
    'Zeilen mit Urteilen ohne Angabe der Fassung werden abgelehnt',
  'Refuse the guideline when a question lacks a definition, criteria or examples':
    'Lehnt den Leitfaden ab, wenn einer Frage Definition, Kriterien oder Beispiele fehlen',
  'The file with the units of each task': 'Die Datei mit den Einheiten jeder Aufgabe',
  'A text, or one text per language: { en: …, de: … }':
    'Ein Text, oder ein Text je Sprache: { en: …, de: … }',
  'The field, or fields, that name a unit': 'Das Feld oder die Felder, die eine Einheit benennen',
  'The field of what the unit belongs to: query, document, business':
    'Das Feld, das sagt, wozu die Einheit gehört: Suchanfrage, Dokument, Betrieb',
  'What fields are called on pages: { nct_id: Trial number }':
    'Wie Felder auf den Seiten heißen: { nct_id: Studiennummer }',
  'Fields shown collapsed; opening one is recorded':
    'Felder, die eingeklappt gezeigt werden; das Öffnen wird festgehalten',
  'The words that a field may have; null says that there may be no value':
    'Die Werte, die ein Feld haben darf; null heißt, dass der Wert fehlen darf',
  'What a citation mark in an answer looks like, as a simple pattern: \\[C?\\d+\\]':
    'Wie eine Fundstelle in einer Antwort aussieht, als einfaches Muster: \\[C?\\d+\\]',
  'Fields that flat rows of judgments carry beside the id':
    'Felder, die flache Zeilen mit Urteilen neben der Kennung tragen',
  'Fields that an annotator never sees': 'Felder, die Annotierende nie sehen',
  'Named scales, for questions to share': 'Benannte Skalen, die sich Fragen teilen',
  'binary, text, { nominal: [...] }, { ordinal: [...] } or { quote: { from: field } }':
    'binary, text, { nominal: [...] }, { ordinal: [...] } oder { quote: { from: Feld } }',
  'The values in order, each alone or with its title: [0: not relevant, 1: relevant]':
    'Die Werte der Reihe nach, jeder allein oder mit Titel: [0: nicht relevant, 1: relevant]',
  'The lowest value that counts as: the label applies':
    'Der kleinste Wert, der bedeutet: Das Label trifft zu',
  'What a ticked label without a grade counts as in imported rows':
    'Was ein angekreuztes Label ohne Stufe in importierten Zeilen bedeutet',
  'The grade that the form gives to a label when it is ticked':
    'Die Stufe, die das Formular einem Label beim Ankreuzen gibt',
  'The field of the unit that must be quoted verbatim':
    'Das Feld der Einheit, aus dem wörtlich zitiert werden muss',
  "A scale, or the name of one of the task's scales. Binary when left out.":
    'Eine Skala, oder der Name einer Skala der Aufgabe. Fehlt sie, gilt binary.',
  'Asked only when this holds, such as is_relevant':
    'Wird nur gefragt, wenn dies gilt, etwa is_relevant',
  'Whether agreement is measured on this question':
    'Ob die Übereinstimmung bei dieser Frage gemessen wird',
  'One readable line each: evidence_sufficient => topically_relevant':
    'Je eine lesbare Zeile: evidence_sufficient => topically_relevant',
  '1 for people and models, 0 for rules, unless said otherwise':
    '1 für Menschen und Modelle, 0 für Regeln, wenn nichts anderes dasteht',
  'How many runs of a model; each is an annotator':
    'Wie viele Läufe ein Modell hat; jeder ist ein Annotator',
  'The people, where they are known beforehand': 'Die Personen, soweit sie vorab bekannt sind',
  'The file with the keywords of a rule': 'Die Datei mit den Stichwörtern einer Regel',
  'How the model is reached': 'Wie das Modell erreicht wird',
  "The provider's name of the model; the entry's when left out":
    'Wie der Anbieter das Modell nennt; fehlt es, gilt der Name des Eintrags',
  'The address of the service: http://localhost:8000/v1':
    'Die Adresse des Dienstes: http://localhost:8000/v1',
  'The environment variable that holds the key': 'Die Umgebungsvariable, die den Schlüssel enthält',
  'Further parameters of the request: { reasoning: { effort: low } }':
    'Weitere Parameter der Anfrage: { reasoning: { effort: low } }',
  'One of the texts under prompts, added to the instructions':
    'Einer der Texte unter prompts, der zu den Anweisungen hinzukommt',
  'The most tokens that a reply may have': 'Wie viele Token eine Antwort höchstens haben darf',
  'Ollama: the tokens that prompt and reply may have':
    'Ollama: wie viele Token Prompt und Antwort haben dürfen',
  'The tasks it is for; all when left out': 'Die Aufgaben, für die es gilt; fehlen sie, alle',
  'The file with the replies that are replayed':
    'Die Datei mit den Antworten, die wiedergegeben werden',
  'Whether a parameter that the model refuses may be left out':
    'Ob ein Parameter, den das Modell ablehnt, entfallen darf',
  'Texts that models may be given in addition to the instructions':
    'Texte, die Modelle zusätzlich zu den Anweisungen bekommen können',
  'What models cost per million tokens, as of a date':
    'Was Modelle je Million Token kosten, mit Stichtag',
  'When the prices were looked up: 2026-11-01': 'Wann die Preise nachgesehen wurden: 2026-11-01',
  'By the name of the model': 'Nach dem Namen des Modells',
  'Per million tokens that are read': 'Je Million gelesener Token',
  'Per million tokens that are written, reasoning included':
    'Je Million geschriebener Token, das Nachdenken eingeschlossen',
  'Per million tokens read from a cache; input if left out':
    'Je Million Token, die aus einem Cache gelesen werden; fehlt es, gilt input',
  'Per million tokens written to a cache; input if left out':
    'Je Million Token, die in einen Cache geschrieben werden; fehlt es, gilt input',
  'The share of the price that requests in a batch cost; 0.5 means half':
    'Der Anteil am Preis, den Anfragen im Stapel kosten; 0.5 bedeutet die Hälfte',
  "Taken from the round's name when left out": 'Ergibt sich aus dem Namen der Runde, wenn es fehlt',
  'The task, where there are several': 'Die Aufgabe, wo es mehrere gibt',
  'A rule of the panel, or a field of the unit, whose labels make the strata':
    'Eine Regel des Panels oder ein Feld der Einheit, deren Labels die Schichten bilden',
  'At least so many units per label': 'Mindestens so viele Einheiten je Label',
  'The service it is reached at, declared by whoever runs the program':
    'Der Dienst, über den es erreichbar ist; wer das Programm betreibt, nennt ihn',
  'The share of hard units': 'Der Anteil schwieriger Einheiten',
  'Annotators see a suggestion; their judgments are marked and not independent':
    'Annotierende sehen einen Vorschlag; ihre Urteile sind markiert und nicht unabhängig',
  'Whose answers are suggested: a model of the panel, a rule, an import':
    'Wessen Antworten vorgeschlagen werden: ein Modell des Panels, eine Regel, ein Import',
  'The share of units that each annotator judges without a suggestion':
    'Der Anteil der Einheiten, die jeder Annotator ohne Vorschlag beurteilt',
  'A tie waits for a ruling, or the annotator with the most weight decides and the tie is marked':
    'Ein Gleichstand wartet auf einen Entscheid, oder das größte Gewicht entscheidet (markiert)',
  'The rounds whose judgments count; full rounds and passed pilots when left out':
    'Die Runden, deren Urteile zählen; fehlen sie: Hauptrunden und bestandene Piloten',
  'Units an hour: slower or faster is flagged; without it nobody is':
    'Einheiten je Stunde: Wer langsamer oder schneller ist, wird markiert; ohne Angabe niemand',
  'The usual units an hour': 'Wie viele Einheiten je Stunde üblich sind',
  'A label with fewer positives is flagged': 'Ein Label mit weniger Positiven wird markiert',
  'A label rarer or more frequent is flagged': 'Ein selteneres oder häufigeres Label wird markiert',
  'A longer pause counts as this': 'Eine längere Pause zählt als so lange',
  'Exact numbers of units, in place of shares; units beyond them go to neither side':
    'Genaue Anzahlen von Einheiten statt Anteilen; überzählige kommen auf keine Seite',
  'No subject on both sides': 'Kein Gegenstand auf beiden Seiten',
  'The licence of the data, by its SPDX name: CC-BY-4.0, CC0-1.0':
    'Die Lizenz der Daten mit ihrem SPDX-Namen: CC-BY-4.0, CC0-1.0',
  'Who is cited; nobody is named who is not listed here':
    'Wer zitiert wird; niemand wird genannt, der hier nicht steht',
  'What the data is, in a few sentences': 'Was die Daten sind, in wenigen Sätzen',
  'What it was made for, and what it must not be used for':
    'Wofür sie gemacht wurden und wofür sie nicht benutzt werden dürfen',
  'The languages of the texts: en, de': 'Die Sprachen der Texte: en, de',
  'Minutes per unit and annotator': 'Minuten je Einheit und Annotator',
  'Training and meetings': 'Schulung und Besprechungen',
  'Per person': 'Pro Person',
  'The K most recent units of a subject': 'Die K neuesten Einheiten eines Gegenstands',
  'People per unit: 3, all, or 2..3 where some units get a further one':
    'Personen je Einheit: 3, all oder 2..3, wenn manche Einheiten eine weitere bekommen',
  'Which units get the further annotators of a range such as 2..3':
    'Welche Einheiten die weiteren Personen eines Bereichs wie 2..3 bekommen',
  'This share of the units gets further annotators, drawn by the seed':
    'Dieser Anteil der Einheiten bekommt weitere Personen, gezogen mit dem Startwert',
  'Units on which the first annotators disagree, or that one of them flags':
    'Einheiten, bei denen die ersten Personen verschieden urteilen oder die eine markiert',
  'The questions on which a disagreement matters; all without it':
    'Die Fragen, bei denen ein Unterschied zählt; ohne die Angabe alle',
};
