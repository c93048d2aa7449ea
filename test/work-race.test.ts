import { expect, it } from 'vitest';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { saveDraft } from '../src/operations/judging/save-draft.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import { recordFact } from '../src/operations/judging/record-fact.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { InputError } from '../src/domain/fault.ts';
import type { StoredJudgment } from '../src/store/judging/judgments.ts';
import { describeStores } from './stores.ts';
import type { TestDatabases } from './stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from './work-world.ts';
import type { WorkWorld } from './work-world.ts';
import { judgmentRows, slotRows } from './record-rows.ts';

const everybody = Array.from(
  { length: 64 },
  (_, at) => `annotator-${String(at + 1).padStart(2, '0')}`,
);

async function openWorld(
  databases: TestDatabases,
  given: { readonly units: number; readonly perUnit: number; readonly people: readonly string[] },
): Promise<{
  readonly world: WorkWorld;
  readonly run: string;
  readonly people: readonly WorkContext[];
}> {
  const world = await makeWorld(await databases.open());
  await makeProject(
    world,
    protocolContent({ rounds: `  full: { units: all, annotators: ${given.perUnit} }` }),
    given.units,
  );
  const people: WorkContext[] = [];
  for (const login of given.people) people.push(await world.person(login));
  const { run } = await openRound(world.lead, { project, round: 'full', seed: 9, handOut: 'open' });
  return { world, run: run.id, people };
}

const judgmentsOf = (world: WorkWorld, run: string): Promise<readonly StoredJudgment[]> =>
  world.store.read((db) => judgmentRows(db, { project, run }));

function perUnit(judgments: readonly StoredJudgment[]): readonly number[] {
  const counts = new Map<string, Set<string>>();
  for (const { unit, annotator } of judgments)
    counts.set(unit, (counts.get(unit) ?? new Set<string>()).add(annotator));
  return [...counts.values()].map((annotators) => annotators.size);
}

