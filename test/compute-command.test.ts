import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import { addCompute } from '../src/cli/commands/verdicts/compute.ts';
import { addExplain } from '../src/cli/commands/verdicts/explain.ts';
import { folderOf, inputOf, severe } from './compute-input.ts';
import type { VerdictFile } from './compute-input.ts';

const example = new URL('../examples/policy-ground-truth', import.meta.url).pathname;

/** Runs a command as the command line does, and gathers what it prints. */
async function command(
  words: readonly string[],
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const program = new Command('assay')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  let code = -1;
  addCompute(program, (result) => (code = result));
  addExplain(program, (result) => (code = result));
  const printed = { out: '', err: '' };
  const spies = (['out', 'err'] as const).map((name) =>
    vi
      .spyOn(name === 'out' ? process.stdout : process.stderr, 'write')
      .mockImplementation((text) => ((printed[name] += String(text)), true)),
  );
  try {
    await program.parseAsync(words, { from: 'user' });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return { code, ...printed };
}

describe('assay compute and explain on a protocol’s folder', () => {
  it('give the verdicts that the example’s own description names', async () => {
    const out = join(folderOf({}), 'answers');
    const { code } = await command(['compute', '-p', example, '--out', out]);
    expect(code).toBe(0);
    const verdict = (policy: string, subject: string): unknown =>
      (JSON.parse(readFileSync(join(out, `${policy}_K50_groundtruth.json`), 'utf8')) as VerdictFile)
        .restaurants[subject]!.ground_truth['verdict'];
    expect(
      ['G1_allergy_V1', 'G1_allergy_V2', 'G1_allergy_V3'].map((policy) => verdict(policy, 'B20')),
    ).toEqual(['Critical Risk', 'Critical Risk', 'Low Risk']);
    expect(
      ['B07', 'B18'].flatMap((subject) =>
        ['G1_allergy_V0', 'G1_allergy_V1', 'G1_allergy_V2'].map((policy) =>
          verdict(policy, subject),
        ),
      ),
    ).toEqual(['High Risk', 'High Risk', 'Low Risk', 'High Risk', 'High Risk', 'Low Risk']);
    expect(['B02', 'B10'].map((subject) => verdict('G1_allergy_V2', subject))).toEqual([
      'High Risk',
      'Low Risk',
    ]);
  });

  it('print a table, or JSON with counts of overrides and open units', async () => {
    const table = await command([
      'compute',
      '-p',
      example,
      '--dry-run',
      '--policy',
      'G1_allergy_V2',
      '--k',
      '50',
    ]);
    expect(table.out).toContain('Verdicts on 40 subjects');
    expect(table.out).toContain('Overrides on G1_allergy: 9 applied, 0 unused, 0 stale.');
    const { out } = await command([
      'compute',
      '-p',
      example,
      '--dry-run',
      '--policy',
      'G1_allergy_V2',
      '--k',
      '50',
      '--json',
    ]);
    expect(JSON.parse(out)).toMatchObject({
      domain: 'policy-ground-truth',
      folder: null,
      results: [
        {
          policy_id: 'G1_allergy_V2',
          k: 50,
          total_restaurants: 40,
          missing_judgments: 0,
          open_judgments: 9,
          overrides: { applied: 9 },
        },
      ],
      failures: [],
    });
  });

  it('exit with 1 when too much is open', async () => {
    const { code, err, out } = await command([
      'compute',
      '-p',
      example,
      '--max-missing',
      '0',
      '--policy',
      'G1_allergy_V2',
      '--k',
      '25',
      '--out',
      join(folderOf({}), 'answers'),
    ]);
    expect([code, out.includes('Nothing was written.')]).toEqual([1, true]);
    expect(err).toContain('G1_allergy_V2 at K = 25: 7 of');
  });

  it('explain a score line by line, down to votes and weights', async () => {
    const { out } = await command(['explain', 'G1_allergy_V3', 'B20', '--k', '50', '-p', example]);
    expect(out).toContain('G1_allergy_V3 on B20, K = 50: Low Risk');
    expect(out).toMatch(/R0788 +2016-04-20 +severe +15 +15 +0\.25 +3\n/);
    expect(out).toContain('Low Risk, the default: no threshold holds for 3.');
    expect(out).toContain('incident_severity: severe (0.714) out of moderate 4, severe 10');
    expect(out).toContain('gpt-5.1#1 (3):');
    // Every modifier with its points: 15 + 5 + 3.
    expect(
      (await command(['explain', 'G1_allergy_V3', 'B06', '--k', '200', '-p', example])).out,
    ).toMatch(/R0216 .*severe +15 +False assurance \+5 +23 .*\n +Dismissive staff \+3\n/);
  });

  it('explain the rule that matched, and overrides', async () => {
    const { out } = await command([
      'explain',
      'G1_allergy_V1',
      'B08',
      '--k',
      '50',
      '-p',
      example,
      '--json',
    ]);
    const [explanation] = JSON.parse(out) as readonly {
      readonly matched_rule: string;
      readonly rules: readonly { readonly label: string; readonly holds: boolean }[];
      readonly units: readonly {
        readonly id: string;
        readonly _override_applied?: true;
        readonly override?: { readonly reason: string };
      }[];
    }[];
    expect(explanation!.rules.at(-1)).toMatchObject(
      explanation!.rules.some((rule) => rule.holds)
        ? { label: explanation!.matched_rule, holds: true }
        : { holds: false },
    );
    expect(explanation!.units.find((unit) => unit.id === 'R0310')).toMatchObject({
      _override_applied: true,
      override: { reason: expect.stringContaining('no reaction occurred') },
    });
  });

  it('refuse a subject that is not there', async () => {
    await expect(command(['explain', 'G1_allergy_V1', 'B99', '-p', example])).rejects.toThrow(
      'there is no subject B99',
    );
  });
});

describe('policies and terms in Assay’s own format', () => {
  it('work on files too: a protocol’s questions are the terms, and its judgments can be kept as a cache', async () => {
    const folder = folderOf({});
    await command([
      'compute',
      '-p',
      example,
      '--out',
      join(folder, 'first'),
      '--save-cache',
      join(folder, 'cache.json'),
    ]);
    const { code, err } = await command([
      'compute',
      '--k',
      '25,50',
      '--policies',
      join(example, 'policies'),
      '--terms',
      example,
      '--cache',
      join(folder, 'cache.json'),
      '--dataset',
      join(example, 'units/reviews.jsonl'),
      '--overrides',
      join(example, 'rulings/overrides.json'),
      '--out',
      join(folder, 'second'),
    ]);
    // A slow machine says how far it is.
    expect([code, err.replace(/^Computing: .*\n/gm, '')]).toEqual([0, '']);
    for (const name of readdirSync(join(folder, 'first'))) {
      const [first, second] = ['first', 'second'].map(
        (part) => JSON.parse(readFileSync(join(folder, part, name), 'utf8')) as VerdictFile,
      );
      expect(second!.restaurants).toEqual(first!.restaurants);
      expect([second!['term_hash'], second!['policy_hash'], second!['overrides_hash']]).toEqual([
        first!['term_hash'],
        first!['policy_hash'],
        first!['overrides_hash'],
      ]);
    }
  });
});

describe('assay compute on files', () => {
  it('takes the options of the document’s contract', async () => {
    const input = inputOf({
      businesses: [{ id: 'b', units: [['r1', '2021-01-01']] }],
      cache: { aggregated: { 'G1_allergy::r1': severe } },
    });
    const path = (name: string): string => join(input, name);
    const { code, out } = await command([
      'compute',
      '--policy',
      'G1_allergy_V0,G1_allergy_V2',
      '--k',
      '25,50',
      '--policies',
      path('policies'),
      '--terms',
      path('terms'),
      '--cache',
      path('cache.json'),
      '--dataset',
      path('dataset.jsonl'),
      '--out',
      path('out'),
      '--json',
    ]);
    expect(code).toBe(0);
    expect(readdirSync(path('out')).toSorted()).toEqual([
      'G1_allergy_V0_K25_groundtruth.json',
      'G1_allergy_V0_K50_groundtruth.json',
      'G1_allergy_V2_K25_groundtruth.json',
      'G1_allergy_V2_K50_groundtruth.json',
    ]);
    expect((JSON.parse(out) as { readonly results: readonly unknown[] }).results).toHaveLength(4);
  });

  it('exits with 1 when judgments are stale', async () => {
    const input = inputOf({
      businesses: [{ id: 'b', units: [['r1', '2021-01-01']] }],
      cache: {
        metadata: { G1_allergy: { term_hash: 'other' } },
        aggregated: { 'G1_allergy::r1': severe },
      },
    });
    const { code, out, err } = await command([
      'compute',
      '--policies',
      join(input, 'policies'),
      '--cache',
      join(input, 'cache.json'),
      '--dataset',
      join(input, 'dataset.jsonl'),
      '--out',
      join(input, 'out'),
    ]);
    expect([code, out]).toEqual([1, 'Nothing was computed: G1_allergy is stale.\n']);
    expect(err).toContain('G1_allergy was judged under other terms (other)');
  });

  it('says which files are lacking', async () => {
    await expect(command(['compute', '--policies', 'p', '--dataset', 'd'])).rejects.toThrow(
      'To compute from files, --policies, --cache and --dataset are needed; --cache is missing.',
    );
  });
});
