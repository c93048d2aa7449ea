import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../src/domain/fault.ts';
import { inputOf, run, fileOf, truthOf, irrelevant, severe } from './compute-input.ts';
import type { CacheSketch } from './compute-input.ts';

describe('overrides', () => {
  const businesses = [
    {
      id: 'b',
      units: [
        ['r1', '2021-01-01'],
        ['r2', '2020-01-01'],
      ] as const,
    },
  ];
  const aggregated = { 'G1_allergy::r1': severe, 'G1_allergy::r2': irrelevant };
  const entry = {
    review_id: 'r1',
    business_id: 'b',
    original: { incident_severity: 'severe' },
    corrected: { incident_severity: 'none' },
    reason: 'praise',
  };

  it('reach every variant and every K', async () => {
    const input = inputOf({
      businesses,
      cache: { aggregated },
      overrides: { G1_allergy: [entry] },
    });
    await run(input, { k: [1, 2] });
    for (const policy of [0, 1, 2, 3])
      for (const k of [1, 2])
        expect(truthOf(input, `G1_allergy_V${policy}`, 'b', k)['verdict']).toBe('Low Risk');
  });

  it('that no longer fit are applied and called stale', async () => {
    const input = inputOf({
      businesses,
      cache: { aggregated },
      overrides: {
        G1_allergy: [
          { ...entry, original: { incident_severity: 'moderate', account_type: 'firsthand' } },
        ],
      },
    });
    expect((await run(input)).overrides[0]).toEqual({
      topic: 'G1_allergy',
      applied: 1,
      unused: [],
      stale: [
        {
          unit: 'r1',
          why: {
            code: 'stale-override',
            values: { unit: 'r1', field: 'incident_severity', got: 'moderate', expected: 'severe' },
          },
        },
      ],
    });
  });

  it('of units that nobody judged count where they say enough by themselves, and are unused else', async () => {
    const inputFor = (corrected: object): string =>
      inputOf({
        businesses,
        cache: { aggregated: { 'G1_allergy::r1': irrelevant } },
        overrides: { G1_allergy: [{ ...entry, review_id: 'r2', original: {}, corrected }] },
      });
    const part = inputFor({ incident_severity: 'severe' });
    expect((await run(part, { maxMissing: 1 })).overrides[0]).toMatchObject({
      applied: 0,
      unused: [{ unit: 'r2', why: { code: 'nobody-judged-it', values: {} } }],
    });
    expect(fileOf(part, 'G1_allergy_V2').restaurants['b']).toMatchObject({
      missing_judgments: ['r2'],
      ground_truth: { verdict: 'Low Risk' },
    });
    const whole = inputFor(severe);
    expect((await run(whole)).overrides[0]).toMatchObject({ applied: 1, unused: [], stale: [] });
    expect(fileOf(whole, 'G1_allergy_V2').restaurants['b']).toMatchObject({
      n_judgments: 2,
      ground_truth: { verdict: 'Critical Risk', score: 15 },
      overrides: [{ review_id: 'r2' }],
    });
  });

  it('that make a unit irrelevant take the rest with them', async () => {
    const input = inputOf({
      businesses,
      cache: { aggregated },
      overrides: {
        G1_allergy: [{ ...entry, corrected: { is_relevant: false, incident_severity: 'none' } }],
      },
    });
    await run(input);
    expect(fileOf(input, 'G1_allergy_V2').restaurants['b']).toMatchObject({
      n_judgments: 2,
      ground_truth: { score: 0 },
    });
  });

  it('are checked: fields, values, reasons, doubles, each with file and line', async () => {
    const faultsFor = async (entries: readonly object[]): Promise<string> => {
      const input = inputOf({
        businesses,
        cache: { aggregated },
        overrides: { G1_allergy: entries },
      });
      try {
        await run(input);
        return '';
      } catch (error) {
        return error instanceof InputError ? error.message.replaceAll(input, '') : String(error);
      }
    };
    expect(await faultsFor([{ ...entry, corrected: { incident_severity: 'Severe' } }])).toBe(
      '/overrides.json:1 G1_allergy.0.corrected.incident_severity is "Severe", expected ' +
        'none, mild, moderate or severe',
    );
    expect(await faultsFor([{ ...entry, corrected: { severity: 'none' } }])).toContain(
      'G1_allergy.0.corrected.severity refers to severity, expected is_relevant, account_type',
    );
    expect(await faultsFor([{ ...entry, reason: '' }])).toContain(
      'G1_allergy.0.reason is "", expected the reason, which may not be empty',
    );
    expect(await faultsFor([entry, entry])).toContain('the unit r1 already appears on line 1');
    expect(
      await faultsFor([
        { ...entry, reason: '' },
        { ...entry, review_id: 'r2', corrected: { incident_severity: 'Severe' } },
      ]),
    ).toMatch(
      /G1_allergy\.0\.reason is ""[^]*G1_allergy\.1\.corrected\.incident_severity is "Severe"/,
    );
  });

  const withSecond = (corrected: object): string => {
    const keyword = JSON.stringify({
      G1_allergy: { overrides: [{ ...entry, corrected }] },
      G1_dietary: [{ ...entry }],
    });
    return inputOf({
      businesses,
      cache: { aggregated },
      overrides: { G1_allergy: [entry] },
      files: { 'keyword.json': keyword },
    });
  };
  const both = (input: string): readonly string[] =>
    ['overrides.json', 'keyword.json'].map((name) => join(input, name));

  it('of several files: the first counts, with a note; other topics are left aside', async () => {
    const input = withSecond({ incident_severity: 'none' });
    const result = await run(input, { overrides: both(input) });
    expect(truthOf(input, 'G1_allergy_V2', 'b')['score']).toBe(0);
    expect(result.notes).toContainEqual(expect.stringContaining('overrides r1 again'));
    expect(result.notes).toContainEqual(
      expect.stringContaining('overrides one unit of G1_dietary, which is not computed here'),
    );
  });

  it('of files that contradict each other are refused', async () => {
    const input = withSecond({ incident_severity: 'mild' });
    await expect(run(input, { overrides: both(input) })).rejects.toThrow(
      /keyword\.json:1 r1: .*incident_severity is "mild", expected "none", as .*overrides\.json:1/,
    );
  });

  it('that name a subject which the unit does not belong to are refused', async () => {
    const input = inputOf({
      businesses,
      cache: { aggregated },
      overrides: { G1_allergy: [{ ...entry, business_id: 'c' }] },
    });
    await expect(run(input)).rejects.toThrow(/business_id is "c", expected b, which r1 belongs to/);
  });

  it.each([
    ['review_id', { raw: { 'G1_allergy::r1::gpt-5.1::run1': { ...severe, review_id: 'r2' } } }],
    ['_model', { raw: { 'G1_allergy::r1::gpt-5.1::run1': { ...severe, _model: 'gpt-5-mini' } } }],
    ['_run', { raw: { 'G1_allergy::r1::gpt-5.1::run1': { ...severe, _run: 2 } } }],
    ['_topic', { raw: { 'G1_allergy::r1::gpt-5.1::run1': { ...severe, _topic: 'G2_group' } } }],
    ['review_id', { aggregated: { 'G1_allergy::r1': { ...severe, review_id: 'r2' } } }],
    ['_topic', { aggregated: { 'G1_allergy::r1': { ...severe, _topic: 'G2_group' } } }],
  ])(
    'are not needed for a cache entry whose %s is not that of its key: a fault',
    async (name, cache) => {
      const input = inputOf({ businesses, cache: cache as CacheSketch });
      await expect(run(input)).rejects.toThrow(
        new RegExp(`G1_allergy::r1.*\\.${name} is .*, as its key says`),
      );
    },
  );

  it('to the present value, or in another order, change nothing', async () => {
    const values = {
      account_type: ['firsthand', 'secondhand'],
      incident_severity: ['none', 'mild', 'moderate', 'severe'],
      assurance_claim: ['true', 'false'],
      staff_response: ['dismissive', 'none'],
    };
    const judgment = fc.record({
      is_relevant: fc.constant(true),
      ...Object.fromEntries(
        Object.entries(values).map(([field, own]) => [field, fc.constantFrom(...own)]),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(judgment, { minLength: 1, maxLength: 4 }), async (list) => {
        const units = list.map((_, at) => [`r${at}`, '2021-01-01'] as const);
        const aggregatedOf = Object.fromEntries(list.map((one, at) => [`G1_allergy::r${at}`, one]));
        const entries = list.map((one, at) => ({
          review_id: `r${at}`,
          original: one,
          corrected: one,
          reason: 'as it is',
        }));
        const verdicts = [[], entries, entries.toReversed()].map(async (overrides) => {
          const input = inputOf({
            businesses: [{ id: 'b', units }],
            cache: { aggregated: aggregatedOf },
            overrides: { G1_allergy: overrides },
          });
          await run(input);
          return [0, 1, 2, 3]
            .map((variant) => ({ ...fileOf(input, `G1_allergy_V${variant}`), overrides_hash: '' }))
            .map((file) => [
              file.restaurants['b']!.ground_truth,
              file.summary['verdict_distribution'],
            ]);
        });
        const truths = await Promise.all(verdicts);
        expect(truths[1]).toEqual(truths[0]);
        expect(truths[2]).toEqual(truths[0]);
      }),
      { seed: 1, numRuns: 25 },
    );
  });
});

describe('missing judgments', () => {
  const units = Array.from({ length: 10 }, (_, at) => [`r${at}`, '2021-01-01'] as const);
  const judged = (count: number): CacheSketch => ({
    aggregated: Object.fromEntries(
      units.slice(0, count).map(([id]) => [`G1_allergy::${id}`, irrelevant]),
    ),
  });

  it('above the share that may be missing fail the run, and nothing is written', async () => {
    const input = inputOf({ businesses: [{ id: 'b', units }], cache: judged(8) });
    writeFileSync(join(input, 'before'), '');
    expect((await run(input, { maxMissing: 0.1 })).failures).toHaveLength(4);
    expect(existsSync(join(input, 'out')) ? readdirSync(join(input, 'out')) : []).toEqual([]);
    expect((await run(input, { maxMissing: 0.2 })).failures).toEqual([]);
    expect(fileOf(input, 'G1_allergy_V0').summary).toMatchObject({ missing_judgments: 2 });
  });

  it('of a whole topic are a fault of the input', async () => {
    await expect(run(inputOf({ businesses: [{ id: 'b', units }], cache: {} }))).rejects.toThrow(
      'there are no judgments on G1_allergy',
    );
  });
});
