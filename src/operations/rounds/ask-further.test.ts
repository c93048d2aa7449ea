import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import { judgmentsOfUnit } from '../../store/judging/judgments.ts';
import { runUnits } from '../../store/rounds/rounds.ts';
import { slotsOn } from '../../store/rounds/slots.ts';
import type { Slot } from '../../store/rounds/slots.ts';
import { liveFold } from '../fold/live-fold.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { ownUnit } from '../judging/own-units.ts';
import { saveJudgment } from '../judging/save-judgment.ts';
import { removeAnnotator } from './remove-annotator.ts';
import { hearingOf } from '../judging/follow-progress.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import type { WorkContext } from '../work-context.ts';
import { addAnnotator } from './add-annotator.ts';
import { closeRound } from './close-round.ts';
import { openRound } from './open-round.ts';
import { projectRounds } from './project-rounds.ts';
import { showRounds } from './round-states.ts';
import { waiveGate, withdrawWaiver } from './waive-gate.ts';

const onDisagreement = '  full: { annotators: 2..3, further: { on: disagreement } }';

interface Opened {
  readonly run: string;
  readonly people: Readonly<Record<string, WorkContext>>;
}

async function opened(
  world: WorkWorld,
  rounds: string,
  {
    units = 6,
    names = ['anna', 'ben', 'cora'],
    handOut = 'balanced',
    panel,
  }: {
    readonly units?: number;
    readonly names?: readonly string[];
    readonly handOut?: 'balanced' | 'open';
    readonly panel?: string;
  } = {},
): Promise<Opened> {
  const content = { rounds, ...(panel === undefined ? {} : { panel }) };
  await makeProject(world, protocolContent(content), units);
  const people: Record<string, WorkContext> = {};
  for (const name of names) people[name] = await world.person(name);
  const { run } = await openRound(world.lead, { project, round: 'full', seed: 1, handOut });
  return { run: run.id, people };
}

/** The places of a run by unit, in their order. */
async function places({ store }: WorkWorld, run: string): Promise<ReadonlyMap<string, Slot[]>> {
  const found = new Map<string, Slot[]>();
  await store.read(async (db) => {
    const units = (await runUnits(db, run)).map((one) => one.unit);
    for (const slot of await slotsOn(db, run, units))
      found.set(slot.unit, [...(found.get(slot.unit) ?? []), slot]);
  });
  return found;
}

async function judge(
  { run, people }: Opened,
  name: string,
  unit: string,
  answers: Answers,
  given: { readonly supersedes?: string; readonly flag?: boolean } = {},
) {
  const { supersedes, flag } = given;
  return await saveJudgment(people[name]!, {
    run,
    unit,
    answers,
    idempotencyKey: `${unit} ${name} ${supersedes ?? ''}`,
    ...(flag === true ? { asides: { flag } } : {}),
    ...(supersedes === undefined ? {} : { supersedes }),
  });
}

/** The two who were dealt a unit, and the others. */
function holdersOf(slots: readonly Slot[], names: readonly string[]) {
  const first = slots.filter((slot) => slot.further === null).map((slot) => slot.annotator!);
  return { first, others: names.filter((name) => !first.includes(name)) };
}

async function standing(world: WorkWorld, unit: string) {
  const { fold } = await liveFold(world.store, { project });
  const number = fold.units.find(unit);
  return fold.standings.standing(number);
}

const names = ['anna', 'ben', 'cora'];

