import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addCompute } from '../src/cli/commands/verdicts/compute.ts';
import { addExplain } from '../src/cli/commands/verdicts/explain.ts';
import { InputError } from '../src/domain/fault.ts';
import { runCompute } from '../src/operations/verdicts/run-compute.ts';
import type { RunRequest, ComputeResult } from '../src/operations/verdicts/run-compute.ts';
import {
  allergyPolicies,
  allergyTermHash,
  allergyTerms,
  secondGeneration,
} from './legacy-policy-files.ts';

type Judgment = Readonly<Record<string, unknown>>;
interface Case {
  readonly id: string;
  readonly categories: string | null;
  readonly units: readonly (readonly [string, string, Judgment | null])[];
  readonly ladders: readonly (readonly [string, string])[];
  readonly points: readonly [
    string,
    number,
    boolean,
    readonly (readonly [string, string, number, readonly string[], number])[],
  ];
}
const branches = JSON.parse(
  readFileSync(new URL('./fixtures/compute-branches.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Case[]; readonly overrides: readonly object[] };

/** A folder with files at any depth, removed when the test is over. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-compute-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const prefixed = (
  prefix: string,
  files: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([name, content]) => [`${prefix}/${name}`, content]),
  );

interface CacheSketch {
  readonly metadata?: object;
  readonly raw?: Readonly<Record<string, object>>;
  readonly aggregated?: Readonly<Record<string, object>>;
}

interface InputSketch {
  readonly businesses: readonly {
    readonly id: string;
    readonly categories?: string | null;
    readonly units: readonly (readonly [string, string])[];
  }[];
  readonly cache: CacheSketch;
  readonly overrides?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** A folder with terms, the four allergy policies, a dataset, a cache and overrides. */
function inputOf({ businesses, cache, overrides, files }: InputSketch): string {
  const metadata = cache.metadata ?? {
    G1_allergy: { term_hash: allergyTermHash, created_at: '2026-01-18T04:10:02' },
  };
  return folderOf({
    ...prefixed('terms', allergyTerms),
    ...prefixed('policies', allergyPolicies),
    'dataset.jsonl': businesses
      .map(
        ({ id, categories = 'Burgers', units }) =>
          `${JSON.stringify({ business_id: id, business: { business_id: id, name: `Name of ${id}`, categories }, reviews: units.map(([review, date]) => ({ review_id: review, text: 'x', date, stars: 3.0 })) })}\n`,
      )
      .join(''),
    'cache.json': JSON.stringify(
      { _metadata: metadata, raw: cache.raw ?? {}, aggregated: cache.aggregated ?? {} },
      null,
      1,
    ),
    ...(overrides === undefined
      ? {}
      : {
          'overrides.json': JSON.stringify({
            _comment: 'test',
            created_at: '2026-01-19',
            ...overrides,
          }),
        }),
    ...files,
  });
}

async function run(folder: string, changes: Partial<RunRequest> = {}): Promise<ComputeResult> {
  return await runCompute({ ...requestFor(folder), ...changes });
}

function requestFor(folder: string): RunRequest {
  return {
    policy: [],
    k: [25],
    policies: join(folder, 'policies'),
    terms: join(folder, 'terms'),
    cache: join(folder, 'cache.json'),
    dataset: join(folder, 'dataset.jsonl'),
    overrides: existsSync(join(folder, 'overrides.json')) ? [join(folder, 'overrides.json')] : [],
    judgments: [],
    allowPartial: false,
    tie: 'ruling',
    invalidate: false,
    seed: 1,
    out: join(folder, 'out'),
    computedAt: '2026-01-20T12:00:00',
    maxMissing: 0.1,
    dryRun: false,
    check: false,
  };
}

interface VerdictFile {
  readonly restaurants: Readonly<
    Record<
      string,
      {
        readonly n_reviews: number;
        readonly n_judgments: number;
        readonly ground_truth: Readonly<Record<string, unknown>>;
        readonly missing_judgments?: readonly string[];
        readonly open_judgments?: readonly string[];
        readonly overrides?: readonly object[];
        readonly partial_judgments?: readonly string[];
      }
    >
  >;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}
const fileOf = (folder: string, policy: string, k = 25): VerdictFile =>
  JSON.parse(
    readFileSync(join(folder, 'out', `${policy}_K${k}_groundtruth.json`), 'utf8'),
  ) as VerdictFile;
const truthOf = (
  folder: string,
  policy: string,
  subject: string,
  k = 25,
): Readonly<Record<string, unknown>> =>
  fileOf(folder, policy, k).restaurants[subject]!.ground_truth;

const irrelevant = {
  is_relevant: false,
  account_type: 'none',
  incident_severity: 'none',
  assurance_claim: 'none',
  staff_response: 'none',
};
const mild = {
  is_relevant: true,
  account_type: 'firsthand',
  incident_severity: 'mild',
  assurance_claim: 'false',
  staff_response: 'none',
};
const severe = { ...mild, incident_severity: 'severe' };

describe('the branches of the document’s computation', () => {
  const folder = (): string =>
    inputOf({
      businesses: branches.cases.map(({ id, categories, units }) => ({
        id,
        categories,
        units: units.map(([review, date]) => [review, date] as const),
      })),
      cache: {
        aggregated: Object.fromEntries(
          branches.cases.flatMap(({ units }) =>
            units.flatMap(([review, date, judgment]) =>
              judgment === null
                ? []
                : [
                    [
                      `G1_allergy::${review}`,
                      { _aggregated: true, _confidence: {}, review_id: review, date, ...judgment },
                    ],
                  ],
            ),
          ),
        ),
      },
      overrides: { G1_allergy: branches.overrides },
    });
  // What the requirements ask to be better than the document's own outcome.
  const better: Readonly<Record<string, readonly [string, number | null, boolean, number]>> = {
    b21: ['Low Risk', 2, false, 1], // "Eurasian Grill" is not the category "Asian", so the cuisine adds nothing.
    b24: ['Low Risk', 2, false, 1], // A review that is listed twice counts once.
    b30: ['Insufficient evidence', null, false, 0], // A business without any judgment is not of low risk.
  };

  it('come out as they should, policy by policy and business by business', async () => {
    const input = folder();
    const result = await run(input);
    expect([result.failures, result.results.map((one) => one.file)]).toEqual([
      [],
      ['G1_allergy_V0', 'G1_allergy_V1', 'G1_allergy_V2', 'G1_allergy_V3'].map(
        (policy) => `${policy}_K25_groundtruth.json`,
      ),
    ]);
    for (const { id, ladders, points } of branches.cases) {
      ladders.forEach(([verdict, rule], variant) => {
        const expected =
          id === 'b30'
            ? { verdict: 'Insufficient evidence', matched_rule: null }
            : { verdict, matched_rule: rule };
        expect(truthOf(input, `G1_allergy_V${variant}`, id), `${id} V${variant}`).toMatchObject(
          expected,
        );
      });
      const [verdict, score, cuisine, incidents] = points;
      for (const policy of ['G1_allergy_V2', 'G1_allergy_V3']) {
        const truth = truthOf(input, policy, id);
        const other = better[id];
        if (other !== undefined)
          expect(
            [truth['verdict'], truth['score'], truth['cuisine_modifier'], truth['n_incidents']],
            id,
          ).toEqual(other);
        else {
          const listed = incidents.map(
            ([review_id, severity, base_points, modifiers, total_points]) => ({
              review_id,
              severity,
              base_points,
              modifiers,
              total_points,
            }),
          );
          expect(truth, id).toEqual({
            verdict,
            score,
            n_incidents: incidents.length,
            incidents: listed,
            cuisine_modifier: cuisine,
            policy_id: policy,
          });
        }
      }
    }
  });

  it('are summed up with zeros, missing judgments by business, and overrides', async () => {
    const input = folder();
    const result = await run(input, { policy: ['G1_allergy_V0'] });
    const file = fileOf(input, 'G1_allergy_V0');
    expect(file).toMatchObject({
      policy_id: 'G1_allergy_V0',
      topic: 'G1_allergy',
      domain: 'yelp',
      k: 25,
      has_scoring: false,
      term_hash: allergyTermHash,
    });
    expect(file.summary).toEqual({
      total_restaurants: 33,
      verdict_distribution: { 'Low Risk': 27, 'High Risk': 4, 'Critical Risk': 1 },
      missing_judgments: 2,
      open_judgments: 0,
      insufficient_evidence: 1,
      overrides: { applied: 3, unused: 1, stale: 0 },
    });
    expect(file.restaurants['b13']).toMatchObject({
      n_reviews: 3,
      n_judgments: 1,
      missing_judgments: ['rev021', 'rev022'],
    });
    expect(file.restaurants['b23']).toMatchObject({ n_reviews: 1, n_judgments: 1 });
    expect(file.restaurants['b16']!.overrides).toEqual([
      {
        review_id: 'ov_none_severe',
        _override_applied: true,
        reason: 'corrected',
        by: 'override file',
      },
    ]);
    expect(result.overrides).toEqual([
      {
        topic: 'G1_allergy',
        applied: 3,
        unused: [{ unit: 'not_in_dataset', why: 'it is not among the units' }],
        stale: [],
      },
    ]);
    expect(result.notes).toEqual(
      expect.arrayContaining([
        'One unit has no id and is left out.',
        'One unit is there twice and counts once.',
        'G1_allergy: 8 answers are "none" where that is no value; they are read as no answer.',
        'G1_allergy: 1 answer is outside of the terms: incident_severity = critical (1).',
      ]),
    );
  });

  it('list every declared verdict, also those that nobody got', async () => {
    const input = inputOf({
      businesses: [{ id: 'b', units: [['r', '2021-01-01']] }],
      cache: { aggregated: { 'G1_allergy::r': irrelevant } },
    });
    await run(input);
    expect(fileOf(input, 'G1_allergy_V2').summary['verdict_distribution']).toEqual({
      'Low Risk': 1,
      'High Risk': 0,
      'Critical Risk': 0,
    });
  });
});

describe('the K most recent units', () => {
  const dated = (count: number): readonly (readonly [string, string])[] =>
    Array.from({ length: count }, (_, at) => [`r${at}`, `20${String(10 + at)}-01-01`] as const);

  it('are nested, and several policies and K take one run', async () => {
    const input = inputOf({
      businesses: [{ id: 'b', units: dated(4) }],
      cache: {
        aggregated: Object.fromEntries(
          [0, 1, 2, 3].map((at) => [
            `G1_allergy::r${at}`,
            at === 0 ? severe : at === 1 ? mild : irrelevant,
          ]),
        ),
      },
    });
    const result = await run(input, { k: [4, 2, 3], policy: ['G1_allergy_V2', 'G1_allergy_V0'] });
    expect(result.results.map((one) => [one.policy.policy, one.k])).toEqual([
      ['G1_allergy_V2', 2],
      ['G1_allergy_V2', 3],
      ['G1_allergy_V2', 4],
      ['G1_allergy_V0', 2],
      ['G1_allergy_V0', 3],
      ['G1_allergy_V0', 4],
    ]);
    expect([2, 3, 4].map((k) => truthOf(input, 'G1_allergy_V2', 'b', k)['score'])).toEqual([
      0, 2, 17,
    ]);
  });

  it('do not depend on the order of the file when dates are the same', async () => {
    const units = ['r1', 'r2', 'r3'].map((id) => [id, '2021-01-01'] as const);
    const aggregated = {
      'G1_allergy::r1': severe,
      'G1_allergy::r2': mild,
      'G1_allergy::r3': irrelevant,
    };
    const scores = [units, units.toReversed()].map(async (order) => {
      const input = inputOf({ businesses: [{ id: 'b', units: order }], cache: { aggregated } });
      await run(input, { k: [1] });
      return truthOf(input, 'G1_allergy_V2', 'b', 1)['score'];
    });
    expect(await Promise.all(scores)).toEqual([15, 15]);
  });
});

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
      'the model some-model has no weight, and weights are never guessed. Set one with --weights, or in the panel of the protocol.',
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
      `G1_allergy was judged under other terms (0123456789abcdef); the current ones are ${allergyTermHash}. What shows: no term has staff_response = polite. Restore the terms, or pass --invalidate to discard the judgments on G1_allergy and extract them again.`,
    ]);
    expect(existsSync(join(input, 'out'))).toBe(false);
  });

  it('are discarded on request, on that topic alone, and the file as it was is kept', async () => {
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
      'There are no terms, so values are taken as they come and it is not checked whether judgments are stale. Pass --terms.',
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
          why: 'the override of r1 says that incident_severity was moderate, but it is now severe',
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
      unused: [
        { unit: 'r2', why: 'nobody has judged it, and the correction alone leaves questions open' },
      ],
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
      '/overrides.json:1 G1_allergy.0.corrected.incident_severity is "Severe", expected none, mild, moderate or severe',
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

  it('of several files: the first has its way; other topics are left aside', async () => {
    const keyword = JSON.stringify({
      G1_allergy: { overrides: [{ ...entry, corrected: { incident_severity: 'mild' } }] },
      G1_dietary: [{ ...entry }],
    });
    const input = inputOf({
      businesses,
      cache: { aggregated },
      overrides: { G1_allergy: [entry] },
      files: { 'keyword.json': keyword },
    });
    const result = await run(input, {
      overrides: [join(input, 'overrides.json'), join(input, 'keyword.json')],
    });
    expect(truthOf(input, 'G1_allergy_V2', 'b')['score']).toBe(0);
    expect(result.notes).toContainEqual(
      expect.stringContaining('overrides one unit of G1_dietary, which is not computed here'),
    );
  });

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
      ['_allergy_V3_K25_groundtruth.json'.slice(-29), 'it is not there'],
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
    const cache = `{"_metadata": {},\n"raw": {"G1_allergy::r1::gpt-5-mini::run1": {"is_relevant": false},\n"G1_allergy::r1::gpt-5-mini::run1": {"is_relevant": true},\n"G1_allergy::r1::gpt-5-mini": {},\n"G1_allergy::r1::gpt-5-nano::run1": 3}, "aggregated": {}}`;
    const input = inputOf({ businesses, cache: {}, files: { 'cache.json': cache } });
    await expect(run(input)).rejects.toThrow(
      /cache\.json:3 the key raw\.G1_allergy::r1::gpt-5-mini::run1 appears twice[^]*cache\.json:4 a key of raw is "G1_allergy::r1::gpt-5-mini", expected topic::unit::model::run1[^]*cache\.json:5 expected an object/,
    );
  });

  it('that do not fit together are refused', async () => {
    const input = inputOf({ businesses, cache: { aggregated } });
    await expect(run(input, { policy: ['G9_nothing_V0'] })).rejects.toThrow(
      'there is no policy G9_nothing_V0, expected G1_allergy_V0, G1_allergy_V1, G1_allergy_V2 or G1_allergy_V3',
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
      'G1c is an id of the first system and stands for G1_allergy_V2; it is deprecated, name the policy instead.',
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
      'IMPACT:\n  type: enum\n  values: [{ id: small, label: Small }, { id: large, label: Large }]\n';
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
    expect([code, err]).toEqual([0, '']);
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
