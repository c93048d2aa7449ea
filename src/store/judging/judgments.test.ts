import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { buildJudgment, place, seedWorkspace, someTime } from '../../../test/workspace-factory.ts';
import { insertJudgments } from './insert-judgments.ts';
import { judgmentsOfUnit, streamJudgments } from './judgments.ts';
import { lastJudgmentSeq } from '../judgments-under-way.ts';
import type { NewJudgment, StoredJudgment } from './judgments.ts';
import type { Store } from '../open-store.ts';
import { insertRuling, listRulings } from '../rulings/rulings.ts';
import type { NewRuling } from '../rulings/rulings.ts';
import { addOne, judgmentRows } from '../../../test/record-rows.ts';

const save = async (store: Store, judgment: NewJudgment): Promise<StoredJudgment> =>
  (await store.write((tx) => addOne(tx, judgment))).judgment;

describeStores('judgments', (databases) => {
  it('are kept as they came', async () => {
    const store = await databases.open();
    await seedWorkspace(store);
    const saved = await save(
      store,
      buildJudgment({
        answers: { IRB: 2, note: 'ä€😀', quote: null as never },
        asides: { flag: true },
      }),
    );
    expect(saved).toMatchObject({ seq: 1, supersedes: null });
    expect(await store.read((db) => judgmentsOfUnit(db, { ...place, unit: 'u1' }))).toEqual([
      saved,
    ]);
    const elsewhere = { ...place, project: 'another project', unit: 'u1' };
    expect(await store.read((db) => judgmentsOfUnit(db, elsewhere))).toEqual([]);
    expect(await store.read(lastJudgmentSeq)).toBe(1);
  });

  it('sent twice with the same key are one', async () => {
    const store = await databases.open();
    await seedWorkspace(store);
    const first = await store.write((tx) => addOne(tx, buildJudgment({ id: 'one' })));
    const second = await store.write((tx) =>
      addOne(tx, buildJudgment({ id: 'two', at: '2026-02-01T00:00:00.000Z', seconds: 99 })),
    );
    expect(first.fresh).toBe(true);
    expect(second).toEqual({ judgment: first.judgment, fresh: false });
    const many = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        store.write((tx) =>
          addOne(tx, buildJudgment({ id: `many-${at}`, unit: 'u2', idempotencyKey: 'same' })),
        ),
      ),
    );
    expect(many.filter((one) => one.fresh).length).toBe(1);
    expect(new Set(many.map((one) => one.judgment.id)).size).toBe(1);
  });

  it('refuse a key that was used for something else, and show nothing of it', async () => {
    const store = await databases.open();
    await seedWorkspace(store);
    await save(store, buildJudgment({ idempotencyKey: 'key' }));
    const others: Partial<NewJudgment>[] = [{ answers: { IRB: 1 } }, { asides: {} }, { run: null }];
    for (const other of others) {
      const failure: unknown = await save(
        store,
        buildJudgment({ ...other, id: 'x', idempotencyKey: 'key' }),
      ).catch((error: unknown) => error);
      expect(failure).toMatchObject({ faults: [{ code: 'key-reused' }] });
      expect(JSON.stringify(failure)).not.toContain('CreditRisk');
    }
  });

  it('may share a key with those of others, and on other units', async () => {
    const store = await databases.open();
    await seedWorkspace(store);
    const saved = [
      await save(store, buildJudgment({ id: 'j1' })),
      await save(store, buildJudgment({ id: 'j2', annotator: 'ben' })),
      await save(store, buildJudgment({ id: 'j3', unit: 'u2' })),
    ];
    expect(saved.map((one) => [one.id, one.supersedes])).toEqual([
      ['j1', null],
      ['j2', null],
      ['j3', null],
    ]);
  });

  it('cannot begin a second chain, or fork one, whoever writes them', async () => {
    const store = await databases.open();
    await seedWorkspace(store);
    await save(store, buildJudgment({ id: 'j1' }));
    await save(store, buildJudgment({ id: 'j2', idempotencyKey: 'k2' }));
    const row = await store.read((db) =>
      db.selectFrom('judgment').selectAll().where('id', '=', 'j2').executeTakeFirstOrThrow(),
    );
    for (const supersedes of [null, 'j1']) {
      await expect(
        store.write((tx) =>
          tx
            .insertInto('judgment')
            .values({
              ...row,
              seq: undefined as never,
              id: 'j3',
              idempotency_key: 'k3',
              supersedes,
            })
            .execute(),
        ),
      ).rejects.toThrow(/unique/i);
    }
  });

  it('of one annotator on one unit in one run form a chain', async () => {
    const store = await databases.open();
    await seedWorkspace(store);
    const first = await save(store, buildJudgment({ id: 'j1', idempotencyKey: 'k1' }));
    const second = await save(
      store,
      buildJudgment({ id: 'j2', idempotencyKey: 'k2', answers: { IRB: 1 } }),
    );
    const third = await save(
      store,
      buildJudgment({ id: 'j3', idempotencyKey: 'k3', answers: { IRB: 0 } }),
    );
    const byOther = await save(store, buildJudgment({ id: 'j4', annotator: 'ben' }));
    const outside = await save(store, buildJudgment({ id: 'j5', run: null, idempotencyKey: 'k5' }));
    const outsideAgain = await save(
      store,
      buildJudgment({ id: 'j6', run: null, idempotencyKey: 'k6' }),
    );
    expect(
      [first, second, third, byOther, outside, outsideAgain].map((one) => one.supersedes),
    ).toEqual([null, 'j1', 'j2', null, null, 'j5']);
    expect(
      (await store.read((db) => judgmentsOfUnit(db, { ...place, unit: 'u1' }))).map(
        (one) => one.id,
      ),
    ).toEqual(['j1', 'j2', 'j3', 'j4', 'j5', 'j6']);
    const latest: string[] = [];
    for await (const one of streamJudgments(store, { project: place.project, latest: true }))
      latest.push(one.id);
    expect(latest).toEqual(['j3', 'j4', 'j6']);
  });

  it('sent at the same time from two places still form one chain', async () => {
    const address = await databases.address();
    const [one, two] = [await databases.openAt(address), await databases.openAt(address)];
    await seedWorkspace(one);
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        save(at % 2 === 0 ? one : two, buildJudgment({ id: `j${at}`, idempotencyKey: `k${at}` })),
      ),
    );
    const all = await one.read((db) => judgmentsOfUnit(db, { ...place, unit: 'u1' }));
    expect(all.map((judgment) => judgment.supersedes)).toEqual([
      null,
      ...all.slice(0, -1).map((judgment) => judgment.id),
    ]);
  });

  it('on a unit that is not there are refused by the database', async () => {
    const store = await databases.open();
    await seedWorkspace(store);
    await expect(save(store, buildJudgment({ unit: 'nowhere' }))).rejects.toThrow(/foreign key/i);
  });

  it('are followed by their place in the log, and nothing appears behind a place that was read', async () => {
    const address = await databases.address();
    const [one, two] = [await databases.openAt(address), await databases.openAt(address)];
    await seedWorkspace(one, { units: 100 });
    const seen: number[] = [];
    const writing = { isDone: false };
    const follow = async (): Promise<void> => {
      const news = await one.read((db) =>
        judgmentRows(db, { project: place.project, after: seen.at(-1) ?? 0 }),
      );
      seen.push(...news.map((judgment) => judgment.seq));
    };
    const reader = (async () => {
      while (!writing.isDone) {
        await follow();
        // One turn of the loop, so that the writers get theirs.
        await new Promise((resolve) => setImmediate(resolve));
      }
      await follow();
    })();
    await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        save(
          at % 2 === 0 ? one : two,
          buildJudgment({
            unit: `u${(at % 100) + 1}`,
            annotator: at < 100 ? 'anna' : 'ben',
            id: `j${at}`,
            idempotencyKey: `k${at}`,
          }),
        ),
      ),
    );
    writing.isDone = true;
    await reader;
    expect(seen.length).toBe(200);
    expect(seen).toEqual([...seen].toSorted((a, b) => a - b));
  });

  it('added in bulk are the same as added one by one', async () => {
    const [one, two] = [await databases.open(), await databases.open()];
    const judgments = Array.from({ length: 700 }, (_, at) =>
      buildJudgment({
        unit: `u${(at % 300) + 1}`,
        annotator: at % 7 === 0 ? 'ben' : 'anna',
        run: at % 5 === 0 ? null : 'run-1',
        id: `j${at}`,
        idempotencyKey: `k${at}`,
      }),
    );
    for (const store of [one, two]) await seedWorkspace(store, { units: 300 });
    for (const judgment of judgments.slice(0, 50)) await save(two, judgment);
    expect(await one.write((tx) => insertJudgments(tx, judgments))).toEqual({
      inserted: 700,
      unchanged: 0,
    });
    expect(await two.write((tx) => insertJudgments(tx, judgments))).toEqual({
      inserted: 650,
      unchanged: 50,
    });
    expect(await one.write((tx) => insertJudgments(tx, judgments))).toEqual({
      inserted: 0,
      unchanged: 700,
    });
    const all = (store: Store): Promise<readonly StoredJudgment[]> =>
      store.read((db) => judgmentRows(db, { project: place.project }));
    expect(await all(two)).toEqual(await all(one));
    const three = await databases.open();
    await seedWorkspace(three, { units: 300 });
    for (const judgment of judgments) await save(three, judgment);
    expect((await all(three)).map((judgment) => judgment.supersedes)).toEqual(
      (await all(one)).map((judgment) => judgment.supersedes),
    );
    await expect(
      one.write((tx) =>
        insertJudgments(tx, [
          buildJudgment({ unit: 'u2', id: 'x', idempotencyKey: 'k1', answers: {} }),
        ]),
      ),
    ).rejects.toMatchObject({ faults: [{ code: 'key-reused' }] });
  });
});

