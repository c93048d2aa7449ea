import { strToU8, zipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';

/** A file that somebody sends who wants to harm the server, and where. */
export interface HostileFile {
  readonly what: string;
  readonly query: string;
  readonly bytes: Uint8Array;
}

const million = 1_000_000;
const zeros = (megabytes: number): Uint8Array => new Uint8Array(megabytes * million).fill(48);
const empties = (count: number): string => `[${Array<string>(count).fill('{}').join(',')}]`;

/**
 * Files that exceed a limit each: on memory, time, rows, decompressed size, nesting, columns, the
 * length of a row, what is kept of them. Small enough to be sent again and again.
 */
export function hostileFiles(unit: string): readonly HostileFile[] {
  const file = (what: string, query: string, content: string | Uint8Array): HostileFile => {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    return { what, query, bytes };
  };
  const long = 'x'.repeat(million);
  const column = (data: readonly string[]) => [
    { name: 'text', data: [...data], type: 'STRING' as const },
  ];
  const sheet = (content: Uint8Array): Uint8Array =>
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': strToU8(
        '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': content,
    });
  const cells = strToU8(
    `<worksheet><sheetData>${'<row><c t="inlineStr"><is><t>a</t></is></c></row>'.repeat(million)}`,
  );
  const overrides = Array.from({ length: 60_000 }, (_, at) => ({
    review_id: `u${at}`,
    corrected: { Label01: 1 },
    reason: 'because',
  }));
  const judged = (at: number): string =>
    `${JSON.stringify({
      id: unit,
      annotator_id: `a${at}`,
      Label01: 'no',
      notes: 'x'.repeat(900),
    })}\n`;
  return [
    file('an array of too many values', 'kind=units&name=a.json', empties(4 * million)),
    file(
      'a unit that is an array',
      'kind=units&format=units-jsonl&name=b.jsonl',
      `{"id":${empties(million)}}\n`,
    ),
    file(
      'nesting without end',
      'kind=units&format=units-jsonl&name=c.json',
      '['.repeat(5 * million),
    ),
    file(
      'a judgment that is nested',
      'kind=judgments&format=judgments-jsonl&name=d.jsonl',
      `{"a":${'['.repeat(million)}`,
    ),
    file('a table of too many columns', 'kind=units&name=e.csv', `${'c,'.repeat(60_000)}\n1\n`),
    file('a row that is too long', 'kind=units&name=f.csv', `id,text\n1,${long}${long}${long}\n`),
    file(
      'a dictionary that is repeated',
      'kind=units&name=g.parquet',
      new Uint8Array(parquetWriteBuffer({ columnData: column(Array<string>(5000).fill(long)) })),
    ),
    file(
      'pages that unpack without end',
      'kind=units&name=h.parquet',
      new Uint8Array(
        parquetWriteBuffer({
          columnData: column(Array.from({ length: 300 }, (_, at) => at + long)),
        }),
      ),
    ),
    file('a workbook of too many rows', 'kind=units&name=i.xlsx', sheet(cells)),
    file('a workbook that unpacks without end', 'kind=units&name=j.xlsx', sheet(zeros(190))),
    file(
      'a log that unpacks without end',
      'kind=judgments&name=k.eval',
      zipSync({ 'header.json': strToU8('{}'), 'samples/1.json': zeros(190) }),
    ),
    file(
      'UTF-16 that is none',
      'kind=units&name=l.csv',
      Buffer.from('\ufeffid,text\n1,\ud800\n', 'utf16le'),
    ),
    file(
      'a list of overrides',
      'kind=rulings&format=override-file&name=m.json',
      JSON.stringify({ task: overrides }),
    ),
    file(
      'a ruling that is too long',
      'kind=rulings&format=rulings-jsonl&name=n.jsonl',
      `{"unit":"u","reason":"${long}${long}${long}"}\n`,
    ),
    file(
      'a cache with a large entry',
      'kind=judgments&format=judgment-cache&name=o.json',
      `{"raw":{"task:u:m:1":{"a":${empties(4 * million)}}}}`,
    ),
    file(
      'rows that are all to be kept aside',
      'kind=judgments&mode=flag&format=judgments-jsonl&name=p.jsonl',
      Array.from({ length: 60_000 }, (_, at) => judged(at)).join(''),
    ),
  ];
}
