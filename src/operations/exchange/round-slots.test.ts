import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
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
import { inEnglish } from '../../domain/english.ts';
import { judgmentsOfUnit } from '../../store/judging/judgments.ts';
import { slotRows } from '../../../test/record-rows.ts';
import { liveFold } from '../fold/live-fold.ts';
import { saveDraft } from '../judging/save-draft.ts';
import type { WorkContext } from '../work-context.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { projectRounds } from '../rounds/project-rounds.ts';
import { importFile } from './import-file.ts';
import type { ImportResult } from './import-file.ts';

const units = ['u1', 'u2', 'u3', 'u4'];
const full = '  full: { units: all, annotators: 2 }';

async function given(
  world: WorkWorld,
  by: Readonly<Record<string, readonly string[]>>,
  request: object = { round: 'full' },
): Promise<ImportResult> {
  const rows = Object.entries(by).flatMap(([annotator, judged]) =>
    judged.map((unit) => {
      const about = { unit, task: 'topics', annotator, guideline: '1.0' };
      return { ...about, answers: truthOf(unit) };
    }),
  );
  const path = join(temporaryFolder(), 'judgments.jsonl');
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const file = { project, path, name: 'judgments.jsonl', kind: 'judgments' } as const;
  return await importFile(world.lead, { ...file, ...request });
}

/** Two first judges per unit, and a third where they disagree. */
async function openedFurther(
  world: WorkWorld,
  count: number,
  handOut: 'balanced' | 'open' = 'balanced',
) {
  const rounds = '  full: { annotators: 2..3, further: { on: disagreement } }';
  await makeProject(world, protocolContent({ rounds }), count);
  const people = new Map<string, WorkContext>();
  for (const name of ['anna', 'ben', 'cora', 'dan']) people.set(name, await world.person(name));
  const { run } = await openRound(world.lead, { project, round: 'full', seed: 1, handOut });
  const slots = await world.store.read((db) => slotRows(db, run.id));
  const first = new Map<string, readonly string[]>();
  for (const { unit, annotator } of slots)
    first.set(unit, [...(first.get(unit) ?? []), annotator ?? '']);
  return { run: run.id, people, first };
}

/** Imports rows as they are given; the answers are contrary for some. */
async function givenRows(
  world: WorkWorld,
  rows: readonly (readonly [unit: string, annotator: string, isContrary?: boolean])[],
): Promise<ImportResult> {
  const lines = rows.map(([unit, annotator, isContrary]) => {
    const answers = isContrary === true ? wrongOf(unit) : truthOf(unit);
    return JSON.stringify({ unit, task: 'topics', annotator, guideline: '1.0', answers });
  });
  const path = join(temporaryFolder(), 'judgments.jsonl');
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  const file = { project, path, name: 'judgments.jsonl', kind: 'judgments' } as const;
  return await importFile(world.lead, { ...file, round: 'full' });
}

async function marksOn(world: WorkWorld, unit: string) {
  const place = { project, task: 'topics', unit };
  const kept = await world.store.read((db) => judgmentsOfUnit(db, place));
  return Object.fromEntries(kept.map(({ annotator, asides }) => [annotator, asides.further]));
}

async function opened(world: WorkWorld, handOut: 'balanced' | 'open' = 'balanced') {
  await makeProject(world, protocolContent({ rounds: full }), 4);
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  await world.person('cora');
  const { run } = await openRound(world.lead, {
    project,
    round: 'full',
    seed: 1,
    handOut,
    annotators: handOut === 'open' ? ['anna', 'ben', 'cora'] : ['anna', 'ben'],
  });
  return { run: run.id, anna, ben };
}

async function settled(world: WorkWorld): Promise<number> {
  return (await liveFold(world.store, { project })).fold.standings.count('settled');
}

