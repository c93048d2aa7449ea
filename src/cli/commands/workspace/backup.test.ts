import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fillWorkspace } from '../../../../test/workspace-factory.ts';
import { openStore } from '../../../store/open-store.ts';
import { tableNames } from '../../../store/tables.ts';
import type { AddCommand } from '../../commands.ts';
import { addAudit } from './audit.ts';
import { addBackup } from './backup.ts';
import { addCopy } from './copy.ts';
import { addRestore } from './restore.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
const database = join(folder, 'workspace.db');
beforeAll(async () => {
  const store = await openStore(database);
  await fillWorkspace(store, 12);
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command in this process: what it printed, and how it ended. */
async function run(
  add: AddCommand,
  words: readonly string[],
): Promise<{ readonly out: string; readonly code: number | null }> {
  let code: number | null = null;
  const out: string[] = [];
  const spies = [process.stdout, process.stderr].map((stream, at) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      if (at === 0) out.push(String(text));
      return true;
    }),
  );
  try {
    const program = new Command('assay').exitOverride();
    add(program, (result) => (code = result));
    await program.parseAsync(words, { from: 'user' });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return { out: out.join(''), code };
}

describe('the commands around a database', () => {
  it('back up, restore and copy, and say what they did', async () => {
    const file = join(folder, 'backup.jsonl.gz');
    const made = await run(addBackup, ['backup', file, '--database', database]);
    expect(made.out).toMatch(
      new RegExp(`backup\\.jsonl\\.gz: \\d+ rows in ${tableNames.length} tables, [\\d,]+ bytes`),
    );
    expect(made.code).toBe(0);
    const restored = await run(addRestore, [
      'restore',
      file,
      '--database',
      join(folder, 'restored.db'),
      '--json',
    ]);
    expect(JSON.parse(restored.out)).toMatchObject({
      database: join(folder, 'restored.db'),
      kept_aside: null,
      tables: expect.arrayContaining([expect.objectContaining({ table: 'judgment', rows: 12 })]),
    });
    const copied = await run(addCopy, [
      'copy',
      '--from',
      database,
      '--to',
      join(folder, 'copied.db'),
    ]);
    expect(copied.out).toMatch(/judgment +12 +[0-9a-f]{16}\n/);
    expect(copied.code).toBe(0);
  });

  it('say of a backup which file is not there, and which cannot be written', async () => {
    await expect(
      run(addBackup, ['backup', join(folder, 'b.db'), '--database', join(folder, 'none.db')]),
    ).rejects.toThrow('There is no database at');
    writeFileSync(join(folder, 'plain'), '');
    await expect(
      run(addBackup, ['backup', join(folder, 'plain/b.db'), '--database', database]),
    ).rejects.toThrow('plain');
  });

  it('verify the audit log: 0 when it is whole, 1 and the places when it is not', async () => {
    const whole = await run(addAudit, ['audit', 'verify', '--database', database]);
    expect(whole.out).toMatch(/^The audit log is intact: 14 entries, [^]*^head 14:[0-9a-f]{64}$/m);
    expect(whole.out).toContain('\nNot compared with a kept head (--head): ');
    expect(whole.out).toMatch(/^session\.expires_at +until when it is valid/m);
    expect(whole.code).toBe(0);
    const head = await run(addAudit, ['audit', 'head', '--database', database]);
    expect(head.out.trim()).toBe(/^head (.*)$/m.exec(whole.out)?.[1]);
    expect(head.code).toBe(0);
    const kept = ['audit', 'verify', '--database', database, '--head'];
    const compared = await run(addAudit, [...kept, head.out]);
    expect(compared.out).toContain('The kept head is in it');
    expect(compared.code).toBe(0);
    for (const [given, is] of [
      [[], false],
      [['--head', head.out], true],
    ] as const) {
      const { out } = await run(addAudit, [
        'audit',
        'verify',
        '--database',
        database,
        '--json',
        ...given,
      ]);
      expect(JSON.parse(out)).toMatchObject({
        compared_with_kept_head: is,
        not_bound: expect.arrayContaining([
          expect.objectContaining({ table: 'draft', column: null }),
        ]),
      });
    }
    expect((await run(addAudit, [...kept, head.out.slice(3).trim()])).code).toBe(0);
    const other = await run(addAudit, [...kept, `14:${'f'.repeat(64)}`]);
    expect(other.out).toContain('entry 14 changed: it does not have the hash of the kept head');
    expect(other.code).toBe(1);
    await expect(run(addAudit, [...kept, head.out.slice(0, 20)])).rejects.toThrow('64 digits');
    const copy = join(folder, 'tampered.db');
    await run(addBackup, ['backup', copy, '--database', database]);
    const tampered = new BetterSqlite3(copy);
    tampered.exec(
      "drop trigger audit_no_update; update audit set actor = 'somebody else' where seq = 3",
    );
    tampered.close();
    const found = await run(addAudit, ['audit', 'verify', '--database', copy]);
    expect(found).toEqual({
      out: 'entry 3 changed: its content does not have its hash\n',
      code: 1,
    });
    const json = await run(addAudit, ['audit', 'verify', '--database', copy, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({
      whole: false,
      fault_count: 1,
      faults: [{ seq: 3, kind: 'changed' }],
    });
  });

  it('do not call a log without its head whole', async () => {
    const copy = join(folder, 'headless.db');
    await run(addBackup, ['backup', copy, '--database', database]);
    const headless = new BetterSqlite3(copy);
    headless.exec("delete from workspace where key = 'audit-head'");
    headless.close();
    expect(await run(addAudit, ['audit', 'verify', '--database', copy])).toEqual({
      out: 'entry 14 head-missing: the workspace does not say where the log of 14 entries ends\n',
      code: 1,
    });
    expect((await run(addAudit, ['audit', 'head', '--database', copy])).code).toBe(1);
  });
});