describeStores('a third where two disagree', (databases) => {
  it('is asked in the moment of the second judgment, and is never one of the two', async () => {
    const world = await makeWorld(await databases.open());
    const round = await opened(world, onDisagreement);
    for (const [unit, slots] of await places(world, round.run)) {
      const { first } = holdersOf(slots, names);
      expect([unit, slots.length]).toEqual([unit, 2]);
      await judge(round, first[0]!, unit, truthOf(unit));
      expect((await places(world, round.run)).get(unit)!.length).toBe(2);
      const isDisputed = unit === 'u2' || unit === 'u5';
      await judge(round, first[1]!, unit, isDisputed ? wrongOf(unit) : truthOf(unit));
    }
    for (const [unit, slots] of await places(world, round.run)) {
      const { first, others } = holdersOf(slots, names);
      const late = slots.filter((slot) => slot.further !== null);
      const isDisputed = unit === 'u2' || unit === 'u5';
      expect(late.map(({ annotator, further, ordinal }) => [annotator, further, ordinal])).toEqual(
        isDisputed ? [[others[0], 'disagreement', 3]] : [],
      );
      expect(first.length).toBe(2);
    }
    const { runs } = await projectRounds(world.store, project);
    expect(runs[0]!.figures).toMatchObject({ wanted: 6 * 2 + 2, judged: 12 });
  });

  it('is awaited by name, then the majority holds, and no ruling is asked for', async () => {
    const world = await makeWorld(await databases.open());
    const round = await opened(world, onDisagreement, { units: 1 });
    const [slots] = (await places(world, round.run)).values();
    const { first, others } = holdersOf(slots!, names);
    await judge(round, first[0]!, 'u1', truthOf('u1'));
    expect(await standing(world, 'u1')).toMatchObject({ state: 'awaiting', missing: [first[1]] });
    await judge(round, first[1]!, 'u1', wrongOf('u1'));
    expect(await standing(world, 'u1')).toMatchObject({ state: 'awaiting', missing: others });
    expect((await liveFold(world.store, { project })).fold.standings.openUnits.size).toBe(0);
    await judge(round, others[0]!, 'u1', truthOf('u1'));
    expect(await standing(world, 'u1')).toMatchObject({ state: 'settled', answers: truthOf('u1') });
    const kept = await world.store.read((db) =>
      judgmentsOfUnit(db, { project, task: 'topics', unit: 'u1' }),
    );
    expect(kept.map(({ annotator, asides }) => [annotator, asides])).toEqual([
      [first[0], {}],
      [first[1], {}],
      [others[0], { further: 'disagreement' }],
    ]);
    const { fold } = await liveFold(world.store, { project });
    expect(fold.further.counts).toEqual({ drawn: 0, asked: 1 });
    // The two who were asked first agreed on none of three labels.
    expect(fold.agreement(0)).toBe(0);
  });

  it('is waited for in vain when all three differ: then somebody rules', async () => {
    const world = await makeWorld(await databases.open());
    const round = await opened(world, onDisagreement, { units: 1 });
    const [slots] = (await places(world, round.run)).values();
    const { first, others } = holdersOf(slots!, names);
    const grades = [0, 1, 2];
    for (const [at, name] of [...first, ...others].entries())
      await judge(round, name, 'u1', { A: grades[at]!, B: 0, C: 0 });
    expect((await standing(world, 'u1')).state).not.toBe('awaiting');
    expect((await places(world, round.run)).get('u1')!.length).toBe(3);
  });

  it('does not learn why, by nothing that they are shown', async () => {
    const world = await makeWorld(await databases.open());
    const round = await opened(world, onDisagreement, { units: 3 });
    const [[unit, slots]] = [...(await places(world, round.run))] as [[string, Slot[]]];
    const { first, others } = holdersOf(slots, names);
    const third = round.people[others[0]!]!;
    const ordinary = (await nextUnits(third, { run: round.run, count: 10 })).units;
    await judge(round, first[0]!, unit, truthOf(unit));
    await judge(round, first[1]!, unit, wrongOf(unit));
    const { units, progress } = await nextUnits(third, { run: round.run, count: 10 });
    expect(units.map((one) => one.unit).toSorted()).toEqual(
      [...ordinary.map((one) => one.unit), unit].toSorted(),
    );
    expect(new Set(units.map((one) => Object.keys(one).join()))).toHaveLength(1);
    expect(progress).toMatchObject({ held: ordinary.length + 1, judged: 0 });
    const saved = await judge(round, others[0]!, unit, truthOf(unit));
    expect(JSON.stringify([units, saved])).not.toMatch(/further|disagree/);
    expect(JSON.stringify(await ownUnit(third, { run: round.run, unit }))).not.toMatch(/further/);
  });

  it('comes anywhere in their queue, also before the first and behind the last', async () => {
    const seen = new Set<number>();
    for (let seed = 1; seed <= 12; seed += 1) {
      const world = await makeWorld(await databases.open());
      await makeProject(world, protocolContent({ rounds: onDisagreement }), 9);
      const people: Record<string, WorkContext> = {};
      for (const name of names) people[name] = await world.person(name);
      const { run } = await openRound(world.lead, { project, round: 'full', seed });
      const [[unit, slots]] = [...(await places(world, run.id))] as [[string, Slot[]]];
      const { first, others } = holdersOf(slots, names);
      const round = { run: run.id, people };
      await judge(round, first[0]!, unit, truthOf(unit));
      await judge(round, first[1]!, unit, wrongOf(unit));
      const { units } = await nextUnits(people[others[0]!]!, { run: run.id, count: 10 });
      seen.add(units.findIndex((one) => one.unit === unit));
      expect(new Set(units.map((one) => one.position)).size).toBe(units.length);
    }
    expect(seen.size).toBeGreaterThan(3);
  });

  it('stays asked when the first ones agree later, and counts when they have judged', async () => {
    const world = await makeWorld(await databases.open());
    const round = await opened(world, onDisagreement, { units: 1 });
    const [slots] = (await places(world, round.run)).values();
    const { first, others } = holdersOf(slots!, names);
    await judge(round, first[0]!, 'u1', truthOf('u1'));
    const { id } = await judge(round, first[1]!, 'u1', wrongOf('u1'));
    const again = await judge(round, first[1]!, 'u1', truthOf('u1'), { supersedes: id });
    expect(await standing(world, 'u1')).toMatchObject({ state: 'awaiting', missing: others });
    await judge(round, others[0]!, 'u1', wrongOf('u1'));
    expect(await standing(world, 'u1')).toMatchObject({ state: 'settled', answers: truthOf('u1') });
    // Disagreeing once more asks nobody else.
    await judge(round, first[1]!, 'u1', wrongOf('u1'), { supersedes: again.id });
    expect((await places(world, round.run)).get('u1')!.length).toBe(3);
    expect(await standing(world, 'u1')).toMatchObject({ state: 'settled', answers: wrongOf('u1') });
  });

  it('is asked when a correction makes two disagree', async () => {
    const world = await makeWorld(await databases.open());
    const round = await opened(world, onDisagreement, { units: 1 });
    const [slots] = (await places(world, round.run)).values();
    const { first, others } = holdersOf(slots!, names);
    const { id } = await judge(round, first[0]!, 'u1', truthOf('u1'));
    await judge(round, first[1]!, 'u1', truthOf('u1'));
    expect((await standing(world, 'u1')).state).toBe('settled');
    await judge(round, first[0]!, 'u1', wrongOf('u1'), { supersedes: id });
    expect(await standing(world, 'u1')).toMatchObject({ state: 'awaiting', missing: others });
  });

  it('is asked for named questions and flags alone, where the protocol says so', async () => {
    const world = await makeWorld(await databases.open());
    const further = '{ on: [disagreement, flag], questions: [A] }';
    const rounds = `  full: { annotators: 2..3, further: ${further} }`;
    const round = await opened(world, rounds, { units: 3 });
    const reasons: Record<string, unknown> = {};
    for (const [unit, slots] of await places(world, round.run)) {
      const { first } = holdersOf(slots, names);
      const plain = { A: 0, B: 0, C: 0 };
      await judge(round, first[0]!, unit, plain, { flag: unit === 'u2' });
      await judge(round, first[1]!, unit, unit === 'u3' ? { ...plain, A: 1 } : { ...plain, B: 1 });
      reasons[unit] = (await places(world, round.run)).get(unit)![2]?.further ?? null;
    }
    expect(reasons).toEqual({ u1: null, u2: 'flag', u3: 'disagreement' });
  });

  it('is shared evenly among those who could', async () => {
    const world = await makeWorld(await databases.open());
    const five = [...names, 'dan', 'eva'];
    const round = await opened(world, onDisagreement, { units: 20, names: five });
    for (const [unit, slots] of await places(world, round.run)) {
      const { first } = holdersOf(slots, five);
      await judge(round, first[0]!, unit, truthOf(unit));
      await judge(round, first[1]!, unit, wrongOf(unit));
    }
    const counts = new Map(five.map((name) => [name, 0]));
    for (const slots of (await places(world, round.run)).values())
      for (const { annotator, further } of slots)
        if (further !== null) counts.set(annotator!, counts.get(annotator!)! + 1);
    expect([...counts.values()].toSorted()).toEqual([4, 4, 4, 4, 4]);
  });

  it('moves when they leave, and whoever joins may get it, but never one of the two', async () => {
    const world = await makeWorld(await databases.open());
    const four = [...names, 'dan'];
    const round = await opened(world, onDisagreement, { units: 1, names: four });
    const [slots] = (await places(world, round.run)).values();
    const { first } = holdersOf(slots!, four);
    await judge(round, first[0]!, 'u1', truthOf('u1'));
    await judge(round, first[1]!, 'u1', wrongOf('u1'));
    const third = (await places(world, round.run)).get('u1')![2]!.annotator!;
    const fourth = four.find((name) => !first.includes(name) && name !== third)!;
    await removeAnnotator(world.lead, { run: round.run, annotator: third });
    expect((await places(world, round.run)).get('u1')![2]).toMatchObject({
      annotator: fourth,
      further: 'disagreement',
    });
    await expect(
      removeAnnotator(world.lead, { run: round.run, annotator: fourth }),
    ).rejects.toMatchObject({ faults: [{ code: 'too-few-annotators', values: { wanted: 3 } }] });
    await world.person('eva');
    await addAnnotator(world.lead, { run: round.run, annotator: 'eva' });
    expect((await places(world, round.run)).get('u1')!.length).toBe(3);
  });

  it('is claimed by anybody else where units are claimed, and by nobody twice', async () => {
    const world = await makeWorld(await databases.open());
    const round = await opened(world, onDisagreement, { units: 4, handOut: 'open' });
    const { anna, ben, cora } = round.people as Record<'anna' | 'ben' | 'cora', WorkContext>;
    expect((await judgeAll(anna, round.run, truthOf)).length).toBe(4);
    expect((await judgeAll(ben, round.run, wrongOf)).length).toBe(4);
    expect(await judgeNext(anna, round.run, truthOf)).toBeNull();
    expect(await judgeNext(ben, round.run, truthOf)).toBeNull();
    expect((await standing(world, 'u1')) as object).toMatchObject({ missing: [''] });
    expect((await judgeAll(cora, round.run, truthOf)).length).toBe(4);
    for (const slots of (await places(world, round.run)).values()) {
      expect(slots.map((slot) => slot.annotator)).toEqual(['anna', 'ben', 'cora']);
      expect(slots.map((slot) => slot.further)).toEqual([null, null, 'disagreement']);
    }
    const { fold } = await liveFold(world.store, { project });
    expect(fold.standings.count('settled')).toBe(4);
  });

  it('is awaited in a closed round too, until somebody rules or goes on without', async () => {
    const world = await makeWorld(await databases.open());
    const round = await opened(world, onDisagreement, { units: 2 });
    for (const [unit, slots] of await places(world, round.run)) {
      const { first } = holdersOf(slots, names);
      await judge(round, first[0]!, unit, truthOf(unit));
      await judge(round, first[1]!, unit, wrongOf(unit));
    }
    await expect(closeRound(world.lead, { run: round.run })).rejects.toMatchObject({
      faults: [{ code: 'judgments-missing', values: { missing: 2, wanted: 6 } }],
    });
    await closeRound(world.lead, { run: round.run, incomplete: true });
    const third = (await places(world, round.run)).get('u1')![2]!.annotator;
    expect(await standing(world, 'u1')).toMatchObject({ state: 'awaiting', missing: [third] });
    expect((await liveFold(world.store, { project })).fold.standings.openUnits.size).toBe(0);
    const ruled = { project, task: 'topics', unit: 'u2', reason: 'Read it.', seen: null };
    await makeRuling(world.lead, { ...ruled, answers: truthOf('u2'), idempotencyKey: 'r1' });
    expect((await standing(world, 'u2')).state).toBe('ruled');
    const waived = { run: round.run, gate: 'all quotas met', reason: 'No time.' };
    const { id } = await waiveGate(world.lead, waived);
    expect((await standing(world, 'u1')).state).toBe('open');
    await withdrawWaiver(world.lead, { run: round.run, waiver: id, reason: 'There is time.' });
    expect((await standing(world, 'u1')).state).toBe('awaiting');
  });

  it('is counted for nobody who judges too, whatever their other roles', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: onDisagreement }), 2);
    const people: Record<string, WorkContext> = {};
    for (const name of ['anna', 'ben']) people[name] = await world.person(name);
    people['cora'] = await world.person('cora', 'lead');
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      seed: 1,
      annotators: names,
    });
    const round = { run: run.id, people };
    const seenBy = async (who: WorkContext) => {
      const view = await showRounds(who, { project });
      const { figures, annotators } = view.rounds[0]!.runs[0]!;
      const { wanted, judged, free } = figures!;
      return { wanted, judged, free, held: annotators.map(({ held }) => held) };
    };
    const shared = [...(await places(world, run.id))].find(([, slots]) =>
      slots.some((slot) => slot.annotator === 'cora'),
    )!;
    const [unit, slots] = shared;
    const other = slots.find((slot) => slot.annotator !== 'cora')!.annotator!;
    await judge(round, other, unit, truthOf(unit));
    const before = await seenBy(people['cora']!);
    await judge(round, 'cora', unit, wrongOf(unit));
    expect(await seenBy(people['cora']!)).toEqual({ ...before, judged: before.judged + 1 });
    expect(await seenBy(world.lead)).toMatchObject({ wanted: 5, judged: 2 });
    expect(await hearingOf(world.lead, people['cora']!.actor, project)).toBe('own');
    expect(await hearingOf(world.lead, world.lead.actor, project)).toBe('everybody');
    // Two of four are missing, besides the third that two others are asked for.
    await expect(closeRound(people['cora']!, { run: run.id })).rejects.toMatchObject({
      faults: [{ code: 'judgments-missing', values: { missing: 2, wanted: 4 } }],
    });
    await expect(closeRound(world.lead, { run: run.id })).rejects.toMatchObject({
      faults: [{ code: 'judgments-missing', values: { missing: 3, wanted: 5 } }],
    });
  });

  it('is refused for a panel of two, when the round is opened', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: onDisagreement }), 4);
    for (const name of ['anna', 'ben']) await world.person(name);
    await expect(openRound(world.lead, { project, round: 'full', seed: 1 })).rejects.toMatchObject({
      faults: [{ code: 'too-few-annotators', values: { wanted: 3 } }],
    });
  });

  it('is asked beside runs of models, whose answers ask for nobody', async () => {
    const world = await makeWorld(await databases.open());
    const panel = '  people: { kind: human }\n  mini: { kind: model, provider: openai, runs: 2 }';
    const round = await opened(world, onDisagreement, { units: 2, panel });
    for (const [unit, slots] of await places(world, round.run)) {
      expect(slots.map((slot) => slot.ordinal)).toEqual([1, 2, 4, 5]);
      const first = slots.slice(0, 2).map((slot) => slot.annotator!);
      await judge(round, first[0]!, unit, truthOf(unit));
      await judge(round, first[1]!, unit, unit === 'u1' ? wrongOf(unit) : truthOf(unit));
    }
    const after = await places(world, round.run);
    expect(
      after
        .get('u1')!
        .map((slot) => slot.ordinal)
        .toSorted(),
    ).toEqual([1, 2, 3, 4, 5]);
    expect(after.get('u2')!.length).toBe(4);
  });
});

