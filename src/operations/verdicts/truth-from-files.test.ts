import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inputOf, mild, requestFor, run, severe } from '../../../test/compute-input.ts';
import type { CacheSketch } from '../../../test/compute-input.ts';
import { allergyTermHash } from '../../../test/legacy-policy-files.ts';
import { faultsIn, faultsOf } from '../../../test/refusals.ts';
import { runExplain } from './run-compute.ts';
import type { RunRequest } from './run-compute.ts';

const businesses = [
  {
    id: 'b',
    units: [
      ['r1', '2021-01-01'],
      ['r2', '2020-01-01'],
    ] as const,
  },
  { id: 'c', units: [['r3', '2019-01-01']] as const },
];
const aggregated = { 'G1_allergy::r1': severe, 'G1_allergy::r2': mild, 'G1_allergy::r3': mild };
const votes = Object.fromEntries(
  ['r1', 'r2', 'r3'].map((unit) => [`G1_allergy::${unit}::gpt-5-mini::run1`, mild]),
);
const known = { G1_allergy: { term_hash: allergyTermHash } };
const runs = 'nothing says how many runs are asked for, so every judged unit counts as complete.';
const policy = ['G1_allergy_V2'];
const dry = { dryRun: true, k: [1], maxMissing: 1, policy } as const;

async function computed(cache: CacheSketch, given: Partial<RunRequest> = {}) {
  return await run(inputOf({ businesses, cache }), { ...dry, ...given });
}

describe('truth from files', () => {
  it('is what a cache holds, by policy and K', async () => {
    const { results, ...rest } = await computed({ aggregated }, { k: [2, 1], policy: [] });
    expect(rest).toMatchObject({
      folder: null,
      overrides: [{ topic: 'G1_allergy', applied: 0, unused: [], stale: [] }],
      stale: [],
      invalidated: null,
      outdated: null,
      failures: [],
      notes: [
        expect.stringMatching(/V3\.yaml, line \d+: the recency rules have no reference_date/),
      ],
    });
    expect(results.map((one) => `${one.policy.policy} ${one.k}`)).toEqual(
      [0, 1, 2, 3].flatMap((at) => [1, 2].map((k) => `G1_allergy_V${at} ${k}`)),
    );
    expect(results[1]!.summary).toMatchObject({ subjects: 2, units: 3, missing: 0, open: 0 });
    // Nothing was voted on.
    expect(results[0]!.hashes).toMatchObject({
      term_hash: allergyTermHash,
      weights_hash: null,
      overrides_hash: null,
    });
  });

  it('counts votes by weight, and says where their number or their terms are not known', async () => {
    const voted = await computed({ raw: votes, metadata: known });
    expect(voted.notes).toEqual([`G1_allergy: ${runs} Pass --models.`]);
    expect(voted.results[0]!.hashes.weights_hash).toMatch(/^[0-9a-f]{16}$/);
    const terms = 'G1_allergy: the cache does not say under which terms it was judged.';
    const models = 'gpt-5-mini:1';
    expect((await computed({ raw: votes, metadata: {} }, { models })).notes).toEqual([terms]);
    expect((await computed({ aggregated, metadata: {} })).notes).toEqual([terms]);
    const two = await computed({ raw: votes, metadata: known }, { models: 'gpt-5-mini:2' });
    expect(two.notes).toEqual([]);
    // Each of the two newest units lacks its second run.
    expect(two.results[0]!.summary).toMatchObject({ units: 2, missing: 2 });
    const part = { models: 'gpt-5-mini:2', allowPartial: true };
    const partial = await computed({ raw: votes, metadata: known }, part);
    expect(partial.results[0]!.summary).toMatchObject({ missing: 0, partial: 2 });
    const heavy = await computed({ raw: votes, metadata: known }, { weights: 'gpt-5-mini:7' });
    expect(heavy.results[0]!.hashes.weights_hash).not.toBe(voted.results[0]!.hashes.weights_hash);
  });

  it('needs a weight for every model, and something that was judged', async () => {
    const raw = { 'G1_allergy::r1::some#1::run1': mild, 'G1_allergy::r1::odd::run1': mild };
    const faults = await faultsOf(computed({ raw, metadata: known }));
    expect(faults.map(({ code, values }) => [code, values])).toEqual([
      ['no-weight', { model: 'odd' }],
      ['no-weight', { model: 'some#1' }],
    ]);
    expect(faults.every(({ file }) => file!.endsWith('cache.json'))).toBe(true);
    expect(await faultsOf(computed({}))).toMatchObject([
      { code: 'no-judgments', values: { topic: 'G1_allergy' } },
    ]);
  });

  it('tells of answers that are no terms, the first five of them', async () => {
    const odd = (staff: string) => ({ ...severe, staff_response: staff });
    const one = await computed({ aggregated: { 'G1_allergy::r1': odd('polite') } });
    expect(one.notes).toEqual([
      'G1_allergy: 1 answer is outside the terms: staff_response = polite (1).',
    ]);
    const units = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'];
    const words = ['f', 'e', 'd', 'c', 'b', 'a', 'a'];
    const many = (count: number) =>
      computed({
        aggregated: Object.fromEntries(
          units.slice(-count).map((unit, at) => {
            return [`G1_allergy::${unit}`, odd(words.slice(-count)[at]!)];
          }),
        ),
      });
    const first = ['a (2)', 'b (1)', 'c (1)', 'd (1)', 'e (1)'];
    const listed = first.map((word) => `staff_response = ${word}`).join(', ');
    expect((await many(6)).notes).toContain(
      `G1_allergy: 6 answers are outside the terms: ${listed}.`,
    );
    expect((await many(7)).notes).toContain(
      `G1_allergy: 7 answers are outside the terms: ${listed}, ….`,
    );
    const none = await computed({
      aggregated: { 'G1_allergy::r1': { ...mild, account_type: 'none' } },
    });
    expect(none.notes).toEqual([
      'G1_allergy: 1 answers are "none" where that is not a value; they are read as no answer.',
    ]);
  });

  it('is refused under other terms, with what the judgments show of that', async () => {
    const metadata = { G1_allergy: { term_hash: '0123456789abcdef' } };
    const stale = async (cache: CacheSketch) => {
      const { stale: found, results, failures } = await computed({ metadata, ...cache });
      expect(results).toEqual([]);
      expect(failures).toEqual(found.map(({ message }) => message));
      return found;
    };
    const [alike] = await stale({ aggregated });
    expect(alike).toMatchObject({
      topic: 'G1_allergy',
      judgedUnder: '0123456789abcdef',
      present: allergyTermHash,
    });
    const { staff_response: _, ...less } = mild;
    const [changed] = await stale({ raw: { 'G1_allergy::r1::gpt-5-mini::run1': less } });
    expect(changed!.message).toContain('staff_response');
    expect(alike!.message).not.toContain('staff_response');
    // Without judgments nothing is out of date.
    expect((await faultsOf(computed({ metadata })))[0]!.code).toBe('no-judgments');
    const left = await computed({ metadata, aggregated }, { invalidate: true });
    expect(left.invalidated!.removed).toEqual(new Map([['G1_allergy', 3]]));
    expect(left.results[0]!.summary).toMatchObject({ units: 2, missing: 2 });
  });

  it('needs policies, a cache and a dataset together', async () => {
    const { cache, dataset, policies, ...request } = requestFor(inputOf({ businesses, cache: {} }));
    const reason = async (given: object): Promise<unknown> =>
      (await faultsOf(run('', { ...request, ...none, ...given })))[0]!.values['reason'];
    const none = { cache: undefined, dataset: undefined, policies: undefined };
    const needed = 'To compute from files, --policies, --cache and --dataset are needed';
    expect(await reason({ cache, policies })).toBe(`${needed}; --dataset is missing.`);
    expect(await reason({ dataset })).toBe(`${needed}; --policies and --cache are missing.`);
    for (const given of [{ weights: 'm:1' }, { models: 'm:1' }])
      expect(await reason(given)).toMatch(/^--weights and --models go with --cache\./);
    const all = { cache, dataset, policies };
    expect(await reason({ ...all, models: 'm' })).toMatch(/^--models: /);
  });
});

