import { expect, it } from 'vitest';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import { openRaw } from './raw-database.ts';
import { describeStores } from './stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from './work-world.ts';

const rounds = '  full: { units: all, annotators: 1 }';
const later = '2999-01-01T00:00:00.000Z';
const earlier = '2020-01-01T00:00:00.000Z';

describeStores('a row of unfinished work that somebody puts into the database', (databases) => {
  /** A workspace with twelve judged units, and its address. */
  const judged = async (): Promise<{ readonly address: string; readonly run: string }> => {
    const address = await databases.address();
    const store = await databases.openAt(address);
    const world = await makeWorld(store, false);
    await makeProject(world, protocolContent({ rounds }), 12);
    const anna = await world.person('anna');
    const asked = { project, round: 'full', seed: 1, annotators: ['anna'] };
    const { run } = await openRound(world.lead, asked);
    await judgeAll(anna, run.id, truthOf);
    await store.close();
    return { address, run: run.id };
  };

  const forge = async (
    address: string,
    row: { readonly id: string; readonly kind: string; readonly from: number | null },
    aliveUntil: string,
    ...more: readonly string[]
  ): Promise<void> => {
    const raw = await openRaw(databases.kind, address);
    const columns = 'id, kind, project, name, from_seq, done, total, started_at, alive_until';
    const values = [row.id, row.kind, project, 'x', row.from, 0, 1, earlier, aliveUntil];
    const places = values.map(() => '?').join(', ');
    await raw.run(`insert into staging (${columns}) values (${places})`, values);
    for (const statement of more) await raw.run(statement);
    await raw.close();
  };

  it('hides no edited slot, and is found itself', async () => {
    const { address } = await judged();
    const edit = 'update slot set judged_at = null where id = (select min(id) from slot)';
    await forge(address, { id: 'forged', kind: 'judgments', from: 1 }, later, edit);
    const store = await databases.openAt(address);
    const { faults } = await verifyAudit(store);
    expect(faults.map(({ table, field, kind }) => [table, field, kind])).toEqual([
      ['staging', null, 'row-inserted'],
      ['slot', 'judged_at', 'row-changed'],
    ]);
    await store.close();
  });

  it.each([
    ['judgments', 1],
    ['units', 1],
  ])('has no %s removed when the workspace is opened', async (kind, from) => {
    const { address } = await judged();
    await forge(address, { id: 'forged', kind, from }, earlier);
    const store = await databases.openAt(address);
    const counts = await store.read(async (db) => [
      (await db.selectFrom('judgment').select('seq').execute()).length,
      (await db.selectFrom('unit').select('seq').execute()).length,
      (await db.selectFrom('staging').select('id').execute()).length,
    ]);
    expect(counts).toEqual([12, 12, 0]);
    expect((await verifyAudit(store)).faults).toEqual([]);
    await store.close();
  });

  it('has no opened run removed either', async () => {
    const { address, run } = await judged();
    await forge(address, { id: run, kind: 'run', from: null }, earlier);
    const store = await databases.openAt(address);
    const slots = await store.read((db) => db.selectFrom('slot').select('id').execute());
    expect(slots.length).toBe(12);
    expect((await verifyAudit(store)).faults).toEqual([]);
    await store.close();
  });
});
