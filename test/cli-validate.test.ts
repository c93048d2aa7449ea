import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { printFault } from '../src/domain/fault.ts';
import { writeParquet } from '../src/formats/parquet-writer.ts';
import { columnsOf } from './parquet-columns.ts';
import { validate } from '../src/operations/protocol/validate.ts';
import type { Validation } from '../src/operations/protocol/validation.ts';
import { jsonLines, runAssay, temporaryFolder } from './run-assay.ts';
import { trialRow } from './trial-files.ts';

const trials = fileURLToPath(new URL('../examples/trial-relevance', import.meta.url));

/** A protocol with every kind of file, all of them right; a test replaces what it is about. */
const good: Readonly<Record<string, string>> = {
  'protocol.yaml': `assay: 1
name: reviews
guideline: { version: "1", file: guideline.md }
units: { safety: units.jsonl }
tasks:
  safety:
    unit: { id: review_id, subject: business_id, show: text }
    questions:
      relevant: {}
      severity: { scale: { nominal: [mild, severe] }, when: relevant }
      evidence: { scale: { quote: { from: text } }, required: false }
panel:
  people: { weight: 1 }
  keywords: { kind: rule, file: rules.yaml }
rounds:
  training: { units: 2, key: key.jsonl, gate: ["cohen_kappa >= 0.7 against key"] }
policies: { files: [policy.yaml], k: [25] }
`,
  'guideline.md': '# Guideline\n\n## relevant – a\n\n## severity – b\n\n## evidence – c\n',
  'units.jsonl': jsonLines([
    { review_id: 'r1', business_id: 'b1', text: 'They had no idea what an allergen is.' },
    { review_id: 'r2', business_id: 'b1', text: 'Fine.' },
  ]),
  'rules.yaml': 'labels:\n  relevant: [allergen]\n',
  'key.jsonl': jsonLines([
    {
      review_id: 'r1',
      relevant: true,
      severity: 'mild',
      annotator_id: 'key',
      guideline_version: '1',
    },
  ]),
  'policy.yaml':
    'policy: P1\ntitle: Policy\ntask: safety\nverdicts: [Low, High]\ndefault: Low\n' +
    'ladder:\n  - { verdict: High, any: [{ exists: severity = severe }] }\n',
};

/** What validation finds in a folder with these files instead, with paths inside the folder. */
function check(
  files: Readonly<Record<string, string>>,
  further: readonly string[] = [],
): { readonly result: Validation; readonly faults: readonly string[] } {
  const folder = temporaryFolder({ ...good, ...files });
  const result = validate(
    folder,
    further.map((file) => join(folder, file)),
    null,
  );
  return {
    result,
    faults: result.faults.map((one) => printFault(one).replaceAll(`${folder}/`, '')),
  };
}

const judged = (rows: readonly Readonly<Record<string, unknown>>[]): string =>
  jsonLines(
    rows.map((row) => ({
      review_id: 'r1',
      relevant: false,
      annotator_id: 'anna',
      guideline_version: '1',
      ...row,
    })),
  );

