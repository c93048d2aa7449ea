import { describe, expect, it } from 'vitest';
import { refusedFor } from '../../../test/refusals.ts';
import { testDatabases } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { beginStaging, endStaging, listStaging } from '../../store/staging.ts';
import { workspaceValue, setWorkspaceValue } from '../../store/workspace/workspace.ts';
import { withBulkProgress } from '../units/bulk-progress.ts';
import { longWork } from './long-work.ts';
import { Overtaken, retryOvertaken } from './overtaken.ts';
import { doStaged, whenNoneIsUnderWay, WorkPace } from './staged-work.ts';
import type { StagedWork } from './staged-work.ts';

const databases = testDatabases('sqlite');
const begun = '2026-03-02T08:00:00.000Z';
const about = { id: 'w1', kind: 'run', project, name: 'full', total: 5 } as const;

async function world() {
  const made = await makeWorld(await databases.open(), false);
  await makeProject(made, protocolContent({ rounds: '  {}' }), 1);
  return made;
}

describe('the pace of long work', () => {
  const after = (milliseconds: number, rows: number, size = 1000): number => {
    const pace = new WorkPace(size);
    pace.took(milliseconds, rows);
    return pace.size;
  };

  it('aims at pieces of 25 ms, by half or a quarter at a time', () => {
    expect(after(25, 1000)).toBe(1000);
    expect(after(40, 1000)).toBe(625);
    expect(after(1000, 1000)).toBe(500);
    expect(after(22, 1000)).toBe(1136);
    expect(after(1, 1000)).toBe(1250);
    expect(after(0, 1000)).toBe(1250);
  });

  it('learns nothing of pieces that are less than half full', () => {
    expect(after(1000, 499)).toBe(1000);
    expect(after(1000, 500)).toBe(500);
  });

  it('stays between 250 and 6000 rows', () => {
    expect(after(1000, 400, 400)).toBe(250);
    expect(after(1, 5500, 5500)).toBe(6000);
  });
});

