import { describe, expect, it } from 'vitest';
import { addOne } from '../../test/record-rows.ts';
import { openRaw } from '../../test/raw-database.ts';
import { testDatabases } from '../../test/stores.ts';
import { buildJudgment, place, seedWorkspace } from '../../test/workspace-factory.ts';
import {
  countExported,
  hasJudged,
  streamExported,
  streamExportedRows,
  streamLoggedByUnit,
} from './exchange/export-rows.ts';
import { judgmentLog } from './fold/judgment-log.ts';
import { hasJudgments, outsideVersions, streamJudgments } from './judging/judgments.ts';
import type { Store } from './open-store.ts';
import { openStore } from './open-store.ts';
import { streamProjectJudgments, streamProjectUnits } from './release/record-rows.ts';
import { unfinishedUnits } from './rounds/open-units.ts';
import { stretches } from './stretches.ts';
import { streamUnitIds, streamUnits, unitPage } from './units/units.ts';

const many = 25_000;
const filter = { ...place, taskHashes: ['t1'] };

/** A small project whose rows lie behind those of a large one. */
async function behindMany(address: string): Promise<void> {
  await (await openStore(address)).close();
  const raw = await openRaw('sqlite', address);
  const numbers = `with recursive n (at) as (values (1) union all select at + 1 from n
    where at < ${many})`;
  await raw.run(`insert into project (id, created_at) values ('large', '')`);
  await raw.run(`${numbers} insert into unit
    (seq, project, task, id, subject, fields, content_hash, created_at)
    select at, 'large', 'labels', 'u' || at, null, '{}', '', '' from n`);
  // Numbers have wide gaps where an import was stored ahead of the log.
  await raw.run(`${numbers} insert into judgment
    (seq, id, project, task, unit, annotator, answers, asides, guideline_version, task_hash, at,
     idempotency_key, origin)
    select at + ${2 ** 32} * (at > 1000), 'large-' || at, 'large', 'labels', 'u' || at, 'anna',
      '{}', '{}', '1.0', 't1', '', at, 'import' from n`);
  await raw.close();
}

/** The turns that others have while something is read. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function tick() {
    turns += 1;
    next = setImmediate(tick);
  });
  await work();
  clearImmediate(next);
  return turns;
}

async function all<T>(rows: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

describe('a small project behind a large one', () => {
  const databases = testDatabases('sqlite');

  it('is read with turns for others, and whole', async () => {
    const address = await databases.address();
    await behindMany(address);
    const store = await databases.openAt(address);
    await seedWorkspace(store, { units: 3 });
    const given = { id: 'mine', idempotencyKey: 'mine', taskHash: 't1' };
    await store.write((tx) => addOne(tx, buildJudgment(given)));
    const piece = { ...place, run: null, limit: 10, guideline: '1.0', taskHash: 't1' };
    const readings: Readonly<Record<string, (from: Store) => Promise<unknown>>> = {
      units: async (from) => (await all(streamUnits(from, place))).length,
      'ids of units': async (from) => (await all(streamUnitIds(from, place))).length,
      'page of units': (from) =>
        from.read(async (db) => (await unitPage(db, { ...place, limit: 9 })).length),
      judgments: async (from) => (await all(streamJudgments(from, place))).length,
      exported: async (from) => (await all(streamExported(from, filter))).length,
      'exported with units': async (from) => (await all(streamExportedRows(from, filter))).length,
      'log by unit': async (from) => (await all(streamLoggedByUnit(from, place))).length,
      counted: (from) => from.read(async (db) => (await countExported(db, filter))[0]?.count),
      'units of a release': (from) =>
        from.snapshot(async (db) => (await all(streamProjectUnits(db, 'topics'))).length),
      'judgments of a release': (from) =>
        from.snapshot(async (db) => (await all(streamProjectJudgments(db, 'topics'))).length),
      'judged at all': (from) => from.read((db) => hasJudgments(db, 'topics')),
      'judged by somebody': (from) =>
        from.read((db) => hasJudged(db, { project: 'topics', annotator: 'anna' })),
      'outside of runs': (from) =>
        from.read(async (db) => (await outsideVersions(db, 'large'))[0]!.judgments),
    };
    const found: Record<string, unknown> = {};
    const held: string[] = [];
    for (const [name, read] of Object.entries(readings)) {
      const turns = await turnsDuring(async () => {
        found[name] = await read(store);
      });
      if (turns < 2) held.push(name);
    }
    expect(held).toEqual([]);
    expect(found).toEqual({
      units: 3,
      'ids of units': 3,
      'page of units': 3,
      judgments: 1,
      exported: 1,
      'exported with units': 1,
      'log by unit': 1,
      counted: 1,
      'units of a release': 3,
      'judgments of a release': 1,
      'judged at all': true,
      'judged by somebody': true,
      'outside of runs': many,
    });
    const last = 2 ** 32 + many + 1;
    const first = await store.read((db) => judgmentLog(db, { ...piece, after: 0, upTo: last }));
    expect(first).toEqual({ entries: [], upTo: 10_000 });
    const end = await store.read((db) =>
      judgmentLog(db, { ...piece, after: last - 1, upTo: last }),
    );
    expect(end).toMatchObject({ entries: [{ unit: 'u1' }], upTo: last });
  });

  it('is asked for slots without a judgment with turns, where most are judged', async () => {
    const address = await databases.address();
    const first = await openStore(address);
    const { id: run } = await seedWorkspace(first, { units: 3 });
    await first.close();
    const raw = await openRaw('sqlite', address);
    await raw.run(`with recursive n (at) as (values (1) union all select at + 1 from n
      where at < ${many}) insert into slot (run, unit, ordinal, annotator, judged_at)
      select '${run}', 'many' || at, 1, 'anna', 'x' from n`);
    await raw.close();
    const store = await databases.openAt(address);
    const found: unknown[] = [];
    const turns = await turnsDuring(async () => {
      for await (const slot of unfinishedUnits(store, { runs: [run], units: null }))
        found.push(slot.unit);
    });
    expect(found).toEqual(['u1', 'u1', 'u2', 'u2', 'u3', 'u3']);
    expect(turns).toBeGreaterThanOrEqual(2);
  });

  it('skips numbers that no row has', async () => {
    const address = await databases.address();
    await behindMany(address);
    const store = await databases.openAt(address);
    const found = await store.read((db) => all(stretches(db, 'judgment')));
    expect(found.length).toBe(4);
    expect(found[1]).toEqual({ after: 2 ** 32 + 1000, upTo: 2 ** 32 + 11_000 });
  });
});
