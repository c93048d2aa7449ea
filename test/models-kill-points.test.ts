import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { dieAtByte } from './die-at-byte.ts';
import { FakeProvider } from './fake-provider/fake-provider.ts';
import { finishFolder } from './finish-models.ts';
import { modelsFolder, oneRun, pointAt } from './models-folder.ts';
import { runAssay } from './run-assay.ts';

const units = 12;
const points = 50;

/** A copy of a folder, to go back to. */
function copyOf(folder: string): { readonly restore: () => void } {
  const made = mkdtempSync(join(tmpdir(), 'assay-kill-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  cpSync(folder, join(made, 'before'), { recursive: true });
  return {
    // The folder keeps its place: what tells ledgers apart is where they are.
    restore: () => {
      rmSync(folder, { recursive: true });
      cpSync(join(made, 'before'), folder, { recursive: true });
    },
  };
}

describe('a process that is killed at any byte', () => {
  const world = modelsFolder(units, oneRun);

  const finish = (): Promise<string> => finishFolder(world.folder);
  const judged = (): readonly string[] => world.judgments().map(({ unit }) => unit);
  const all = Array.from({ length: units }, (_, at) => `n${at + 1}`).toSorted();

  it(`while it submits: one batch, paid once (${points} points by lot)`, async () => {
    const before = copyOf(world.folder);
    const whole = dieAtByte(Number.POSITIVE_INFINITY);
    expect((await world.extract()).code).toBe(0);
    whole.undo();
    const bytes = whole.written();
    const random = seededRandom('submission');
    const ends = new Set<number>();
    for (let point = 0; point < points; point += 1) {
      before.restore();
      const provider = await FakeProvider.start();
      try {
        pointAt(provider);
        const at = Math.floor(random.next() * bytes);
        const killed = dieAtByte(at);
        await world.extract();
        killed.undo();
        ends.add(provider.ledger.batches.size);
        expect([at, await finish()]).toEqual([at, 'done']);
        expect([at, judged().toSorted()]).toEqual([at, all]);
        expect([at, provider.ledger.batches.size]).toEqual([at, 1]);
        expect([at, provider.ledger.executed.length]).toEqual([at, units]);
      } finally {
        await provider.stop();
      }
    }
    // Some died before the batch was made, some after it, before its id was written down.
    expect([...ends].toSorted()).toEqual([0, 1]);
  });

  it(`while it takes in results: each answer once (${points} points by lot)`, async () => {
    // Made, and ended at the provider; nothing of it was taken in yet.
    world.provider.plan.add({
      match: { method: 'POST', path: '/v1/batches' },
      fault: { do: 'batch', polls: 1, twice: [3, 7], unknown: true },
    });
    expect((await world.extract()).code).toBe(0);
    const before = copyOf(world.folder);
    const whole = dieAtByte(Number.POSITIVE_INFINITY);
    expect(await finish()).toBe('done');
    whole.undo();
    const bytes = whole.written();
    const answers = world.judgments().map(({ unit, answers: one }) => [unit, one]);
    expect(answers).toHaveLength(units);
    const random = seededRandom('intake');
    for (let point = 0; point < points; point += 1) {
      before.restore();
      const at = Math.floor(random.next() * bytes);
      const killed = dieAtByte(at);
      await runAssay(['poll', '--protocol', '.'], world.folder);
      killed.undo();
      expect([at, await finish()]).toEqual([at, 'done']);
      expect([at, judged().length]).toEqual([at, units]);
      expect(world.judgments().map(({ unit, answers: one }) => [unit, one])).toEqual(
        expect.arrayContaining(answers),
      );
      const [only] = (await world.runs()).runs;
      // Two that came twice, and were the same, are no attempts.
      expect([at, only!.asked, only!.accepted]).toEqual([at, units, units]);
    }
    expect(world.provider.ledger.executed).toHaveLength(units);
    expect(world.provider.ledger.batches.size).toBe(1);
  });
});
