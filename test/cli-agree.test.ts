import { inEnglish } from '../src/domain/english.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError, printFault } from '../src/domain/fault.ts';
import { agree as agreeOn } from '../src/operations/agreement/agree.ts';
import { binary, jsonLines, parseLines, runAssay, temporaryFolder } from './run-assay.ts';
import { allCells, pairFiles, trialRow } from './trial-files.ts';
import type { PairCounts } from './trial-files.ts';

interface Estimate {
  readonly value: number | null;
  readonly n: number;
  readonly interval?: readonly [number, number] | null;
  readonly method?: string;
  readonly why?: string;
}

interface AgreeJson {
  readonly total_pairs: number;
  readonly exact_matches: number;
  readonly percent_agreement: number | null;
  readonly cohen_kappa: number | null;
  readonly mismatch_count: number;
  readonly confusion: Readonly<Record<string, unknown>> | null;
  readonly protocol: string;
  readonly task: string;
  readonly recognised: boolean;
  readonly round: string;
  readonly annotators: readonly string[];
  readonly overlap: Readonly<Record<string, number>>;
  readonly measures: Readonly<Record<string, Readonly<Record<string, Estimate>>>>;
  readonly overall: Readonly<Record<string, Readonly<Record<string, Estimate>>>>;
  readonly gate: {
    readonly status: string;
    readonly checks: readonly {
      readonly measure: string;
      readonly target: number;
      readonly actual: number | null;
      readonly n: number;
      readonly status: string;
      readonly why?: string;
    }[];
  };
  readonly warnings: readonly string[];
  readonly seed: number;
}

async function agree(
  folder: string,
  words: readonly string[] = ['--a', 'a.jsonl', '--b', 'b.jsonl'],
  input?: string,
): Promise<{ readonly code: number | null; readonly json: AgreeJson; readonly err: string }> {
  const run = await runAssay(['agree', ...words, '--json'], folder, input);
  return {
    code: run.code,
    json: (run.out === '' ? null : JSON.parse(run.out)) as AgreeJson,
    err: run.err,
  };
}

/** The same in this process, where the exit code is not the point. */
function compare(folder: string): ReturnType<typeof agreeOn> {
  return agreeOn({
    files: ['a.jsonl', 'b.jsonl'].map((file) => join(folder, file)),
    onePerFile: true,
    units: [],
    overlap: false,
    retest: false,
  });
}

function refusal(act: () => unknown): readonly string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.faults.map(printFault);
    throw error;
  }
  return [];
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toFixed(4));

