import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { importFile } from '../src/operations/exchange/import-file.ts';
import { liveFold } from '../src/operations/fold/live-fold.ts';
import { makeRuling } from '../src/operations/rulings/make-ruling.ts';
import { removeMember } from '../src/operations/people/people.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { longWork } from '../src/operations/workspace/long-work.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import { listRulings } from '../src/store/rulings/rulings.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import { actingAfter, dyingAfter } from './dying-store.ts';
import { answeredUnits, importPieces } from './piece-files.ts';
import type { Watched } from './piece-files.ts';
import { describeStores } from './stores.ts';
import { makeProject, makeWorld, project, protocolContent, truthOf } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

const count = 700;
const place = { project, task: 'topics' };

interface RuledWorld extends WorkWorld {
  readonly senior: WorkContext;
  readonly other: WorkContext;
}

async function ruled(store: Store): Promise<RuledWorld> {
  const world = await makeWorld(store);
  await makeProject(
    world,
    protocolContent({ rounds: '  full: { units: all, annotators: 2 }' }),
    count + 1,
  );
  const senior = await world.person('senior', 'adjudicator');
  return { ...world, senior, other: await world.person('other', 'adjudicator') };
}

/** Rulings of the senior on every unit but the last. */
const rulingFile = (of = count): string =>
  answeredUnits(of, { by: 'senior', reason: 'As the guideline says.' });

const importRulings = (world: WorkWorld, path: string, watched: Watched = {}) =>
  importPieces(world, { kind: 'rulings' }, path, watched);

/** A ruling in the workbench. */
async function rule({ other }: RuledWorld, unit: string): Promise<void> {
  const ruling = { ...place, unit, answers: truthOf(unit), reason: 'Seen meanwhile.', seen: null };
  await makeRuling(other, { ...ruling, idempotencyKey: `k ${unit}` });
}

const visible = (store: Store) => store.read((db) => listRulings(db, place));

async function stored(store: Store, table: 'ruling' | 'staging'): Promise<number> {
  return (await store.read((db) => db.selectFrom(table).selectAll().execute())).length;
}

describeStores('an import of many rulings', (databases) => {
  it('is stored in pieces while others rule, and is seen when it is complete', async () => {
    const world = await ruled(await databases.open());
    const { store } = world;
    await liveFold(store, place);
    const steps: number[] = [];
    const seen = new Set<number>();
    const kinds = new Set<string>();
    const state = { isOver: false, rules: 0 };
    const imported = importRulings(world, rulingFile(), {
      storing: (done) => steps.push(done),
    }).finally(() => (state.isOver = true));
    while (!state.isOver) {
      await nextTurn();
      if (steps.length > 0 && state.rules === 0) {
        state.rules = 1;
        await rule(world, `u${count + 1}`);
      }
      const { fold } = await liveFold(store, place);
      const ruledThen = fold.standings.count('ruled');
      const ofFile = (await visible(store)).filter((one) => one.by === 'senior');
      seen.add(ofFile.length);
      if (ruledThen > 1) expect(ofFile.length).toBe(count);
      for (const one of (await longWork(world.lead, { project })).items) kinds.add(one.kind);
    }
    expect(await imported).toMatchObject({ inserted: count, unchanged: 0 });
    expect([...seen].every((one) => one === 0 || one === count)).toBe(true);
    expect([...kinds]).toEqual(['rulings']);
    expect(steps.length).toBeGreaterThan(3);
    for (const [at, done] of steps.entries())
      expect(done - (steps[at - 1] ?? 0)).toBeLessThanOrEqual(200);
    if (state.rules === 0) await rule(world, `u${count + 1}`);
    const log = await visible(store);
    expect(log.map((one) => one.seq)).toEqual(log.map((one) => one.seq).toSorted((a, b) => a - b));
    expect(log.length).toBe(count + 1);
    const { fold } = await liveFold(store, place);
    expect(fold.standings.count('ruled')).toBe(count + 1);
    expect(await stored(store, 'staging')).toBe(0);
    const again = await importRulings(world, rulingFile());
    expect(again).toMatchObject({ inserted: 0, unchanged: count, log: null });
  });

  it('leaves nothing when its process died', async () => {
    const address = await databases.address();
    const world = await ruled(await databases.openAt(address));
    const { store } = world;
    const path = rulingFile();
    // The beginning and three pieces.
    const dying = importRulings(world, path, { store: dyingAfter(store, 4) });
    await expect(dying).rejects.toThrow('killed');
    expect(await stored(store, 'ruling')).toBe(600);
    expect(await visible(store)).toEqual([]);
    // Somebody rules behind its back, and goes on where the log ended.
    await rule(world, 'u1');
    expect((await visible(store)).map((one) => one.unit)).toEqual(['u1']);
    expect((await verifyAudit(store)).faults).toEqual([]);
    const later = (): Date => new Date(world.lead.clock().getTime() + 60_000);
    await (await openStore(address, { clock: later })).close();
    expect(await stored(store, 'ruling')).toBe(1);
    expect((await verifyAudit(store)).faults).toEqual([]);
    expect(await importRulings(world, path)).toMatchObject({ inserted: count });
    expect((await visible(store)).length).toBe(count + 1);
  });

  it('begins again when its author may no longer rule, and then is refused', async () => {
    const world = await ruled(await databases.open());
    // After the beginning and the first piece.
    const store = actingAfter(world.store, 2, async () => {
      await removeMember(world.lead, { project, login: 'senior' });
    });
    const outcome = await importRulings(world, rulingFile(), { store }).then(
      (result) => ({ result }),
      (failure: unknown) => ({ failure }),
    );
    expect(outcome).toMatchObject({ failure: { faults: [{ code: 'wrong-value' }] } });
    expect(await stored(world.store, 'ruling')).toBe(0);
    expect(await stored(world.store, 'staging')).toBe(0);
  });

  it('waits for another one, and then finds its rulings', async () => {
    const world = await ruled(await databases.open());
    const [one, other, few] = await Promise.all([
      importRulings(world, rulingFile()),
      importRulings(world, rulingFile()),
      importRulings(world, rulingFile(10)),
    ]);
    expect(one.inserted + other.inserted + few.inserted).toBe(count);
    expect((await visible(world.store)).length).toBe(count);
  });

  it('that is only tried writes nothing, and none can be deleted', async () => {
    const world = await ruled(await databases.open());
    const path = rulingFile();
    const tried = { project, kind: 'rulings', name: 'r', dryRun: true, path } as const;
    const store = dyingAfter(world.store, 0);
    expect(await importFile({ ...world.lead, store }, tried)).toMatchObject({ inserted: count });
    expect(await stored(world.store, 'ruling')).toBe(0);
    await importRulings(world, path);
    await expect(
      world.store.write((tx) => tx.deleteFrom('ruling').where('unit', '=', 'u3').execute()),
    ).rejects.toThrow('ruling is insert-only');
  });
});
