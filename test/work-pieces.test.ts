import { expect, it } from 'vitest';
import { groupBy } from '../src/domain/group-by.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { ownUnits } from '../src/operations/judging/own-units.ts';
import { recordFact } from '../src/operations/judging/record-fact.ts';
import { addAnnotator } from '../src/operations/rounds/add-annotator.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { removeAnnotator } from '../src/operations/rounds/remove-annotator.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import { listRuns } from '../src/store/rounds/rounds.ts';
import { listStaging } from '../src/store/staging.ts';
import { setWorkspaceValue } from '../src/store/workspace/workspace.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import { assign } from '../src/truth/rounds/assign.ts';
import { describeStores } from './stores.ts';
import { slotRows } from './record-rows.ts';
import {
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

const units = 2600;
const ids = Array.from({ length: units }, (_, at) => `u${at + 1}`);
const opening = { project, round: 'full', seed: 4, annotators: ['anna', 'ben', 'cora'] };

async function largeProject(
  store: Store,
): Promise<WorkWorld & Record<'anna' | 'ben', WorkContext>> {
  const world = await makeWorld(store);
  await makeProject(
    world,
    protocolContent({ rounds: '  full: { units: all, annotators: 2 }' }),
    units,
  );
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  await world.person('cora');
  await world.person('dan');
  return { ...world, anna, ben };
}

/** How many rows of runs there are, whatever run they belong to. */
async function storedRows(store: Store): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const table of ['run_unit', 'slot', 'own_order', 'staging'] as const) {
    const count = (db: Parameters<Parameters<Store['read']>[0]>[0]) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    counts.push(Number((await store.read(count)).count));
  }
  return counts;
}

/** All open units of somebody, in their order. */
async function ownOrderOf(who: WorkContext, run: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined; ;) {
    const given = cursor === undefined ? {} : { cursor };
    const page = await ownUnits(who, { run, which: 'open', ...given });
    found.push(...page.places.map((one) => one.unit));
    if (page.next === null) return found;
    cursor = page.next;
  }
}