describe('policies of files', () => {
  it('are computed in the order in which they are asked for', async () => {
    // The first system named G1_allergy_V1 by the second letter.
    const asked = ['G1_allergy_V2', 'G1b', 'G1_allergy_V0'];
    const { results, notes } = await computed({ aggregated }, { policy: asked });
    expect(results.map((one) => one.policy.policy)).toEqual([
      'G1_allergy_V2',
      'G1_allergy_V1',
      'G1_allergy_V0',
    ]);
    expect(notes).toEqual([
      'G1b is an id of the first system and stands for G1_allergy_V1; it is deprecated, name ' +
        'the policy instead.',
    ]);
  });

  it('find their terms in the folders where those usually are', async () => {
    const input = inputOf({ businesses, cache: { aggregated } });
    const notes = async () => (await run(input, { ...dry, terms: undefined })).notes;
    expect(await notes()).toEqual([]);
    for (const place of ['policies/terms', 'libraries/terms']) {
      cpSync(join(input, 'terms'), join(input, place), { recursive: true });
      cpSync(join(input, 'terms'), join(input, 'kept'), { recursive: true });
      rmSync(join(input, 'terms'), { recursive: true });
      expect(await notes()).toEqual([]);
      cpSync(join(input, 'kept'), join(input, 'terms'), { recursive: true });
      rmSync(join(input, place), { recursive: true });
    }
    rmSync(join(input, 'terms'), { recursive: true });
    expect((await notes())[0]).toMatch(/^There are no terms/);
  });

  it('are explained for one subject, or the first one is named', () => {
    const input = inputOf({ businesses, cache: { aggregated } });
    const request = { ...requestFor(input), policy };
    const { explanations, notes, stale } = runExplain(request, 'b');
    expect([notes, stale]).toEqual([[], []]);
    expect(explanations.map(({ subject, verdict }) => [subject.id, verdict.verdict])).toEqual([
      ['b', 'Critical Risk'],
    ]);
    expect(faultsIn(() => runExplain(request, 'zz'))).toMatchObject([
      { code: 'unknown-subject', values: { got: 'zz', file: request.dataset, expected: 'b' } },
    ]);
  });
});
