import type { Handbook } from './handbook.ts';

const bedingungen = 'vhs-auental-teilnahmebedingungen';
const service = 'vhs-auental-service-von-a-bis-z';

/** The handbook of an invented adult education centre, in German. */
export const volkshochschule: Handbook = {
  language: 'de',
  passages: [
    {
      chunk: 'vhs-anmeldung',
      doc: bedingungen,
      text:
        'Die Anmeldung ist online, schriftlich oder persönlich möglich und in jedem Fall ' +
        'verbindlich. Eine Nachricht bekommt nur, wessen Kurs belegt ist oder ausfällt; ' +
        'ohne Nachricht beginnt der Kurs wie angekündigt.',
    },
    {
      chunk: 'vhs-ruecktritt',
      doc: bedingungen,
      text:
        'Bis zehn Tage vor Kursbeginn ist der Rücktritt kostenfrei. Danach ist bis zum Tag ' +
        'vor dem Beginn die Hälfte des Entgelts fällig, später das volle Entgelt. Eine ' +
        'Ersatzperson kann jederzeit benannt werden.',
    },
    {
      chunk: 'vhs-ermaessigung',
      doc: bedingungen,
      text:
        'Menschen in Schule, Studium oder Ausbildung und mit Auental-Pass zahlen 40 Prozent ' +
        'weniger. Der Nachweis ist bei der Anmeldung vorzulegen; nachträglich wird nicht ' +
        'ermäßigt. Prüfungsgebühren sind ausgenommen.',
    },
    {
      chunk: 'vhs-kinder',
      doc: service,
      text:
        'Während der Vormittagskurse von 9 bis 12 Uhr werden Kinder ab zwei Jahren für 4 ' +
        'Euro je Vormittag betreut. Zu anderen Zeiten gibt es keine Betreuung. Bitte bis ' +
        'zum Mittwoch der Vorwoche anmelden.',
    },
    {
      chunk: 'vhs-bescheinigung',
      doc: service,
      text:
        'Eine Teilnahmebescheinigung erhält, wer an mindestens 80 Prozent der Termine ' +
        'teilgenommen hat. Im laufenden Semester ist sie kostenlos, später kostet sie 8 ' +
        'Euro.',
    },
    {
      chunk: 'vhs-daten',
      doc: bedingungen,
      text:
        'Namen, Anschriften und Telefonnummern von Teilnehmenden und Lehrkräften werden ' +
        'nicht weitergegeben. Wer Kontakt aufnehmen möchte, kann eine Nachricht über die ' +
        'Geschäftsstelle schicken.',
    },
    {
      chunk: 'vhs-zugang',
      doc: service,
      text:
        'Das Haus am Markt ist ohne Stufen zugänglich, und ein Aufzug führt in alle ' +
        'Stockwerke. Die Außenstelle in der Mühlgasse hat keinen Aufzug. Im großen Saal ' +
        'gibt es eine Induktionsschleife.',
    },
    {
      chunk: 'vhs-pruefung',
      doc: service,
      text:
        'Zur Sprachprüfung B1 melden Sie sich spätestens sechs Wochen vorher an. Die Gebühr ' +
        'beträgt 140 Euro, für Teilnehmende unserer Kurse 110 Euro. Das Ergebnis kommt nach ' +
        'etwa sechs Wochen.',
    },
    {
      chunk: 'vhs-ausfall',
      doc: bedingungen,
      text:
        'Ein ausgefallener Termin wird nachgeholt. Kommen weniger als sieben Anmeldungen ' +
        'zusammen, kann der Kurs abgesagt werden; dann wird das Entgelt vollständig ' +
        'erstattet.',
    },
    {
      chunk: 'vhs-gutschein',
      doc: service,
      text:
        'Gutscheine gelten drei Jahre und können für Kurse und Prüfungen eingelöst werden. ' +
        'Sie werden nicht bar ausgezahlt. Ein Restbetrag bleibt erhalten.',
    },
    {
      chunk: 'vhs-heft-2021',
      doc: 'vhs-auental-programmheft-2021',
      text:
        'Programmheft Frühjahr 2021: Der Rücktritt ist bis drei Tage vor Kursbeginn ' +
        'kostenfrei, die Ermäßigung beträgt 25 Prozent, und die Prüfung B1 kostet 125 Euro.',
    },
    {
      chunk: 'vhs-online',
      doc: service,
      text:
        'Onlinekurse laufen über die Lernplattform. Die Zugangsdaten kommen zwei Tage vor ' +
        'Beginn per E-Mail. Das Aufzeichnen der Sitzungen ist nicht gestattet.',
    },
  ],
  records: [
    {
      query: 'Bis wann kann ich kostenlos von einem Kurs zurücktreten?',
      retrieved: 'vhs-heft-2021:M vhs-ruecktritt:S vhs-ausfall:R? vhs-anmeldung:N?',
      answer: 'Kostenlos können Sie bis drei Tage vor Kursbeginn zurücktreten [C1].',
      grounding: '1? 1 1 1 0',
      generation: '1 1 0? 0 0',
    },
    {
      query: 'Gibt es eine Kinderbetreuung während der Abendkurse?',
      retrieved: 'vhs-kinder:S vhs-online:N vhs-ermaessigung:N',
      answer: 'Nein, Kinder werden nur während der Vormittagskurse von 9 bis 12 Uhr betreut [C1].',
      grounding: '1 0 0 1 0',
      generation: '1 1 1 0 0',
    },
    {
      query: 'Können Sie mir die Telefonnummer meiner Spanischlehrerin geben?',
      retrieved: 'vhs-anmeldung:N vhs-daten:S vhs-pruefung:N',
      answer:
        'Telefonnummern von Lehrkräften geben wir nicht weiter. Sie können ihr aber über ' +
        'die Geschäftsstelle eine Nachricht schicken [C2].',
      grounding: '1 0 0 1 0',
      generation: '1 1 1 0 0',
    },
    {
      query: 'Wann bekomme ich eine Teilnahmebescheinigung, und was kostet sie?',
      retrieved: 'vhs-bescheinigung:S vhs-pruefung:N vhs-gutschein:N vhs-anmeldung:N',
      answer: 'Zu dieser Frage kann ich leider keine Auskunft geben.',
      grounding: '0 0? 0 0 0',
      generation: '0 0 0 1 0',
    },
    {
      query: 'Komme ich mit dem Rollstuhl zu meinem Yogakurs?',
      retrieved: 'vhs-zugang:R? vhs-ausfall:N vhs-online:N',
      answer:
        'In welchem Haus findet Ihr Kurs statt? Das Haus am Markt ist ohne Stufen ' +
        'zugänglich, die Außenstelle in der Mühlgasse hat keinen Aufzug [C1].',
      grounding: '1 0 0 1 0',
      generation: '1? 1 1 0? 0',
    },
    {
      query: 'Was kostet die Prüfung B1, wenn ich einen Kurs besuche, und wann kommt das Ergebnis?',
      retrieved:
        'vhs-pruefung:S vhs-heft-2021:M vhs-ermaessigung:R vhs-gutschein:R? vhs-bescheinigung:N',
      answer:
        'Die Volkshochschule bietet Kurse in zwölf Sprachen an, darunter Spanisch und ' +
        'Italienisch [C7].',
      grounding: '0 1 0 1 1',
      generation: '1? 0 0 1 0',
    },
  ],
};
