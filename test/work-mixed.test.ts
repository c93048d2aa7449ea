import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Answers } from '../src/domain/judging/judgment.ts';
import { importFile } from '../src/operations/exchange/import-file.ts';
import type { ImportResult } from '../src/operations/exchange/import-file.ts';
import { liveFold } from '../src/operations/fold/live-fold.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { addAnnotator } from '../src/operations/rounds/add-annotator.ts';
import { showCase } from '../src/operations/rulings/show-case.ts';
import { inEnglish } from '../src/domain/english.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { projectRounds } from '../src/operations/rounds/project-rounds.ts';
import { removeAnnotator } from '../src/operations/rounds/remove-annotator.ts';
import { slotsOn } from '../src/store/rounds/slots.ts';
import { temporaryFolder } from './run-assay.ts';
import { describeStores } from './stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

const panel = `  people: { kind: human }
  mini: { kind: model, weight: 1, runs: 2, provider: openai }
  nano: { kind: model, weight: 1, runs: 1, provider: openai }`;
const models = ['mini#1', 'mini#2', 'nano#1'];
const gate = 'percent_agreement >= 0.9 overall';
const full = `  full: { units: all, annotators: 2, gate: ["${gate}"] }`;
const units = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6'];

async function prepared(world: WorkWorld, rounds = full) {
  await makeProject(world, protocolContent({ rounds, panel, key: trainingKey(4) }), 6);
  const people = [await world.person('anna'), await world.person('ben')];
  return { people, cora: await world.person('cora') };
}

async function imported(
  world: WorkWorld,
  by: readonly string[],
  answer: (unit: string) => Answers,
  judged = units,
): Promise<ImportResult> {
  const rows = by.flatMap((annotator) =>
    judged.map((unit) => ({
      unit,
      task: 'topics',
      annotator,
      guideline: '1.0',
      answers: answer(unit),
    })),
  );
  const path = join(temporaryFolder(), 'judgments.jsonl');
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const file = { project, path, name: 'judgments.jsonl', kind: 'judgments' } as const;
  return await importFile(world.lead, { ...file, round: 'full' });
}

/** Who has a place on each unit; an empty name is a free place. */
async function placesOf(world: WorkWorld, run: string): Promise<readonly (readonly string[])[]> {
  const slots = await world.store.read((db) => slotsOn(db, run, units));
  return units.map((unit) =>
    slots
      .filter((slot) => slot.unit === unit)
      .map((slot) => slot.annotator ?? '')
      .toSorted(),
  );
}

async function figures(world: WorkWorld, run: string) {
  const { runs } = await projectRounds(world.store, project);
  return runs.find((one) => one.run.id === run)!.figures;
}

async function standing(world: WorkWorld, unit: string) {
  const { fold } = await liveFold(world.store, { project });
  return fold.standings.standing(fold.units.find(unit));
}

const open = { project, round: 'full', seed: 3 } as const;