describeStores('judgments that a file brings into a round', (databases) => {
  it('fill its places, count, know their import, and leave nothing to be asked twice', async () => {
    const world = await makeWorld(await databases.open());
    const { run, ben } = await opened(world);
    const first = await given(world, { anna: units });
    expect(first).toMatchObject({ inserted: 4, willCount: 4, warnings: [] });
    expect((await judgeNext(ben, run, truthOf))?.unit).toBeDefined();
    await judgeAll(ben, run, truthOf);
    expect(await settled(world)).toBe(4);
    const { runs } = await projectRounds(world.store, project);
    expect(runs[0]!.figures).toMatchObject({ judged: 8, wanted: 8 });
    const place = { project, task: 'topics', unit: 'u1' };
    const kept = await world.store.read((db) => judgmentsOfUnit(db, place));
    expect(kept.map(({ annotator, run: of, importId }) => [annotator, of, importId])).toEqual([
      ['anna', run, first.log],
      ['ben', run, null],
    ]);
    // The same file again says nothing new.
    expect(await given(world, { anna: units })).toMatchObject({ inserted: 0, unchanged: 4 });
    expect((await closeRound(world.lead, { run })).judged).toBe(8);
  });

  it('take free places, and never more than there are', async () => {
    const world = await makeWorld(await databases.open());
    const { run, ben } = await opened(world, 'open');
    await given(world, { anna: units, cora: ['u1', 'u2'] });
    expect((await judgeAll(ben, run, truthOf)).toSorted()).toEqual(['u3', 'u4']);
    await expect(given(world, { cora: ['u3'] })).rejects.toMatchObject({
      faults: [{ code: 'not-for-round', values: { why: { code: 'no-slot-left' } } }],
    });
    expect(await settled(world)).toBe(4);
  });

  it('are refused with the reason where they do not fit, and then nothing is written', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await opened(world);
    await judgeNext(anna, run, wrongOf);
    await expect(given(world, { ben: ['u1'], zoe: ['u2'], cora: ['u3'] })).rejects.toMatchObject({
      faults: [
        { code: 'not-for-round', values: { why: { code: 'annotator-not-in-round' } } },
        { code: 'not-for-round', values: { why: { code: 'annotator-not-in-round' } } },
      ],
    });
    await expect(given(world, { anna: units })).rejects.toMatchObject({
      faults: [{ code: 'judged-in-workbench' }],
    });
    await expect(given(world, { ben: ['u1'] }, { round: 'pilot' })).rejects.toMatchObject({
      faults: [{ code: 'not-found' }],
    });
    await closeRound(world.lead, { run, incomplete: true });
    await expect(given(world, { ben: ['u1'] })).rejects.toMatchObject({
      faults: [{ code: 'round-not-open', values: { round: 'full' } }],
    });
    const place = { project, task: 'topics', unit: 'u1' };
    const kept = await world.store.read((db) => judgmentsOfUnit(db, place));
    expect(kept.filter(({ annotator }) => annotator !== 'anna')).toEqual([]);
  });

  it('of a pilot will count once it has passed, and that is what is said', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  pilot: { units: 4, annotators: 2 }';
    await makeProject(world, protocolContent({ rounds }), 4);
    for (const login of ['anna', 'ben']) await world.person(login);
    const annotators = ['anna', 'ben'];
    await openRound(world.lead, { project, round: 'pilot', seed: 1, annotators });
    const said = await given(world, { anna: units }, { dryRun: true, round: 'pilot' });
    expect(said.willCount).toBe(0);
    expect(said.warnings.map(inEnglish)).toEqual([
      '0 of 4 judgments will count for now.',
      '4 judgments by anna will count once round pilot has passed.',
    ]);
  });

  it('are told before anything is written how many will count, in a dry run too', async () => {
    const world = await makeWorld(await databases.open());
    await opened(world);
    const told: string[] = [];
    const tell = (texts: readonly { readonly code: string }[]): void => {
      told.push(...texts.map(({ code }) => code));
    };
    expect(await given(world, { anna: units }, { dryRun: true, tell })).toMatchObject({
      willCount: 0,
      warnings: [{ code: 'judgments-count' }, { code: 'uncounted-judgments' }],
    });
    expect(told).toEqual(['judgments-count', 'uncounted-judgments']);
    expect(await given(world, { anna: units }, { dryRun: true, round: 'full' })).toMatchObject({
      inserted: 4,
      willCount: 4,
    });
    expect(await given(world, { anna: units })).toMatchObject({ inserted: 4 });
  });
});

