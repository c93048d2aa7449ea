import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

describe('ConcurrencyLimit', () => {
  it('lets so many go on at once and the others after them, in the order in which they came', async () => {
    const turns = new ConcurrencyLimit(2, 1000);
    const [begun, ends]: [number[], (() => void)[]] = [[], []];
    const work = (number: number): Promise<number> =>
      turns.run(() => {
        begun.push(number);
        return new Promise((resolve) => ends.push(() => resolve(number)));
      });
    const all = Promise.all([1, 2, 3, 4, 5].map(work));
    expect(begun).toEqual([1, 2]);
    for (let ended = 0; ended < 5; ended += 1) {
      ends[ended]!();
      await new Promise(setImmediate);
      expect(begun).toHaveLength(Math.min(5, ended + 3));
    }
    expect(await all).toEqual([1, 2, 3, 4, 5]);
    expect(begun).toEqual([1, 2, 3, 4, 5]);
  });

  it('goes on after work that fails, and begins anew when all is done', async () => {
    const turns = new ConcurrencyLimit(1, 1000);
    const results = await Promise.allSettled([
      turns.run(() => Promise.reject(new Error('no'))),
      turns.run(async () => 'yes'),
    ]);
    expect(results).toMatchObject([{ reason: { message: 'no' } }, { value: 'yes' }]);
    expect(await turns.run(async () => 'again')).toBe('again');
  });

  it('refuses whoever does not get a turn in time, and gives it to those who still wait', async () => {
    const turns = new ConcurrencyLimit(1, 100);
    let end = (): void => undefined;
    const first = turns.run(() => new Promise<void>((resolve) => (end = resolve)));
    let hasBegun = false;
    const late = turns.run(async () => (hasBegun = true));
    await expect(late).rejects.toMatchObject({ faults: [{ code: 'server-busy' }] });
    const next = turns.run(async () => 'next');
    end();
    await first;
    expect(await next).toBe('next');
    expect(hasBegun).toBe(false);
    expect(await turns.run(async () => 'again')).toBe('again');
  });
});
