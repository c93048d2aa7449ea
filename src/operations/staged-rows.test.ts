import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCooperatively, TurnTimer } from './cooperative-steps.ts';
import { addToCache, cacheOf } from './caches.ts';
import { recentFollower } from './recent-follower.ts';
import { scratchFolder } from './scratch-folder.ts';
import { csrfToken, hashSecret, newSecret, sameSecret } from './secret.ts';
import { StagedRows } from './staged-rows.ts';
import type { Store } from '../store/open-store.ts';

const batchesOf = async <Row>(rows: StagedRows<Row>, size: number, characters?: number) => {
  const batches: (readonly Row[])[] = [];
  for await (const batch of rows.batches(size, characters)) batches.push(batch);
  return batches;
};

describe('rows that are staged', () => {
  const staged = <Row>(given: readonly Row[]): StagedRows<Row> => {
    const rows = new StagedRows<Row>();
    onTestFinished(() => rows.discard());
    for (const row of given) rows.add(row);
    return rows;
  };

  it('are read in batches of so many, more than once, also while rows are added', async () => {
    const rows = staged([1, 2, 3, 4, 5]);
    expect(rows.size).toBe(5);
    for (const _ of [1, 2]) expect(await batchesOf(rows, 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(await batchesOf(rows, 5)).toEqual([[1, 2, 3, 4, 5]]);
    rows.add(6);
    expect(await batchesOf(rows, 9)).toEqual([[1, 2, 3, 4, 5, 6]]);
    expect([await rows.first(2), rows.size]).toEqual([[1, 2], 6]);
    expect(await staged([]).first(3)).toEqual([]);
  });

  it('are read in batches of about so many characters', async () => {
    // Each is written in four characters.
    const rows = staged(['ab', 'cd', 'ef', 'gh', 'ij']);
    expect(await batchesOf(rows, 9, 8)).toEqual([['ab', 'cd'], ['ef', 'gh'], ['ij']]);
    expect(await batchesOf(rows, 9, 9)).toEqual([
      ['ab', 'cd', 'ef'],
      ['gh', 'ij'],
    ]);
  });

  it('are written down when there are many, or when another process is to read them', async () => {
    const long = 'x'.repeat(400_000);
    const rows = staged([long, long]);
    expect(statSync(rows.file).size).toBe(0);
    rows.add(long);
    // 1.2 million characters, with quotes and line breaks.
    expect(statSync(rows.file).size).toBe(3 * 400_003);
    rows.add('end');
    expect(statSync(rows.file).size).toBe(3 * 400_003);
    rows.close();
    expect(readFileSync(rows.file, 'utf8').endsWith('"\n"end"\n')).toBe(true);
    const path = rows.file.replace(/\/rows\.jsonl$/, '');
    const other = new StagedRows<string>({ path, discard: () => Promise.resolve() }, 4);
    expect([other.size, (await other.first(1))[0]?.length]).toEqual([4, 400_000]);
    await other.discard();
  });

  it('are discarded once, with their folder', async () => {
    const folder = scratchFolder('import');
    let discarded = 0;
    const discard = async () => {
      discarded += 1;
      await folder.discard();
    };
    const rows = new StagedRows<number>({ path: folder.path, discard });
    rows.add(1);
    for (const _ of [1, 2]) await rows.discard();
    expect([discarded, existsSync(folder.path)]).toEqual([1, false]);
  });
});

it('scratch folders are watched until the last of them is discarded', async () => {
  const before = process.listenerCount('exit');
  const [first, second] = [scratchFolder('truth'), scratchFolder('upload')];
  expect(first.path).toMatch(/assay-truth-[^/]+$/);
  expect(second.path).toMatch(/assay-upload-[^/]+$/);
  const watched = process.listenerCount('exit');
  expect(watched - before).toBeLessThanOrEqual(1);
  await first.discard();
  expect([existsSync(first.path), existsSync(second.path)]).toEqual([false, true]);
  expect(process.listenerCount('exit')).toBe(watched);
  await second.discard();
  expect(process.listenerCount('exit')).toBe(before);
});

describe('a cache', () => {
  it('is made once for a workspace', () => {
    const store = { caches: new Map() } as unknown as Store;
    const made = cacheOf(store, 'runs', () => new Map());
    expect(cacheOf(store, 'runs', () => new Map())).toBe(made);
    expect(cacheOf(store, 'progress', () => new Map())).not.toBe(made);
  });

  it('lets the oldest entry go when it is full, and none for one that it has', () => {
    const cache = new Map<string, number>();
    for (const [at, key] of ['a', 'b', 'c'].entries()) addToCache(cache, 3, key, at);
    addToCache(cache, 3, 'b', 9);
    expect([...cache]).toEqual([
      ['a', 0],
      ['b', 9],
      ['c', 2],
    ]);
    addToCache(cache, 3, 'd', 3);
    expect([...cache.keys()]).toEqual(['b', 'c', 'd']);
  });

  it('of followers keeps the latest, as long as they hold few judgments', () => {
    const kept = new Map<string, { readonly judgments: number }>();
    const limits = { followers: 3, judgments: 100 };
    const follow = (key: string, judgments: number) =>
      recentFollower(kept, key, () => ({ judgments }), limits);
    const first = follow('a', 40);
    follow('b', 30);
    expect(follow('a', 0)).toBe(first);
    expect([...kept.keys()]).toEqual(['b', 'a']);
    follow('c', 30);
    expect([...kept.keys()]).toEqual(['b', 'a', 'c']);
    // One more than three: the one that was not asked for longest goes.
    follow('d', 1);
    expect([...kept.keys()]).toEqual(['a', 'c', 'd']);
    // 40 + 1 + 30 + 40 are more than 100; 40 + 1 + 30 are not.
    follow('d', 0);
    follow('e', 69);
    expect([...kept.keys()]).toEqual(['c', 'd', 'e']);
    expect(follow('huge', 999).judgments).toBe(999);
    expect([...kept.keys()]).toEqual(['huge']);
  });
});

describe('a secret', () => {
  it('is long and new each time, and stored as its hash', () => {
    expect(newSecret()).toMatch(/^[\w-]{43}$/);
    expect(newSecret()).not.toBe(newSecret());
    // SHA-256 of the empty text, as FIPS 180 gives it.
    expect(hashSecret('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('gives the same token for forms again, and another for another session', () => {
    expect(csrfToken('one')).toMatch(/^[\w-]{43}$/);
    expect(csrfToken('one')).toBe(csrfToken('one'));
    expect(csrfToken('one')).not.toBe(csrfToken('two'));
  });

  it('is the same, or not, whatever its length', () => {
    expect(sameSecret('abc', 'abc')).toBe(true);
    expect([sameSecret('abc', 'abd'), sameSecret('abc', 'ab'), sameSecret('', 'a')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('work in steps', () => {
  it('goes on to its end, and lets others have their turn', async () => {
    const order: string[] = [];
    function* steps() {
      for (const name of ['one', 'two']) {
        order.push(name);
        yield;
      }
      return 'result';
    }
    const others = new Promise<void>((resolve) => {
      setImmediate(() => {
        order.push('other');
        resolve();
      });
    });
    expect(await runCooperatively(steps(), 0)).toBe('result');
    await others;
    expect(order).toEqual(['one', 'other', 'two']);
    expect(new TurnTimer(Number.POSITIVE_INFINITY).isOver()).toBe(false);
    expect(new TurnTimer(0).isOver()).toBe(true);
  });
});