describeStores('a round of people and models', (databases) => {
  const made = async (): Promise<WorkWorld> => await makeWorld(await databases.open());

  it('deals its places to people, and gives every unit to every run of a model', async () => {
    const world = await made();
    await prepared(world);
    const { run, annotators } = await openRound(world.lead, open);
    expect(annotators.toSorted()).toEqual(['anna', 'ben', 'cora', ...models]);
    const places = await placesOf(world, run.id);
    expect(places.map((names) => names.filter((name) => models.includes(name)))).toEqual(
      units.map(() => models),
    );
    const people = places.map((names) => names.filter((name) => !models.includes(name)));
    expect(people.map((names) => new Set(names).size)).toEqual(units.map(() => 2));
    const loads = ['anna', 'ben', 'cora'].map((name) =>
      people.flat().filter((one) => one === name),
    );
    expect(loads.map((one) => one.length)).toEqual([4, 4, 4]);
    // Six units with two people and three runs each.
    expect(await figures(world, run.id)).toMatchObject({ wanted: 30, judged: 0 });
  });

  it('awaits people and runs by name, and settles when both have judged', async () => {
    const world = await made();
    const { people } = await prepared(world);
    const { run } = await openRound(world.lead, {
      ...open,
      annotators: ['anna', 'ben', ...models],
    });
    for (const person of people) await judgeAll(person, run.id, truthOf);
    expect(await standing(world, 'u1')).toMatchObject({ state: 'awaiting', missing: models });
    await imported(world, ['mini#1', 'mini#2'], truthOf);
    expect(await standing(world, 'u1')).toMatchObject({ state: 'awaiting', missing: ['nano#1'] });
    await imported(world, ['nano#1'], truthOf);
    expect(await standing(world, 'u1')).toMatchObject({ state: 'settled' });
    expect(await figures(world, run.id)).toMatchObject({ wanted: 30, judged: 30 });
  });

  it.each([
    ['people who agree pass it, whatever the models say', truthOf, wrongOf, 'PASS'],
    ['models that agree do not pass it for people who differ', wrongOf, truthOf, 'FAIL'],
  ])('its gate is about people: %s', async (_, byBen, byModels, status) => {
    const world = await made();
    const { people } = await prepared(world);
    const { run } = await openRound(world.lead, {
      ...open,
      annotators: ['anna', 'ben', ...models],
    });
    await judgeAll(people[0]!, run.id, truthOf);
    await judgeAll(people[1]!, run.id, byBen);
    await imported(world, models, byModels);
    expect((await figures(world, run.id)).checks).toMatchObject([{ gate, status }]);
  });

  it('shows who rules which runs are missing, no person, and nothing of hidden votes', async () => {
    const world = await made();
    const { people } = await prepared(world);
    const sam = await world.person('sam', 'adjudicator');
    await openRound(world.lead, open);
    await imported(world, ['mini#2'], wrongOf, ['u1']);
    const shown = await showCase(sam, { project, unit: 'u1' });
    expect(inEnglish(shown.line)).toBe(
      'No truth yet: waits for mini#1, nano#1 and another annotator',
    );
    expect(shown.questions.map(({ consensus }) => consensus)).toEqual([null, null, null]);
    expect(shown).toMatchObject({ hiddenVotes: 1, voices: [], suggestion: null });
    for (const { actor } of people) expect(JSON.stringify(shown)).not.toContain(actor.login);
  });

  it('its gate is between families where models judge alone', async () => {
    const world = await made();
    await prepared(world, full.replace('annotators: 2, ', ''));
    const { run } = await openRound(world.lead, { ...open, annotators: models });
    await imported(world, ['mini#1', 'mini#2'], truthOf);
    await imported(world, ['nano#1'], wrongOf);
    expect((await figures(world, run.id)).checks).toMatchObject([{ gate, status: 'FAIL' }]);
  });

  it('moves work between people alone when somebody joins or leaves', async () => {
    const world = await made();
    const { people } = await prepared(world);
    const { run } = await openRound(world.lead, {
      ...open,
      annotators: ['anna', 'ben', ...models],
    });
    await imported(world, models, truthOf, ['u1', 'u2']);
    await judgeAll(people[0]!, run.id, truthOf);
    await addAnnotator(world.lead, { run: run.id, annotator: 'cora' });
    const joined = (await placesOf(world, run.id)).flat();
    const held = ['anna', 'ben', 'cora', ...models].map(
      (name) => joined.filter((one) => one === name).length,
    );
    expect(held).toEqual([6, 3, 3, 6, 6, 6]);
    await removeAnnotator(world.lead, { run: run.id, annotator: 'cora' });
    const left = (await placesOf(world, run.id)).flat();
    expect(left.filter((name) => name === 'ben')).toHaveLength(6);
    expect(left.filter((name) => models.includes(name))).toHaveLength(18);
  });

  it('gives a model that is added all units, and takes back what it has not judged', async () => {
    const world = await made();
    await prepared(world);
    const annotators = ['anna', 'ben', 'mini#1'];
    const { run } = await openRound(world.lead, { ...open, annotators });
    await addAnnotator(world.lead, { run: run.id, annotator: 'nano#1' });
    expect(await figures(world, run.id)).toMatchObject({ wanted: 24 });
    await imported(world, ['nano#1'], truthOf, ['u1']);
    await removeAnnotator(world.lead, { run: run.id, annotator: 'nano#1' });
    expect(await figures(world, run.id)).toMatchObject({ wanted: 19, judged: 1 });
    const people = (await placesOf(world, run.id)).flat().filter((name) => !models.includes(name));
    expect(people).toHaveLength(12);
  });

  it('leaves free places to people: a model fills its own alone', async () => {
    const world = await made();
    const { people } = await prepared(world);
    const { run } = await openRound(world.lead, { ...open, handOut: 'open' });
    expect(await placesOf(world, run.id)).toEqual(units.map(() => ['', '', ...models]));
    await imported(world, models, truthOf);
    expect(await placesOf(world, run.id)).toEqual(units.map(() => ['', '', ...models]));
    // A further run has no place here.
    await expect(imported(world, ['mini#3'], truthOf)).rejects.toMatchObject({
      faults: units.map(() => ({ code: 'not-for-round' })),
    });
    await imported(world, ['cora'], truthOf, ['u1']);
    expect((await placesOf(world, run.id))[0]).toEqual(['', 'cora', ...models]);
    for (const person of people)
      expect((await nextUnits(person, { run: run.id })).units.length).toBeGreaterThan(0);
  });

  it('needs its number of people: models take the place of none', async () => {
    const world = await made();
    await prepared(world);
    const named = { ...open, annotators: ['anna', ...models] };
    await expect(openRound(world.lead, named)).rejects.toMatchObject({
      faults: [{ code: 'too-few-people', values: { wanted: 2, people: 1 } }],
    });
  });

  it('trains people: a model that is named is tried, and counts as nobody admitted', async () => {
    const world = await made();
    const key = '["percent_agreement >= 0.5 against key"]';
    const training = `  training: { units: 2, key: key.jsonl, gate: ${key} }`;
    await prepared(world, `${training}\n${full}`);
    const trained = await openRound(world.lead, { project, round: 'training', seed: 1 });
    expect(trained.annotators.toSorted()).toEqual(['anna', 'ben', 'cora']);
    await addAnnotator(world.lead, { run: trained.run.id, annotator: 'mini#1' });
    await addAnnotator(world.lead, { run: trained.run.id, annotator: 'mini#2' });
    const slots = await world.store.read((db) => slotsOn(db, trained.run.id, units));
    const own = [...new Set(slots.map(({ unit }) => unit))];
    const path = join(temporaryFolder(), 'tried.jsonl');
    const rows = own.flatMap((unit) =>
      ['mini#1', 'mini#2'].map((annotator) => {
        const answers = truthOf(unit);
        return JSON.stringify({ unit, task: 'topics', annotator, guideline: '1.0', answers });
      }),
    );
    writeFileSync(path, `${rows.join('\n')}\n`);
    const file = { project, path, name: 'tried.jsonl', kind: 'judgments' } as const;
    await importFile(world.lead, { ...file, round: 'training' });
    const { admissions, states } = await projectRounds(world.store, project);
    expect(admissions.get('topics')?.get('mini#1')).toMatchObject({ status: 'admitted' });
    const blocks = states.find(({ round }) => round === 'full')!.blocks;
    expect(blocks).toContainEqual(
      expect.objectContaining({ kind: 'admission', admitted: 0, needed: 2 }),
    );
  });
});
