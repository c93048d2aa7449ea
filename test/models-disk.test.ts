import { spawn } from 'node:child_process';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { modelsFolder, oneRun } from './models-folder.ts';
import { isThorough } from './tries.ts';
import { binary, runAssay } from './run-assay.ts';
import type { Run } from './run-assay.ts';

const units = 40;

/** Case 30: a paid answer that cannot be saved, for real. */
describe('an answer that was paid for and cannot be saved', () => {
  const world = modelsFolder(units, oneRun);

  const judged = async (): Promise<number> => {
    const words = ['export', '--kind', 'judgments', '--format', 'jsonl', '-d', 'w.db'];
    return (await runAssay(words, world.folder)).out.split('\n').slice(0, -1).length;
  };

  /** Runs the command in a process whose files cannot grow beyond a size. */
  const limited = (kilobytes: number, words: readonly string[]): Promise<Run> =>
    new Promise((done) => {
      const shell = ['-c', 'ulimit -f "$0"; exec "$@"', String(kilobytes * 2)];
      const child = spawn('sh', [...shell, process.execPath, binary, ...words], {
        cwd: world.folder,
        env: { ...process.env, NODE_COMPILE_CACHE: undefined },
      });
      const printed = { out: '', err: '' };
      child.stdout.on('data', (text: Buffer) => (printed.out += text.toString()));
      child.stderr.on('data', (text: Buffer) => (printed.err += text.toString()));
      child.once('exit', (code) => done({ code, ...printed }));
    });

  it('because the disk is full: it is kept in a file, and nothing more is asked', async () => {
    const run = await limited(12, ['extract', '--protocol', '.', '--mode', 'now']);
    const paid = world.provider.ledger.executed.length;
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/Replies could not be saved: .*\n?.*file too large/);
    expect(run.err).toMatch(/kept in .*assay-replies-/);
    expect(paid).toBeLessThan(units);
    expect((await world.extract('--mode', 'now')).code).toBe(0);
    expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([
      units,
      units,
    ]);
  });

  // Half a minute of waiting for the lock, so only where tests are thorough.
  it.runIf(isThorough)('because the database is locked: the same', async () => {
    await runAssay(['import', 'units.jsonl', '-p', '.', '-d', 'w.db'], world.folder);
    const other = new Database(join(world.folder, 'w.db'));
    onTestFinished(() => void other.close());
    // Locked from the tenth answer on, by somebody who does not let go.
    let answers = 0;
    world.provider.watch = (request, when) => {
      if (when === 'after' && request === 'POST /v1/responses' && (answers += 1) === 10)
        other.exec('BEGIN IMMEDIATE');
    };
    const run = await runAssay(['extract', '-d', 'w.db', '--mode', 'now'], world.folder);
    other.exec('ROLLBACK');
    world.provider.watch = null;
    expect([run.code, run.err]).toEqual([
      2,
      expect.stringMatching(/Replies could not be saved: .*locked/),
    ]);
    expect(world.provider.ledger.executed.length).toBeLessThan(units);
    expect((await runAssay(['extract', '-d', 'w.db', '--mode', 'now'], world.folder)).code).toBe(0);
    expect([await judged(), world.provider.ledger.executed.length]).toEqual([units, units]);
  });
});
