import { describe, expect, it } from 'vitest';
import { ReplyCache } from './cache.ts';

function cacheOf(answers: (path: string, nth: number) => Promise<unknown>) {
  const asked: string[] = [];
  let now = 0;
  const cache = new ReplyCache(
    (path) => {
      asked.push(path);
      return answers(path, asked.length);
    },
    () => now,
  );
  return { cache, asked, wait: (time: number) => (now += time) };
}

describe('the cache of replies', () => {
  it('asks once for two who ask at once, and not again while the reply is fresh', async () => {
    const { cache, asked, wait } = cacheOf(async (path, nth) => `${path} ${nth}`);
    expect(await Promise.all([cache.load('/a'), cache.load('/a')])).toEqual(['/a 1', '/a 1']);
    expect(await cache.load('/a', 100)).toBe('/a 1');
    wait(101);
    expect(await cache.load('/a', 100)).toBe('/a 2');
    expect(asked).toHaveLength(2);
  });

  it('keeps showing what was known while it asks anew, and when that fails', async () => {
    const { cache } = cacheOf((_, nth) =>
      nth === 1 ? Promise.resolve('first') : Promise.reject(new Error('away')),
    );
    await cache.load('/a');
    const again = cache.load('/a', -1);
    expect(cache.peek('/a')).toMatchObject({ data: 'first', isLoading: true });
    await expect(again).rejects.toThrow('away');
    expect(cache.peek('/a')).toMatchObject({
      data: 'first',
      isLoading: false,
      error: new Error('away'),
    });
  });

  it('asks anew at once for what is looked at, and later for the rest', async () => {
    const { cache, asked } = cacheOf(async (path, nth) => `${path} ${nth}`);
    await cache.load('/p/1');
    await cache.load('/p/2');
    const stop = cache.follow('/p/1', () => undefined);
    cache.refresh('/p/');
    expect(asked).toEqual(['/p/1', '/p/2', '/p/1']);
    expect(await cache.load('/p/2')).toBe('/p/2 4');
    stop();
  });

  it('does not wait for a request that was asked before something changed', async () => {
    const answers: ((reply: string) => void)[] = [];
    const { cache } = cacheOf(() => new Promise((resolve) => void answers.push(resolve)));
    const before = cache.load('/a');
    cache.refresh('/a');
    const after = cache.load('/a');
    answers[0]!('before');
    answers[1]!('after');
    expect([await before, await after]).toEqual(['before', 'after']);
    expect(cache.peek('/a').data).toBe('after');
  });

  it('shows nothing of a reply that was forgotten', async () => {
    const { cache } = cacheOf(async (_, nth) => nth);
    await cache.load('/a');
    let told = 0;
    cache.follow('/a', () => (told += 1));
    cache.forget('/a');
    expect([cache.peek('/a').data, told]).toEqual([null, 1]);
    expect(await cache.load('/a')).toBe(2);
  });

  it('does not bring back what was forgotten while a request was under way', async () => {
    let answer = (_: string): void => undefined;
    const { cache } = cacheOf(() => new Promise((resolve) => (answer = resolve)));
    const pending = cache.load('/a');
    cache.clear();
    answer('of somebody else');
    await pending;
    expect(cache.peek('/a').data).toBeNull();
  });
});
