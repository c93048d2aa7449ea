import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { place, seedWorkspace, someTime, unitList } from '../../../test/workspace-factory.ts';
import {
  countUnits,
  findUnit,
  findUnits,
  insertUnits,
  sortedUnitIds,
  streamUnitIds,
  streamUnits,
  unitHash,
  unitPage,
  unitsOfSubject,
} from './units.ts';

describeStores('units', (databases) => {
  it('are kept as they came, in their order', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 1203 });
    expect(await store.read((db) => countUnits(db, place))).toBe(1203);
    const unit = await store.read((db) => findUnit(db, { ...place, unit: 'u3' }));
    expect(unit).toEqual({
      seq: expect.any(Number),
      task: place.task,
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      ...unitList(3)[2],
    });
    const seen: string[] = [];
    for await (const one of streamUnits(store, place)) seen.push(one.id);
    expect(seen).toEqual(unitList(1203).map((one) => one.id));
    const inOrder: string[] = [];
    for await (const id of streamUnitIds(store, place)) inOrder.push(id);
    expect(inOrder).toEqual(seen);
    expect(await sortedUnitIds(store, place)).toEqual(seen.toSorted());
  });

  it('are added once: the same content again changes nothing, another content is a conflict', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 1100 });
    const again = unitList(1102).map((unit) =>
      unit.id === 'u7' || unit.id === 'u1099'
        ? { ...unit, fields: { ...unit.fields, text: 'changed' } }
        : unit,
    );
    const result = await store.write((tx) => insertUnits(tx, place, again, someTime));
    expect(result).toEqual({ inserted: 2, unchanged: 1098, conflicts: ['u7', 'u1099'] });
    expect((await store.read((db) => findUnit(db, { ...place, unit: 'u7' })))?.fields).toEqual(
      unitList(7)[6]!.fields,
    );
  });

  it('are told apart by task, and by content whatever the order of the fields', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 1 });
    const [unit] = unitList(1);
    const turned = {
      ...unit!,
      fields: Object.fromEntries(Object.entries(unit!.fields).toReversed()),
    };
    expect(await store.write((tx) => insertUnits(tx, place, [turned], someTime))).toMatchObject({
      inserted: 0,
      unchanged: 1,
    });
    expect(
      await store.write((tx) => insertUnits(tx, { ...place, task: 'other' }, [turned], someTime)),
    ).toMatchObject({ inserted: 1 });
    expect(unitHash({ subject: 'a', fields: {} })).not.toBe(
      unitHash({ subject: null, fields: {} }),
    );
  });

  it('that come twice in one file are a conflict only when they differ', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 0 });
    const [a, b] = unitList(2);
    const result = await store.write((tx) =>
      insertUnits(tx, place, [a!, b!, a!, { ...b!, subject: 'elsewhere' }], someTime),
    );
    expect(result).toEqual({ inserted: 2, unchanged: 1, conflicts: ['u2'] });
  });

  it('are paged, as a whole and by subject', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 9 });
    const first = await store.read((db) => unitPage(db, { ...place, limit: 4 }));
    const second = await store.read((db) =>
      unitPage(db, { ...place, limit: 4, after: first.at(-1)!.seq }),
    );
    expect([...first, ...second].map((unit) => unit.id)).toEqual(
      unitList(8).map((unit) => unit.id),
    );
    const around = await store.read((db) =>
      unitsOfSubject(db, { ...place, subject: 'd2', limit: 10 }),
    );
    expect(around.map((unit) => unit.id)).toEqual(['u3', 'u4']);
    expect(
      await store.read((db) =>
        unitsOfSubject(db, { ...place, subject: 'd2', limit: 10, after: around[0]!.seq }),
      ),
    ).toEqual([around[1]]);
    expect(
      (await store.read((db) => findUnits(db, place, ['u9', 'nowhere', 'u2'])))
        .map((unit) => unit.id)
        .toSorted(),
    ).toEqual(['u2', 'u9']);
  });

  it('of two imports at the same time are added once', async () => {
    const address = await databases.address();
    const [one, two] = [await databases.openAt(address), await databases.openAt(address)];
    await seedWorkspace(one, { units: 0 });
    const results = await Promise.all(
      [one, two].map((store) =>
        store.write((tx) => insertUnits(tx, place, unitList(1500), someTime)),
      ),
    );
    expect(results.map((result) => result.inserted).toSorted((a, b) => a - b)).toEqual([0, 1500]);
    expect(results.flatMap((result) => result.conflicts)).toEqual([]);
  });
});
