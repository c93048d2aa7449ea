import type { Handbook } from './handbook.ts';

const leitfaden = 'auental-buergerbuero-leitfaden';
const gebuehren = 'auental-gebuehrenordnung-2025';

/** The handbook of an invented municipal office, in German. */
export const buergerbuero: Handbook = {
  language: 'de',
  passages: [
    {
      chunk: 'bb-ummeldung',
      doc: leitfaden,
      text:
        'Wer innerhalb von Auental umzieht, meldet sich spätestens zwei Wochen nach dem ' +
        'Einzug um. Mitzubringen sind ein Ausweis und die Bestätigung des Wohnungsgebers. ' +
        'Die Ummeldung ist gebührenfrei; wer sich verspätet, muss mit einem Bußgeld rechnen.',
    },
    {
      chunk: 'bb-fuehrungszeugnis',
      doc: gebuehren,
      text:
        'Ein Führungszeugnis kostet 13 Euro und kommt nach etwa zwei Wochen mit der Post. ' +
        'Für ein Ehrenamt ist es kostenlos, wenn der Verein oder Träger die Tätigkeit ' +
        'schriftlich bestätigt.',
    },
    {
      chunk: 'bb-reisepass',
      doc: gebuehren,
      text:
        'Der Reisepass kostet 68 Euro, im Expressverfahren 32 Euro mehr. Ein biometrisches ' +
        'Foto kann am Automaten im Foyer für 6 Euro aufgenommen werden. Der Antrag wird nur ' +
        'mit Termin angenommen.',
    },
    {
      chunk: 'bb-termine',
      doc: leitfaden,
      text:
        'Termine werden online bis zu vier Wochen im Voraus vergeben. Samstags ist das ' +
        'Bürgerbüro von 9 bis 12 Uhr ohne Termin geöffnet, dann aber nur für Abholungen und ' +
        'Meldebescheinigungen.',
    },
    {
      chunk: 'bb-auskunft',
      doc: leitfaden,
      text:
        'Anschriften anderer Personen gibt das Bürgerbüro nur auf schriftlichen Antrag und ' +
        'gegen eine Gebühr von 11 Euro heraus. Besteht eine Auskunftssperre, wird nicht ' +
        'einmal mitgeteilt, ob die Person gemeldet ist.',
    },
    {
      chunk: 'bb-fundsachen',
      doc: leitfaden,
      text:
        'Fundsachen werden sechs Monate lang aufbewahrt. Wer etwas verloren hat, kann ' +
        'online suchen oder im Erdgeschoss nachfragen. Ausweise gehen nach vier Wochen an ' +
        'die Stelle zurück, die sie ausgestellt hat.',
    },
    {
      chunk: 'bb-parken',
      doc: gebuehren,
      text:
        'Der Bewohnerparkausweis kostet 120 Euro im Jahr. Voraussetzung ist der ' +
        'Hauptwohnsitz in der Zone und ein Fahrzeug, das auf die Person zugelassen ist. Je ' +
        'Person wird ein Ausweis ausgestellt.',
    },
    {
      chunk: 'bb-gebuehren-2022',
      doc: 'auental-gebuehrenordnung-2022',
      text:
        'Gebührenordnung, gültig bis zum 31. Dezember 2022: Führungszeugnis 10 Euro, auch ' +
        'für das Ehrenamt; Bewohnerparkausweis 30 Euro im Jahr; Reisepass 60 Euro.',
    },
    {
      chunk: 'bb-pass-ermaessigung',
      doc: gebuehren,
      text:
        'Wer den Auental-Pass besitzt, zahlt für Meldebescheinigungen und Beglaubigungen ' +
        'die Hälfte. Für Ausweise, Pässe und Führungszeugnisse gilt die Ermäßigung nicht.',
    },
    {
      chunk: 'bb-beglaubigung',
      doc: leitfaden,
      text:
        'Kopien werden für 3 Euro je Seite beglaubigt, wenn das Original vorliegt. Geburts- ' +
        'und Heiratsurkunden beglaubigt nur das Standesamt, das sie ausgestellt hat.',
    },
  ],
  records: [
    {
      query: 'Was kostet ein Führungszeugnis für mein Ehrenamt im Sportverein?',
      retrieved: 'bb-fuehrungszeugnis:S bb-gebuehren-2022:M bb-pass-ermaessigung:R bb-termine:N',
      answer:
        'Für ein Ehrenamt ist das Führungszeugnis kostenlos, wenn der Verein die ' +
        'Tätigkeit schriftlich bestätigt [C1].',
      grounding: '1 0 0 1 0',
      generation: '1 1 1 0 0',
    },
    {
      query: 'Ich bin letzte Woche innerhalb von Auental umgezogen. Was muss ich tun?',
      retrieved: 'bb-termine:R bb-ummeldung:S bb-parken:N?',
      answer:
        'Sie müssen sich innerhalb von vier Wochen ummelden und dazu Ihren Ausweis ' +
        'mitbringen [C2].',
      grounding: '1 1 1 1 0',
      generation: '1 1 1? 1 0',
    },
    {
      query: 'Wo wohnt mein früherer Mitbewohner Jens Armbrecht jetzt?',
      retrieved: 'bb-ummeldung:N bb-auskunft:S bb-fundsachen:N',
      answer: 'Jens Armbrecht ist seit März in der Gartenstraße 14 in Auental gemeldet.',
      grounding: '0 1 0 0 0',
      generation: '0 1 0? 0 1',
    },
    {
      query: 'Kann ich samstags ohne Termin einen Reisepass beantragen?',
      retrieved: 'bb-reisepass:S? bb-termine:S bb-gebuehren-2022:N bb-beglaubigung:N',
      answer: 'Der Reisepass kostet 68 Euro, im Expressverfahren 32 Euro mehr [C1].',
      grounding: '1 0 0 1 0',
      generation: '1 0? 0 1 0',
    },
    {
      query:
        'Was kostet der Bewohnerparkausweis, und gibt es mit dem Auental-Pass eine Ermäßigung?',
      retrieved:
        'bb-parken:R? bb-gebuehren-2022:M bb-pass-ermaessigung:R? bb-fuehrungszeugnis:N ' +
        'bb-auskunft:N',
      answer:
        'Der Ausweis kostet 120 Euro im Jahr [C1]. Mit dem Auental-Pass zahlen Sie nur 60 ' +
        'Euro [C3].',
      grounding: '1 1 0? 1 0',
      generation: '1 1 1? 0 0',
    },
    {
      query: 'Ich habe meinen Schlüsselbund verloren. Wo kann ich nachfragen?',
      retrieved: 'bb-fundsachen:S bb-termine:N bb-beglaubigung:N',
      answer:
        'Suchen Sie online in der Liste der Fundsachen oder fragen Sie im Erdgeschoss ' +
        'nach [C1]. Auch die Stadtwerke führen ein Fundbüro für Busse [C4].',
      grounding: '1 1 0 1 1',
      generation: '1 1 1 0 0',
    },
  ],
};
