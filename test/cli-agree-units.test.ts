import { describe, expect, it } from 'vitest';
import { jsonLines, runAssay, temporaryFolder } from './run-assay.ts';
import { pairFiles, trialRow } from './trial-files.ts';
import { agree } from './agree-runs.ts';

describe('the units that are compared', () => {
  const rows = (
    annotator: string,
    ids: readonly number[],
    labels: readonly number[] = [],
  ): string =>
    jsonLines(
      ids.map((id, at) =>
        trialRow({
          nct_id: `NCT${id}`,
          annotator_id: annotator,
          relevance_label: labels[at] ?? id % 3,
        }),
      ),
    );

  it('must be the same in both files, unless only common ones are asked for', async () => {
    const folder = temporaryFolder({
      'a.jsonl': rows('a', [0, 1, 2, 3, 4, 5]),
      'b.jsonl': rows('b', [4, 3, 2, 1, 9]),
    });
    expect(await agree(folder)).toMatchObject({
      code: 2,
      json: null,
      err:
        'the files do not judge the same units: 4 in common; a lacks 1 (Q0001::NCT9); b ' +
        'lacks 2 (Q0001::NCT0 and Q0001::NCT5). Pass --overlap to compare the units they ' +
        'share.\n',
    });
    const { code, json } = await agree(folder, ['--a', 'a.jsonl', '--b', 'b.jsonl', '--overlap']);
    expect([code, json.total_pairs, json.overlap]).toEqual([
      0,
      4,
      { n_overlap: 4, only_a: 2, only_b: 1 },
    ]);
    expect(json.warnings).toContain(
      'Only the 4 units that all judged were compared; left out: 2 of a and 1 of b.',
    );
  });

  it('may have nothing in common, and then there is no value and no pass', async () => {
    const folder = temporaryFolder({ 'a.jsonl': rows('a', [0, 1]), 'b.jsonl': rows('b', [2, 3]) });
    expect(await agree(folder, ['--a', 'a.jsonl', '--b', 'b.jsonl', '--overlap'])).toMatchObject({
      code: 1,
      json: {
        total_pairs: 0,
        percent_agreement: null,
        cohen_kappa: null,
        gate: { status: 'UNDEFINED' },
      },
    });
    const { out } = await runAssay(
      ['agree', '--a', 'a.jsonl', '--b', 'b.jsonl', '--overlap'],
      folder,
    );
    expect(out).toContain('No unit was judged by two annotators.');
    expect(out).toContain('  Cohen’s κ, overall (macro): There are no ratings.');
    expect(out).not.toContain('Intervals');
  });

  it('are counted by the order of the files, whatever the annotators are called', async () => {
    const folder = temporaryFolder({ 'a.jsonl': rows('10', [0, 1, 2]), 'b.jsonl': rows('2', [0]) });
    expect(
      (await agree(folder, ['--a', 'a.jsonl', '--b', 'b.jsonl', '--overlap'])).json.overlap,
    ).toEqual({ n_overlap: 1, only_a: 2, only_b: 0 });
  });

  it('are refused when one annotator judged both files, with one sentence, unless that is wanted', async () => {
    const folder = temporaryFolder({
      'a.jsonl': rows('same', [0, 1, 2]),
      'b.jsonl': rows('same', [0, 1, 2], [0, 1, 1]),
    });
    expect(await agree(folder)).toMatchObject({
      code: 2,
      err:
        'a.jsonl and b.jsonl are both by same, but agreement needs two people. Pass ' +
        '--retest to compare someone with themselves.\n',
    });
    expect(await agree(folder, ['--a', 'a.jsonl', '--b', 'b.jsonl', '--retest'])).toMatchObject({
      code: 1,
      json: { total_pairs: 3, exact_matches: 2, annotators: ['same (1)', 'same (2)'] },
    });
  });

  it('may be judged by three, and then Cohen’s kappa does not apply', async () => {
    const folder = temporaryFolder({
      'a.jsonl': rows('a', [0, 1, 2, 3]),
      'b.jsonl': rows('b', [0, 1, 2, 3]),
      'c.jsonl': rows('c', [0, 1, 2, 3], [0, 1, 2, 1]),
    });
    const { code, json } = await agree(folder, [
      '--a',
      'a.jsonl',
      '--b',
      'b.jsonl',
      '--c',
      'c.jsonl',
    ]);
    expect([
      code,
      json.total_pairs,
      json.exact_matches,
      json.confusion,
      json.cohen_kappa,
      json.gate.status,
    ]).toEqual([1, 4, 3, null, null, 'UNDEFINED']);
    expect(json.overlap).toEqual({ n_overlap: 4, only_a: 0, only_b: 0, only_c: 0 });
    const { cohen_kappa, fleiss_kappa } = json.measures['relevance_label']!;
    // Fleiss: three units with full agreement, one with a third; shares 5/12, 4/12, 3/12: (10/12 -
    // 50/144) / (1 - 50/144) = 70/94.
    expect(fleiss_kappa!.value).toBeCloseTo(70 / 94, 12);
    expect(cohen_kappa).toEqual({
      value: null,
      n: 0,
      why: 'Cohen’s κ compares exactly two annotators; there are 3.',
    });
  });

  it('may stand in one file with all who judged, each unit with whoever did', async () => {
    const folder = temporaryFolder({
      'all.jsonl': rows('a', [0, 1, 2, 3]) + rows('b', [0, 1, 2], [0, 1, 1]),
    });
    const { code, json } = await agree(folder, ['all.jsonl']);
    expect([code, json.total_pairs, json.exact_matches, json.percent_agreement]).toEqual([
      1,
      3,
      2,
      2 / 3,
    ]);
    expect(json.warnings).toContain('1 unit judged by one annotator only: not compared.');
    expect(await agree(folder, ['all.jsonl', 'all.jsonl'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        'all.jsonl:1 a already judged Q0001::NCT0 on line 1 of all.jsonl\n',
      ),
    });
    const lone = temporaryFolder({ 'a.jsonl': rows('a', [0, 1]) });
    expect(await agree(lone, ['a.jsonl'])).toMatchObject({
      code: 2,
      err: 'Agreement needs two annotators, and all rows are by a. Pass the files of several.\n',
    });
  });

  it('must be among those given with --units', async () => {
    const folder = temporaryFolder({
      ...pairFiles({ '0->0': 1, '1->1': 2 }),
      'units.jsonl': jsonLines(
        [0, 1].map((at) => ({
          query_id: `Q${at}`,
          nct_id: `NCT0000000${at}`,
          query: 'q',
          title: 't',
          conditions: [],
          overall_status: 's',
          phases: [],
          locations: [],
          sex: 'ALL',
          minimum_age: '18',
          maximum_age: '99',
          eligibility_text: 'e',
        })),
      ),
    });
    expect(
      await agree(folder, ['--a', 'a.jsonl', '--b', 'b.jsonl', '--units', 'units.jsonl']),
    ).toMatchObject({
      code: 2,
      err:
        'a.jsonl:3 query_id, nct_id Q2::NCT00000002 is not among the units. Do not ' +
        'change ids.\nb.jsonl:3 query_id, nct_id Q2::NCT00000002 is not among the units. ' +
        'Do not change ids.\n',
    });
  });

  it('may be composed of what files of their own list, such as queries and trials', async () => {
    const lists = {
      'queries.jsonl': jsonLines([0, 1, 2].map((at) => ({ query_id: `Q${at}`, query: 'q' }))),
      'trials.jsonl': jsonLines([0, 1].map((at) => ({ nct_id: `NCT0000000${at}`, title: 't' }))),
    };
    const folder = temporaryFolder({ ...pairFiles({ '0->0': 1, '1->1': 2 }), ...lists });
    const both = ['--a', 'a.jsonl', '--b', 'b.jsonl'];
    expect(await agree(folder, [...both, '--units', 'queries.jsonl'])).toMatchObject({
      code: 0,
      err: '',
    });
    expect(
      await agree(folder, [...both, '--units', 'queries.jsonl', 'trials.jsonl']),
    ).toMatchObject({
      code: 2,
      err:
        'a.jsonl:3 query_id, nct_id Q2::NCT00000002 is not among the units. Do not ' +
        'change ids.\nb.jsonl:3 query_id, nct_id Q2::NCT00000002 is not among the units. ' +
        'Do not change ids.\n',
    });
    const blank = temporaryFolder({
      ...pairFiles({ '0->0': 1 }),
      'queries.jsonl': jsonLines([{ query_id: 'Q0' }, { query_id: '' }]),
    });
    expect(await agree(blank, [...both, '--units', 'queries.jsonl'])).toMatchObject({
      code: 2,
      err: 'queries.jsonl:2 query_id is "", expected a non-empty text\n',
    });
  });

  it('give their texts to quotes, also where only the trials are given', async () => {
    const rule = (annotator: string, quote: string): object => ({
      nct_id: 'NCT1',
      rule_id: 'rule-1',
      field: 'age',
      operator: '>=',
      value: '18',
      unit: 'years',
      quality_label: 'correct',
      evidence_text: quote,
      annotator_id: annotator,
      guideline_version: 'm4-v1',
    });
    const folder = temporaryFolder({
      'a.jsonl': jsonLines([rule('a', 'Aged 18 or older')]),
      'b.jsonl': jsonLines([rule('b', 'at least 18')]),
      'trials.jsonl': jsonLines([{ nct_id: 'NCT1', eligibility_text: '- Aged 18 or older.' }]),
    });
    expect(
      await agree(folder, ['--a', 'a.jsonl', '--b', 'b.jsonl', '--units', 'trials.jsonl']),
    ).toMatchObject({
      code: 2,
      err: 'b.jsonl:1 evidence_text is not copied from eligibility_text\n',
    });
  });
});
