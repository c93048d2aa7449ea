import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runCompute } from '../src/operations/verdicts/run-compute.ts';
import type { ComputeResult } from '../src/operations/verdicts/run-compute.ts';
import {
  inputOf,
  run,
  requestFor,
  fileOf,
  truthOf,
  irrelevant,
  mild,
  severe,
} from './compute-input.ts';
import { allergyTermHash } from './legacy-policy-files.ts';

describe('votes', () => {
  const config = { 'gpt-5.1': 1, 'gpt-5-mini': 3, 'gpt-5-nano': 5 };
  const metadata = { G1_allergy: { term_hash: allergyTermHash, model_config: config } };
  const runs = Object.entries(config).flatMap(([model, count]) =>
    Array.from({ length: count }, (_, at) => [model, at + 1] as const),
  );
  const votesOf = (
    unit: string,
    judgment: (model: string, run: number) => object,
  ): Record<string, object> =>
    Object.fromEntries(
      runs.map(([model, at]) => [
        `G1_allergy::${unit}::${model}::run${at}`,
        { review_id: unit, ...judgment(model, at), _model: model, _run: at },
      ]),
    );
  const one = { id: 'b', units: [['r1', '2021-01-01']] as const };
  const moderate = { ...mild, incident_severity: 'moderate' };

  it('weigh as documented: the document’s example is moderate with 12 of 14, 0.857', async () => {
    const input = inputOf({
      businesses: [one],
      cache: {
        metadata,
        raw: votesOf('r1', (model, at) => (model === 'gpt-5-mini' && at === 1 ? mild : moderate)),
      },
    });
    await run(input, { saveCache: join(input, 'saved.json') });
    expect(truthOf(input, 'G1_allergy_V2', 'b')['incidents']).toMatchObject([
      { severity: 'moderate' },
    ]);
    const saved = JSON.parse(readFileSync(join(input, 'saved.json'), 'utf8')) as {
      readonly aggregated: Record<string, { readonly _confidence: Record<string, number> }>;
      readonly raw: object;
    };
    expect(saved.aggregated['G1_allergy::r1']).toMatchObject({
      incident_severity: 'moderate',
      _confidence: { incident_severity: 0.857 },
    });
    expect(Object.keys(saved.raw)).toHaveLength(9);
  });

  it('are written to a cache file from which the same verdicts come', async () => {
    const input = inputOf({
      businesses: [one],
      cache: {
        metadata,
        raw: votesOf('r1', (model) => (model === 'gpt-5-nano' ? irrelevant : severe)),
      },
    });
    await run(input, { saveCache: join(input, 'saved.json') });
    const before = fileOf(input, 'G1_allergy_V2');
    await run(input, { cache: join(input, 'saved.json') });
    expect(fileOf(input, 'G1_allergy_V2')).toEqual(before);
  });

  it('that are tied have no value and wait for a ruling; a tie-break must be asked for', async () => {
    // 7 : 7 on the severity: gpt-5.1 and two mini against one mini and five nano.
    const input = inputOf({
      businesses: [one, { id: 'c', units: [['r2', '2021-01-01']] }],
      cache: {
        metadata,
        raw: {
          ...votesOf('r1', (model, at) =>
            model === 'gpt-5.1' || (model === 'gpt-5-mini' && at < 3) ? severe : mild,
          ),
          ...votesOf('r2', () => irrelevant),
        },
      },
    });
    await run(input, { maxMissing: 1 });
    expect(fileOf(input, 'G1_allergy_V2').restaurants['b']).toMatchObject({
      n_judgments: 0,
      open_judgments: ['r1'],
      ground_truth: { verdict: 'Insufficient evidence' },
    });
    expect(fileOf(input, 'G1_allergy_V2').summary).toMatchObject({
      open_judgments: 1,
      insufficient_evidence: 1,
    });
    await run(input, { tie: 'heaviest' });
    expect(truthOf(input, 'G1_allergy_V2', 'b')).toMatchObject({ verdict: 'Critical Risk' });
  });

  it('of runs that find a unit irrelevant say nothing about the rest', async () => {
    // Relevant 9 : 5; of the nine, seven say mild. The five would have said "none", which the
    // original counts as a vote.
    const input = inputOf({
      businesses: [one],
      cache: {
        metadata,
        raw: votesOf('r1', (model, at) =>
          model === 'gpt-5-nano'
            ? { is_relevant: false }
            : model === 'gpt-5-mini' && at === 1
              ? severe
              : mild,
        ),
      },
    });
    await run(input);
    expect(truthOf(input, 'G1_allergy_V2', 'b')['incidents']).toMatchObject([{ severity: 'mild' }]);
  });

  it.each([
    ['off its scale', { ...mild, incident_severity: 'terrible' }],
    ['empty', { is_relevant: null }],
    ['not there', {}],
  ])('of runs whose answer is %s fill no quota and decide nothing', async (_, answer) => {
    // With eight of nine runs invalid, one would decide; a stored aggregate does not help.
    const raw = votesOf('r1', (model) => (model === 'gpt-5.1' ? severe : answer));
    const aggregated = { 'G1_allergy::r1': severe };
    for (const known of [metadata, {}]) {
      const cache = { metadata: known, raw, aggregated };
      const input = inputOf({ businesses: [one], cache });
      const { notes } = await run(input, { maxMissing: 1 });
      expect(fileOf(input, 'G1_allergy_V2').summary).toMatchObject({ missing_judgments: 1 });
      expect(notes).toContain(
        'G1_allergy: 8 judgments do not count: an answer is missing or off its scale.',
      );
    }
  });

  it('count once all runs that are asked for are there, by their numbers', async () => {
    const raw = votesOf('r1', () => mild);
    delete raw['G1_allergy::r1::gpt-5-nano::run1'];
    raw['G1_allergy::r1::gpt-5-nano::run6'] = mild;
    const input = inputOf({ businesses: [one], cache: { metadata, raw } });
    expect((await run(input)).failures).toEqual([
      expect.stringContaining(
        'G1_allergy_V0 at K = 25: 1 of 1 units have no truth (100 %), more than the 10 % allowed',
      ),
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ]);
    expect(existsSync(join(input, 'out', 'G1_allergy_V0_K25_groundtruth.json'))).toBe(false);
    await run(input, { allowPartial: true });
    expect(fileOf(input, 'G1_allergy_V2').restaurants['b']).toMatchObject({
      partial_judgments: ['r1'],
      ground_truth: { score: 2 },
    });
    await run(input, { models: 'gpt-5.1:1,gpt-5-mini:3' });
    expect(fileOf(input, 'G1_allergy_V2').restaurants['b']!.partial_judgments).toBeUndefined();
  });

  it('of a model without a weight are refused', async () => {
    const input = inputOf({
      businesses: [one],
      cache: { metadata: {}, raw: { 'G1_allergy::r1::some-model::run1': mild } },
    });
    await expect(run(input)).rejects.toThrow(
      'the model some-model has no weight, and weights are never guessed. Set one with ' +
        '--weights, or in the panel of the protocol.',
    );
    expect((await run(input, { weights: 'some-model:0.5' })).failures).toEqual([]);
    await expect(run(input, { weights: 'some-model' })).rejects.toThrow(
      '--weights: "some-model" is no entry',
    );
  });

  it('come to the same whatever their order', async () => {
    const judgments = fc.array(fc.constantFrom(irrelevant, mild, severe, moderate), {
      minLength: 9,
      maxLength: 9,
    });
    await fc.assert(
      fc.asyncProperty(
        judgments.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray([...list.keys()], { minLength: 9 })),
        ),
        async ([list, order]) => {
          const raw = Object.entries(
            votesOf(
              'r1',
              (model, at) =>
                list[runs.findIndex(([name, number]) => name === model && number === at)]!,
            ),
          );
          const [first, second] = [raw, order.map((at) => raw[at]!)].map(async (entries) => {
            const input = inputOf({
              businesses: [one],
              cache: { metadata, raw: Object.fromEntries(entries) },
            });
            await run(input, { maxMissing: 1, policy: ['G1_allergy_V1', 'G1_allergy_V2'] });
            return [fileOf(input, 'G1_allergy_V1'), fileOf(input, 'G1_allergy_V2')];
          });
          expect(await second).toEqual(await first);
        },
      ),
      { seed: 1, numRuns: 20 },
    );
  });
});

