import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { split, splitWord } from './split.ts';

// The seeded synthetic matrix of oracles/regulatory-topics/split: 1,000 rows of 14 labels.
const { rows } = JSON.parse(
  readFileSync(new URL('../../statistics/fixtures/split-1000x14.json', import.meta.url), 'utf8'),
) as { rows: string[] };
const matrix = { units: rows.length, labels: 14, has: Uint8Array.from(rows.join(''), Number) };
const names = Array.from({ length: 14 }, (_, at) => `label ${at + 1}`);

describe('split', () => {
  it('has exact sizes, a deviation up to 0.01, every label on both sides, for any seed', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const result = split(names, matrix, { dev: 0.4, seed });
      expect(result.sizes).toEqual({ dev: 400, test: 600 });
      expect(result.largestDeviation!.value).toBeLessThanOrEqual(0.01);
      expect(result.quality).toBe('excellent');
      expect(result.labels.filter((one) => one.oneSided !== null)).toEqual([]);
    }
  });

  it('reports prevalences that follow from the parts', () => {
    const result = split(names, matrix, { dev: 0.4, seed: 7 });
    const dev = rows.filter((_, at) => result.part[at] === 0);
    expect(result.labels[2]!.dev).toBeCloseTo(dev.filter((row) => row[2] === '1').length / 400, 12);
    expect(result.labels[2]!.positives).toBe(rows.filter((row) => row[2] === '1').length);
    expect(Math.max(...result.labels.map((one) => one.deviation))).toBe(
      result.largestDeviation!.value,
    );
  });

  it('is the same for the same seed and another for another', () => {
    expect(split(names, matrix, { dev: 0.4, seed: 7 }).part).toEqual(
      split(names, matrix, { dev: 0.4, seed: 7 }).part,
    );
    expect(split(names, matrix, { dev: 0.4, seed: 8 }).part).not.toEqual(
      split(names, matrix, { dev: 0.4, seed: 7 }).part,
    );
  });

  it('keeps groups together', () => {
    const groups = rows.map((_, at) => `document ${Math.floor(at / 10)}`);
    const result = split(names, matrix, { dev: 0.4, seed: 7, groups });
    const sidesOf = new Map<string, Set<number>>();
    groups.forEach((group, at) =>
      sidesOf.set(group, (sidesOf.get(group) ?? new Set<number>()).add(result.part[at]!)),
    );
    expect([...sidesOf.values()].every((found) => found.size === 1)).toBe(true);
    expect(result.sizes).toEqual({ dev: 400, test: 600 });
    expect(result.groups).toEqual({ dev: 40, test: 60 });
  });

  it('names labels that cannot be on both sides, with the reason', () => {
    const has = Uint8Array.from(
      Array.from({ length: 20 }, (_, at) => [at === 3 ? 1 : 0, 0, at < 4 ? 1 : 0, at % 2]).flat(),
    );
    const groups = Array.from({ length: 20 }, (_, at) => `g${Math.floor(at / 4)}`);
    const result = split(
      ['single', 'absent', 'one group', 'even'],
      { units: 20, labels: 4, has },
      { dev: 0.4, seed: 1, groups },
    );
    expect(result.labels.map((one) => one.oneSided)).toEqual([
      { code: 'split-one-row', values: {} },
      { code: 'split-no-row', values: {} },
      { code: 'split-one-group', values: { count: 4 } },
      null,
    ]);
  });

  it('has no deviation and no word without labels', () => {
    const result = split(
      [],
      { units: 10, labels: 0, has: new Uint8Array(0) },
      { dev: 0.4, seed: 1 },
    );
    expect([result.sizes, result.largestDeviation, result.quality]).toEqual([
      { dev: 4, test: 6 },
      null,
      null,
    ]);
  });
});

describe('splitWord', () => {
  it('has bands without gaps, each without its upper bound', () => {
    expect([0, 0.0499, 0.05, 0.0999, 0.1, 0.1499, 0.15, 1].map(splitWord)).toEqual([
      'excellent',
      'excellent',
      'good',
      'good',
      'acceptable',
      'acceptable',
      'poor',
      'poor',
    ]);
  });
});