describeStores('units that anybody may claim', (databases) => {
  it('go to exactly three annotators each when 64 race for the last of them', async () => {
    const { world, run, people } = await openWorld(databases, {
      units: 30,
      perUnit: 3,
      people: everybody,
    });
    // 90 slots for 64 people who all ask at once, again and again, each from two windows.
    const work = people
      .flatMap((who) => [who, who])
      .map((who) =>
        judgeAll(who, run, truthOf).catch((error: unknown) => {
          // The second window may be a moment late with the same unit.
          if (!(error instanceof InputError)) throw error;
          return [];
        }),
      );
    await Promise.all(work);
    for (const who of people) await judgeAll(who, run, truthOf);
    const judgments = await judgmentsOf(world, run);
    expect(judgments).toHaveLength(90);
    expect(new Set(perUnit(judgments))).toEqual(new Set([3]));
    expect(new Set(judgments.map((one) => `${one.unit} ${one.annotator}`)).size).toBe(90);
    const slots = await world.store.read((db) => slotRows(db, run));
    expect(slots).toHaveLength(90);
    expect(slots.every((slot) => slot.annotator !== null && slot.judgedAt !== null)).toBe(true);
  });

  it('go to exactly three annotators each over two servers on one database', async () => {
    const address = await databases.address();
    const world = await makeWorld(await databases.openAt(address));
    await makeProject(
      world,
      protocolContent({ rounds: '  full: { units: all, annotators: 3 }' }),
      20,
    );
    const people: WorkContext[] = [];
    for (const login of everybody.slice(0, 24)) people.push(await world.person(login));
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      seed: 9,
      handOut: 'open',
    });
    const other = await databases.openAt(address);
    await Promise.all(
      people.map((who, at) =>
        judgeAll(at % 2 === 0 ? who : { ...who, store: other }, run.id, truthOf),
      ),
    );
    // What was locked by somebody else for a moment is asked for once more.
    for (const who of people) await judgeAll(who, run.id, truthOf);
    const judgments = await judgmentsOf(world, run.id);
    expect(judgments).toHaveLength(60);
    expect(new Set(perUnit(judgments))).toEqual(new Set([3]));
  });

  it('are no more than were asked for when one annotator asks two servers at once', async () => {
    const address = await databases.address();
    const world = await makeWorld(await databases.openAt(address));
    await makeProject(
      world,
      protocolContent({ rounds: '  full: { units: all, annotators: 1 }' }),
      20,
    );
    const anna = await world.person('anna');
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      seed: 9,
      handOut: 'open',
    });
    const other = { ...anna, store: await databases.openAt(address) };
    await Promise.all(
      [anna, other, anna, other].map((who) => nextUnits(who, { run: run.id, count: 3 })),
    );
    expect(
      (await world.store.read((db) => slotRows(db, run.id))).filter(
        (slot) => slot.annotator === 'anna',
      ),
    ).toHaveLength(3);
  });

  it('come in an order of one’s own, from the seed', async () => {
    const orders: (readonly string[])[] = [];
    for (const _ of [1, 2]) {
      const { run, people } = await openWorld(databases, {
        units: 12,
        perUnit: 2,
        people: ['anna', 'ben'],
      });
      for (const who of people) orders.push(await judgeAll(who, run, truthOf));
    }
    const [anna, ben, again] = orders;
    expect(anna).toHaveLength(12);
    expect(new Set(ben)).toEqual(new Set(anna));
    expect(ben).not.toEqual(anna);
    expect(again).toEqual(anna);
  });

  it('are held for a while, and then free for others', async () => {
    const { world, run, people } = await openWorld(databases, {
      units: 2,
      perUnit: 1,
      people: ['anna', 'ben'],
    });
    const [anna, ben] = people as [WorkContext, WorkContext];
    const held = (await nextUnits(anna, { run, count: 2 })).units.map((one) => one.unit);
    expect(held).toHaveLength(2);
    expect((await nextUnits(ben, { run })).units).toEqual([]);
    world.pass(20);
    // A draft keeps its unit for longer; the other one runs out.
    await saveDraft(anna, { run, unit: held[0]!, answers: { A: 1 }, revision: 1 });
    world.pass(20);
    expect((await nextUnits(ben, { run, count: 2 })).units.map((one) => one.unit)).toEqual([
      held[1],
    ]);
    await expect(
      saveJudgment(anna, {
        run,
        unit: held[1]!,
        answers: truthOf(held[1]!),
        idempotencyKey: 'late',
      }),
    ).rejects.toThrow('is not among your units');
    world.pass(60);
    // Nobody has taken it up, and it was begun: what was done is not lost.
    await nextUnits(ben, { run });
    expect(
      (
        await saveJudgment(anna, {
          run,
          unit: held[0]!,
          answers: truthOf(held[0]!),
          idempotencyKey: 'begun',
        })
      ).fresh,
    ).toBe(true);
  });

  it('are looked at without being claimed or held for longer', async () => {
    const { world, run, people } = await openWorld(databases, {
      units: 4,
      perUnit: 1,
      people: ['anna', 'ben'],
    });
    const [anna, ben] = people as [WorkContext, WorkContext];
    const look = async () =>
      (await nextUnits(anna, { run, count: 10, claim: false })).units.map((one) => [
        one.unit,
        one.leasedUntil,
      ]);
    expect(await look()).toEqual([]);
    const held = (await nextUnits(anna, { run, count: 2 })).units.map((one) => [
      one.unit,
      one.leasedUntil,
    ]);
    world.pass(29);
    expect(await look()).toEqual(held);
    world.pass(2);
    expect((await nextUnits(ben, { run, count: 10 })).units).toHaveLength(4);
    expect(await look()).toEqual([]);
  });

  it('are the same in two windows of one annotator', async () => {
    const { run, people } = await openWorld(databases, {
      units: 10,
      perUnit: 2,
      people: ['anna', 'ben'],
    });
    const windows = await Promise.all(
      Array.from({ length: 4 }, () => nextUnits(people[0]!, { run, count: 3 })),
    );
    expect(new Set(windows.map((one) => one.units.map((unit) => unit.unit).join(' '))).size).toBe(
      1,
    );
    expect(windows[0]!.units).toHaveLength(3);
  });

  it('are given back when they are passed over', async () => {
    const { run, people } = await openWorld(databases, {
      units: 2,
      perUnit: 1,
      people: ['anna', 'ben'],
    });
    const [anna, ben] = people as [WorkContext, WorkContext];
    const unit = (await nextUnits(anna, { run })).units[0]!.unit;
    await recordFact(anna, { run, unit, kind: 'skipped', detail: { reason: 'not my field' } });
    const other = (await nextUnits(anna, { run })).units[0]!.unit;
    expect(other).not.toBe(unit);
    expect((await nextUnits(ben, { run })).units.map((one) => one.unit)).toEqual([unit]);
    expect((await nextUnits(anna, { run })).progress).toEqual(
      expect.objectContaining({ held: 1, judged: 0 }),
    );
  });
});

describeStores('units that are given out', (databases) => {
  it('are judged by exactly two each when everybody saves at once', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(
      world,
      protocolContent({ rounds: '  full: { units: all, annotators: 2 }' }),
      40,
    );
    const people = await Promise.all(everybody.slice(0, 16).map((login) => world.person(login)));
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 9 });
    await Promise.all(people.map((who) => judgeAll(who, run.id, truthOf)));
    const judgments = await judgmentsOf(world, run.id);
    expect(judgments).toHaveLength(80);
    expect(new Set(perUnit(judgments))).toEqual(new Set([2]));
    const loads = new Map<string, number>();
    for (const { annotator } of judgments) loads.set(annotator, (loads.get(annotator) ?? 0) + 1);
    expect([...loads.values()].toSorted()).toEqual(Array.from({ length: 16 }, () => 5));
  });
});
