import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, parseLines, runAssay, temporaryFolder } from './run-assay.ts';
import { pairFiles, trialRow } from './trial-files.ts';
import { agree, compare, refusal } from './agree-runs.ts';

describe('--mismatches', () => {
  it('writes the disagreements, sorted, with both rationales, and replaces a file only when forced', async () => {
    const folder = temporaryFolder(pairFiles({ '1->1': 30, '0->2': 1, '1->2': 2 }));
    const words = ['--a', 'a.jsonl', '--b', 'b.jsonl', '--mismatches', 'review.jsonl'];
    expect(await agree(folder, words)).toMatchObject({
      code: 1,
      err: '3 disagreements written to review.jsonl\n',
    });
    const written = readFileSync(join(folder, 'review.jsonl'), 'utf8');
    expect(parseLines(written)).toEqual([
      {
        query_id: 'Q2',
        nct_id: 'NCT00000030',
        label_a: 0,
        label_b: 2,
        rationale_a: 'annotator_a on 30',
        rationale_b: 'annotator_b on 30',
      },
      {
        query_id: 'Q3',
        nct_id: 'NCT00000031',
        label_a: 1,
        label_b: 2,
        rationale_a: 'annotator_a on 31',
        rationale_b: 'annotator_b on 31',
      },
      {
        query_id: 'Q4',
        nct_id: 'NCT00000032',
        label_a: 1,
        label_b: 2,
        rationale_a: 'annotator_a on 32',
        rationale_b: 'annotator_b on 32',
      },
    ]);
    expect(await agree(folder, words)).toMatchObject({
      code: 2,
      json: null,
      err: expect.stringContaining('review.jsonl already exists'),
    });
    expect((await agree(folder, [...words, '--force'])).code).toBe(1);
    expect(readFileSync(join(folder, 'review.jsonl'), 'utf8')).toBe(written);
  });

  it('never replaces the judgments that were compared, also not when forced', async () => {
    const files = pairFiles({ '0->0': 2, '1->1': 2, '0->1': 1 });
    const folder = temporaryFolder(files);
    expect(
      await agree(folder, [
        '--a',
        'a.jsonl',
        '--b',
        'b.jsonl',
        '--mismatches',
        './a.jsonl',
        '--force',
      ]),
    ).toMatchObject({
      code: 2,
      json: null,
      err: './a.jsonl cannot be written: it is an input of this command and would be lost.\n',
    });
    expect(readFileSync(join(folder, 'a.jsonl'), 'utf8')).toBe(files['a.jsonl']);
  });

  it('writes an empty file when there is none, and nothing when the input is wrong', async () => {
    const folder = temporaryFolder({
      ...pairFiles({ '0->0': 2, '1->1': 2 }),
      'bad.jsonl': '{bad\n',
    });
    expect(
      (await agree(folder, ['--a', 'a.jsonl', '--b', 'b.jsonl', '--mismatches', 'none.jsonl']))
        .code,
    ).toBe(0);
    expect(readFileSync(join(folder, 'none.jsonl'), 'utf8')).toBe('');
    expect(
      (await agree(folder, ['--a', 'a.jsonl', '--b', 'bad.jsonl', '--mismatches', 'wrong.jsonl']))
        .code,
    ).toBe(2);
    expect(existsSync(join(folder, 'wrong.jsonl'))).toBe(false);
  });
});

