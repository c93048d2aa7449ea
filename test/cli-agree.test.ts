import { inEnglish } from '../src/domain/english.ts';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, jsonLines, parseLines, runAssay, temporaryFolder } from './run-assay.ts';
import { allCells, pairFiles, trialRow } from './trial-files.ts';
import type { PairCounts } from './trial-files.ts';
import { agree, compare, rounded } from './agree-runs.ts';

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
      expect.stringContaining(
        'relevance_label: kappa paradox. The annotators agree on 79.5 % but the chance-corrected ' +
          'coefficient is only -0.06: 89.5 % of the answers are “1”, so chance',
      ),
      'relevance_label: prevalence. 89.5 % of the answers are “1”, above the limit of 80 %.',
      'relevance_label: prevalence. Nobody answered “0”, so nothing is known about ' +
        'agreement on it.',
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
      `n is below the pilot size: ${n} units compared, but the round pilot asks for 30.`,
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
      expect.stringMatching(/Percent agreement +overall \(macro\) +0\.80 +0\.7996 +2,500 +FAIL/),
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

  it('takes blank lines, a byte order mark, CRLF, other orders, spaces around ids, own fields', async () => {
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
