import { expect, it } from 'vitest';
import { importFile } from '../src/operations/exchange/import-file.ts';
import { liveFold } from '../src/operations/fold/live-fold.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { showRounds } from '../src/operations/rounds/round-states.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { longWork } from '../src/operations/workspace/long-work.ts';
import { judgmentsOfUnit, streamJudgments } from '../src/store/judging/judgments.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import { dyingAfter } from './dying-store.ts';
import { answeredUnits, importPieces } from './piece-files.ts';
import type { Watched } from './piece-files.ts';
import { describeStores } from './stores.ts';
import { makeProject, makeWorld, project, protocolContent, truthOf } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

const count = 1300;
const rounds = '  full: { units: all, annotators: 2 }';
const place = { project, task: 'topics' };

interface OpenWorld extends WorkWorld {
  readonly run: string;
  readonly anna: WorkContext;
  readonly ben: WorkContext;
}

async function opened(store: Store, handOut: 'balanced' | 'open' = 'balanced'): Promise<OpenWorld> {
  const world = await makeWorld(store);
  await makeProject(world, protocolContent({ rounds }), count);
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const asked = { project, round: 'full', seed: 1, handOut, annotators: ['anna', 'ben'] } as const;
  const { run } = await openRound(world.lead, asked);
  return { ...world, run: run.id, anna, ben };
}

/** Judgments of Ben on every unit. */
const judgmentFile = (of = count): string =>
  answeredUnits(of, { annotator: 'ben', guideline: '1.0' });

const importJudgments = (world: WorkWorld, path: string, watched: Watched = {}) =>
  importPieces(world, { kind: 'judgments', round: 'full' }, path, watched);

async function judgeOne(who: WorkContext, run: string): Promise<string> {
  const [next] = (await nextUnits(who, { run })).units;
  const { unit } = next!;
  const answers = truthOf(unit);
  await saveJudgment(who, { run, unit, answers, seconds: 3, idempotencyKey: `k ${unit}` });
  return unit;
}

async function visible(store: Store): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { annotator, unit } of streamJudgments(store, { project }))
    found.push(`${annotator} ${unit}`);
  return found;
}

async function stored(store: Store, table: 'judgment' | 'staged_slot' | 'staging') {
  const all = await store.read((db) => db.selectFrom(table).selectAll().execute());
  return all.length;
}

const places = (store: Store) =>
  store.read((db) =>
    db.selectFrom('slot').select(['id', 'annotator', 'judged_at']).orderBy('id').execute(),
  );

