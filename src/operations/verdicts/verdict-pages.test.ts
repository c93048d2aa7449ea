import { describe, expect, it } from 'vitest';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { contextOf, project, ruledReviews } from '../../../test/review-record.ts';
import { makeProject, project as labels, protocolContent } from '../../../test/work-world.ts';
import { listPolicies, listVerdicts } from './list-verdicts.ts';
import type { VerdictsRequest } from './list-verdicts.ts';
import { previewVerdict } from './preview-verdict.ts';
import { showVerdict } from './show-verdict.ts';

const verdicts = lastingWorld(async (world) => {
  await makeProject(world, protocolContent({ rounds: '  full: { annotators: 1 }' }), 1);
  return await ruledReviews(world);
});

const row = (subject: string, given: object): object => ({
  subject,
  fields: {},
  reason: null,
  missing: 0,
  open: 0,
  rulings: 0,
  ...given,
});
const rowA = row('A', { verdict: 'High', score: 10, incidents: 1, units: 3 });
const rowB = row('B', {
  verdict: 'High',
  score: 10,
  incidents: 1,
  units: 2,
  missing: 1,
  rulings: 1,
});
const hash = expect.stringMatching(/^[0-9a-f]{16}$/);
const hashes = { term_hash: hash, weights_hash: hash, overrides_hash: hash, policy_hash: hash };

