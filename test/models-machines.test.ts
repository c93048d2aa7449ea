import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { relevanceProtocol } from './model-world.ts';
import { modelsFolder } from './models-folder.ts';
import { binary, runAssay } from './run-assay.ts';
import { testDatabases } from './stores.ts';

const units = 30;
/** Two runs of nano and one of mini. */
const cells = 3 * units;

describe('several machines over one PostgreSQL', () => {
  const world = modelsFolder(units, relevanceProtocol);
  const databases = testDatabases('postgres');

  const start = (...words: readonly string[]): ChildProcess => {
    const child = spawn(process.execPath, [binary, ...words], {
      cwd: world.folder,
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const ended = (child: ChildProcess): Promise<number | null> =>
    new Promise((done) => child.once('exit', done));

  it('nothing is doubled, and the work of a killed worker is handed on', async () => {
    const address = await databases.address();
    const place = ['--database', address];
    await runAssay(['import', 'units.jsonl', '-p', '.', ...place], world.folder);
    const judged = async (): Promise<readonly string[]> => {
      const words = ['export', '--kind', 'judgments', '--format', 'jsonl', ...place];
      const lines = (await runAssay(words, world.folder)).out.split('\n').slice(0, -1);
      return lines.map((line) => {
        const { unit, annotator } = JSON.parse(line) as Record<'unit' | 'annotator', string>;
        return `${annotator} ${unit}`;
      });
    };
    world.provider.plan.add({
      match: { method: 'POST', path: '/v1/batches', times: 9 },
      fault: { do: 'batch', polls: 6 },
    });
    const looks = (): number => world.provider.ledger.requestsTo('GET /v1/batches/');
    expect((await runAssay(['extract', ...place], world.folder)).code).toBe(0);
    const before = looks();
    const workers = [1, 2].map(() => start('worker', ...place));
    while (looks() === before) await pause(5);
    // One dies in the middle of its work; the other, and polls on two more machines, go on.
    workers[0]!.kill('SIGKILL');
    await ended(workers[0]!);
    for (let round = 0; (await judged()).length < cells; round += 1) {
      expect(round).toBeLessThan(100);
      const codes = await Promise.all([1, 2].map(() => ended(start('poll', '--quiet', ...place))));
      expect(codes).toEqual([0, 0]);
    }
    const other = ended(workers[1]!);
    workers[1]!.kill('SIGTERM');
    expect(await other).toBe(0);
    const found = await judged();
    expect([found.length, new Set(found).size]).toEqual([cells, cells]);
    expect(world.provider.ledger.executed).toHaveLength(cells);
    expect(world.provider.ledger.batches.size).toBe(2);
  });
});