describe('assay validate', () => {
  it('tells judgments that were made under other questions', () => {
    expect(
      check({ 'a.jsonl': judged([{ task_hash: '0123456789abcdef' }]) }, ['a.jsonl']).faults,
    ).toEqual([
      expect.stringMatching(
        /^a\.jsonl:1 judged under an older version of the task \(0123456789abcdef\), expected 2:[0-9a-f]{16}$/,
      ),
    ]);
  });

  it('reads the units that the protocol names from CSV too, as an import does', () => {
    const units = {
      'protocol.yaml': good['protocol.yaml']!.replace('units.jsonl', 'units.csv'),
      'units.jsonl': '',
    };
    const { result, faults } = check(
      {
        ...units,
        'units.csv':
          'review_id,business_id,text\nr1,b1,"They had no idea, none, what an allergen ' +
          'is."\nr2,b1,Fine.\n',
        'a.jsonl': judged([{ evidence: 'no idea, none' }, { review_id: 'r3' }]),
      },
      ['a.jsonl'],
    );
    expect(result.files.find((one) => one.kind === 'units')).toMatchObject({
      task: 'safety',
      rows: 2,
      faults: 0,
    });
    expect(faults).toEqual(['a.jsonl:2 review_id r3 is not among the units. Do not change ids.']);
    expect(
      check({
        ...units,
        'units.csv': 'review_id,business_id,text\nr1,,Fine.\nr1,b1,Fine.\n,b1,Fine.\n',
      }).faults.slice(0, 3),
    ).toEqual([
      'units.csv:2 business_id is missing, expected a non-empty text',
      'units.csv:3 the unit r1 already appears on line 2',
      'units.csv:4 review_id is missing, expected a non-empty text',
    ]);
    const semicolons = 'review_id;business_id;text\nr1;b1;Fine.\n';
    const tabs = semicolons.replaceAll(';', '\t');
    for (const table of [semicolons, tabs]) {
      expect(check({ 'more.csv': table }, ['more.csv']).faults).toEqual([]);
      expect(check({ ...units, 'units.csv': table.replace('b1', '') }).faults[0]).toBe(
        'units.csv:2 business_id is missing, expected a non-empty text',
      );
    }
    expect(check({ ...units, 'units.csv': 'review_id,business_id,text\n' }).faults).toContain(
      'units.csv: the file is empty, expected at least one row',
    );
  });

  it('checks the protocol and everything that it names', () => {
    const { result, faults } = check({});
    expect(faults).toEqual([]);
    expect(
      result.files.map(({ file, kind, task, rows }) => [file.split('/').at(-1), kind, task, rows]),
    ).toEqual([
      ['protocol.yaml', 'protocol', null, 1],
      ['guideline.md', 'guideline', null, 3],
      ['units.jsonl', 'units', 'safety', 2],
      ['rules.yaml', 'weak rules', null, 1],
      ['policy.yaml', 'policy', null, 1],
      ['key.jsonl', 'judgments', 'safety', 1],
    ]);
  });

  it('recognises an override file, also beside the protocol, and checks every entry', () => {
    const entry = {
      review_id: 'r1',
      original: { severity: 'mild' },
      corrected: { severity: 'severe' },
      reason: 'Worse than that.',
    };
    const overrides = (entries: readonly object[], topic = 'safety'): string =>
      JSON.stringify({ _comment: 'By hand.', created_at: '2026-01-19', [topic]: entries }, null, 2);
    const right = check({ 'overrides.json': overrides([entry]) }, ['overrides.json']);
    expect([right.faults, right.result.files.at(-1)]).toMatchObject([
      [],
      { kind: 'overrides', rows: 1 },
    ]);
    const wrong = check(
      {
        'overrides.json': overrides([
          { ...entry, corrected: { severity: 'terrible' } },
          { ...entry, review_id: 'r9' },
        ]),
      },
      ['overrides.json'],
    );
    expect(wrong.faults).toEqual([
      expect.stringMatching(/^overrides\.json:5 .*severity is "terrible", expected mild or severe/),
      expect.stringMatching(/^overrides\.json:15 .*r9/),
    ]);
    expect(
      check({ 'overrides.json': overrides([entry], 'cleanliness') }, ['overrides.json']).faults,
    ).toEqual([expect.stringMatching(/^overrides\.json:4 .*cleanliness/)]);
    const policies = fileURLToPath(new URL('../examples/policy-ground-truth', import.meta.url));
    expect(validate(policies, [], null).files.at(-1)).toMatchObject({
      file: join(policies, 'rulings/overrides.json'),
      kind: 'overrides',
      rows: 9,
      faults: 0,
    });
  });

  it('recognises records from which units are made, and the files of a folder', () => {
    const rag = fileURLToPath(new URL('../examples/rag-tasks', import.meta.url));
    expect(validate(rag, [], null).files.at(-1)).toMatchObject({
      kind: 'records',
      rows: 40,
      faults: 0,
    });
    const all = validate(rag, [rag], null);
    expect([all.count, all.files.filter((one) => one.kind === 'judgments').length]).toEqual([0, 6]);
    const folder = temporaryFolder({
      'broken.jsonl': `${JSON.stringify({ query: 'Why?', answer: 'So.', chunks: [{ chunk_id: 'c1', text: 'Text.' }], context_set: 'Text.' })}\n${JSON.stringify({ query: 'Why?', answer: 'So.', chunks: [], context_set: '' })}\n`,
    });
    const broken = validate(rag, [join(folder, 'broken.jsonl')], null);
    expect(broken.files.at(-1)).toMatchObject({ kind: 'records', rows: 0 });
    expect(broken.faults.map((one) => one.line)).toEqual(expect.arrayContaining([1, 2]));
  });

  it('tells the faults of all of them at once, with file and line', () => {
    const { faults } = check({
      'units.jsonl': `${good['units.jsonl']!}{"review_id":"r1","business_id":"b1","text":"twice"}\n{"review_id":"r3"}\n{bad\n`,
      'rules.yaml': 'labels:\n  relevant: allergen\n',
      'policy.yaml': good['policy.yaml']!.replace('default: Low', 'default: Lax'),
      'key.jsonl': judged([{ review_id: 'r9' }, { relevant: true }]),
    });
    expect(faults).toEqual([
      'units.jsonl:3 the unit r1 already appears on line 1',
      'units.jsonl:4 text is missing, expected a value',
      'units.jsonl:4 business_id is missing, expected a non-empty text',
      'units.jsonl:5 expected JSON, got "{bad"',
      expect.stringMatching(/^rules\.yaml:2 /),
      'policy.yaml:5 default refers to Lax, expected Low or High',
      'key.jsonl:1 review_id r9 is not among the units. Do not change ids.',
      'key.jsonl:2 severity is missing, expected mild or severe',
    ]);
  });

  it('tells what is wrong in further files beside a guideline with faults, and what a policy cannot be read for beside what does not fit', () => {
    const { faults, result } = check(
      {
        'protocol.yaml': good['protocol.yaml']!.replace(
          'file: guideline.md',
          'file: guideline.md, complete: true',
        ),
        'units.jsonl': `${good['units.jsonl']!}{"review_id":"r1","business_id":"b1","text":"twice"}\n`,
        'policy.yaml': good['policy.yaml']!.replace(
          'title: Policy',
          'topic: T1\nnmae: Policy',
        ).replace('severity = severe', 'severity = awful'),
        'overrides.json': JSON.stringify(
          {
            T1: [
              { review_id: 'r1', corrected: { severity: 'severe' }, reason: '' },
              { review_id: 'r2', corrected: { severity: 'severe' }, reason: 'x' },
            ],
          },
          null,
          1,
        ),
      },
      ['overrides.json'],
    );
    expect(faults.filter((one) => !one.startsWith('guideline.md:'))).toEqual([
      'units.jsonl:3 the unit r1 already appears on line 1',
      'policy.yaml:1 title is missing, expected a text',
      expect.stringContaining('policy.yaml:3 nmae is unknown here'),
      expect.stringContaining('policy.yaml:8 ladder.0.any.0.exists: severity has no value awful'),
      expect.stringMatching(/^overrides\.json:\d+ T1\.0\.reason is ""/),
    ]);
    expect(result.files[1]).toMatchObject({
      kind: 'guideline',
      faults: faults.filter((one) => one.startsWith('guideline.md:')).length,
    });
  });

  it('does not hold it against judgments that the units they are about have faults', () => {
    const withFault = '{"review_id":"r3","text":"No subject."}\n';
    expect(
      check({
        'units.jsonl': good['units.jsonl']! + withFault,
        'key.jsonl': judged([{ review_id: 'r3' }, { review_id: 'r9' }]),
      }).faults,
    ).toEqual([
      'units.jsonl:3 business_id is missing, expected a non-empty text',
      'key.jsonl:2 review_id r9 is not among the units. Do not change ids.',
    ]);
    const lost = { 'protocol.yaml': good['protocol.yaml']!.replace('units.jsonl', 'lost.jsonl') };
    expect(check(lost).faults).toEqual(['lost.jsonl does not exist. Check the path.']);
    expect(
      check(
        {
          'rulings.jsonl': jsonLines([
            { unit: 'r9', task: 'safety', by: 'sam', reason: '', answers: { severity: 'awful' } },
          ]),
        },
        ['rulings.jsonl'],
      ).faults,
    ).toEqual([
      'rulings.jsonl:1 reason is "", expected a non-empty text',
      'rulings.jsonl:1 unit r9 is not among the units. Do not change ids.',
      'rulings.jsonl:1 severity is "awful", expected mild or severe',
    ]);
  });

  it('stops at a protocol that cannot be understood, with the faults of its guideline', () => {
    expect(
      check({
        'protocol.yaml': good['protocol.yaml']!.replace('assay: 1', 'assay: 2\ncolour: red'),
      }).faults,
    ).toEqual([
      expect.stringMatching(/^protocol\.yaml:1 assay is 2, expected 1/),
      expect.stringMatching(/^protocol\.yaml:2 colour is unknown here/),
    ]);
  });

  it('tells of files that the protocol names and that are not there', () => {
    const { faults } = check({
      'protocol.yaml': good['protocol.yaml']!.replace('units.jsonl', 'lost.jsonl')
        .replace('rules.yaml', 'lost.yaml')
        .replace('key.jsonl', 'lost-key.jsonl'),
    });
    expect(faults).toEqual(
      ['lost.jsonl', 'lost.yaml', 'lost-key.jsonl'].map(
        (file) => `${file} does not exist. Check the path.`,
      ),
    );
  });

  it('recognises what further files hold: units, judgments in both forms, rulings', () => {
    const { result, faults } = check(
      {
        'judgments.jsonl': judged([
          { review_id: 'r3', relevant: true, severity: 'mild', evidence: 'Awful' },
        ]),
        'whole.jsonl': jsonLines([
          {
            unit: 'r2',
            task: 'safety',
            annotator: 'ben',
            answers: { relevant: false },
            guideline: '1',
          },
        ]),
        'rulings.jsonl': jsonLines([
          {
            unit: 'r1',
            task: 'safety',
            by: 'sam',
            reason: 'sarcasm',
            answers: { severity: 'severe' },
          },
          { unit: 'r2', task: 'safety', by: 'sam', reason: 'not a review', exclude: true },
        ]),
        'more.jsonl': jsonLines([{ review_id: 'r3', business_id: 'b2', text: 'Awful, twice.' }]),
      },
      // The units come last, and are known to the others all the same.
      ['judgments.jsonl', 'whole.jsonl', 'rulings.jsonl', 'more.jsonl'],
    );
    expect(faults).toEqual([]);
    expect(
      result.files.slice(6).map(({ file, kind, rows }) => [file.split('/').at(-1), kind, rows]),
    ).toEqual([
      ['more.jsonl', 'units', 1],
      ['judgments.jsonl', 'judgments', 1],
      ['whole.jsonl', 'judgments', 1],
      ['rulings.jsonl', 'rulings', 2],
    ]);
  });

  it('holds judgments against the units: ids, quotes, conditions, scales, doubles', () => {
    const { faults } = check(
      {
        'judgments.jsonl': judged([
          { review_id: 'r9' },
          { relevant: true, severity: 'awful' },
          { review_id: 'r2', severity: 'mild' },
          { relevant: true, severity: 'mild', evidence: 'no idea what an allergen was' },
          {},
          {},
          { annotator_id: 'ben', guideline_version: '2' },
        ]),
      },
      ['judgments.jsonl'],
    );
    expect(faults).toEqual([
      'judgments.jsonl:1 review_id r9 is not among the units. Do not change ids.',
      'judgments.jsonl:2 severity is "awful", expected mild or severe',
      'judgments.jsonl:3 severity has an answer, but is only asked when relevant',
      expect.stringMatching(
        /^judgments\.jsonl:4 evidence is not copied from text; the nearest passage is ".*no idea what an allergen is.*" at \d+–\d+$/,
      ),
      'judgments.jsonl:6 anna already judged r1 on line 5',
      'judgments.jsonl:7 guideline_version is "2", expected "1"',
    ]);
  });

  it('holds rulings against tasks, units and scales, and lets them state some answers only', () => {
    const ruling = { unit: 'r1', task: 'safety', by: 'sam', reason: 'x' };
    const { faults } = check(
      {
        'rulings.jsonl': jsonLines([
          { ...ruling, answers: { severity: 'awful' } },
          { ...ruling, unit: 'r9', exclude: true },
          { ...ruling, task: 'safty', exclude: true },
          ruling,
          { ...ruling, reason: ' ', exclude: true },
          { ...ruling, answers: { relevnt: true } },
          { ...ruling, answers: { relevant: true } },
        ]),
      },
      ['rulings.jsonl'],
    );
    expect(faults).toEqual([
      'rulings.jsonl:1 severity is "awful", expected mild or severe',
      'rulings.jsonl:2 unit r9 is not among the units. Do not change ids.',
      'rulings.jsonl:3 there is no task safty in the protocol, expected safety',
      'rulings.jsonl:4 answers is nothing, expected either answers or exclude: true',
      'rulings.jsonl:5 reason is " ", expected a non-empty text',
      'rulings.jsonl:6 relevnt is unknown here; the questions are relevant, severity and evidence',
    ]);
  });

  it.each([
    ['', ['x.jsonl: the file is empty, expected at least one row']],
    [
      '[1]\n[2]\n',
      [
        'x.jsonl:1 expected an object with named fields, got an array of 1',
        'x.jsonl:2 expected an object with named fields, got an array of 1',
      ],
    ],
    ['a\0b\n', ['x.jsonl:1 expected UTF-8 text, got binary data (a zero byte)']],
    [
      '{"colour":"red"}\n',
      ['x.jsonl:1 the rows have colour, expected the fields of units or judgments of safety'],
    ],
    [
      '{"review_id":"r1","review_id":"r2"}\n',
      ['x.jsonl:1 the key review_id appears twice, expected each key once'],
    ],
  ])('says once what is wrong with %j', (content, expected) => {
    const { result, faults } = check({ 'x.jsonl': content }, ['x.jsonl']);
    expect(faults).toEqual(expected);
    expect(result.files.at(-1)).toMatchObject({ kind: 'unknown', faults: expected.length });
  });

  it('checks tables, arrays and the exports of other tools as import reads them', () => {
    const studio = [
      {
        data: { review_id: 'r2' },
        annotations: [
          {
            completed_by: 'cora',
            result: [
              { from_name: 'relevant', to_name: 't', type: 'choices', value: { choices: ['yes'] } },
            ],
          },
        ],
      },
    ];
    const { result, faults } = check(
      {
        'units.csv': '\uFEFFreview_id,business_id,text\nr3,b1,"Awful,\ntwice."\nr3,b1,again\n',
        'judgments.csv':
          'review_id,annotator_id,relevant,severity,guideline_version,colour\n' +
          'r3,anna,true,mild,1,red\nr9,anna,maybe,,1,\n',
        'array.json': JSON.stringify(
          [
            { review_id: 'r1', relevant: false, annotator_id: 'ben', guideline_version: '1' },
            { review_id: 'r1', relevant: false, annotator_id: 'ben', guideline_version: '1' },
          ],
          null,
          2,
        ),
        'more.json': JSON.stringify([
          { review_id: 'r4', business_id: 'b2', text: 'x' },
          { review_id: 'r4', business_id: 'b2', text: 'y' },
        ]),
        'studio.json': JSON.stringify(studio),
        'nothing.csv': 'review_id,annotator_id,relevant\n',
      },
      ['units.csv', 'judgments.csv', 'array.json', 'more.json', 'studio.json', 'nothing.csv'],
    );
    expect(faults).toEqual([
      'units.csv:4 the unit r3 already appears on line 2',
      'more.json: [1] the unit r4 already appears in [0]',
      expect.stringMatching(/^judgments\.csv:1 colour is unknown here/),
      expect.stringMatching(/^judgments\.csv:3 .*r9 is not among the units/),
      expect.stringMatching(/^judgments\.csv:3 relevant is "maybe", expected true or false/),
      expect.stringMatching(/^array\.json: \[1\] .*ben already judged r1 in \[0\]/),
      expect.stringMatching(/^studio\.json: .*severity is missing, expected mild or severe/),
      'nothing.csv: the file is empty, expected at least one row',
    ]);
    expect(
      result.files
        .slice(6)
        .map(({ file, kind, rows, faults: count }) => [file.split('/').at(-1), kind, rows, count]),
    ).toEqual([
      ['units.csv', 'units', 2, 1],
      ['more.json', 'units', 2, 1],
      ['judgments.csv', 'judgments', 1, 2 + 1],
      ['array.json', 'judgments', 1, 1],
      ['studio.json', 'judgments', 0, 1],
      ['nothing.csv', 'judgments', 0, 1],
    ]);
  });

  it('takes the task and the names that it is told', async () => {
    const rag = fileURLToPath(new URL('../examples/rag-tasks', import.meta.url));
    const folder = temporaryFolder({
      'telling.jsonl': jsonLines([
        { unit: 'q::c', annotator: 'anna', answers: { topically_relevant: true } },
      ]),
      'silent.jsonl': jsonLines([{ unit: 'q::c', annotator: 'anna', answers: {} }]),
      'studio.json': JSON.stringify([
        {
          data: { query_id: 'q', chunk_id: 'c' },
          annotations: [
            {
              completed_by: 'anna',
              result: [
                { from_name: 'topic', to_name: 't', type: 'choices', value: { choices: ['yes'] } },
              ],
            },
          ],
        },
      ]),
    });
    const kinds = (result: Validation): unknown =>
      result.files.slice(-3).map(({ kind, task }) => [kind, task]);
    const files = ['telling.jsonl', 'silent.jsonl', 'studio.json'].map((file) =>
      join(folder, file),
    );
    const untold = validate(rag, files, null);
    expect(kinds(untold)).toEqual([
      ['judgments', 'retrieval'],
      ['unknown', null],
      ['unknown', null],
    ]);
    expect(
      untold.faults.filter((one) => one.code === 'unknown-task').map((one) => one.file),
    ).toEqual(files.slice(1));
    const told = validate(rag, files, null, {
      task: 'retrieval',
      mapping: { fields: { topic: 'topically_relevant' } },
    });
    expect(kinds(told)).toEqual([
      ['judgments', 'retrieval'],
      ['judgments', 'retrieval'],
      ['judgments', 'retrieval'],
    ]);
    expect(told.faults.filter((one) => one.file === files[2]).map((one) => one.code)).not.toContain(
      'unknown-field',
    );
    expect(() => validate(rag, files, null, { task: 'nosuch' })).toThrow(
      'there is no task nosuch in the protocol',
    );
    const run = await runAssay(['validate', '-p', rag, '-t', 'retrieval', 'silent.jsonl'], folder);
    expect([run.code, run.out]).toEqual([
      1,
      expect.stringMatching(/silent\.jsonl +judgments +retrieval/),
    ]);
  });

  it('checks a file once, however it is named', () => {
    const folder = temporaryFolder(good);
    expect(
      validate(
        folder,
        [join(folder, 'units.jsonl'), `${folder}/./key.jsonl`, join(folder, 'key.jsonl')],
        null,
      ).files,
    ).toHaveLength(6);
  });
});