describe('verdicts', () => {
  it('have policies, which are listed with their grades and numbers of units', async () => {
    const { lead, world } = verdicts();
    expect(await listPolicies(lead, { project })).toEqual({
      policies: [
        {
          policy: 'P1',
          title: 'By points',
          task: 'safety',
          topic: 'T1',
          kind: 'points',
          verdicts: ['Low', 'High'],
          default: 'Low',
          hash,
        },
      ],
      ks: [2, 4],
      subjects: 2,
      problems: [],
    });
    expect(await listPolicies(world.lead, { project: labels })).toEqual({
      policies: [],
      ks: [],
      subjects: 0,
      problems: [],
    });
    const anna = contextOf(world.store, 'anna', 'annotator');
    for (const refused of [
      listPolicies(anna, { project }),
      listVerdicts(anna, { project }),
      showVerdict(anna, { project, subject: 'A' }),
      previewVerdict(anna, { project, unit: 'a1', exclude: true }),
    ])
      expect((await refusal(refused))[0]![0]).toBe('role-needed');
  });

  it('are listed page by page, with a summary over all of them', async () => {
    const { lead } = verdicts();
    const first = await listVerdicts(lead, { project, k: 4, limit: 1 });
    expect(first).toEqual({
      policy: 'P1',
      k: 4,
      items: [rowA],
      total: 2,
      nextCursor: expect.any(String),
      summary: {
        subjects: 2,
        distribution: { Low: 0, High: 2 },
        insufficient: 0,
        missing: 1,
        open: 0,
        overrides: { applied: 1, unused: 0, stale: 0 },
        hashes,
      },
    });
    const cursor = first.nextCursor!;
    expect(await listVerdicts(lead, { project, k: 4, limit: 1, cursor })).toMatchObject({
      items: [rowB],
      total: 2,
      nextCursor: null,
    });
    expect((await refusal(listVerdicts(lead, { project, cursor: 'nonsense' })))[0]).toBeDefined();
    // The smallest number of units, where nothing is said: the severe case of A is not among them.
    expect(await listVerdicts(lead, { project })).toMatchObject({
      k: 2,
      items: [{ subject: 'A', verdict: 'Low', score: 0 }, rowB],
    });
    for (const [limit, items] of [
      [0, 1],
      [-5, 1],
      [1.9, 1],
      [2, 2],
      [9999, 2],
    ] as const)
      expect((await listVerdicts(lead, { project, limit })).items).toHaveLength(items);
  });

  it('are filtered by grade, by state and by a part of the subject', async () => {
    const { lead } = verdicts();
    const subjects = async (given: Partial<VerdictsRequest>) => {
      const { items, total } = await listVerdicts(lead, { project, ...given });
      expect(total).toBe(items.length);
      return items.map(({ subject }) => subject);
    };
    expect(await subjects({ verdict: 'High' })).toEqual(['B']);
    expect(await subjects({ verdict: 'High', k: 4 })).toEqual(['A', 'B']);
    expect(await subjects({ state: 'missing' })).toEqual(['B']);
    expect(await subjects({ state: 'overridden' })).toEqual(['B']);
    expect(await subjects({ state: 'insufficient' })).toEqual([]);
    expect(await subjects({ state: 'all', q: ' a ' })).toEqual(['A']);
    expect(await subjects({ q: '' })).toEqual(['A', 'B']);
    expect(await subjects({ q: 'zz' })).toEqual([]);
  });

  it('of policies, numbers and subjects that are not there are refused', async () => {
    const { lead } = verdicts();
    const refused = async (given: object, of = project) =>
      await refusal(listVerdicts(lead, { project: of, ...given }));
    expect(await refused({ policy: 'P9' })).toEqual([
      ['unknown-policy', { got: 'P9', expected: 'P1' }],
    ]);
    expect(await refused({ k: 3 })).toEqual([
      ['wrong-value', { field: 'k', got: '3', expected: '2, 4' }],
    ]);
    expect(await refused({}, labels)).toEqual([
      [
        'unknown-policy',
        {
          got: { code: 'none-at-all', values: {} },
          expected: { code: 'policies-in-protocol', values: {} },
        },
      ],
    ]);
    expect(await refusal(showVerdict(lead, { project, subject: 'Z' }))).toEqual([
      ['not-found', { what: { code: 'subject', values: { id: 'Z' } } }],
    ]);
  });

  it('are explained by the units that count, with what other policies say', async () => {
    const { lead, world, ruling } = verdicts();
    const shown = await showVerdict(lead, { project, subject: 'B' });
    expect(shown).toMatchObject({
      topic: 'T1',
      subject: { id: 'B', fields: {} },
      verdict: { k: 2, verdict: 'High', evidence: { units: 2, judged: 1, missing: ['b2'] } },
      others: [
        { policy: 'P1', k: 2, verdict: 'High', score: 10 },
        { policy: 'P1', k: 4, verdict: 'High', score: 10 },
      ],
      lastRulings: { b1: ruling },
      hiddenVotes: 0,
    });
    expect(shown.units.map(({ id }) => id)).toEqual(['b1', 'b2']);
    expect(shown.units[0]!.grounds.votes.map(({ annotator }) => annotator)).toEqual([
      'large#1',
      'small#1',
      'small#2',
    ]);
    const unitsOf = async (units: 'counted' | 'all') =>
      (await showVerdict(lead, { project, subject: 'A', k: 4, units })).units.map(({ id }) => id);
    expect([await unitsOf('counted'), await unitsOf('all')]).toEqual([['a3'], ['a1', 'a2', 'a3']]);
    // What models answered is hidden from those who rule, with what it weighs.
    const sam = contextOf(world.store, 'sam', 'adjudicator');
    const hidden = await showVerdict(sam, { project, subject: 'B' });
    expect(hidden.hiddenVotes).toBe(4);
    expect(hidden.units.map(({ grounds }) => grounds.votes)).toEqual([[], []]);
  });

  it('are previewed for a ruling, which changes nothing', async () => {
    const { lead } = verdicts();
    const before = await listVerdicts(lead, { project });
    const preview = (unit: string, given: object) =>
      previewVerdict(lead, { project, unit, ...given });
    expect(await preview('a3', { exclude: true })).toEqual({
      subjects: [
        {
          subject: 'A',
          policies: [
            { policy: 'P1', k: 2, before: 'Low', after: 'Low', scoreBefore: 0, scoreAfter: 0 },
            { policy: 'P1', k: 4, before: 'High', after: 'Low', scoreBefore: 10, scoreAfter: 0 },
          ],
        },
      ],
      faults: [],
      stillOpen: [],
    });
    expect(await preview('a1', { answers: { severity: 'odd' } })).toEqual({
      subjects: [],
      faults: [
        expect.objectContaining({ code: 'wrong-value', field: 'severity' }),
        expect.objectContaining({ code: 'not-applicable', field: 'severity' }),
      ],
      stillOpen: [],
    });
    expect(await preview('b2', { answers: { relevant: true } })).toMatchObject({
      stillOpen: ['severity'],
    });
    expect(await refusal(preview('zz', { exclude: true }))).toEqual([
      ['not-found', { what: { code: 'unit', values: { id: 'zz' } } }],
    ]);
    expect(await listVerdicts(lead, { project })).toEqual(before);
  });
});