describeStores('rulings', (databases) => {
  const ruling = (given: Partial<NewRuling> = {}): NewRuling => ({
    id: 'r1',
    ...place,
    unit: 'u1',
    by: 'lena',
    decision: { kind: 'answers', answers: { IRB: 2 } },
    reason: 'the guideline says so',
    ownJudgment: false,
    edgeCase: true,
    guidelineProposal: 'say it more clearly',
    at: someTime,
    idempotencyKey: 'k1',
    ...given,
  });

  it('are kept, once per key, the latest last', async () => {
    const store = await databases.open();
    await seedWorkspace(store);
    const first = await store.write((tx) => insertRuling(tx, ruling()));
    expect(await store.write((tx) => insertRuling(tx, ruling({ id: 'again' })))).toEqual({
      ruling: first.ruling,
      fresh: false,
    });
    await store.write((tx) =>
      insertRuling(
        tx,
        ruling({
          id: 'r2',
          idempotencyKey: 'k2',
          decision: { kind: 'exclude' },
          ownJudgment: true,
        }),
      ),
    );
    await expect(
      store.write((tx) => insertRuling(tx, ruling({ id: 'r3', decision: { kind: 'exclude' } }))),
    ).rejects.toMatchObject({ faults: [{ code: 'key-reused' }] });
    const all = await store.read((db) =>
      listRulings(db, { project: place.project, task: place.task }),
    );
    expect(all).toEqual([
      { ...ruling(), original: null, seq: expect.any(Number) },
      {
        ...ruling({
          id: 'r2',
          idempotencyKey: 'k2',
          decision: { kind: 'exclude' },
          ownJudgment: true,
        }),
        original: null,
        seq: expect.any(Number),
      },
    ]);
    await store.write((tx) =>
      insertRuling(
        tx,
        ruling({ id: 'r4', idempotencyKey: 'k4', unit: 'u2', original: { cat: true } }),
      ),
    );
    expect(
      (await store.read((db) => listRulings(db, { project: place.project, unit: 'u2' })))[0]!
        .original,
    ).toEqual({ cat: true });
    expect(
      (
        await store.read((db) =>
          listRulings(db, { project: place.project, unit: 'u1', after: all[0]!.seq }),
        )
      ).map((one) => one.id),
    ).toEqual(['r2']);
    expect(await store.read(lastJudgmentSeq)).toBe(0);
  });

  it('without a reason are refused by the database', async () => {
    const store = await databases.open();
    await seedWorkspace(store);
    await expect(store.write((tx) => insertRuling(tx, ruling({ reason: '' })))).rejects.toThrow(
      /check/i,
    );
  });
});
