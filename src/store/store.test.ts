import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { expect, it } from 'vitest';
import { describeStores } from '../../test/stores.ts';
import { buildJudgment, place, seedWorkspace, someTime } from '../../test/workspace-factory.ts';
import { lastJudgmentSeq } from './judgments-under-way.ts';
import type { Tables } from './tables.ts';
import { streamUnits } from './units/units.ts';
import { addOne } from '../../test/record-rows.ts';

const add = (tx: Transaction<Tables>, id: string): Promise<unknown> =>
  tx.insertInto('project').values({ id, created_at: someTime }).execute();
const ids = async (db: Kysely<Tables>): Promise<readonly string[]> =>
  (await db.selectFrom('project').select('id').orderBy('id').execute()).map((row) => row.id);

describeStores('store', (databases) => {
  it('shows a write to every reader once it has resolved', async () => {
    const store = await databases.open();
    const value = await store.write(async (tx) => {
      await add(tx, 'one');
      return 42;
    });
    expect(value).toBe(42);
    expect(await store.read(ids)).toEqual(['one']);
    expect(await store.snapshot(ids)).toEqual(['one']);
  });

  it('shows nothing of a write to readers before it is committed, whichever way they ask', async () => {
    const store = await databases.open();
    await seedWorkspace(store);
    const count = (db: Kysely<Tables>): Promise<readonly unknown[]> =>
      db.selectFrom('judgment').select('id').execute();
    const seen = await store.write(async (tx) => {
      await addOne(tx, buildJudgment());
      return [
        await lastJudgmentSeq(tx),
        await store.read(lastJudgmentSeq),
        (await store.read(count)).length,
      ];
    });
    expect(seen).toEqual([1, 0, 0]);
    expect([await store.read(lastJudgmentSeq), (await store.read(count)).length]).toEqual([1, 1]);
  });

  it('runs waiting writes one after the other, each seeing those before it', async () => {
    const store = await databases.open();
    const seen = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        store.write(async (tx) => {
          await add(tx, String(at).padStart(3, '0'));
          return (await ids(tx)).length;
        }),
      ),
    );
    // PostgreSQL may open a second connection when the first is busy for long; then two writes may
    // see the same.
    if (databases.kind === 'sqlite')
      expect(seen).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect((await store.read(ids)).length).toBe(100);
  });

  it('takes a write that throws back alone, and keeps those before and after it', async () => {
    const store = await databases.open();
    const results = await Promise.allSettled([
      store.write((tx) => add(tx, 'first')),
      store.write(async (tx) => {
        await add(tx, 'half');
        await add(tx, 'done');
        throw new Error('no, after all');
      }),
      store.write(async (tx) => {
        await add(tx, 'also half');
        await add(tx, 'first');
      }),
      store.write((tx) => add(tx, 'last')),
    ]);
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(results[1]).toMatchObject({ reason: new Error('no, after all') });
    expect(String((results[2] as PromiseRejectedResult).reason)).toMatch(/unique/i);
    expect(await store.read(ids)).toEqual(['first', 'last']);
  });

  it('keeps nothing of a write that fails while it is alone', async () => {
    const store = await databases.open();
    const failing = store.write(async (tx) => {
      await add(tx, 'half');
      throw new Error('no, after all');
    });
    await expect(failing).rejects.toThrow('no, after all');
    await store.write((tx) => add(tx, 'next'));
    expect(await store.read(ids)).toEqual(['next']);
  });

  it('gives a write that asks for it a transaction of its own', async () => {
    const store = await databases.open();
    // The first write of all takes longer: it also binds what is there already.
    await store.write((tx) => add(tx, 'a first'));
    const kept: string[] = [];
    const look = async (tx: Transaction<Tables>): Promise<void> => {
      // What the writes before it did is kept already: others see it.
      kept.push(...(await store.read(ids)));
      await add(tx, 'alone');
    };
    await Promise.all([
      store.write((tx) => add(tx, 'before')),
      store.write(look, { alone: true }),
      store.write((tx) => add(tx, 'behind')),
    ]);
    expect(kept).toContain('before');
    expect(await store.read(ids)).toEqual(['a first', 'alone', 'before', 'behind']);
  });

  it('does not repeat the writes beside one that was refused before it changed anything', async () => {
    const store = await databases.open();
    let runs = 0;
    const counted = (id: string): Promise<unknown> =>
      store.write((tx) => {
        runs += 1;
        return add(tx, id);
      });
    const refused = store.write(async (tx) => {
      await ids(tx);
      throw new Error('refused');
    });
    const results = await Promise.allSettled([counted('before'), refused, counted('after')]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(runs).toBe(2);
  });

  it('keeps its company when a write swallows the failure of a query', async () => {
    const store = await databases.open();
    await store.write((tx) => add(tx, 'known'));
    const results = await Promise.allSettled([
      store.write((tx) => add(tx, 'before')),
      store.write(async (tx) => {
        await add(tx, 'known').catch(() => undefined);
        return 'went on';
      }),
      store.write((tx) => add(tx, 'after')),
    ]);
    // PostgreSQL ends a transaction in which a query failed; SQLite goes on. Either way the others
    // are kept.
    expect(results[0]!.status).toBe('fulfilled');
    expect(results[1]!.status).toBe(databases.kind === 'sqlite' ? 'fulfilled' : 'rejected');
    expect(results[2]!.status).toBe('fulfilled');
    expect(await store.read(ids)).toEqual(['after', 'before', 'known']);
  });

  it('refuses a query that nobody waited for, instead of putting it into another write', async () => {
    const store = await databases.open();
    let leaked: Transaction<Tables> | null = null;
    await store.write(async (tx) => {
      leaked = tx;
    });
    await expect(store.write(async () => await add(leaked!, 'stray'))).rejects.toThrow(
      'This write has ended',
    );
    expect(await store.read(ids)).toEqual([]);
  });

  it('reads a snapshot as of one moment, while writes go on', async () => {
    const store = await databases.open();
    await store.write((tx) => add(tx, 'before'));
    const seen = await store.snapshot(async (db) => {
      const first = await ids(db);
      await store.write((tx) => add(tx, 'meanwhile'));
      return [first, await ids(db)];
    });
    expect(seen).toEqual([['before'], ['before']]);
    expect(await store.read(ids)).toEqual(['before', 'meanwhile']);
  });

  it('streams rows as of one moment, and lets writes through meanwhile', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 2500 });
    const seen: string[] = [];
    for await (const unit of streamUnits(store, place)) {
      if (seen.length % 500 === 0) await store.write((tx) => add(tx, `at ${seen.length}`));
      seen.push(unit.id);
    }
    expect(seen).toEqual(Array.from({ length: 2500 }, (_, at) => `u${at + 1}`));
    expect((await store.read(ids)).length).toBe(1 + 5);
  });

  it('gives the connection back when a stream is left early', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 1200 });
    for (let round = 0; round < 12; round += 1) {
      for await (const unit of streamUnits(store, place)) {
        expect(unit.id).toBe('u1');
        break;
      }
    }
    await store.write((tx) => add(tx, 'still works'));
  });

  it('does not let a stream hold up other work for long', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 5000 });
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 0);
    for (let round = 0; round < 5; round += 1) for await (const _ of streamUnits(store, place));
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(0);
  });

  it('refuses text that one of the databases could not keep', async () => {
    const store = await databases.open();
    await expect(store.write((tx) => add(tx, 'a\0b'))).rejects.toMatchObject({
      faults: [{ code: 'not-text' }],
    });
    await expect(store.write((tx) => add(tx, 'a\ud800'))).rejects.toMatchObject({
      faults: [{ code: 'not-text' }],
    });
    await store.write((tx) => add(tx, 'ä€😀'));
    expect(await store.read(ids)).toEqual(['ä€😀']);
  });

  it('sorts text by code points, on both databases', async () => {
    const store = await databases.open();
    for (const id of ['b', 'B', 'ä', 'a', '_', '😀', '€']) await store.write((tx) => add(tx, id));
    expect(await store.read(ids)).toEqual(['B', '_', 'a', 'b', 'ä', '€', '😀']);
  });

  it('gives counts and sums as numbers', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 4 });
    const row = await store.read((db) =>
      db
        .selectFrom('run_unit')
        .select([
          sql<number>`count(*)`.as('count'),
          sql<number>`sum(position)`.as('sum'),
          sql<number>`avg(inclusion_probability)`.as('mean'),
        ])
        .executeTakeFirstOrThrow(),
    );
    expect(row).toEqual({ count: 4, sum: 6, mean: 0.5 });
  });

  it('finishes the writes that wait before it closes, and takes none after', async () => {
    const address = await databases.address();
    const store = await databases.openAt(address);
    const waiting = Array.from({ length: 20 }, (_, at) => store.write((tx) => add(tx, `w${at}`)));
    const closing = store.close();
    await expect(store.write((tx) => add(tx, 'late'))).rejects.toThrow('closed');
    await Promise.all([closing, ...waiting]);
    const again = await databases.openAt(address);
    expect((await again.read(ids)).length).toBe(20);
  });

  it('serves two stores over the same database', async () => {
    const address = await databases.address();
    const [one, two] = [await databases.openAt(address), await databases.openAt(address)];
    const names = Array.from({ length: 60 }, (_, at) => `n${at}`);
    await Promise.all(
      names.map((name, at) => (at % 2 === 0 ? one : two).write((tx) => add(tx, name))),
    );
    expect(await one.read(ids)).toEqual(await two.read(ids));
    expect((await one.read(ids)).length).toBe(60);
  });
});
