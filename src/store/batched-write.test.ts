import type { Transaction } from 'kysely';
import { expect, it } from 'vitest';
import { describeStores } from '../../test/stores.ts';
import { someTime } from '../../test/workspace-factory.ts';
import { BatchedWrite } from './batched-write.ts';
import type { Store } from './open-store.ts';
import type { Tables } from './tables.ts';

/**
 * Makes projects; those whose name begins with an x are for others, and an empty name makes the
 * write fail after all others are in.
 */
function projectMaker(store: Store): {
  readonly write: BatchedWrite<string, string>;
  readonly groups: number[];
} {
  const groups: number[] = [];
  const write = new BatchedWrite(
    store,
    async (tx: Transaction<Tables>, names: readonly string[]) => {
      groups.push(names.length);
      const own = names.filter((name) => name !== '' && !name.startsWith('x'));
      if (own.length > 0)
        await tx
          .insertInto('project')
          .values(own.map((id) => ({ id, created_at: someTime })))
          .execute();
      if (names.includes('')) throw new Error('a name is missing');
      return names.map((name) => (own.includes(name) ? `made ${name}` : null));
    },
  );
  return { write, groups };
}

const projects = (store: Store): Promise<readonly string[]> =>
  store.read(async (db) =>
    (await db.selectFrom('project').select('id').orderBy('id').execute()).map((row) => row.id),
  );

describeStores('a gathered write', (databases) => {
  it('does in one write what comes before its turn, and tells everybody what became of theirs', async () => {
    const store = await databases.open();
    const { write, groups } = projectMaker(store);
    expect(await Promise.all(['a', 'x', 'b'].map((name) => write.add(name)))).toEqual([
      'made a',
      null,
      'made b',
    ]);
    expect(await write.add('c')).toBe('made c');
    expect(groups).toEqual([3, 1]);
    expect(await projects(store)).toEqual(['a', 'b', 'c']);
  });

  it('keeps nothing when it fails, and sends everybody off to write by themselves', async () => {
    const store = await databases.open();
    const { write } = projectMaker(store);
    expect(await Promise.all(['a', '', 'b'].map((name) => write.add(name)))).toEqual([
      null,
      null,
      null,
    ]);
    expect(await projects(store)).toEqual([]);
    expect(await write.add('a')).toBe('made a');
  });

  it('tells everybody when its turn never came, and begins anew', async () => {
    const store = await databases.open();
    let isAway = true;
    const away: Pick<Store, 'write'> = {
      write: (work, options) =>
        isAway ? Promise.reject(new Error('away')) : store.write(work, options),
    };
    const { write, groups } = projectMaker(away as Store);
    expect(await Promise.allSettled([write.add('a'), write.add('b')])).toMatchObject([
      { reason: { message: 'away' } },
      { reason: { message: 'away' } },
    ]);
    isAway = false;
    expect(await write.add('c')).toBe('made c');
    expect(groups).toEqual([1]);
  });

  it('grows no larger than a write should be', async () => {
    const store = await databases.open();
    const { write, groups } = projectMaker(store);
    const names = Array.from({ length: 600 }, (_, at) => `p${at}`);
    expect(await Promise.all(names.map((name) => write.add(name)))).toEqual(
      names.map((name) => `made ${name}`),
    );
    expect(groups).toEqual([256, 256, 88]);
  });
});
