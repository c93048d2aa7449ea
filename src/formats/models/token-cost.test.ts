import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../../test/build-model.ts';
import {
  costRange,
  estimateTokens,
  priceOf,
  requestTokens,
  sizeFault,
  tokenCost,
} from './token-cost.ts';

const price = { input: 0.25, cached: 0.025, cache_write: 0.3125, output: 2, batch: 0.5 };
const tokens = { input: 10_000, cacheRead: 6000, cacheWrite: 1000, output: 500, reasoning: 400 };

describe('the cost of tokens', () => {
  it('is the sum over what was read, cached, written to the cache and said', () => {
    // (3000 × 0.25 + 6000 × 0.025 + 1000 × 0.3125 + 500 × 2) / 1,000,000 = 2212.5 / 1,000,000
    expect(tokenCost(tokens, price, 'now')).toBeCloseTo(0.0022125, 12);
    expect(tokenCost(tokens, price, 'batch')).toBeCloseTo(0.00110625, 12);
  });

  it('takes the price of the input where a cache has none, and no discount where none is listed', () => {
    // (10,000 × 1 + 500 × 2) / 1,000,000
    expect(tokenCost(tokens, { input: 1, output: 2 }, 'batch')).toBeCloseTo(0.011, 12);
  });

  it('is unknown, never 0, where tokens or prices are', () => {
    expect(tokenCost(null, price, 'now')).toBeNull();
    expect(tokenCost(tokens, null, 'now')).toBeNull();
    expect(costRange({ low: 1, high: 2 }, { low: 1, high: 2 }, null, 'now')).toBeNull();
  });

  it('is looked up by the name of the model, else of the entry', () => {
    const prices = { date: '2026-11-01', currency: 'USD', models: { mini: price } };
    expect(priceOf(prices, { model: 'gpt-5-mini', entry: 'mini' })).toBe(price);
    expect(priceOf(prices, { model: 'constructor', entry: 'other' })).toBeNull();
    expect(priceOf(null, { model: 'mini', entry: 'mini' })).toBeNull();
  });
});

describe('the estimate of tokens', () => {
  it('is a range around four characters each for English', () => {
    // 44 characters; the tokenizer of GPT-4o gives 10 tokens for this sentence.
    const { low, high } = estimateTokens('The quick brown fox jumps over the lazy dog.');
    expect(low).toBeLessThanOrEqual(10);
    expect(high).toBeGreaterThanOrEqual(10);
  });

  it('counts other scripts higher', () => {
    const { low, high } = estimateTokens('過敏症'.repeat(100));
    expect([low, high]).toEqual([120, 450]);
  });
});

describe('the size of a request', () => {
  const request = buildRequest({ content: 'a'.repeat(5000), maxTokens: 300 });

  it('is a range for what is read, and ends at the most that may be said', () => {
    const { input, output } = requestTokens(request);
    // 5000 letters are 1000 to 1667 tokens; the rest is the instructions and the schema.
    expect(input.low).toBeGreaterThan(1000);
    expect(input.high).toBeGreaterThan(1667);
    expect(input.high).toBeLessThan(1800);
    expect(output.low).toBeGreaterThan(0);
    expect(output.high).toBe(300);
  });

  it('is a fault before anything is sent where it cannot fit', () => {
    const model = { entry: 'mini', context: null };
    expect(sizeFault(request, model, 128_000)).toBeNull();
    expect(sizeFault(request, { ...model, context: 900 }, 128_000)?.code).toBe('unit-too-large');
    const huge = buildRequest({ content: 'a'.repeat(1_000_000) });
    expect(sizeFault(huge, model, 128_000)?.values).toMatchObject({ model: 'mini', most: 128_000 });
  });
});
