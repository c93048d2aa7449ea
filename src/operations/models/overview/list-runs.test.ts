import { expect, it } from 'vitest';
import type { AttemptSum } from '../../../store/models/attempts.ts';
import { currencyOf, runSummaries } from './list-runs.ts';

const noTokens = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

function sum(sketch: Partial<AttemptSum>): AttemptSum {
  return {
    annotator: 'gpt#1',
    outcome: 'accepted',
    code: null,
    charged: 'yes',
    attempts: 1,
    priced: 0,
    cost: 0,
    tokens: noTokens,
    counted: 0,
    latency: 0,
    timed: 0,
    ...sketch,
  };
}

it('each attempt of a run is accepted, refused, rejected or failed, and nothing twice', () => {
  const [run, ...others] = runSummaries([
    sum({ attempts: 10 }),
    sum({ outcome: 'refused', attempts: 2 }),
    sum({ outcome: 'invalid', code: 'off-scale', attempts: 3 }),
    sum({ outcome: 'invalid', code: 'off-scale', attempts: 1, charged: 'maybe' }),
    sum({ outcome: 'invalid', code: null, attempts: 1 }),
    sum({ outcome: 'truncated', code: 'length', attempts: 4 }),
    sum({ outcome: 'failed', code: 'rate-limit', attempts: 5, charged: 'no' }),
    sum({ outcome: 'stopped', attempts: 1, charged: 'no' }),
    sum({ outcome: 'missing', attempts: 1, charged: 'maybe' }),
    sum({ outcome: 'lost', attempts: 1, charged: 'maybe' }),
  ]);
  expect(others).toEqual([]);
  expect(run).toEqual({
    annotator: 'gpt#1',
    asked: 29,
    accepted: 10,
    refused: 2,
    // An outcome with a code of its own says it; the others are what they are.
    rejected: { 'off-scale': 4, invalid: 1, truncated: 4 },
    failed: { 'rate-limit': 5, stopped: 1, missing: 1, lost: 1 },
    tokens: null,
    cost: null,
    uncertain: 3,
    latency: null,
  });
});

it('sums tokens, cost and latency of a run, with the runs by name', () => {
  const tokens = { input: 5, cacheRead: 1, cacheWrite: 2, output: 3, reasoning: 4 };
  const runs = runSummaries([
    sum({ annotator: 'b', tokens, counted: 1, priced: 1, cost: 0.5, latency: 300, timed: 2 }),
    sum({ annotator: 'a', outcome: 'refused' }),
    sum({ annotator: 'b', tokens, cost: 0.25, latency: 300, timed: 1 }),
  ]);
  expect(runs.map(({ annotator }) => annotator)).toEqual(['a', 'b']);
  expect(runs[1]).toMatchObject({
    tokens: { input: 10, cacheRead: 2, cacheWrite: 4, output: 6, reasoning: 8 },
    cost: 0.75,
    latency: 200,
  });
});

it('the currency is the one of the prices, else dollars', () => {
  expect(currencyOf({ prices: null })).toBe('USD');
  const prices = { date: '2026-11-01', currency: 'EUR', models: {} };
  expect(currencyOf({ prices })).toBe('EUR');
});
