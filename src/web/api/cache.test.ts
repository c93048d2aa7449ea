import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { replyCache } from './cache.ts';

function cacheOf(answers: (path: string, nth: number) => Promise<unknown>) {
  const asked: string[] = [];
  const cache = replyCache((path) => {
    asked.push(path);
    return answers(path, asked.length);
  });
  /** Looks at an address as a component does, until `stop` is called. */
  const look = (path: string, staleTime = Infinity) => {
    const observer = new QueryObserver<unknown>(cache.client, { queryKey: [path], staleTime });
    const stop = observer.subscribe(() => undefined);
    return { stop, shown: () => observer.getCurrentResult() };
  };
  const settled = () => expect.poll(() => cache.client.isFetching()).toBe(0);
  return { cache, asked, look, settled };
}

describe('the cache of replies', () => {
  it('asks once for two who look at the same address', async () => {
    const { asked, look, settled } = cacheOf(async (path, nth) => `${path} ${nth}`);
    const looks = [look('/a'), look('/a')];
    await settled();
    expect(looks.map((one) => one.shown().data)).toEqual(['/a 1', '/a 1']);
    expect(asked).toHaveLength(1);
  });

  it('keeps showing what is known while it reloads, and when that fails', async () => {
    const { cache, look, settled } = cacheOf((_, nth) =>
      nth === 1 ? Promise.resolve('first') : Promise.reject(new Error('away')),
    );
    const { shown } = look('/a');
    await settled();
    cache.refresh('/a');
    expect(shown()).toMatchObject({ data: 'first', isFetching: true });
    await settled();
    expect(shown()).toMatchObject({ data: 'first', isFetching: false, error: new Error('away') });
  });

  it('reloads at once what is on the page, and the rest when it is needed', async () => {
    const { cache, asked, look, settled } = cacheOf(async (path, nth) => `${path} ${nth}`);
    cache.prefetch('/p/1');
    cache.prefetch('/p/2');
    await settled();
    look('/p/1');
    cache.refresh('/p/');
    await settled();
    expect(asked).toEqual(['/p/1', '/p/2', '/p/1']);
    const { shown } = look('/p/2');
    await settled();
    expect(shown().data).toBe('/p/2 4');
  });

  it('does not show the reply to a request that was sent before a change', async () => {
    const answers: ((reply: string) => void)[] = [];
    const { cache, look, settled } = cacheOf(
      () => new Promise((resolve) => void answers.push(resolve)),
    );
    const { shown } = look('/a');
    cache.refresh('/a');
    await expect.poll(() => answers.length).toBe(2);
    answers[0]!('before');
    answers[1]!('after');
    await settled();
    expect(shown().data).toBe('after');
  });

  it('shows nothing of a reply that was dropped, and asks again', async () => {
    const { cache, look, settled } = cacheOf(async (_, nth) => nth);
    const { shown } = look('/a');
    await settled();
    cache.forget('/a');
    expect(shown().data).toBeUndefined();
    await settled();
    expect(shown().data).toBe(2);
  });

  it('does not bring back what was dropped while a request was under way', async () => {
    let answer = (_: string): void => undefined;
    const { cache } = cacheOf(() => new Promise((resolve) => (answer = resolve)));
    cache.prefetch('/a');
    cache.clear();
    answer('of somebody else');
    await Promise.resolve();
    expect(cache.client.getQueryData(['/a'])).toBeUndefined();
  });
});