describe('stale judgments', () => {
  const other = {
    G1_allergy: { term_hash: '0123456789abcdef' },
    G1_dietary: { term_hash: 'fedcba9876543210' },
  };
  const businesses = [{ id: 'b', units: [['r1', '2021-01-01']] as const }];
  const cache = {
    metadata: other,
    raw: {
      'G1_allergy::r1::gpt-5-mini::run1': severe,
      'G1_dietary::r1::gpt-5-mini::run1': { review_id: 'r1' },
    },
    aggregated: {
      'G1_allergy::r1': { ...severe, staff_response: 'polite' },
      'G1_allergy::r2': irrelevant,
    },
  };

  it('stop the run with what changed and what to do', async () => {
    const input = inputOf({ businesses, cache });
    const result = await run(input);
    expect(result.results).toEqual([]);
    expect(result.failures).toEqual([
      'G1_allergy was judged under other terms (0123456789abcdef); the current ones ' +
        `are ${allergyTermHash}. The judgments show this: no term has staff_response = ` +
        'polite. Restore the terms, or pass --invalidate to discard the judgments on ' +
        'G1_allergy and extract them again.',
    ]);
    expect(existsSync(join(input, 'out'))).toBe(false);
  });

  it('are discarded on request, on that topic alone, and the old file is kept', async () => {
    const input = inputOf({ businesses, cache });
    const before = readFileSync(join(input, 'cache.json'), 'utf8');
    const result = await run(input, { invalidate: true });
    expect(result.invalidated!.removed).toEqual(new Map([['G1_allergy', 3]]));
    expect(JSON.parse(readFileSync(join(input, 'cache.json'), 'utf8'))).toEqual({
      _metadata: { G1_dietary: { term_hash: 'fedcba9876543210' } },
      raw: { 'G1_dietary::r1::gpt-5-mini::run1': { review_id: 'r1' } },
      aggregated: {},
    });
    expect(readFileSync(result.invalidated!.kept, 'utf8')).toBe(before);
    // Nothing is left to judge by, which is no reason to call anybody harmless.
    expect(result.failures).toHaveLength(4);
  });

  it('are not looked for where no terms are known, which is said; votes cannot be counted then', async () => {
    const withoutTerms = async (input: string): Promise<ComputeResult> => {
      rmSync(join(input, 'terms'), { recursive: true });
      const { terms: _, ...request } = requestFor(input);
      return await runCompute({ ...request, policy: ['G1_allergy_V2'] });
    };
    const input = inputOf({ businesses, cache: { metadata: other, aggregated: cache.aggregated } });
    expect((await withoutTerms(input)).notes).toContain(
      'There are no terms, so values are taken as they come and it is not checked whether ' +
        'judgments are stale. Pass --terms.',
    );
    expect(truthOf(input, 'G1_allergy_V2', 'b')).toMatchObject({
      verdict: 'Critical Risk',
      score: 15,
    });
    await expect(withoutTerms(inputOf({ businesses, cache }))).rejects.toThrow(
      'The votes on G1_allergy cannot be counted without its terms',
    );
  });
});