describeStores('an import of many judgments', (databases) => {
  it('is stored in pieces while others save, and is seen when it is complete', async () => {
    const world = await opened(await databases.open());
    const { store, run, anna } = world;
    const saved: string[] = [await judgeOne(anna, run)];
    await liveFold(store, place);
    const steps: number[] = [];
    const seen = new Set<number>();
    const kinds = new Set<string>();
    const state = { isOver: false };
    const storing = (done: number): number => steps.push(done);
    const imported = importJudgments(world, judgmentFile(), { storing }).finally(
      () => (state.isOver = true),
    );
    while (!state.isOver) {
      saved.push(await judgeOne(anna, run));
      const { fold } = await liveFold(store, place);
      const ofBen = (await visible(store)).filter((one) => one.startsWith('ben'));
      seen.add(ofBen.length);
      // What has been seen once is seen by every reader from then on.
      const [first] = saved;
      const onFirst = await store.read((db) => judgmentsOfUnit(db, { ...place, unit: first! }));
      if (ofBen.length > 0) expect(onFirst.length).toBe(2);
      if (fold.table.annotators.includes('ben')) expect(ofBen.length).toBe(count);
      for (const one of (await longWork(world.lead, { project })).items) kinds.add(one.kind);
    }
    expect(await imported).toMatchObject({ inserted: count, unchanged: 0 });
    saved.push(await judgeOne(anna, run));
    expect([...seen].every((one) => one === 0 || one === count)).toBe(true);
    expect([...kinds]).toEqual(['judgments']);
    expect(steps.length).toBeGreaterThan(4);
    for (const [at, done] of steps.entries())
      expect(done - (steps[at - 1] ?? 0)).toBeLessThanOrEqual(500);
    const log = await visible(store);
    expect(log.filter((one) => one.startsWith('ben')).length).toBe(count);
    expect(log.filter((one) => one.startsWith('anna'))).toEqual(saved.map((one) => `anna ${one}`));
    // Whoever follows the log has found everything.
    const { fold } = await liveFold(store, place);
    expect(fold.standings.count('settled')).toBe(saved.length);
    const { rounds: shown } = await showRounds(world.lead, { project });
    expect(JSON.stringify(shown)).toContain(String(count));
    expect(await stored(store, 'staging')).toBe(0);
    expect(await stored(store, 'staged_slot')).toBe(0);
    expect(await importJudgments(world, judgmentFile())).toMatchObject({
      inserted: 0,
      unchanged: count,
      log: null,
    });
  });

  it.each(['balanced', 'open'] as const)(
    'leaves nothing when its process died, in a round with units %s',
    async (handOut) => {
      const address = await databases.address();
      const world = await opened(await databases.openAt(address), handOut);
      const { store } = world;
      const path = judgmentFile();
      const before = await places(store);
      // The beginning, three pieces of judgments, and one of the places that they fill.
      const dying = importJudgments(world, path, { store: dyingAfter(store, 5) });
      await expect(dying).rejects.toThrow('killed');
      expect(await stored(store, 'judgment')).toBe(count);
      expect(await stored(store, 'staged_slot')).toBe(150);
      expect(await visible(store)).toEqual([]);
      expect((await verifyAudit(store)).faults).toEqual([]);
      const later = (): Date => new Date(world.lead.clock().getTime() + 60_000);
      await (await openStore(address, { clock: later })).close();
      expect(await stored(store, 'judgment')).toBe(0);
      expect(await stored(store, 'staged_slot')).toBe(0);
      expect(await places(store)).toEqual(before);
      expect((await verifyAudit(store)).faults).toEqual([]);
      expect(await importJudgments(world, path)).toMatchObject({ inserted: count });
      expect((await visible(store)).length).toBe(count);
    },
  );

  it('begins again when somebody judges one of its units, and then refuses it', async () => {
    const world = await opened(await databases.open());
    const { store, run, ben } = world;
    let unit = '';
    const storing = async (done: number): Promise<void> => {
      if (unit !== '' || done < 500) return;
      const [next] = (await nextUnits(ben, { run })).units;
      ({ unit } = next!);
      const answers = { A: 2, B: 2, C: 2 };
      await saveJudgment(ben, { run, unit, answers, seconds: 3, idempotencyKey: 'own' });
    };
    const saves: unknown[] = [];
    const first = importJudgments(world, judgmentFile(), {
      storing: (done) => void storing(done).catch((failure: unknown) => saves.push(failure)),
    });
    const outcome = await first.then(
      (result) => ({ result }),
      (failure: { readonly faults: readonly { readonly code: string }[] }) => ({ failure }),
    );
    // Either his judgment came first, and the file is refused, or the file, and his is refused.
    if (saves.length === 0) {
      expect(outcome).toMatchObject({ failure: { faults: [{ code: 'judged-in-workbench' }] } });
      expect(await visible(store)).toEqual([`ben ${unit}`]);
    } else {
      expect(outcome).toMatchObject({ result: { inserted: count } });
      expect((await visible(store)).length).toBe(count);
    }
    expect(await stored(store, 'staging')).toBe(0);
  });

  it('waits for another one, and then finds its judgments', async () => {
    const world = await opened(await databases.open());
    const [one, other, few] = await Promise.all([
      importJudgments(world, judgmentFile()),
      importJudgments(world, judgmentFile()),
      importJudgments(world, judgmentFile(10)),
    ]);
    expect(one.inserted + other.inserted + few.inserted).toBe(count);
    expect((await visible(world.store)).length).toBe(count);
  });

  it('that is only tried writes nothing', async () => {
    const world = await opened(await databases.open());
    const tried = { project, kind: 'judgments', round: 'full', name: 'j', dryRun: true } as const;
    const store = dyingAfter(world.store, 0);
    const path = judgmentFile();
    expect(await importFile({ ...world.lead, store }, { ...tried, path })).toMatchObject({
      inserted: count,
    });
    expect(await stored(world.store, 'judgment')).toBe(0);
  });

  it('cannot be used to delete judgments that were there before', async () => {
    const world = await opened(await databases.open());
    await importJudgments(world, judgmentFile());
    await expect(
      world.store.write((tx) => tx.deleteFrom('judgment').where('unit', '=', 'u3').execute()),
    ).rejects.toThrow('judgment is insert-only');
  });
});