describeStores('further judgments that a file brings into a round', (databases) => {
  it('find their places in whatever order the rows come, and are marked', async () => {
    const world = await makeWorld(await databases.open());
    const { run, first } = await openedFurther(world, 2);
    const [[one, two], [three, four]] = [first.get('u1')!, first.get('u2')!] as [
      readonly [string, string],
      readonly [string, string],
    ];
    const third = ['anna', 'ben', 'cora', 'dan'].find((name) => name !== one && name !== two)!;
    const rows = [
      ['u1', third],
      ['u1', one],
      ['u1', two, true],
      ['u2', three],
      ['u2', four],
    ] as const;
    expect(await givenRows(world, rows)).toMatchObject({ inserted: 5 });
    expect(await marksOn(world, 'u1')).toEqual({
      [one]: undefined,
      [two]: undefined,
      [third]: 'disagreement',
    });
    expect(await settled(world)).toBe(2);
    expect(await givenRows(world, rows)).toMatchObject({ inserted: 0, unchanged: 5 });
    expect(await closeRound(world.lead, { run })).toMatchObject({ judged: 5, wanted: 5 });
  });

  it('are refused where the first two agree, and a fourth everywhere', async () => {
    const world = await makeWorld(await databases.open());
    const { first } = await openedFurther(world, 1);
    const [one, two] = first.get('u1')! as [string, string];
    const [third, fourth] = ['anna', 'ben', 'cora', 'dan'].filter(
      (name) => name !== one && name !== two,
    ) as [string, string];
    const noPlace = {
      faults: [{ code: 'not-for-round', values: { why: { code: 'no-slot-left' } } }],
    };
    await expect(
      givenRows(world, [
        ['u1', one],
        ['u1', two],
        ['u1', third],
      ]),
    ).rejects.toMatchObject(noPlace);
    await givenRows(world, [
      ['u1', one],
      ['u1', two, true],
      ['u1', third],
    ]);
    await expect(givenRows(world, [['u1', fourth]])).rejects.toMatchObject(noPlace);
  });

  it('take the place that somebody else was given and has not begun, and no other', async () => {
    const world = await makeWorld(await databases.open());
    const { run, first, people } = await openedFurther(world, 2);
    const whose = async (unit: string) => {
      const slots = await world.store.read((db) => slotRows(db, run));
      return slots.find((slot) => slot.unit === unit && slot.further !== null)!.annotator!;
    };
    for (const unit of ['u1', 'u2']) {
      const [one, two] = first.get(unit)! as [string, string];
      await givenRows(world, [[unit, one]]);
      await givenRows(world, [[unit, two, true]]);
    }
    const otherOn = async (unit: string) => {
      const chosen = await whose(unit);
      return [...people.keys()].find((name) => ![...first.get(unit)!, chosen].includes(name))!;
    };
    const other = await otherOn('u1');
    await givenRows(world, [['u1', other]]);
    expect(await whose('u1')).toBe(other);
    expect(await marksOn(world, 'u1')).toMatchObject({ [other]: 'disagreement' });
    const begun = await whose('u2');
    const draft = { run, unit: 'u2', answers: truthOf('u2'), revision: 1 };
    await saveDraft(people.get(begun)!, draft);
    await expect(givenRows(world, [['u2', await otherOn('u2')]])).rejects.toMatchObject({
      faults: [{ code: 'project-changed' }],
    });
    await judgeAll(people.get(begun)!, run, truthOf);
    expect(await whose('u2')).toBe(begun);
    expect(await settled(world)).toBe(2);
  });

  it('are asked for by many rows at once, piece by piece, as by few', async () => {
    const world = await makeWorld(await databases.open());
    const { run, first, people } = await openedFurther(world, 300, 'open');
    expect(first.size).toBe(300);
    const all = [...first.keys()];
    const isDisputed = (unit: string): boolean => Number(unit.slice(1)) % 4 === 0;
    // More than 600 judgments are stored in pieces.
    await givenRows(world, [
      ...all.map((unit) => [unit, 'anna'] as const),
      ...all.map((unit) => [unit, 'ben', isDisputed(unit)] as const),
      ...all.slice(0, 30).flatMap((unit) => (isDisputed(unit) ? [[unit, 'cora'] as const] : [])),
    ]);
    const slots = await world.store.read((db) => slotRows(db, run));
    const late = slots.filter((slot) => slot.further !== null);
    expect(late.map((slot) => slot.unit).toSorted()).toEqual(all.filter(isDisputed).toSorted());
    const judged = await judgeAll(people.get('cora')!, run, truthOf);
    expect(judged.length).toBe(75 - late.filter((slot) => slot.judgedAt !== null).length);
    expect(await settled(world)).toBe(300);
  });
});
