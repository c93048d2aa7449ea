import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { relevanceProtocol } from './model-world.ts';
import { modelsFolder } from './models-folder.ts';
import { binary } from './run-assay.ts';

describe('a process that is killed', () => {
  const world = modelsFolder(60, relevanceProtocol);

  /** Runs the command until the provider has had so many requests, then kills it. */
  const killedAfter = async (requests: number): Promise<void> => {
    const words = [binary, 'extract', '--protocol', '.', '--wait', '--interval', '0.05'];
    const child = spawn(process.execPath, words, { cwd: world.folder, stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    while (child.exitCode === null && world.provider.ledger.requests.length < requests)
      await pause(1);
    child.kill('SIGKILL');
    await ended;
  };

  it('loses nothing and pays for nothing twice, wherever it was', async () => {
    // Uploads, creations, looks and downloads: a run makes about a dozen requests.
    for (const requests of [1, 2, 4, 7, 9]) await killedAfter(requests);
    const run = await world.extract('--wait', '--interval', '0.01');
    expect(run.code).toBe(0);
    const cells = world.judgments().map(({ unit, annotator }) => `${annotator} ${unit}`);
    expect([cells.length, new Set(cells).size]).toEqual([180, 180]);
    expect(world.provider.ledger.executed.length).toBe(180);
  }, 120_000);
});