describe('assay agree on the trial guide’s format', () => {
  // Counts, percent and kappa: output of the public project's agreement script on its own
  // annotation files, to four decimals; for round 2
  // its percent and kappa, with counts that give them.
  it.each<[string, PairCounts, number, number, string]>([
    ['the 300 pairs', { '0->0': 26, '1->1': 274 }, 1, 1, 'PASS'],
    ['the sample of 80', { '0->0': 72, '1->1': 5, '2->2': 3 }, 1, 1, 'PASS'],
    ['the pilot of 30', { '0->0': 26, '1->1': 4 }, 1, 1, 'PASS'],
    ['round 1', { '0->2': 1, '1->1': 85, '1->2': 55, '2->2': 8 }, 0.6242, 0.1476, 'FAIL'],
    ['round 2', { '1->1': 298, '1->2': 18, '2->1': 59, '2->2': 1 }, 0.7952, -0.0557, 'FAIL'],
  ])('gives the known figures of %s', async (_, counts, percent, kappa, status) => {
    const { code, json } = await agree(temporaryFolder(pairFiles(counts)));
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const same = ['0->0', '1->1', '2->2'].reduce((sum, cell) => sum + (counts[cell] ?? 0), 0);
    expect(json).toMatchObject({
      total_pairs: total,
      exact_matches: same,
      mismatch_count: total - same,
      confusion: allCells(counts),
      protocol: 'trial-relevance',
      task: 'relevance',
      recognised: true,
      annotators: ['annotator_a', 'annotator_b'],
    });
    expect([rounded(json.percent_agreement), rounded(json.cohen_kappa)]).toEqual([percent, kappa]);
    expect(json.percent_agreement).toBe(same / total);
    expect([json.gate.status, code]).toEqual([status, status === 'PASS' ? 0 : 1]);
    expect(
      json.gate.checks.map(({ measure, target, actual, n }) => [measure, target, actual, n]),
    ).toEqual([
      ['percent_agreement', 0.8, json.percent_agreement, total],
      ['cohen_kappa', 0.75, json.cohen_kappa, total],
    ]);
  });

  it('warns of the kappa paradox and of prevalence in round 2, and of labels that nobody gave', async () => {
    const { json } = await agree(
      temporaryFolder(pairFiles({ '1->1': 298, '1->2': 18, '2->1': 59, '2->2': 1 })),
    );
    expect(json.warnings).toEqual([
      expect.stringMatching(
        /^relevance_label: kappa paradox\. The annotators agree on 79\.5 % but the chance-corrected coefficient is only -0\.06: 89\.5 % of the answers are “1”, so chance/,
      ),
      'relevance_label: prevalence. 89.5 % of the answers are “1”, above the limit of 80 %.',
      'relevance_label: prevalence. Nobody answered “0”, so nothing is known about agreement on it.',
    ]);
    const calm = await agree(
      temporaryFolder(pairFiles({ '0->0': 12, '1->1': 12, '2->2': 12, '0->1': 2 })),
    );
    expect(calm.json.warnings).toEqual([]);
  });

  it('tells the agreement on each answer, and the word for kappa', async () => {
    const folder = temporaryFolder(pairFiles({ '1->1': 298, '1->2': 18, '2->1': 59, '2->2': 1 }));
    const { json } = await agree(folder);
    // 2a / (2a + b + c), with b + c = 77 mixed pairs.
    expect(json).toMatchObject({
      kappa_bands: { relevance_label: 'poor' },
      agreement_on_answers: {
        relevance_label: {
          0: { value: null, n: 376, why: expect.stringContaining('Nobody chose') },
          1: { value: 596 / 673, n: 376 },
          2: { value: 2 / 79, n: 376 },
        },
      },
    });
    const { out } = await runAssay(['agree', '--a', 'a.jsonl', '--b', 'b.jsonl'], folder);
    expect(out).toContain('In the words of Landis and Koch, Cohen’s κ of −0.056 is poor.');
    expect(out).toMatch(/^agreement on .*\n.*\n0 +– +– +376\n1 +0\.886 .*376\n2 +0\.025 /m);
  });

  it('prints every measure with n, interval and method, or why there is none', async () => {
    const { json } = await agree(
      temporaryFolder(pairFiles({ '0->0': 20, '1->1': 20, '2->2': 5, '0->1': 4, '1->2': 2 })),
    );
    const measures = json.measures['relevance_label']!;
    expect(Object.keys(measures)).toEqual([
      'percent_agreement',
      'positive_agreement',
      'negative_agreement',
      'cohen_kappa',
      'cohen_kappa_linear',
      'cohen_kappa_quadratic',
      'fleiss_kappa',
      'krippendorff_alpha',
      'gwet_ac1',
      'gwet_ac2',
      'brennan_prediger',
    ]);
    for (const [name, estimate] of Object.entries(measures)) {
      if (name === 'positive_agreement' || name === 'negative_agreement')
        expect(estimate).toEqual({
          value: null,
          n: 0,
          why: expect.stringContaining('two answers'),
        });
      else
        expect([name, estimate]).toEqual([
          name,
          {
            value: expect.any(Number),
            n: 51,
            interval: {
              method: 'jeffreys',
              level: 0.95,
              low: expect.any(Number),
              high: expect.any(Number),
            },
          },
        ]);
    }
    const macro = json.overall['macro']!;
    expect([json.seed, macro['cohen_kappa']!.value, macro['percent_agreement']!.value]).toEqual([
      null,
      json.cohen_kappa,
      json.percent_agreement,
    ]);
  });

  it('draws the same interval from the same seed, and another from another', async () => {
    const folder = temporaryFolder(
      pairFiles({ '0->0': 20, '1->1': 20, '2->2': 5, '0->1': 4, '1->2': 2 }),
    );
    const interval = async (seed: string): Promise<unknown> =>
      (
        await agree(folder, [
          '--a',
          'a.jsonl',
          '--b',
          'b.jsonl',
          '--interval',
          'bootstrap',
          '--seed',
          seed,
          '--resamples',
          '200',
        ])
      ).json.measures['relevance_label']!['krippendorff_alpha']!.interval;
    expect(await interval('7')).toEqual(await interval('7'));
    expect(await interval('7')).not.toEqual(await interval('8'));
  });

  // Counts and figures: the edge cases of the public agreement script; where it says 1 for kappa
  // without variance, there is none here.
  it.each<[string, PairCounts, number, number | null, string]>([
    [
      'a small table',
      { '0->0': 3, '1->0': 1, '1->1': 2, '2->0': 1, '2->2': 2 },
      7 / 9,
      2 / 3,
      'FAIL',
    ],
    ['identical files', { '0->0': 3, '1->1': 3, '2->2': 3 }, 1, 1, 'PASS'],
    ['one and the same label throughout', { '1->1': 2 }, 1, null, 'UNDEFINED'],
    ['two different labels throughout', { '1->0': 2 }, 0, 0, 'FAIL'],
    ['one annotator who never varies', { '1->0': 1, '1->1': 2 }, 2 / 3, 0, 'FAIL'],
    ['total disagreement', { '0->2': 1, '2->0': 1 }, 0, -1, 'FAIL'],
  ])('judges %s', (_, counts, percent, kappa, status) => {
    const { exactShare, cohenKappa, gate, warnings } = compare(temporaryFolder(pairFiles(counts)));
    expect(exactShare).toBe(percent);
    if (kappa === null) expect(cohenKappa.value).toBeNull();
    else expect(cohenKappa.value).toBeCloseTo(kappa, 12);
    expect(gate?.status).toBe(status);
    const n = Object.values(counts).reduce((sum, count) => sum + count, 0);
    expect(warnings.map(inEnglish)).toContain(
      `n is below the pilot size: ${n} units compared, and the round pilot asks for 30.`,
    );
  });

  it('says why there is no kappa, and ends with exit code 1', async () => {
    const { code, json } = await agree(temporaryFolder(pairFiles({ '1->1': 40 })));
    expect(json.gate.checks.map(({ status, actual }) => [status, actual])).toEqual([
      ['PASS', 1],
      ['UNDEFINED', null],
    ]);
    expect([code, json.gate.status, json.cohen_kappa]).toEqual([1, 'UNDEFINED', null]);
    expect(json.gate.checks[1]!.why).toMatch(/./);
    expect(json.warnings[0]).toContain('kappa paradox');
  });

  // 14 of 16 on two balanced labels: (0.875 - 0.5) / (1 - 0.5) = 0.75 exactly.
  it('shows a value that misses its target so exactly that it does not look like it', async () => {
    // 1,999 of 2,500 is 0.7996.
    const { out, code } = await runAssay(
      ['agree', '--a', 'a.jsonl', '--b', 'b.jsonl'],
      temporaryFolder(pairFiles({ '0->0': 1000, '0->1': 501, '1->1': 999 })),
    );
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/percent_agreement +overall \(macro\) +0\.80 +0\.7996 +2,500 +FAIL/),
    ]);
  });

  it('passes on the target itself, and fails right below it', () => {
    expect(
      compare(temporaryFolder(pairFiles({ '0->0': 700, '0->1': 100, '1->0': 100, '1->1': 700 }))),
    ).toMatchObject({ cohenKappa: { value: 0.75 }, gate: { status: 'PASS' } });
    expect(
      compare(temporaryFolder(pairFiles({ '0->0': 699, '0->1': 101, '1->0': 100, '1->1': 700 })))
        .gate?.status,
    ).toBe('FAIL');
  });

  it('takes blank lines, a byte order mark, CRLF, other orders, spaces around ids and fields of one’s own', async () => {
    const rows = [0, 1, 2].map((at) => trialRow({ nct_id: `NCT${at}`, relevance_label: at }));
    const other = rows
      .toReversed()
      .map((row) => ({
        annotator_id: ' b ',
        foo: { bar: [1] },
        ...row,
        nct_id: ` ${String(row['nct_id'])} `,
      }))
      .map((row) => ({ ...row, annotator_id: ' b ' }));
    const folder = temporaryFolder({
      'a.jsonl': `\uFEFF\n${jsonLines(rows).replaceAll('\n', '\r\n\r\n')}  `,
      'b.jsonl': jsonLines(other).trimEnd(),
    });
    expect(await agree(folder)).toMatchObject({
      code: 0,
      json: { total_pairs: 3, exact_matches: 3, annotators: ['annotator_a', 'b'] },
    });
  });

  it('reads standard input in place of a file, once', async () => {
    const files = pairFiles({ '0->0': 20, '1->1': 20, '0->1': 1 });
    const folder = temporaryFolder({ 'b.jsonl': files['b.jsonl'] });
    expect(
      await agree(
        folder,
        ['--a', '-', '--b', 'b.jsonl', '--mismatches', 'm.jsonl'],
        files['a.jsonl'],
      ),
    ).toMatchObject({ code: 0, json: { total_pairs: 41 } });
    expect(parseLines(readFileSync(join(folder, 'm.jsonl'), 'utf8'))).toEqual([
      {
        query_id: 'Q5',
        nct_id: 'NCT00000040',
        label_a: 0,
        label_b: 1,
        rationale_a: 'annotator_a on 40',
        rationale_b: 'annotator_b on 40',
      },
    ]);
    expect(await agree(folder, ['--a', '-', '--b', 'b.jsonl'], '{bad\n')).toMatchObject({
      code: 2,
      err: 'standard input:1 expected JSON, got "{bad"\n',
    });
    expect(await agree(folder, ['--a', '-', '--b', '-'])).toMatchObject({
      code: 2,
      err: 'Standard input can stand for one file only.\n',
    });
  });

  it.runIf(process.platform === 'linux')(
    'reads pipes, as a shell makes them of other programs’ output',
    () => {
      const folder = temporaryFolder(pairFiles({ '0->0': 12, '1->1': 12, '2->2': 6 }));
      const piped = spawnSync(
        'bash',
        [
          '-c',
          `"$0" "$1" agree --a <(cat a.jsonl) --b <(cat b.jsonl) --json`,
          process.execPath,
          binary,
        ],
        { cwd: folder, encoding: 'utf8' },
      );
      expect([piped.status, piped.stderr]).toEqual([0, '']);
      expect(JSON.parse(piped.stdout)).toMatchObject({ total_pairs: 30, exact_matches: 30 });
      const wrong = spawnSync(
        'bash',
        ['-c', `"$0" "$1" agree --a <(echo '{bad') --b b.jsonl`, process.execPath, binary],
        { cwd: folder, encoding: 'utf8' },
      );
      expect([wrong.status, wrong.stderr]).toEqual([
        2,
        expect.stringMatching(/^\/dev\/fd\/\d+:1 expected JSON/),
      ]);
    },
  );

  it.runIf(process.platform === 'linux')('says so when standard output takes no more', () => {
    const folder = temporaryFolder(pairFiles({ '0->0': 2, '1->1': 2 }));
    const full = spawnSync(
      'bash',
      ['-c', '"$0" "$1" agree --a a.jsonl --b b.jsonl > /dev/full', process.execPath, binary],
      { cwd: folder, encoding: 'utf8' },
    );
    expect([full.status, full.stderr]).toEqual([
      2,
      'Standard output cannot be written: no space is left.\n',
    ]);
  });

  it('prints a report for people that fits 80 columns', async () => {
    const run = await runAssay(
      ['agree', '--a', 'a.jsonl', '--b', 'b.jsonl'],
      temporaryFolder(pairFiles({ '0->0': 3, '1->0': 1, '1->1': 2, '2->0': 1, '2->2': 2 })),
    );
    expect(run.code).toBe(1);
    expect(run.out).toContain('7 judged the same, 2 differently: 77.8 % exact agreement.');
    expect(run.out).toMatch(/Cohen’s κ +0\.667 +– +9/);
    expect(run.out).toContain('No interval: 9 units are too few; an interval needs at least 10.');
    expect(run.out).toContain('Gate of round pilot: FAIL');
    expect(run.out.split('\n').filter((line) => [...line].length > 80)).toEqual([]);
  });
});

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
      err: 'the files do not judge the same units: 4 in common; a lacks 1 (Q0001::NCT9); b lacks 2 (Q0001::NCT0 and Q0001::NCT5). Pass --overlap to compare the units they share.\n',
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
    expect(out).toContain('No unit was judged by two.');
    expect(out).toContain('  cohen_kappa, overall (macro): There are no ratings.');
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
      err: 'a.jsonl and b.jsonl are both by same, but agreement needs two people. Pass --retest to compare someone with themselves.\n',
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
      err: 'a.jsonl:3 query_id, nct_id Q2::NCT00000002 is not among the units. Do not change ids.\nb.jsonl:3 query_id, nct_id Q2::NCT00000002 is not among the units. Do not change ids.\n',
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
      err: 'a.jsonl:3 query_id, nct_id Q2::NCT00000002 is not among the units. Do not change ids.\nb.jsonl:3 query_id, nct_id Q2::NCT00000002 is not among the units. Do not change ids.\n',
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
      'a number for an id',
      row({ nct_id: 2 }),
      ['a.jsonl:1 nct_id is 2, expected a non-empty text'],
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
        'a.jsonl:2 annotator_id is c, but the rows above are by annotator_a; expected one annotator per file',
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
      'a.jsonl:2 expected JSON, got "{bad"\na.jsonl:3 expected an object with named fields, got an array of 1\na.jsonl:4 relevance_label is true, expected 0, 1 or 2\nb.jsonl: the file is empty, expected at least one row\n',
    );
  });

  it('tells the faults of all files together, the first 50, and counts the rest', async () => {
    const many = jsonLines(
      Array.from({ length: 40 }, (_, at) => trialRow({ nct_id: `N${at}`, relevance_label: 7 })),
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
      'b.jsonl:10 relevance_label is 7, expected 0, 1 or 2',
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
        'Where these were judged under another version of the guideline, name it: --guideline <version>.',
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
      'a.jsonl:1 relevance_label is 9, expected 0, 1 or 2\nnone.jsonl does not exist. Check the path.\n',
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
      'Agreement needs two annotators: pass --a A.jsonl --b B.jsonl, a file that holds both, or --ratings m.csv.',
    ],
    [
      [],
      'Agreement needs two annotators: pass --a A.jsonl --b B.jsonl, a file that holds both, or --ratings m.csv.',
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
      err: 'a.jsonl:1 the rows have x and y, expected those of a known task; pass --protocol and --task\n',
    });
  });
});
