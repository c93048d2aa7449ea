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
import { liveFold } from '../fold/live-fold.ts';
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