describe('assay validate on the command line', () => {
  it('ends with 0 when all is well, and with 1 when there are faults, of which 50 are shown', async () => {
    const bad = jsonLines(
      Array.from({ length: 60 }, (_, at) =>
        trialRow({ query_id: 'Q0001', nct_id: `N${at}`, relevance_label: 7 }),
      ),
    );
    const folder = temporaryFolder({ 'bad.jsonl': bad });
    const [first] = readdirSync(join(trials, 'judgments'));
    const well = await runAssay(
      ['validate', '--protocol', trials, join(trials, 'judgments', first!)],
      folder,
    );
    expect([well.code, well.err, well.out]).toEqual([
      0,
      '',
      expect.stringMatching(/All well\.\n$/),
    ]);
    const run = await runAssay(['validate', '--protocol', trials, 'bad.jsonl'], folder);
    expect([run.code, run.out]).toEqual([
      1,
      expect.stringMatching(/bad\.jsonl +judgments +relevance +0 +120\n\n120 faults\.\n$/),
    ]);
    expect(run.err.trimEnd().split('\n').slice(49)).toEqual([
      'bad.jsonl:49 query_id, nct_id Q0001::N48 is not among the units. Do not change ids.',
      '… and 11 more',
    ]);
    expect(run.err).toContain('bad.jsonl:1 60 rows: relevance_label is 7, expected 0, 1 or 2\n');
    const json = await runAssay(['validate', '--protocol', trials, 'bad.jsonl', '--json'], folder);
    expect(JSON.parse(json.out)).toMatchObject({
      valid: false,
      fault_count: 120,
      faults: expect.objectContaining({ length: 50 }),
    });
  });

  it('ends with 2 when the call was wrong: no protocol, no such files', async () => {
    const folder = temporaryFolder();
    expect(await runAssay(['validate'], folder)).toMatchObject({
      code: 2,
      out: '',
      err: 'No protocol found. Pass --protocol, or run assay init in this folder.\n',
    });
    expect(
      await runAssay(['validate', '-p', trials, 'one.jsonl', 'two.jsonl'], folder),
    ).toMatchObject({
      code: 2,
      out: '',
      err: 'one.jsonl does not exist. Check the path.\ntwo.jsonl does not exist. Check the path.\n',
    });
  });

  it('checks Parquet files as an import reads them', async () => {
    const folder = temporaryFolder(good);
    const write = (name: string, rows: readonly Readonly<Record<string, unknown>>[]): string => {
      writeFileSync(join(folder, name), new Uint8Array(writeParquet(columnsOf(rows), rows)));
      return name;
    };
    const units = write('units.parquet', [
      { review_id: 'r3', business_id: 'b1', text: 'Awful.' },
      { review_id: 'r3', business_id: 'b1', text: 'again' },
    ]);
    const judgments = write('judgments.parquet', [
      {
        review_id: 'r3',
        annotator_id: 'anna',
        relevant: true,
        severity: 'mild',
        guideline_version: '1',
        colour: 'red',
      },
      { review_id: 'r9', annotator_id: 'anna', relevant: false, guideline_version: '1' },
    ]);
    const argilla = write('argilla.parquet', [
      {
        review_id: 'r1',
        text: 'x',
        'relevant.responses': JSON.stringify(['yes']),
        'relevant.responses.users': JSON.stringify(['anna']),
        'relevant.responses.status': JSON.stringify(['submitted']),
      },
    ]);
    writeFileSync(join(folder, 'broken.parquet'), 'PAR1nothingPAR1');
    const run = await runAssay(
      ['validate', judgments, units, argilla, 'broken.parquet', '--json'],
      folder,
    );
    const result = JSON.parse(run.out) as Validation;
    expect(
      result.files
        .slice(-4)
        .map(({ file, kind, task, rows, faults }) => [file, kind, task, rows, faults]),
    ).toEqual([
      ['units.parquet', 'units', 'safety', 2, 1],
      ['judgments.parquet', 'judgments', 'safety', 1, 2],
      ['argilla.parquet', 'judgments', 'safety', 0, expect.any(Number)],
      ['broken.parquet', 'unknown', null, 0, 1],
    ]);
    expect(result.faults.map(printFault).slice(0, 3)).toEqual([
      'units.parquet: [1] the unit r3 already appears in [0]',
      expect.stringMatching(/^judgments\.parquet: .*colour/),
      expect.stringMatching(/^judgments\.parquet: .*r9 is not among the units/),
    ]);
    expect(printFault(result.faults.at(-1)!)).toMatch(
      /^broken\.parquet: the Parquet file cannot be read/,
    );
    writeFileSync(join(folder, 'mapping.json'), '{"fields":{"colour":null}}');
    write('good.parquet', [
      {
        review_id: 'r1',
        annotator_id: 'anna',
        relevant: true,
        severity: 'mild',
        guideline_version: '1',
        colour: 'red',
      },
    ]);
    expect(
      await runAssay(['validate', 'good.parquet', '--mapping', 'mapping.json'], folder),
    ).toMatchObject({ code: 0 });
  });

  it('reads standard input, and takes another guideline where told to', async () => {
    const run = await runAssay(
      ['validate', '-p', trials, '-', '--json'],
      temporaryFolder(),
      jsonLines([trialRow({ guideline_version: 'm3' })]),
    );
    expect(run.code).toBe(1);
    expect((JSON.parse(run.out) as Validation).faults.map(printFault)).toEqual([
      'standard input:1 guideline_version is "m3", expected "m4-v1"',
      'standard input:1 query_id, nct_id Q0001::NCT00000001 is not among the units. Do ' +
        'not change ids.',
    ]);
    expect(
      (
        await runAssay(
          ['validate', '-p', trials, '--guideline', 'm3', '-'],
          temporaryFolder(),
          jsonLines([trialRow({ guideline_version: 'm3' })]),
        )
      ).err,
    ).toBe(
      'standard input:1 query_id, nct_id Q0001::NCT00000001 is not among the units. Do ' +
        'not change ids.\n',
    );
  });
});
