import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inputOf, run, fileOf, truthOf, irrelevant, mild, severe } from './compute-input.ts';
import { allergyTermHash } from './legacy-policy-files.ts';

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
        unused: [{ unit: 'not_in_dataset', why: { code: 'not-among-units', values: {} } }],
        stale: [],
      },
    ]);
    expect(result.notes).toEqual(
      expect.arrayContaining([
        '1 unit has no id and is left out.',
        '1 unit appears twice and counts once.',
        'G1_allergy: 8 answers are "none" where that is not a value; they are read as no answer.',
        'G1_allergy: 1 answer is outside the terms: incident_severity = critical (1).',
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
