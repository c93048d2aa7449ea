import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { streamJudgments } from '../src/store/judging/judgments.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import { firstFilledTable } from '../src/store/workspace/table-copy.ts';
import { binary, spawnAssay, temporaryFolder } from './run-assay.ts';
import type { Moment } from './kill-once.ts';
import { testDatabases } from './stores.ts';
import { makeProject, makeWorld, project, protocolContent, truthOf } from './work-world.ts';

const count = 4000;

/** Runs a command that is killed, from inside, as soon as something is so. */
async function killedOnce(moment: Moment, words: readonly string[], folder: string): Promise<void> {
  const killer = new URL('kill-once.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', killer, binary, ...words], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, ASSAY_KILL_ONCE: JSON.stringify(moment) },
  });
  const ended = once(child, 'exit');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

describe('long work whose process is killed', () => {
  const files = testDatabases('sqlite');
  const servers = testDatabases('postgres');

  /** A workspace with an open round of two people over many units. */
  async function opened(): Promise<{ readonly address: string; readonly store: Store }> {
    const address = await files.address();
    const store = await files.openAt(address);
    const world = await makeWorld(store);
    const rounds = '  full: { units: all, annotators: 2 }';
    await makeProject(world, protocolContent({ rounds }), count);
    for (const login of ['anna', 'ben']) await world.person(login);
    const annotators = ['anna', 'ben'];
    await openRound(world.lead, { project, round: 'full', seed: 1, annotators });
    return { address, store };
  }

  it('leaves no judgment of an import, and the same import succeeds afterwards', async () => {
    const { address, store } = await opened();
    const folder = temporaryFolder();
    const rows = Array.from({ length: count }, (_, at) => {
      const unit = `u${at + 1}`;
      const about = { unit, task: 'topics', annotator: 'ben', guideline: '1.0' };
      return `${JSON.stringify({ ...about, answers: truthOf(unit) })}\n`;
    });
    writeFileSync(join(folder, 'judgments.jsonl'), rows.join(''));
    const words = ['import', 'judgments.jsonl', '--kind', 'judgments', '--round', 'full'];
    const given = [...words, '--database', address, '--by', 'lena'];
    const staged = async (): Promise<number> => {
      const query = store.read((db) => db.selectFrom('staging').select('done').execute());
      return (await query)[0]?.done ?? 0;
    };
    await killedOnce({ staged: address }, given, folder);
    expect(await staged()).toBeGreaterThan(0);
    for await (const one of streamJudgments(store, { project })) expect(one).toBeUndefined();
    expect((await verifyAudit(store)).faults).toEqual([]);
    const later = (): Date => new Date(Date.now() + 60_000);
    await (await openStore(address, { clock: later })).close();
    const left = await store.read(async (db) => ({
      judgments: await db.selectFrom('judgment').select('seq').execute(),
      judged: await db.selectFrom('slot').select('id').where('judged_at', 'is not', null).execute(),
      staging: await db.selectFrom('staging').select('id').execute(),
    }));
    expect(left).toEqual({ judgments: [], judged: [], staging: [] });
    const again = spawnAssay([...given, '--json'], folder);
    expect([again.code, again.err]).toEqual([0, expect.any(String)]);
    expect(JSON.parse(again.out)).toMatchObject({ inserted: count });
    expect((await verifyAudit(store)).faults).toEqual([]);
  });

  it('leaves nothing of a copy to a file, and the next one clears up', async () => {
    const { address } = await opened();
    const target = join(dirname(await files.address()), 'copy.db');
    const beside = (): readonly string[] =>
      existsSync(dirname(target)) ? readdirSync(dirname(target)) : [];
    const words = ['copy', '--from', address, '--to', target];
    await killedOnce({ grown: dirname(target) }, words, dirname(address));
    expect(existsSync(target)).toBe(false);
    expect(spawnAssay(words, dirname(address)).code).toBe(0);
    expect(beside()).toEqual(['copy.db']);
    expect((await verifyAudit(await files.openAt(target))).faults).toEqual([]);
  });

  it('leaves nothing of a copy or a restore on a server', async () => {
    const { address } = await opened();
    const target = await servers.address();
    const backup = join(dirname(address), 'backup.jsonl');
    expect(spawnAssay(['backup', backup, '--database', address], dirname(address)).code).toBe(0);
    const there = await servers.openAt(target);
    const isFilled = async (): Promise<boolean> => {
      const { rows } = await there.read((db) =>
        sql<{ unit: string | null }>`select to_regclass('assay_filling.unit') as unit`.execute(db),
      );
      if (rows[0]?.unit == null) return false;
      const units = sql`select 1 from assay_filling.unit limit 1`;
      return await there
        .read(async (db) => (await units.execute(db)).rows.length > 0)
        .catch(() => false);
    };
    for (const words of [
      ['copy', '--from', address, '--to', target],
      ['restore', backup, '--database', target],
    ]) {
      await killedOnce({ filled: target }, words, dirname(address));
      expect(await there.read(firstFilledTable)).toBeNull();
      // Once the server has ended the killed process's connection and released its lock, opening
      // the workspace removes the rest.
      await expect
        .poll(async () => {
          await (await openStore(target)).close();
          return await isFilled();
        })
        .toBe(false);
    }
    const copied = spawnAssay(['restore', backup, '--database', target], dirname(address));
    expect([copied.code, copied.err]).toEqual([0, expect.any(String)]);
    // A server that was there all the time sees it too.
    const units = await there.read((db) => db.selectFrom('unit').select('id').execute());
    expect(units.length).toBe(count);
    expect((await verifyAudit(there)).faults).toEqual([]);
  });
});