describe('wrong input', () => {
  const good = pairFiles({ '0->0': 1 })['b.jsonl'];
  const row = (change: Readonly<Record<string, unknown>>): string =>
    jsonLines([trialRow({ query_id: 'Q0', nct_id: 'NCT00000000', relevance_label: 0, ...change })]);

  it.each<[string, string | Buffer, readonly string[]]>([
    ['bad JSON', `${row({})}{bad\n`, ['a.jsonl:2 expected JSON, got "{bad"']],
    ['an array', '[1,2]\n', ['a.jsonl:1 expected an object with named fields, got an array of 2']],
    [
      'a missing id',
      jsonLines([
        {
          query_id: 'Q',
          relevance_label: 1,
          rationale: 'r',
          annotator_id: 'x',
          guideline_version: 'm4-v1',
        },
      ]),
      ['a.jsonl:1 nct_id is missing, expected a non-empty text'],
    ],
    [
      'an empty id',
      row({ query_id: ' ' }),
      ['a.jsonl:1 query_id is " ", expected a non-empty text'],
    ],
    [
      'null for an id',
      row({ query_id: null }),
      ['a.jsonl:1 query_id is null, expected a non-empty text'],
    ],
    [
      'a yes or no for an id',
      row({ nct_id: true }),
      ['a.jsonl:1 nct_id is true, expected a non-empty text'],
    ],
    [
      'a boolean label',
      row({ relevance_label: true }),
      ['a.jsonl:1 relevance_label is true, expected 0, 1 or 2'],
    ],
    [
      'a label as text',
      row({ relevance_label: '1' }),
      ['a.jsonl:1 relevance_label is "1", expected 0, 1 or 2'],
    ],
    [
      'a label with a fraction',
      row({}).replace('"relevance_label":0', '"relevance_label":0.0'),
      ['a.jsonl:1 relevance_label is 0.0, expected a whole number, written without a fraction'],
    ],
    [
      'a label out of range',
      row({ relevance_label: 3 }),
      ['a.jsonl:1 relevance_label is 3, expected 0, 1 or 2'],
    ],
    [
      'a negative label',
      row({ relevance_label: -1 }),
      ['a.jsonl:1 relevance_label is -1, expected 0, 1 or 2'],
    ],
    [
      'no label at all',
      jsonLines([{ query_id: 'Q', nct_id: 'A' }]),
      [
        'a.jsonl:1 annotator_id is missing, expected a non-empty text',
        'a.jsonl:1 guideline_version is missing, expected m4-v1',
        'a.jsonl:1 relevance_label is missing, expected 0, 1 or 2',
        'a.jsonl:1 rationale is missing, expected a non-empty text',
      ],
    ],
    [
      'an empty rationale',
      row({ rationale: '' }),
      ['a.jsonl:1 rationale is "", expected a non-empty text'],
    ],
    [
      'another guideline',
      row({ guideline_version: 'm3' }),
      ['a.jsonl:1 guideline_version is "m3", expected "m4-v1"'],
    ],
    [
      'a pair twice',
      row({}) + row({}),
      ['a.jsonl:2 annotator_a already judged Q0::NCT00000000 on line 1'],
    ],
    [
      'a key twice',
      row({}).replace('{', '{"query_id":"Q0",'),
      ['a.jsonl:1 the key query_id appears twice, expected each key once'],
    ],
    [
      'two annotators in one file',
      row({}) + row({ nct_id: 'B', annotator_id: 'c' }),
      [
        'a.jsonl:2 annotator_id is c, but the rows above are by annotator_a; expected ' +
          'one annotator per file',
      ],
    ],
    ['an empty file', '', ['a.jsonl: the file is empty, expected at least one row']],
    ['blank lines only', '\n  \r\n', ['a.jsonl: the file is empty, expected at least one row']],
    [
      'binary data',
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 10, 0]),
      ['a.jsonl:1 expected UTF-8 text, got binary data (a zero byte)'],
    ],
    [
      'another encoding',
      Buffer.from('{"query_id":"Gr\u00F6\u00DFe"}\n', 'latin1'),
      ['a.jsonl:1 expected UTF-8 text, got bytes that are not UTF-8; save the file as UTF-8'],
    ],
  ])('%s is refused with file and line', (_, content, expected) => {
    const folder = temporaryFolder({ 'a.jsonl': content as string, 'b.jsonl': good });
    expect(refusal(() => compare(folder))).toEqual(expected.map((fault) => join(folder, fault)));
  });

  it('ends with exit code 2 and nothing on standard output', async () => {
    const folder = temporaryFolder({
      'a.jsonl': `${row({})}{bad\n[1]\n${row({ nct_id: 'B', relevance_label: true })}`,
      'b.jsonl': '',
    });
    const run = await runAssay(['agree', '--a', 'a.jsonl', '--b', 'b.jsonl', '--json'], folder);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toBe(
      'a.jsonl:2 expected JSON, got "{bad"\n' +
        'a.jsonl:3 expected an object with named fields, got an array of 1\n' +
        'a.jsonl:4 relevance_label is true, expected 0, 1 or 2\n' +
        'b.jsonl: the file is empty, expected at least one row\n',
    );
  });

  it('tells the faults of all files together, the first 50, and counts the rest', async () => {
    const many = jsonLines(
      Array.from({ length: 40 }, (_, at) =>
        trialRow({ nct_id: `N${at}`, relevance_label: 7 + at }),
      ),
    );
    const folder = temporaryFolder({
      'a.jsonl': many,
      'b.jsonl': many.replaceAll('annotator_a', 'annotator_b'),
    });
    const { code, err } = await agree(folder);
    const lines = err.trimEnd().split('\n');
    expect([code, lines.length, lines[0], lines[49], lines[50]]).toEqual([
      2,
      51,
      'a.jsonl:1 relevance_label is 7, expected 0, 1 or 2',
      'b.jsonl:10 relevance_label is 16, expected 0, 1 or 2',
      '… and 30 more',
    ]);
  });

  it('names the way out when all of it is about the version of the guideline', async () => {
    const folder = temporaryFolder({
      'a.jsonl': row({ guideline_version: 'm4-v0' }),
      'b.jsonl': good,
    });
    const { code, err } = await agree(folder);
    expect([code, err.split('\n')]).toEqual([
      2,
      [
        'a.jsonl:1 guideline_version is "m4-v0", expected "m4-v1"',
        'Where these were judged under another version of the guideline, name it: ' +
          '--guideline <version>.',
        '',
      ],
    ]);
    const { err: mixed } = await agree(
      temporaryFolder({
        'a.jsonl': row({ guideline_version: 'm4-v0', relevance_label: 7 }),
        'b.jsonl': good,
      }),
    );
    expect(mixed).not.toContain('--guideline');
  });

  it('tells of a file that cannot be read beside the faults of the others', async () => {
    const folder = temporaryFolder({ 'a.jsonl': row({ relevance_label: 9 }) });
    expect((await agree(folder, ['--a', 'a.jsonl', '--b', 'none.jsonl'])).err).toBe(
      'a.jsonl:1 relevance_label is 9, expected 0, 1 or 2\n' +
        'none.jsonl does not exist. Check the path.\n',
    );
    expect((await agree(folder, ['--a', 'none.jsonl', '--b', 'neither.jsonl'])).err).toBe(
      'none.jsonl does not exist. Check the path.\nneither.jsonl does not exist. Check the path.\n',
    );
    expect((await agree(folder, ['--a', 'a.jsonl', '--b', '.'])).err).toContain(
      '. cannot be read: it is a folder.',
    );
  });

  it.each([
    [
      ['--a', 'a.jsonl'],
      'Agreement needs two annotators: pass --a A.jsonl --b B.jsonl, a file that holds ' +
        'both, --ratings m.csv, or --votes v.csv.',
    ],
    [
      [],
      'Agreement needs two annotators: pass --a A.jsonl --b B.jsonl, a file that holds ' +
        'both, --ratings m.csv, or --votes v.csv.',
    ],
    [
      ['--a', 'a.jsonl', '--b', 'b.jsonl', 'c.jsonl'],
      'Name every file with --a, --b … or none of them.',
    ],
    [
      ['--a', 'a.jsonl', '--b', 'b.jsonl', '--round', 'none'],
      'there is no round none in the protocol, expected pilot or full',
    ],
    [
      ['--a', 'a.jsonl', '--b', 'b.jsonl', '--task', 'none'],
      'No protocol found. Pass --protocol, or run assay init in this folder.',
    ],
    [
      ['--a', 'a.jsonl', '--b', 'b.jsonl', '--protocol', 'none.yaml'],
      'none.yaml does not exist. Check the path.',
    ],
  ])('%j is a wrong call', async (words, message) => {
    expect(await agree(temporaryFolder(pairFiles({ '0->0': 1, '1->1': 1 })), words)).toMatchObject({
      code: 2,
      json: null,
      err: `${message}\n`,
    });
  });

  it('says so when rows are nobody’s', async () => {
    const folder = temporaryFolder({ 'a.jsonl': '{"x":1,"y":2}\n', 'b.jsonl': '{"x":1,"y":2}\n' });
    expect(await agree(folder)).toMatchObject({
      code: 2,
      err:
        'a.jsonl:1 the rows have x and y, expected those of a known task; pass ' +
        '--protocol and --task\n',
    });
  });
});