describeStores('a round of many units', (databases) => {
  it('is stored in pieces between which others write, and seen only when it is open', async () => {
    const world = await largeProject(await databases.open());
    const seen: string[] = [];
    const steps: number[] = [];
    const state = { isOpen: false };
    const opened = openRound(world.lead, {
      ...opening,
      progress: (done) => steps.push(done),
    }).finally(() => (state.isOpen = true));
    for (let at = 0; !state.isOpen; at += 1) {
      await world.store.write((tx) => setWorkspaceValue(tx, 'note', String(at)));
      const [runs, staged] = await world.store.read(async (db) => [
        await listRuns(db, project),
        await listStaging(db, project),
      ]);
      if (staged.length > 0 && runs.length === 0) seen.push(`staged ${staged[0]!.name}`);
      // Before the end there is nothing to be seen of it.
      else if (staged.length > 0) seen.push('both');
    }
    await opened;
    // Others wrote again and again while it was stored.
    expect(new Set(seen)).toEqual(new Set(['staged full']));
    expect(seen.length).toBeGreaterThan(2);
    // 2,600 units and 5,200 slots, in pieces that grow only while they are stored fast.
    expect(steps.at(-1)).toBe(7800);
    expect(steps.length).toBeGreaterThanOrEqual(4);
    for (const [at, done] of steps.entries()) {
      const before = (steps[at - 1] ?? 0) - (steps[at - 2] ?? 0);
      expect(done - (steps[at - 1] ?? 0)).toBeLessThanOrEqual(Math.max(2000, before * 1.26));
    }
    expect((await storedRows(world.store)).slice(0, 2)).toEqual([2600, 5200]);
    expect((await storedRows(world.store)).at(-1)).toBe(0);
  });

  it('gives everybody the units and the order that the seed says', async () => {
    const world = await largeProject(await databases.open());
    const { run } = await openRound(world.lead, opening);
    const expected = assign(ids, opening.annotators, { round: 'full', perUnit: 2, seed: 4 });
    const wanted = expected.filter((one) => one.annotator === 'anna').map((one) => one.unit);
    const slots = await world.store.read((db) => slotRows(db, run.id));
    expect(slots.map((slot) => `${slot.unit} ${slot.annotator}`).toSorted()).toEqual(
      expected.map((one) => `${one.unit} ${one.annotator}`).toSorted(),
    );
    // At first 500 of the order have a place each.
    expect(slots.filter((slot) => slot.annotator === 'anna' && slot.position !== null).length).toBe(
      500,
    );
    const { units: next } = await nextUnits(world.anna, { run: run.id, after: 498, count: 3 });
    expect(next.map((one) => [one.unit, one.position])).toEqual(
      [499, 500, 501].map((at) => [wanted[at], at]),
    );
    expect(await ownOrderOf(world.anna, run.id)).toEqual(wanted);
    expect((await nextUnits(world.anna, { run: run.id })).remaining).toBe(wanted.length);
  });

  it('puts a unit that is skipped behind everything, also behind what was not dealt', async () => {
    const world = await largeProject(await databases.open());
    const { run } = await openRound(world.lead, opening);
    const before = (await nextUnits(world.anna, { run: run.id })).units[0]!.unit;
    await recordFact(world.anna, { run: run.id, unit: before, kind: 'skipped', detail: {} });
    const order = await ownOrderOf(world.anna, run.id);
    expect(order.at(-1)).toBe(before);
    expect(order.length).toBe(new Set(order).size);
  });

  it('is handed out anew when people join and leave, and all keep their order', async () => {
    const world = await largeProject(await databases.open());
    const { run } = await openRound(world.lead, opening);
    await judgeNext(world.anna, run.id, truthOf);
    const before = await ownOrderOf(world.ben, run.id);
    await addAnnotator(world.lead, { run: run.id, annotator: 'dan' });
    const kept = await ownOrderOf(world.ben, run.id);
    expect(kept).toEqual(before.filter((unit) => kept.includes(unit)));
    await removeAnnotator(world.lead, { run: run.id, annotator: 'cora' });
    const slots = await world.store.read((db) => slotRows(db, run.id));
    const loads = groupBy(slots, (slot) => slot.annotator);
    // 5,200 judgments for three people.
    const counts = [...loads.values()].map((own) => own.length).toSorted((a, b) => a - b);
    expect(counts).toEqual([1733, 1733, 1734]);
    expect([...loads.keys()].toSorted()).toEqual(['anna', 'ben', 'dan']);
    expect((await ownOrderOf(world.ben, run.id)).length).toBe(loads.get('ben')!.length);
    for (const own of groupBy(slots, (slot) => slot.unit).values())
      expect(new Set(own.map((slot) => slot.annotator)).size).toBe(2);
  });

  it('can be claimed unit by unit', async () => {
    const world = await largeProject(await databases.open());
    const { run } = await openRound(world.lead, { ...opening, handOut: 'open' });
    const first = await nextUnits(world.anna, { run: run.id, count: 3 });
    expect(first.units.length).toBe(3);
    expect((await storedRows(world.store)).slice(0, 3)).toEqual([2600, 5200, 0]);
    expect((await verifyAudit(world.store)).faults).toEqual([]);
  });

  it('that two leads open at once is opened once, and of the other nothing is left', async () => {
    const world = await largeProject(await databases.open());
    const results = await Promise.allSettled(
      [1, 2].map((seed) => openRound(world.lead, { ...opening, seed })),
    );
    expect(results.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [unitRows, slots, , staged] = await storedRows(world.store);
    expect([unitRows, slots, staged]).toEqual([2600, 5200, 0]);
  });

  it('leaves nothing when whoever opened it died, and is proven before and after', async () => {
    const address = await databases.address();
    const world = await largeProject(await databases.openAt(address));
    // It dies before its third piece, and does not tidy up.
    const died = new Error('killed');
    let writes = 0;
    const dying: Store = new Proxy(world.store, {
      get: (store, name) => {
        if (name === 'write' && (writes += 1) > 3) return () => Promise.reject(died);
        const value: unknown = Reflect.get(store, name, store);
        return typeof value === 'function' ? (value.bind(store) as unknown) : value;
      },
    });
    await expect(openRound({ ...world.lead, store: dying }, opening)).rejects.toBe(died);
    const [unitRows, slots, , staged] = await storedRows(world.store);
    expect([unitRows! > 0, slots! > 0, staged]).toEqual([true, true, 1]);
    expect(await world.store.read((db) => listRuns(db, project))).toEqual([]);
    expect((await verifyAudit(world.store)).faults).toEqual([]);
    // Another process that starts soon leaves it alone: it might go on.
    const soon = (): Date => new Date(world.lead.clock().getTime() + 10_000);
    await (await openStore(address, { clock: soon })).close();
    expect((await storedRows(world.store)).at(-1)).toBe(1);
    const later = (): Date => new Date(world.lead.clock().getTime() + 60_000);
    await (await openStore(address, { clock: later })).close();
    expect(await storedRows(world.store)).toEqual([0, 0, 0, 0]);
    expect((await verifyAudit(world.store)).faults).toEqual([]);
    expect((await openRound(world.lead, opening)).units).toBe(units);
  });
});
