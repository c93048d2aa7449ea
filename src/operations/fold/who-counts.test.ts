import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { exportFile } from '../exchange/export-file.ts';
import { importFile } from '../exchange/import-file.ts';
import type { ImportResult } from '../exchange/import-file.ts';
import { addMember } from '../people/people.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { waiveGate } from '../rounds/waive-gate.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { rulingQueue } from '../rulings/ruling-queue.ts';
import { showCase } from '../rulings/show-case.ts';
import { liveFold } from './live-fold.ts';

async function judged(
  world: WorkWorld,
  by: Readonly<Record<string, readonly string[]>>,
  answers = truthOf,
): Promise<ImportResult> {
  const rows = Object.entries(by).flatMap(([annotator, units]) =>
    units.map((unit) => ({
      unit,
      task: 'topics',
      annotator,
      answers: answers(unit),
      guideline: '1.0',
    })),
  );
  const path = join(temporaryFolder(), 'judgments.jsonl');
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return await importFile(world.lead, {
    project,
    path,
    name: 'judgments.jsonl',
    kind: 'judgments',
  });
}

/** What the truth export says of each unit. */
async function truths(world: WorkWorld): Promise<Readonly<Record<string, unknown>>> {
  const { pieces } = await exportFile(world.lead, { project, kind: 'truth', format: 'jsonl' });
  let text = '';
  for await (const piece of pieces) text += String(piece);
  const rows = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(rows.map((row) => [row['unit'], row['why'] ?? row['from']]));
}

async function standings(world: WorkWorld): Promise<Readonly<Record<string, string>>> {
  const { fold } = await liveFold(world.store, { project });
  return Object.fromEntries(
    Array.from({ length: fold.units.size }, (_, unit) => [
      fold.units.at(unit),
      fold.standings.state(unit),
    ]),
  );
}

