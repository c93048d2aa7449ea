import { parquetWriteBuffer } from 'hyparquet-writer';
import { writeWorkbook } from '../../src/formats/xlsx-writer.ts';

const numbers = Array.from({ length: 300 }, (_, at) => at + 1);

/** Columns as an office keeps them: nobody has heard of "id" or "text". */
const header = ['lfd.', 'Eingang', 'Betrag in €', 'Vorgangsnummer', 'Kundennummer', 'Beschreibung'];

const rowOf = (at: number): readonly string[] => [
  String(at % 7),
  `${String((at % 28) + 1).padStart(2, '0')}.03.2026`,
  `${at},50`,
  `V/2026-${String(at).padStart(4, '0')}`,
  `K-${at % 40}`,
  `Das Paket ${at} kam zu spät; der Karton war "offen", sagt die Kundin.`,
];

const records = numbers.map((at) => {
  const row = rowOf(at);
  return Object.fromEntries(header.map((name, place) => [name, row[place]!]));
});
const lines = [header, ...numbers.map(rowOf)];
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Files of 300 cases as programs save them, by their names. */
export const newcomerFiles: Readonly<Record<string, () => Buffer>> = {
  'Fälle März.xlsx': () =>
    Buffer.from(
      writeWorkbook(
        'Fälle',
        header.map((name) => ({ name, type: 'text' as const })),
        records,
      ),
    ),
  // As German spreadsheets save it: semicolons, Windows line ends, one byte for ä and €.
  'faelle.csv': () => windows1252(lines.map((row) => `${row.map(quoted).join(';')}\r\n`).join('')),
  'faelle.parquet': () =>
    Buffer.from(
      parquetWriteBuffer({
        columnData: header.map((name) => ({
          name,
          data: records.map((row) => row[name]!),
          type: 'STRING' as const,
        })),
      }),
    ),
  // As programs log: what belongs together is one field.
  'faelle.jsonl': () =>
    Buffer.from(
      numbers
        .map((at) =>
          JSON.stringify({
            vorgang: `V/2026-${at}`,
            fall: { betreff: `Paket ${at}`, beschreibung: rowOf(at).at(-1) },
            kunde: { nummer: `K-${at % 40}`, seit: 2000 + (at % 20) },
            schlagworte: ['Paket', at % 2 === 0 ? 'Eil' : 'Standard'],
          }),
        )
        .join('\n'),
    ),
};

function windows1252(text: string): Buffer {
  return Buffer.from([...text].map((letter) => (letter === '€' ? 0x80 : letter.codePointAt(0)!)));
}