describeStores('a third on a share', (databases) => {
  it('is dealt from the beginning, by seed, and counts towards agreement', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  full: { annotators: 2..3, further: { share: 0.3 } }';
    const round = await opened(world, rounds, { units: 10 });
    const all = await places(world, round.run);
    const drawn = [...all.values()].filter((slots) => slots.length === 3);
    expect([drawn.length, all.size]).toEqual([3, 10]);
    for (const slots of drawn)
      expect(slots.map((slot) => slot.further)).toEqual([null, null, 'share']);
    for (const name of names) await judgeAll(round.people[name]!, round.run, truthOf);
    const { runs } = await projectRounds(world.store, project);
    expect(runs[0]!.figures).toMatchObject({ wanted: 23, judged: 23 });
    const { fold } = await liveFold(world.store, { project });
    expect(fold.further.counts).toEqual({ drawn: 3, asked: 0 });
    expect([fold.compared.size, fold.standings.count('settled')]).toEqual([23, 10]);
    // Opened again from the same seed, the same units are drawn.
    const other = await makeWorld(await databases.open());
    const again = await places(other, (await opened(other, rounds, { units: 10 })).run);
    expect([...again].map(([unit, slots]) => [unit, slots.length])).toEqual(
      [...all].map(([unit, slots]) => [unit, slots.length]),
    );
  });

  it('hides what was asked on disagreement, where both decide', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  full: { annotators: 2..3, further: { share: 0.5, on: disagreement } }';
    const round = await opened(world, rounds, { units: 8 });
    // Those that were drawn get their third at the same moment as those that are disputed.
    for (const slots of (await places(world, round.run)).values()) expect(slots.length).toBe(2);
    for (const [unit, slots] of await places(world, round.run)) {
      const { first } = holdersOf(slots, names);
      await judge(round, first[0]!, unit, truthOf(unit));
      await judge(round, first[1]!, unit, wrongOf(unit));
    }
    const reasons = [...(await places(world, round.run)).values()].map(
      (slots) => slots[2]?.further,
    );
    expect(reasons.toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'disagreement'),
      ...Array.from({ length: 4 }, () => 'share'),
    ]);
  });
});
