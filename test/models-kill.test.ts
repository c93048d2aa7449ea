import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { finishFolder, finishWorkspace } from './finish-models.ts';
import { modelsFolder, oneRun } from './models-folder.ts';
import { binary, runAssay } from './run-assay.ts';
import { tries } from './tries.ts';

const units = 12;

/**
 * A process that is killed with SIGKILL while the provider works on its nth request: before it did
 * anything, after it did it and before the answer, or a moment after the answer.
 */
describe('a process that is killed', () => {
  const world = modelsFolder(units, oneRun);

  const killedAt = async (
    place: readonly string[],
    nth: number,
    when: 'before' | 'after' | 'later',
    moment: number,
  ): Promise<void> => {
    const words = [binary, 'extract', ...place, '--wait', '--interval', '0.05'];
    const child = spawn(process.execPath, words, { cwd: world.folder, stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    let seen = 0;
    world.provider.watch = (_, at) => {
      if (at === 'before') seen += 1;
      if (seen !== nth || (when === 'before') !== (at === 'before')) return;
      if (when === 'later') setTimeout(() => child.kill('SIGKILL'), moment).unref();
      else child.kill('SIGKILL');
    };
    await ended;
    world.provider.watch = null;
  };

  // A run makes about seven requests: upload, create, looks, and the results.
  const random = seededRandom('kills');
  const kinds = ['before', 'after', 'later'] as const;
  const places = tries(5);
  const draws = Array.from({ length: places }, (_, at) => ({
    nth: 1 + (at % 5),
    when: kinds[random.integer(3)]!,
    moment: random.integer(40),
    isWorkspace: at % 2 === 1,
  }));

  it.each(draws)(
    'loses nothing and pays once: request $nth, $when, workspace $isWorkspace',
    async ({ nth, when, moment, isWorkspace }) => {
      const place = isWorkspace ? ['-d', 'w.db'] : ['--protocol', '.'];
      if (isWorkspace)
        await runAssay(['import', 'units.jsonl', '-p', '.', '-d', 'w.db'], world.folder);
      await killedAt(place, nth, when, moment);
      const finished = isWorkspace
        ? await finishWorkspace(join(world.folder, 'w.db'), 'notes')
        : await finishFolder(world.folder);
      expect(finished).toBe('done');
      const words = ['export', '--kind', 'judgments', '--format', 'jsonl', '-d', 'w.db'];
      const judged = isWorkspace
        ? (await runAssay(words, world.folder)).out.split('\n').slice(0, -1)
        : world.judgments();
      expect(judged).toHaveLength(units);
      expect(world.provider.ledger.batches.size).toBe(1);
      expect(world.provider.ledger.executed.length).toBe(units);
    },
  );
});