describe('long work', () => {
  it('is stored in pieces, seen while it goes on, and ends in one write', async () => {
    const { lead, store, pass } = await world();
    const told: unknown[] = [];
    const seen: unknown[] = [];
    const order: string[] = [];
    const work: StagedWork<string> = {
      about,
      begin: (write) => store.write(write),
      from: () => Promise.resolve(7),
      *pieces(from) {
        order.push(`pieces from ${from}`);
        for (const size of [2, 3]) {
          pass(1);
          yield {
            size,
            add: async (tx) => {
              order.push(`piece of ${size}`);
              const [one] = await listStaging(tx, project);
              seen.push(one);
            },
          };
        }
      },
      finish: async (tx, from) => {
        order.push(`finish from ${from}`);
        seen.push((await listStaging(tx, project)).length);
        return 'done';
      },
      behind: async (tx, from) => {
        order.push(`behind from ${from}`);
        seen.push((await listStaging(tx, project)).length);
      },
      progress: (done, total) => told.push([done, total]),
    };
    expect(await doStaged(lead, work)).toBe('done');
    expect(order).toEqual([
      'pieces from 7',
      'piece of 2',
      'piece of 3',
      'finish from 7',
      'behind from 7',
    ]);
    expect(told).toEqual([
      [2, 5],
      [5, 5],
    ]);
    const staging = { ...about, fromSeq: 7, startedAt: begun };
    // It counts as alive for half a minute after each piece.
    expect(seen).toEqual([
      { ...staging, done: 2, aliveUntil: '2026-03-02T08:01:30.000Z' },
      { ...staging, done: 5, aliveUntil: '2026-03-02T08:02:30.000Z' },
      1,
      0,
    ]);
    expect(await store.read((db) => listStaging(db, project))).toEqual([]);
  });

  const failing = (change: Partial<StagedWork<string>>): StagedWork<string> => ({
    about,
    begin: () => Promise.reject(new Error('not begun')),
    pieces: () => [],
    finish: () => Promise.resolve('done'),
    ...change,
  });

  it('that fails leaves nothing, whether in a piece or at its end', async () => {
    const { lead, store } = await world();
    const begin: StagedWork<string>['begin'] = (write) => store.write(write);
    const boom = () => Promise.reject(new Error('full disk'));
    for (const change of [
      { pieces: () => [{ size: 1, add: boom }] },
      { finish: boom },
      { behind: boom },
    ]) {
      await expect(doStaged(lead, failing({ begin, ...change }))).rejects.toThrow('full disk');
      expect(await store.read((db) => listStaging(db, project))).toEqual([]);
    }
    await expect(doStaged(lead, failing({}))).rejects.toThrow('not begun');
  });

  it('that somebody removed meanwhile is refused, at the next piece and at its end', async () => {
    const { lead, store } = await world();
    const begin: StagedWork<string>['begin'] = (write) => store.write(write);
    const remove = () => store.write((tx) => endStaging(tx, about.id));
    const changed = refusedFor('project-changed');
    const pieces = async function* () {
      await remove();
      yield { size: 1, add: () => Promise.reject(new Error('never added')) };
    };
    await expect(doStaged(lead, failing({ begin, pieces }))).rejects.toMatchObject(changed);
    const none: AsyncIterable<never> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          await remove();
          return { done: true, value: undefined };
        },
      }),
    };
    const key = 'test';
    const finish: StagedWork<string>['finish'] = async (tx) => {
      await setWorkspaceValue(tx, key, 'kept');
      return 'done';
    };
    await expect(
      doStaged(lead, failing({ begin, pieces: () => none, finish })),
    ).rejects.toMatchObject(changed);
    expect(await store.read((db) => workspaceValue(db, key))).toBeNull();
  });

  it('is listed for leads and adjudicators, without what is being removed', async () => {
    const { lead, store, person } = await world();
    const alive = { fromSeq: null, startedAt: begun, aliveUntil: '2026-03-02T08:00:30.000Z' };
    await store.write(async (tx) => {
      await beginStaging(tx, { ...about, ...alive });
      await beginStaging(tx, { ...about, ...alive, id: 'w2', name: 'dead', total: -1 });
      await beginStaging(tx, { ...about, ...alive, id: 'w3', project: 'other' });
    });
    const act = { kind: 'marking', project, name: 'key', total: 9 } as const;
    const items = await withBulkProgress(lead, act, async (progress) => {
      progress.done = 4;
      return (await longWork(await person('ada', 'adjudicator'), { project })).items;
    });
    const run = { kind: 'run', name: 'full', done: 0, total: 5, startedAt: begun };
    const marking = { kind: 'marking', name: 'key', done: 4, total: 9, startedAt: begun };
    expect(items).toEqual([run, marking]);
    expect(await longWork(lead, { project })).toEqual({ items: [run] });
    const anna = await person('anna');
    await expect(longWork(anna, { project })).rejects.toMatchObject(refusedFor('role-needed'));
  });

  it('waits for other work on the same log, and removes what is dead', async () => {
    const { lead, store, pass } = await world();
    const alive = { fromSeq: null, startedAt: begun, aliveUntil: '2026-03-02T08:00:30.000Z' };
    await store.write((tx) => beginStaging(tx, { ...about, ...alive }));
    let looks = 0;
    const order: string[] = [];
    const result = await whenNoneIsUnderWay(
      lead,
      {
        underWay: async (tx) => {
          looks += 1;
          if (looks === 1) pass(1);
          return (await listStaging(tx, project))[0] ?? null;
        },
      },
      async () => {
        order.push('work');
        return 'done';
      },
      async () => void order.push('begin'),
    );
    expect(result).toBe('done');
    expect([looks, order]).toEqual([2, ['begin', 'begin', 'work']]);
    const free = { underWay: () => Promise.resolve(null) };
    expect(await whenNoneIsUnderWay(lead, free, async () => 'at once')).toBe('at once');
  });
});

describe('work that is overtaken', () => {
  const attempts = async (overtaken: number) => {
    let tried = 0;
    const result = retryOvertaken(async () => {
      tried += 1;
      if (tried <= overtaken) throw new Overtaken();
      return tried;
    });
    return await result.catch((error: unknown) => ({ error, tried }));
  };

  it('is planned again, five times at most', async () => {
    expect([await attempts(0), await attempts(4)]).toEqual([1, 5]);
    expect(await attempts(5)).toMatchObject({ error: refusedFor('project-changed'), tried: 5 });
  });

  it('is not planned again after another failure', async () => {
    const other = new Error('another');
    let tried = 0;
    const work = () => {
      tried += 1;
      return Promise.reject(other);
    };
    await expect(retryOvertaken(work)).rejects.toBe(other);
    expect(tried).toBe(1);
  });
});
