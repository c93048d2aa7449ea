import { describe, expect, it } from 'vitest';
import { UnitCache } from './unit-cache.ts';
import type { NextReply } from './unit-cache.ts';

function server(total: number) {
  const judged = new Set<string>();
  const asked: (readonly [number, number | null])[] = [];
  const ask = async (count: number, after: number | null): Promise<NextReply> => {
    asked.push([count, after]);
    const open = Array.from({ length: total }, (_, position) => ({
      unit: `u${position}`,
      fields: {},
      position,
      draft: null,
      judgment: null,
      suggestion: null,
      leased_until: null,
    })).filter((one) => !judged.has(one.unit));
    return {
      run: 'r',
      units: open.filter((one) => one.position > (after ?? -1)).slice(0, count),
      progress: { held: total, judged: judged.size },
      remaining: total - judged.size,
    };
  };
  return { ask, asked, judged };
}

const all = (): boolean => true;

describe('the cache of units', () => {
  it('fetches a few at once, then more until enough lie ahead', async () => {
    const { ask, asked } = server(100);
    const cache = new UnitCache(ask, 40);
    const seen: number[] = [];
    cache.follow(() => seen.push(cache.state.units.length));
    await cache.fill(all);
    expect(asked).toEqual([
      [3, null],
      [10, 2],
      [10, 12],
      [10, 22],
      [10, 32],
    ]);
    expect(seen.includes(3)).toBe(true);
    expect(cache.state.units.map((one) => one.position)).toEqual(
      Array.from({ length: 43 }, (_, at) => at),
    );
    expect(cache.state).toMatchObject({ isAll: false, remaining: 100 });
  });

  it('ends where the units end', async () => {
    const { ask } = server(5);
    const cache = new UnitCache(ask, 40);
    await cache.fill(all);
    expect(cache.state).toMatchObject({ isAll: true, units: { length: 5 } });
  });

  it('fetches more when units were judged, and leaves out what waits to be sent', async () => {
    const { ask, judged } = server(20);
    const cache = new UnitCache(ask, 3);
    await cache.fill(all);
    judged.add('u0');
    cache.done('u0', { progress: { held: 20, judged: 1 }, remaining: 19 });
    await cache.fill((unit) => unit !== 'u1');
    expect(cache.state.units.map((one) => one.unit)).toEqual(['u1', 'u2', 'u3', 'u4', 'u5']);
    expect(cache.state.remaining).toBe(19);
  });

  it('puts what was passed over behind the others, and does not show it twice', async () => {
    const { ask } = server(6);
    const cache = new UnitCache(ask, 3);
    await cache.fill(all);
    cache.putLast('u0');
    await cache.fill((unit) => unit !== 'u0');
    expect(cache.state.units.map((one) => one.unit).filter((unit) => unit === 'u0')).toHaveLength(
      1,
    );
  });

  it('puts it behind those too that come later, and leaves none of them out', async () => {
    const { ask } = server(8);
    let arrive = (): void => undefined;
    const cache = new UnitCache(async (count, after) => {
      const reply = await ask(count, after);
      if (after !== null) await new Promise<void>((resolve) => (arrive = resolve));
      return reply;
    }, 5);
    const filling = cache.fill(all);
    await expect.poll(() => cache.state.units.length).toBe(3);
    cache.putLast('u1');
    cache.putLast('u0');
    arrive();
    await filling;
    expect(cache.state.units.map((one) => one.unit)).toEqual([
      'u2',
      'u3',
      'u4',
      'u5',
      'u6',
      'u7',
      'u1',
      'u0',
    ]);
  });

  it('keeps what it has when the server is away, and says so', async () => {
    const { ask } = server(20);
    let isAway = false;
    const cache = new UnitCache(
      async (...given) => (isAway ? Promise.reject(new Error('away')) : await ask(...given)),
      3,
    );
    await cache.fill(all);
    isAway = true;
    await expect(cache.fill((unit) => unit !== 'u0')).rejects.toThrow('away');
    expect(cache.state).toMatchObject({ units: { length: 3 }, error: new Error('away') });
    isAway = false;
    await cache.fill((unit) => unit !== 'u0');
    expect(cache.state).toMatchObject({ units: { length: 6 }, error: null });
  });
});
