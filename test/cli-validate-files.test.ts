import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { validate } from '../src/operations/protocol/validate.ts';
import type { Validation } from '../src/operations/protocol/validation.ts';
import { jsonLines, runAssay, temporaryFolder } from './run-assay.ts';
import { good, check, judged } from './validated-folder.ts';

describe('assay validate', () => {
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
        new RegExp(
          '^judgments\\.jsonl:4 evidence is not copied from text; the nearest passage is ' +
            '".*no idea what an allergen is.*" at \\d+–\\d+$',
        ),
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

  it('refuses a unit that is too large to be imported', () => {
    const large = { review_id: 'r9', business_id: 'b1', text: 'x'.repeat(2_000_001) };
    const { faults } = check({ 'more.jsonl': jsonLines([large]) }, ['more.jsonl']);
    expect(faults).toEqual([expect.stringMatching(/the row has \d+ characters, expected at most/)]);
  });

  it('refuses a judgment that is too large to be imported, in lines and in tables', () => {
    const notes = 'x'.repeat(2_000_001);
    const table = `review_id,annotator_id,relevant,guideline_version,notes\nr2,anna,false,1,${notes}\n`;
    for (const [file, text] of [
      ['judgments.jsonl', judged([{ review_id: 'r2', notes }])],
      ['judgments.csv', table],
    ] as const) {
      const { faults } = check({ [file]: text }, [file]);
      const place = file.endsWith('csv') ? `${file}:2` : `${file}:1`;
      expect(faults).toEqual([
        expect.stringMatching(`^${place} the row has [0-9]+ characters, expected at most 2000000$`),
      ]);
    }
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

  it('takes what files hold, their format and the mode as import does', async () => {
    const folder = temporaryFolder({
      'protocol.yaml':
        "assay: 1\nname: mails\nguideline: { version: '1', file: g.md }\ntasks:\n  mails:\n" +
        '    unit: { id: id, show: text }\n    questions:\n      spam: {}\n' +
        '      kind: { scale: text, when: spam, required: false }\n' +
        'panel: { people: { names: [anna] } }\nrounds: {}\n',
      'g.md': '# G\n',
      'rows.jsonl': jsonLines([
        { unit: 'm1', annotator: 'anna', answers: { spam: false, kind: 'offer' } },
      ]),
      'd.jsonl': jsonLines([{ id: 1, text: 'a', label: ['yes'] }]),
    });
    const run = (...words: readonly string[]) => runAssay(['validate', ...words], folder);
    expect((await run('rows.jsonl')).code).toBe(1);
    // An answer to a question that is not asked is taken out by normalise, and set aside by flag.
    expect((await run('rows.jsonl', '--mode', 'normalise')).code).toBe(0);
    expect((await run('rows.jsonl', '--mode', 'flag')).code).toBe(0);
    const units = await run('d.jsonl', '--kind', 'units', '--format', 'doccano');
    expect(units.out).toMatch(/d\.jsonl +units +mails +1 +0/);
    const wrong = await run('d.jsonl', '--kind', 'rulings', '--format', 'doccano');
    expect(wrong.code).toBeGreaterThan(0);
    const judgments = ['--kind', 'judgments', '--format', 'doccano', '--annotator', 'anna'];
    expect((await run('d.jsonl', ...judgments)).out).toMatch(/d\.jsonl +judgments +mails +1 +0/);
  });
});
