import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../src/domain/fault.ts';
import { inputOf, run, truthOf, severe } from './compute-input.ts';
import { allergyPolicies, allergyTerms, secondGeneration } from './legacy-policy-files.ts';

describe('files', () => {
  const aggregated = { 'G1_allergy::r1': severe };
  const businesses = [{ id: 'b', units: [['r1', '2021-01-01']] as const }];

  it('that are there are replaced, and told apart from what would be written now', async () => {
    const input = inputOf({ businesses, cache: { aggregated } });
    await run(input);
    expect((await run(input, { check: true, computedAt: '2027-01-01T00:00:00' })).outdated).toEqual(
      [],
    );
    writeFileSync(
      join(input, 'policies/G1/allergy/V2.yaml'),
      allergyPolicies['G1/allergy/V2.yaml']!.replace('min_score: 8', 'min_score: 9'),
    );
    writeFileSync(
      join(input, 'overrides.json'),
      JSON.stringify({
        G1_allergy: [{ review_id: 'r1', corrected: { incident_severity: 'mild' }, reason: 'x' }],
      }),
    );
    rmSync(join(input, 'out/G1_allergy_V3_K25_groundtruth.json'));
    const { outdated } = await run(input, { check: true });
    expect(outdated!.map(({ file, why }) => [file.slice(-29), why])).toEqual([
      ['_allergy_V0_K25_groundtruth.json'.slice(-29), 'the overrides changed since'],
      ['_allergy_V1_K25_groundtruth.json'.slice(-29), 'the overrides changed since'],
      ['_allergy_V2_K25_groundtruth.json'.slice(-29), 'the policy and the overrides changed since'],
      ['_allergy_V3_K25_groundtruth.json'.slice(-29), 'it does not exist'],
    ]);
    await run(input);
    expect((await run(input, { check: true })).outdated).toEqual([]);
  });

  it('are not called right when the run fails', async () => {
    const input = inputOf({
      businesses: [
        {
          id: 'b',
          units: [
            ['r1', '2021-01-01'],
            ['r2', '2021-01-02'],
          ] as const,
        },
      ],
      cache: { aggregated },
    });
    expect(await run(input, { check: true })).toMatchObject({
      outdated: null,
      failures: { length: 4 },
    });
  });

  it('with keys that are twice there or are none are refused with their line', async () => {
    const cache =
      `{"_metadata": {},\n"raw": {"G1_allergy::r1::gpt-5-mini::run1": {"is_relevant": ` +
      'false},\n"G1_allergy::r1::gpt-5-mini::run1": {"is_relevant": true},\n' +
      '"G1_allergy::r1::gpt-5-mini": {},\n"G1_allergy::r1::gpt-5-nano::run1": 3}, ' +
      '"aggregated": {}}';
    const input = inputOf({ businesses, cache: {}, files: { 'cache.json': cache } });
    await expect(run(input)).rejects.toThrow(
      new RegExp(
        'cache\\.json:3 the key raw\\.G1_allergy::r1::gpt-5-mini::run1 appears twice[^]*' +
          'cache\\.json:4 a key of raw is "G1_allergy::r1::gpt-5-mini", ' +
          'expected topic::unit::model::run1[^]*cache\\.json:5 expected an object',
      ),
    );
  });

  it('that do not fit together are refused', async () => {
    const input = inputOf({ businesses, cache: { aggregated } });
    await expect(run(input, { policy: ['G9_nothing_V0'] })).rejects.toThrow(
      'there is no policy G9_nothing_V0, expected G1_allergy_V0, G1_allergy_V1, ' +
        'G1_allergy_V2 or G1_allergy_V3',
    );
    await expect(
      run(input, { dataset: join(input, 'none.jsonl'), cache: join(input, 'none.json') }),
    ).rejects.toThrow(/none\.json does not exist[^]*none\.jsonl does not exist/);
    writeFileSync(join(input, 'policies/copy.yaml'), allergyPolicies['G1/allergy/V0.yaml']!);
    await expect(run(input)).rejects.toThrow(
      /copy\.yaml: policy_id is G1_allergy_V0, which is also the id of .*V0\.yaml, expected a unique id/,
    );
  });

  it('tell what is wrong in policies and terms at once, without what only follows', async () => {
    const input = inputOf({ businesses, cache: { aggregated } });
    const policy = (name: string, change: (text: string) => string): void =>
      writeFileSync(
        join(input, 'policies/G1/allergy', name),
        change(allergyPolicies[`G1/allergy/${name}`]!),
      );
    policy('V0.yaml', (text) =>
      text
        .replace('min_count: 2 }', 'min_count: two }')
        .replace('shared:ACCOUNT_TYPE', 'shared:ACOUNT_TYPE'),
    );
    policy('V2.yaml', (text) =>
      text
        .replace('shared:ACCOUNT_TYPE', 'shared:NOBODY')
        .replace('Severe incident', 'Severe Incident'),
    );
    policy('V3.yaml', (text) =>
      text
        .replace('verdict: Critical Risk, min_score', 'verdict: Awful, min_score')
        .replace('False assurance', 'False Assurance'),
    );
    writeFileSync(
      join(input, 'terms/allergy.yaml'),
      allergyTerms['allergy.yaml']!.replace('default: "false"', 'default: perhaps'),
    );
    const found = async (): Promise<readonly string[]> => {
      try {
        await run(input, {
          policy: ['G1_allergy_V0', 'G1_allergy_V1', 'G1_allergy_V2', 'G1_allergy_V3', 'G9'],
        });
        return [];
      } catch (error) {
        return error instanceof InputError
          ? error.faults.map((one) => `${one.file!.split('/').at(-1)!} ${one.message}`)
          : [String(error)];
      }
    };
    expect(await found()).toEqual([
      expect.stringContaining('there is no policy G9'),
      expect.stringContaining('allergy.yaml ASSURANCE_CLAIM.default refers to perhaps'),
      expect.stringContaining('V0.yaml normative.terms.0.ref refers to shared:ACOUNT_TYPE'),
      expect.stringContaining('V0.yaml normative.decision.rules.0.conditions.0.min_count is "two"'),
      expect.stringContaining(
        'V3.yaml normative.scoring.modifiers.0.label refers to "False Assurance"',
      ),
      expect.stringContaining('V3.yaml normative.scoring.thresholds.0.verdict refers to Awful'),
      expect.stringContaining('V2.yaml normative.terms.0.ref refers to shared:NOBODY'),
    ]);
    writeFileSync(join(input, 'terms/allergy.yaml'), 'INCIDENT_SEVERITY: [\n');
    expect((await found()).filter((one) => /allergy:/.test(one))).toEqual([]);
  });

  it('of the first task ids work, with a note that they are deprecated', async () => {
    const input = inputOf({ businesses, cache: { aggregated } });
    const result = await run(input, { policy: ['G1c'] });
    expect(result.results.map((one) => one.policy.policy)).toEqual(['G1_allergy_V2']);
    expect(result.notes).toContain(
      'G1c is an id of the first system and stands for G1_allergy_V2; it is deprecated, ' +
        'name the policy instead.',
    );
  });

  it('of topics with several words, and of several topics, take one run', async () => {
    const second = secondGeneration({
      id: 'G3_hidden_costs_V3',
      terms: ['shared:ACCOUNT_TYPE', 'costs:IMPACT'],
      severity: 'impact',
      points: { small: 2, large: 10 },
      modifiers: {},
      thresholds: ['{ verdict: High Risk, min_score: 5 }'],
    });
    const terms =
      'IMPACT:\n  type: enum\n  values: [{ id: small, label: Small }, { id: large, label: ' +
      'Large }]\n';
    const input = inputOf({
      businesses,
      cache: {
        metadata: {},
        aggregated: {
          ...aggregated,
          'G3_hidden_costs::r1': { is_relevant: true, account_type: 'firsthand', impact: 'large' },
        },
      },
      files: { 'policies/G3/hidden_costs/V3.yaml': second, 'terms/costs.yaml': terms },
    });
    const result = await run(input, { policy: ['G3_hidden_costs_V3', 'G1_allergy_V2'] });
    expect(result.results.map((one) => [one.topic, one.policy.policy])).toEqual([
      ['G3_hidden_costs', 'G3_hidden_costs_V3'],
      ['G1_allergy', 'G1_allergy_V2'],
    ]);
    expect(truthOf(input, 'G3_hidden_costs_V3', 'b')).toMatchObject({
      verdict: 'High Risk',
      score: 10,
      incidents: [{ severity: 'large', weighted_points: 10 }],
    });
  });
});