describeStores('who counts', (databases) => {
  it('a unit waits for every run of a model, by name, in every reader', async () => {
    const world = await makeWorld(await databases.open());
    const panel = '  nano: { kind: model, runs: 3 }';
    await makeProject(world, protocolContent({ rounds: '  {}', panel }), 2);
    await judged(world, { 'nano#1': ['u1'] });
    const others = { u2: ['waits for nano#1, nano#2 and nano#3'] };
    expect(await truths(world)).toEqual({ u1: ['waits for nano#2 and nano#3'], ...others });
    await judged(world, { 'nano#2': ['u1'], 'nano#3': ['u1'] });
    expect(await truths(world)).toEqual({ u1: 'consensus', ...others });
    expect(await standings(world)).toEqual({ u1: 'settled' });
  });

  it('a unit waits for who holds a slot in an open round, whoever else was imported', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { annotators: 2 }' }), 1);
    const anna = await world.person('anna');
    await world.person('ben');
    await world.person('cora');
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      seed: 1,
      annotators: ['anna', 'ben'],
    });
    await judgeAll(anna, run.id, truthOf);
    await judged(world, { cora: ['u1'] });
    expect(await truths(world)).toEqual({ u1: ['waits for ben'] });
    expect(await standings(world)).toEqual({ u1: 'awaiting' });
  });

  it('names that are not on the panel are told before, kept, and never make truth', async () => {
    const world = await makeWorld(await databases.open());
    const panel = '  people: { names: [anna, ben] }';
    await makeProject(world, protocolContent({ rounds: '  {}', panel }), 3);
    const result = await judged(world, { keyword_baseline: ['u1', 'u2', 'u3'] });
    expect(result).toMatchObject({
      inserted: 3,
      warnings: [
        { code: 'judgments-count', values: { count: 0, total: 3 } },
        {
          code: 'uncounted-judgments',
          values: {
            annotator: 'keyword_baseline',
            count: 3,
            why: { code: 'uncounted-not-on-panel' },
          },
        },
      ],
    });
    expect(Object.values(await truths(world))).toEqual(
      Array.from({ length: 3 }, () => ['1 judgment does not count: not on the panel']),
    );
    // On the other side of a disagreement they weigh nothing.
    await judged(world, { anna: ['u1'] }, wrongOf);
    const { fold } = await liveFold(world.store, { project });
    expect(fold.standings.standing(fold.units.find('u1'))).toMatchObject({
      state: 'settled',
      answers: wrongOf('u1'),
    });
  });

  it('a person whom the panel does not name gets no units', async () => {
    const world = await makeWorld(await databases.open());
    const panel = '  people: { names: [anna, ben] }';
    await makeProject(world, protocolContent({ rounds: '  full: { annotators: 1 }', panel }), 3);
    await world.person('anna');
    await world.person('zoe');
    const opening = { project, round: 'full', seed: 1 };
    await expect(openRound(world.lead, { ...opening, annotators: ['zoe'] })).rejects.toMatchObject({
      faults: [{ code: 'wrong-value' }],
    });
    const { run } = await openRound(world.lead, opening);
    const { fold } = await liveFold(world.store, { project, run: run.id });
    expect(fold.units.size).toBe(0);
  });

  it('a pilot whose gate failed is no truth until it is waived', async () => {
    const world = await makeWorld(await databases.open());
    const gate = 'percent_agreement >= 0.90 overall';
    await makeProject(
      world,
      protocolContent({ rounds: `  pilot: { annotators: 2, gate: ["${gate}"] }` }),
      4,
    );
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const { run } = await openRound(world.lead, { project, round: 'pilot', seed: 1 });
    await judgeAll(anna, run.id, truthOf);
    await judgeAll(ben, run.id, (unit) => (unit === 'u1' ? wrongOf(unit) : truthOf(unit)));
    const open = ['2 judgments do not count: round pilot has not passed yet'];
    const ties = ['A', 'B', 'C'].map((question) => `${question} is tied between 0 and 1`);
    const untold = ['round pilot has not passed yet, so its judgments do not count', ...ties];
    expect(await truths(world)).toEqual({ u1: untold, u2: open, u3: open, u4: open });
    await closeRound(world.lead, { run: run.id });
    const failed = ['2 judgments do not count: round pilot missed its gate'];
    const disputed = ['round pilot missed its gate, so its judgments do not count', ...ties];
    expect(await truths(world)).toEqual({ u1: disputed, u2: failed, u3: failed, u4: failed });
    // What people disagree on is discussed all the same, and ruled on.
    const queue = await rulingQueue(world.lead, { project });
    expect(queue.items).toMatchObject([
      {
        unit: 'u1',
        judgments: 2,
        complete: true,
        reasons: [
          { kind: 'round', round: 'pilot', why: 'round-failed' },
          { kind: 'tied', question: 'A' },
          { kind: 'tied', question: 'B' },
          { kind: 'tied', question: 'C' },
        ],
      },
    ]);
    const shown = await showCase(world.lead, { project, unit: 'u1' });
    expect(shown).toMatchObject({
      state: 'open',
      anyCounts: false,
      voices: [
        {
          counts: false,
          uncounted: { code: 'uncounted-round-failed', values: { round: 'pilot' } },
        },
        {
          counts: false,
          uncounted: { code: 'uncounted-round-failed', values: { round: 'pilot' } },
        },
      ],
    });
    expect(shown.questions[0]).toMatchObject({ consensus: { answer: null, tied: [0, 1] } });
    await waiveGate(world.lead, { run: run.id, gate, reason: 'The guideline is clear now.' });
    const after = await truths(world);
    expect([after['u2'], after['u3'], after['u4']]).toEqual([
      'consensus',
      'consensus',
      'consensus',
    ]);
    expect((await rulingQueue(world.lead, { project })).total).toBe(1);
  });

  it('a ruling on what a failed pilot leaves open stands above all judgments', async () => {
    const world = await makeWorld(await databases.open());
    const gate = 'percent_agreement >= 0.90 overall';
    await makeProject(
      world,
      protocolContent({ rounds: `  pilot: { annotators: 2, gate: ["${gate}"] }` }),
      2,
    );
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const { run } = await openRound(world.lead, { project, round: 'pilot', seed: 1 });
    await judgeAll(anna, run.id, truthOf);
    await judgeAll(ben, run.id, wrongOf);
    await closeRound(world.lead, { run: run.id });
    const ruling = { project, reason: 'It is A.', seen: null };
    await makeRuling(world.lead, {
      ...ruling,
      unit: 'u1',
      answers: { A: 1, B: 0, C: 0 },
      idempotencyKey: 'one',
    });
    // One that answers a question only is not filled up with votes that do not count.
    const partial = await makeRuling(world.lead, {
      ...ruling,
      unit: 'u2',
      answers: { A: 1 },
      idempotencyKey: 'two',
    });
    expect(partial.stillOpen).toEqual(['B', 'C']);
    expect(await standings(world)).toEqual({ u1: 'ruled', u2: 'open' });
    const { items } = await rulingQueue(world.lead, { project });
    expect(items.map((item) => item.unit)).toEqual(['u2']);
  });

  it('a pilot still counts as one when a later version leaves its round out', async () => {
    const world = await makeWorld(await databases.open());
    const gate = 'percent_agreement >= 0.90 overall';
    const rounds = `  pilot: { annotators: 2, gate: ["${gate}"] }\n  full: { annotators: 2 }`;
    await makeProject(world, protocolContent({ rounds }), 2);
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const { run } = await openRound(world.lead, { project, round: 'pilot', seed: 1 });
    await judgeAll(anna, run.id, truthOf);
    await judgeAll(ben, run.id, (unit) => (unit === 'u1' ? wrongOf(unit) : truthOf(unit)));
    await closeRound(world.lead, { run: run.id });
    await newProtocolVersion(world.lead, {
      project,
      content: protocolContent({ rounds: '  full: { annotators: 2 }' }),
      reason: 'The pilot has done its work.',
    });
    expect(await standings(world)).toEqual({ u1: 'open', u2: 'uncounted' });
  });

  it('an import outside a round counts nowhere when the task has rounds, and says so', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { annotators: 2 }' }), 2);
    await world.person('anna');
    const { warnings } = await judged(world, { anna: ['u1', 'u2'] });
    expect(warnings).toMatchObject([
      { code: 'judgments-count', values: { count: 0, total: 2 } },
      { code: 'uncounted-judgments', values: { why: { code: 'uncounted-outside-rounds' } } },
    ]);
    const why = ['1 judgment does not count: imported outside a round'];
    expect(await truths(world)).toEqual({ u1: why, u2: why });
    expect((await rulingQueue(world.lead, { project })).total).toBe(0);
  });

  it('a partial ruling on a unit that nobody judged is in the queue and in the export', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { annotators: 2 }' }), 2);
    const given = { project, unit: 'u1', reason: 'It is A.', seen: null, idempotencyKey: 'k' };
    await makeRuling(world.lead, { ...given, answers: { A: 1 } });
    expect(Object.keys(await truths(world))).toEqual(['u1']);
    expect(await standings(world)).toEqual({ u1: 'open' });
    const { items } = await rulingQueue(world.lead, { project });
    expect(items.map((item) => item.unit)).toEqual(['u1']);
  });

  it('who was not admitted by the training does not count in the rounds after it', async () => {
    const world = await makeWorld(await databases.open());
    const rounds =
      '  training: { units: 3, annotators: all, key: key.jsonl, gate: ' +
      '["percent_agreement >= 0.50 against key"] }\n' +
      '  full: { annotators: 1 }';
    await makeProject(world, protocolContent({ rounds, key: trainingKey(6) }), 8);
    const anna = await world.person('anna');
    const training = { project, round: 'training', seed: 1 };
    const first = await openRound(world.lead, training);
    await judgeAll(anna, first.run.id, truthOf);
    await closeRound(world.lead, { run: first.run.id });
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
    await judgeAll(anna, run.id, truthOf);
    const settled = async (): Promise<readonly string[]> => [
      ...new Set(Object.values(await standings(world))),
    ];
    expect(await settled()).toEqual(['settled', 'undrawn']);
    // Training again, she misses the gate.
    const again = await openRound(world.lead, { ...training, seed: 2, annotators: ['anna'] });
    await judgeAll(anna, again.run.id, wrongOf);
    expect(await settled()).toEqual(['uncounted', 'undrawn']);
    const { fold } = await liveFold(world.store, { project });
    expect(fold.standings.counted.on(0)).toEqual([
      { annotator: 'anna', weight: 1, uncounted: { why: 'not-admitted', round: 'full' } },
    ]);
  });

  it('the name of a rule or of a model cannot be taken by a person', async () => {
    const world = await makeWorld(await databases.open());
    const panel = '  people: {}\n  nano: { kind: model, runs: 2 }';
    await makeProject(world, protocolContent({ rounds: '  {}', panel }), 1);
    for (const login of ['keywords', 'nano']) {
      await world.person(login, 'annotator', 'elsewhere');
      await expect(
        addMember(world.lead, { project, login, role: 'annotator' }),
      ).rejects.toMatchObject({ faults: [{ code: 'panel-name', values: { login, project } }] });
    }
  });
});
