import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importFile } from '../src/operations/exchange/import-file.ts';
import type { ImportResult } from '../src/operations/exchange/import-file.ts';
import { longWork } from '../src/operations/workspace/long-work.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import { countUnits, findUnit } from '../src/store/units/units.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import { setWorkspaceValue } from '../src/store/workspace/workspace.ts';
import { describeStores } from './stores.ts';
import { makeProject, makeWorld, project, protocolContent } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

const place = { project, task: 'topics' };
const known = 40;

async function world(store: Store): Promise<WorkWorld> {
  const made = await makeWorld(store);
  await makeProject(made, protocolContent({ rounds: '  full: { units: all }' }), known);
  return made;
}

/** A file of units; text that differs makes another content. */
function unitFile(count: number, text = 'to be read', first = 0): string {
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({ id: `n${first + at}`, document: 'd', text: `${text} ${at}`, previous: '' }),
  );
  const path = join(mkdtempSync(join(tmpdir(), 'assay-pieces-')), 'units.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

function importUnits(
  { lead, store }: WorkWorld,
  path: string,
  more: { readonly storing?: (done: number) => void; readonly store?: Store } = {},
): Promise<ImportResult> {
  const { storing } = more;
  return importFile(
    { ...lead, store: more.store ?? store },
    {
      project,
      kind: 'units',
      path,
      name: 'units.jsonl',
      ...(storing === undefined ? {} : { storing }),
    },
  );
}

const storedUnits = async (store: Store): Promise<number> => {
  const query = store.read((db) =>
    db
      .selectFrom('unit')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  return Number((await query).count);
};

describeStores('an import of many units', (databases) => {
  it('is stored in pieces between which others write, and seen when it is complete', async () => {
    const made = await world(await databases.open());
    const { store } = made;
    const steps: number[] = [];
    const counts = new Set<string>();
    const state = { isOver: false };
    const imported = importUnits(made, unitFile(3500), {
      storing: (done) => steps.push(done),
    }).finally(() => (state.isOver = true));
    for (let at = 0; !state.isOver; at += 1) {
      await store.write((tx) => setWorkspaceValue(tx, 'note', String(at)));
      const work = await longWork(made.lead, { project });
      // As of one moment: between two reads the import may end.
      const seen = await store.snapshot(async (db) => {
        const one = await findUnit(db, { ...place, unit: 'n0' });
        return `${await countUnits(db, place)} ${one === null ? 'without' : 'with'}`;
      });
      counts.add(seen);
      if (work.items.length > 0)
        expect(work.items[0]).toMatchObject({ kind: 'units', total: 3500 });
    }
    expect(await imported).toMatchObject({ inserted: 3500, unchanged: 0 });
    // All or nothing, whenever somebody looked.
    expect([...counts].every((one) => one === '40 without' || one === '3540 with')).toBe(true);
    expect(counts.has('40 without')).toBe(true);
    // At most 1,000 units in a write.
    for (const [at, done] of steps.entries())
      expect(done - (steps[at - 1] ?? 0)).toBeLessThanOrEqual(1000);
    expect(steps.at(-1)).toBe(3500);
    expect(await store.read((db) => countUnits(db, place))).toBe(3540);
    expect(await importUnits(made, unitFile(3500))).toMatchObject({
      inserted: 0,
      unchanged: 3500,
      log: null,
    });
    expect((await longWork(made.lead, { project })).items).toEqual([]);
  });

  it('with units that exist with other content is refused whole, and leaves nothing', async () => {
    const made = await world(await databases.open());
    await importUnits(made, unitFile(1));
    await expect(importUnits(made, unitFile(2500, 'changed'))).rejects.toMatchObject({
      faults: [{ code: 'unit-changed', line: 1 }],
    });
    expect(await storedUnits(made.store)).toBe(known + 1);
    expect((await longWork(made.lead, { project })).items).toEqual([]);
  });

  it('waits for another one, and then finds its units', async () => {
    const made = await world(await databases.open());
    const [first, second, third] = await Promise.all([
      importUnits(made, unitFile(2500)),
      importUnits(made, unitFile(3000)),
      importUnits(made, unitFile(10, 'few', 5000)),
    ]);
    expect([first, second].map((one) => one.inserted + one.unchanged)).toEqual([2500, 3000]);
    expect(first.inserted + second.inserted).toBe(3000);
    expect(third.inserted).toBe(10);
    expect(await made.store.read((db) => countUnits(db, place))).toBe(known + 3010);
  });

  it('leaves nothing when its process died; the record is proven before and after', async () => {
    const address = await databases.address();
    const made = await world(await databases.openAt(address));
    const died = new Error('killed');
    let writes = 0;
    const dying: Store = new Proxy(made.store, {
      get: (store, name) => {
        if (name === 'write' && (writes += 1) > 3) return () => Promise.reject(died);
        const value: unknown = Reflect.get(store, name, store);
        return typeof value === 'function' ? (value.bind(store) as unknown) : value;
      },
    });
    const path = unitFile(5000);
    await expect(importUnits(made, path, { store: dying })).rejects.toBe(died);
    expect(await storedUnits(made.store)).toBe(known + 2000);
    expect(await made.store.read((db) => countUnits(db, place))).toBe(known);
    expect((await verifyAudit(made.store)).faults).toEqual([]);
    const later = (): Date => new Date(made.lead.clock().getTime() + 60_000);
    await (await openStore(address, { clock: later })).close();
    expect(await storedUnits(made.store)).toBe(known);
    expect((await verifyAudit(made.store)).faults).toEqual([]);
    // The same file goes in afterwards.
    expect(await importUnits(made, path)).toMatchObject({ inserted: 5000 });
    expect((await verifyAudit(made.store)).faults).toEqual([]);
  });

  it('cannot be used to delete units that were there before', async () => {
    const made = await world(await databases.open());
    await importUnits(made, unitFile(2500));
    await expect(
      made.store.write((tx) => tx.deleteFrom('unit').where('id', '=', 'n3').execute()),
    ).rejects.toThrow('unit is insert-only');
  });

  it('that is only tried writes nothing', async () => {
    const made = await world(await databases.open());
    const reading: Store = new Proxy(made.store, {
      get: (store, name) => {
        if (name === 'write') throw new Error('a dry run does not write');
        const value: unknown = Reflect.get(store, name, store);
        return typeof value === 'function' ? (value.bind(store) as unknown) : value;
      },
    });
    const tried = {
      project,
      kind: 'units',
      path: unitFile(2500),
      name: 'u',
      dryRun: true,
    } as const;
    expect(await importFile({ ...made.lead, store: reading }, tried)).toMatchObject({
      inserted: 2500,
    });
    expect(await storedUnits(made.store)).toBe(known);
  });
});
