import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplesFolder } from '../src/operations/protocol/example-stories.ts';
import { describe, expect, it } from 'vitest';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';

interface SplitJson {
  readonly rows: number;
  readonly seed: number;
  readonly dev: { readonly rows: number; readonly groups: number | null; readonly file: string };
  readonly test: { readonly rows: number; readonly groups: number | null; readonly file: string };
  readonly max_prevalence_deviation: number;
  readonly quality: string;
  readonly left_out: Readonly<Record<string, number>>;
  readonly near_duplicates: readonly object[] | null;
  readonly labels: readonly {
    readonly label: string;
    readonly positives: number;
    readonly on_both_sides: boolean;
  }[];
}

const lines = Array.from(
  { length: 100 },
  (_, at) =>
    `c${at},d${Math.floor(at / 5)},"Unit, ${at}",${at % 4 === 0 ? 1 : 0},` +
    `${at % 10 === 0 ? 'true' : 'False'},${at === 3 ? 1 : 0}`,
);
const csv = `chunk_id,doc_id,text,A,B,C\r\n${lines.map((line) => `${line}\r\n`).join('')}`;

describe('assay split', () => {
  it('writes both files with all columns and the order of rows, in exact sizes', async () => {
    const folder = temporaryFolder({ 'rows.csv': csv });
    const run = await runAssay(
      ['split', '--dev', '0.4', '--seed', '7', 'rows.csv', '--labels', 'A,B,C'],
      folder,
    );
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toContain('Largest deviation of prevalence');
    expect(run.out).toContain('C is not on both sides: only one row has it.');
    const [dev, test] = ['dev_rows.csv', 'test_rows.csv'].map((name) =>
      readFileSync(join(folder, name), 'utf8').trim().split('\n'),
    );
    expect([dev![0], test![0]]).toEqual([
      'chunk_id,doc_id,text,A,B,C',
      'chunk_id,doc_id,text,A,B,C',
    ]);
    expect([dev!.length - 1, test!.length - 1]).toEqual([40, 60]);
    for (const part of [dev!.slice(1), test!.slice(1)])
      expect(part).toEqual(lines.filter((line) => part.includes(line)));
    expect([...dev!.slice(1), ...test!.slice(1)].toSorted()).toEqual(lines.toSorted());
  });

  it('reports the same for the same seed, and refuses to replace files unless forced', async () => {
    const folder = temporaryFolder({ 'rows.csv': csv });
    const words = ['split', 'rows.csv', '--labels', 'A,B', '--seed', '7', '--out-dir', 'out'];
    const first = await runJson<SplitJson>(words, folder);
    expect([first.dev.rows, first.test.rows, first.quality]).toEqual([40, 60, 'excellent']);
    expect(first.max_prevalence_deviation).toBeLessThanOrEqual(0.01);
    const content = readFileSync(join(folder, first.dev.file), 'utf8');
    const again = await runAssay(words, folder);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('already exists')]);
    expect(await runJson<SplitJson>([...words, '--force'], folder)).toEqual(first);
    expect(readFileSync(join(folder, first.dev.file), 'utf8')).toBe(content);
  });

  it('keeps groups on one side', async () => {
    const folder = temporaryFolder({ 'rows.csv': csv });
    const result = await runJson<SplitJson>(
      ['split', 'rows.csv', '--labels', 'A,B', '--group', 'doc_id', '--seed', '3'],
      folder,
    );
    const documents = [result.dev.file, result.test.file].map(
      (name) =>
        new Set(
          readFileSync(join(folder, name), 'utf8')
            .trim()
            .split('\n')
            .slice(1)
            .map((line) => line.split(',')[1]),
        ),
    );
    expect([...documents[0]!].filter((name) => documents[1]!.has(name))).toEqual([]);
    expect([result.dev.groups, result.test.groups]).toEqual([8, 12]);
  });

  it('splits a matrix without a header, from standard input, by all its columns', async () => {
    const folder = temporaryFolder();
    const matrix = Array.from(
      { length: 50 },
      (_, at) => `${at % 2},${at % 5 === 0 ? 1 : 0}\n`,
    ).join('');
    const result = await runJson<SplitJson>(
      ['split', '-', '--no-header', '--labels', 'all', '--dev', '0.5'],
      folder,
      matrix,
    );
    expect(result.labels.map(({ label, positives }) => [label, positives])).toEqual([
      ['1', 25],
      ['2', 10],
    ]);
    expect(readFileSync(join(folder, 'dev_rows.csv'), 'utf8').trim().split('\n')).toHaveLength(25);
  });

  it('lists bad cells, rows and columns with their lines, and writes nothing', async () => {
    const folder = temporaryFolder({ 'rows.csv': '\uFEFFA,B\n1,0\n2,yes\n1\n,1\n0,1\n' });
    const run = await runAssay(['split', 'rows.csv', '--labels', 'A,B'], folder);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err.trim().split('\n')).toEqual([
      'rows.csv:3 A is "2", expected 0 or 1',
      'rows.csv:3 B is "yes", expected 0 or 1',
      'rows.csv:4 the row has 1 field, expected 2 as in the header',
      'rows.csv:5 A is "", expected 0 or 1',
    ]);
    expect(existsSync(join(folder, 'dev_rows.csv'))).toBe(false);
    expect(await runAssay(['split', 'rows.csv', '--labels', 'A,Z'], folder)).toMatchObject({
      code: 2,
      err: 'rows.csv:1 the column Z is missing, expected one of A or B\n',
    });
    expect(await runAssay(['split', 'none.csv', '--labels', 'A'], folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('none.csv does not exist'),
    });
    expect(await runAssay(['split', '-', '--labels', 'A'], folder, '')).toMatchObject({
      code: 2,
      err: expect.stringContaining('standard input:1 the file is empty'),
    });
    expect(
      await runAssay(['split', '-', '--labels', 'A', '--group', 'g'], folder, 'A,g\n1,x\n0,x\n'),
    ).toMatchObject({ code: 2, err: expect.stringContaining('would have no rows') });
  });

  const graded = `assay: 1
name: rules
guideline: { version: "1", file: guideline.md }
tasks:
  topics:
    unit: { id: chunk_id, subject: doc_id, show: text }
    questions:
      IRB: { ask: IRB?, scale: { ordinal: [0, 1, 2, 3], present: 2 } }
      Fraud: { ask: Fraud? }
      Kind: { ask: Which?, scale: { nominal: [law, guidance] } }
`;
  /** As `assay export --kind truth --format csv` writes it: 40 rows, 3 of them without a truth. */
  const truth = [
    'chunk_id,from,IRB,Fraud,Kind,by,reason,task_hash,doc_id',
    ...Array.from({ length: 40 }, (_, at) => {
      const from = at === 7 ? 'excluded' : at === 8 ? 'open' : at === 9 ? 'awaiting' : 'consensus';
      const answers = from === 'consensus' ? `${at % 4},${at % 5 === 0},law` : ',,';
      return `c${at},${from},${answers},,,2:ab,d${Math.floor(at / 2)}`;
    }),
  ];
  const files = {
    'truth.csv': `${truth.join('\n')}\n`,
    'protocol.yaml': graded,
    'guideline.md': '# IRB\n',
  };

  it('reads an exported truth as it is: grades, rows without a truth, the subject', async () => {
    const folder = temporaryFolder(files);
    const words = ['split', 'truth.csv', '--protocol', '.', '--labels', 'all'];
    const result = await runJson<SplitJson>([...words, '--group', 'subject'], folder);
    expect(result.left_out).toEqual({ excluded: 1, open: 1, awaiting: 1 });
    expect([result.rows, result.dev.rows + result.test.rows]).toEqual([37, 37]);
    // Of 0 to 39 without 7, 8 and 9: 20 are 2 or 3 modulo 4, less 7; 8 are divisible by 5.
    expect(result.labels.map(({ label, positives }) => [label, positives])).toEqual([
      ['IRB', 19],
      ['Fraud', 8],
    ]);
    const documents = [result.dev.file, result.test.file].map((name) => {
      const rows = readFileSync(join(folder, name), 'utf8').trim().split('\n').slice(1);
      expect(rows.filter((line) => !line.includes(',consensus,'))).toEqual([]);
      return new Set(rows.map((line) => line.split(',').at(-1)));
    });
    expect([...documents[0]!].filter((name) => documents[1]!.has(name))).toEqual([]);
    const plain = await runAssay([...words, '--force'], folder);
    expect(plain.out).toContain('Left out: 1 row excluded, 1 row open, 1 row awaiting.');
  });

  it('takes the threshold of grades from --present, and refuses grades without one', async () => {
    const folder = temporaryFolder(files);
    const words = ['split', 'truth.csv', '--labels', 'IRB'];
    const three = await runJson<SplitJson>([...words, '--present', '3'], folder);
    // 10 of 0 to 39 are 3 modulo 4, less the excluded 7.
    expect(three.labels.map(({ positives }) => positives)).toEqual([9]);
    const refused = await runAssay([...words, '--force'], folder);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('truth.csv:4 10 rows: IRB is "2", expected 0 or 1'),
    ]);
    const odd = temporaryFolder({
      ...files,
      'truth.csv': `${truth.slice(0, 3).join('\n')}\nx,consensus,9,true,law,,,2:ab,d\n`,
    });
    expect(await runAssay([...words, '--protocol', '.'], odd)).toMatchObject({
      code: 2,
      err: 'truth.csv:4 IRB is "9", expected 0, 1, 2 or 3\n',
    });
  });

  it('refuses all labels of a task that has none', async () => {
    const folder = temporaryFolder({ 'truth.csv': 'query_id,relevance_label\nQ1,1\nQ2,0\n' });
    const protocol = join(examplesFolder, 'trial-relevance');
    const words = ['split', 'truth.csv', '--protocol', protocol, '-t', 'relevance'];
    const { code, err } = await runAssay([...words, '--labels', 'all'], folder);
    expect([code, err]).toEqual([2, expect.stringContaining('none of the questions is a label')]);
  });

  it('lists nearly equal texts on both sides, by their lines', async () => {
    const long = 'the institution reports its own funds to the authority every quarter of the year';
    const text = (at: number): string =>
      at < 2 ? `${long}${at === 0 ? '' : ' again'}` : `only row ${at} says ${at * 7} and ${at * 3}`;
    const rows = Array.from({ length: 10 }, (_, at) => `${at < 2 ? 1 : 0},${text(at)}\n`).join('');
    const folder = temporaryFolder({ 'rows.csv': `A,text\n${rows}` });
    const words = ['split', 'rows.csv', '--labels', 'A', '--dev', '0.5', '--text', 'text'];
    // One of the two rows with the label goes to each side. Of 14 words there are 12 shingles, of
    // 15 words 13, and 12 of them are shared.
    const result = await runJson<SplitJson>(words, folder);
    const [pair] = result.near_duplicates as readonly { dev: number; test: number }[];
    expect(result.near_duplicates).toHaveLength(1);
    expect([pair!.dev, pair!.test].toSorted()).toEqual([2, 3]);
    expect(pair).toMatchObject({ similarity: 12 / 13 });
    const devRows = readFileSync(join(folder, 'dev_rows.csv'), 'utf8');
    expect(devRows.includes('again')).toBe(pair!.dev === 3);
    const printed = await runAssay([...words, '--force'], folder);
    expect(printed.out).toContain('1 pair of nearly equal texts on both sides, by lines:');
    const other = await runJson<SplitJson>(
      ['split', 'rows.csv', '--labels', 'A', '--out-dir', 'o'],
      folder,
    );
    expect(other.near_duplicates).toBe(null);
  });
});
