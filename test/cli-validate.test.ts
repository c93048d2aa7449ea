import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { validate } from '../src/operations/protocol/validate.ts';
import { jsonLines, temporaryFolder } from './run-assay.ts';
import { good, check, judged } from './validated-folder.ts';

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
    const asked = { query: 'Why?', answer: 'So.' };
    const folder = temporaryFolder({
      'broken.jsonl': jsonLines([
        { ...asked, chunks: [{ chunk_id: 'c1', text: 'Text.' }], context_set: 'Text.' },
        { ...asked, chunks: [], context_set: '' },
      ]),
    });
    const broken = validate(rag, [join(folder, 'broken.jsonl')], null);
    expect(broken.files.at(-1)).toMatchObject({ kind: 'records', rows: 0 });
    expect(broken.faults.map((one) => one.line)).toEqual(expect.arrayContaining([1, 2]));
  });

  it('tells the faults of all of them at once, with file and line', () => {
    const { faults } = check({
      'units.jsonl':
        `${good['units.jsonl']!}{"review_id":"r1","business_id":"b1","text":"twice"}\n` +
        '{"review_id":"r3"}\n{bad\n',
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

  it('tells what is wrong in further files beside a guideline and a policy with faults', () => {
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
});
