import { describe, expect, it } from 'vitest';
import { imported, judgment } from '../../../test/imported-files.ts';
import { testDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { jsonLines } from '../../../test/run-assay.ts';
import { insertUnits } from '../../store/units/units.ts';
import { openRound } from '../rounds/open-round.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { saveJudgment } from '../judging/save-judgment.ts';
import { monitorChecklists } from './monitor-checklists.ts';
import { monitorLabels } from './monitor-labels.ts';

const databases = testDatabases('sqlite');
const rounds = '  full: { units: 4, annotators: 1 }';

async function settledWorld(
  source: (text: string) => string = (text) => text,
  before: readonly object[] = [],
) {
  const world = await makeWorld(await databases.open());
  const content = protocolContent({ rounds });
  await makeProject(world, { ...content, source: source(content.source) }, 4);
  const anna = await world.person('anna');
  if (before.length > 0) await imported(world, jsonLines(before), { kind: 'judgments' });
  const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
  await judgeAll(anna, run.id, truthOf);
  return world;
}

describe('the truth against weak labels', () => {
  it('compares with what the keywords find, and with new units as they are settled', async () => {
    const world = await settledWorld();
    const { weak, settled } = await monitorLabels(world.lead, { project });
    expect([weak!.rule, weak!.units, settled]).toEqual(['keywords', 4, 4]);
    // u1 and u3 say alpha, which is right about A; u2 and u4 say beta, but B holds on u3 alone.
    expect(weak!.labels.map(({ question, missed, extra }) => [question, missed, extra])).toEqual([
      ['A', 0, 0],
      ['B', 1, 2],
      ['C', 0, 0],
    ]);
    const more = [{ id: 'u5', subject: null, fields: { id: 'u5', document: 'd', text: 'gamma' } }];
    await world.store.write((tx) =>
      insertUnits(tx, { project, task: 'topics' }, more, '2026-03-02T08:00:00.000Z'),
    );
    expect((await monitorLabels(world.lead, { project })).weak!.units).toBe(4);
  });

  it('takes what the rule itself judged before what its keywords find', async () => {
    const world = await settledWorld(
      (text) => text,
      [judgment('u1', 'keywords', ['B']), judgment('u3', 'keywords', [])],
    );
    // On u1 the rule said B, and on u3 nothing; of the others its keywords are read.
    const { weak } = await monitorLabels(world.lead, { project });
    expect(weak!.units).toBe(4);
    expect(weak!.labels.map(({ question, missed, extra }) => [question, missed, extra])).toEqual([
      ['A', 2, 0],
      ['B', 1, 3],
      ['C', 0, 0],
    ]);
  });

  it('is none where the panel has no rule with keywords', async () => {
    const world = await settledWorld((text) =>
      text.replace('  keywords: { kind: rule, file: rules.yaml }\n', ''),
    );
    expect((await monitorLabels(world.lead, { project })).weak).toBe(null);
  });
});

describe('the speed of a week', () => {
  const speedOf = async (source: (text: string) => string) => {
    const world = await makeWorld(await databases.open());
    const content = protocolContent({ rounds: '  full: { units: 6, annotators: 1 }' });
    await makeProject(world, { ...content, source: source(content.source) }, 6);
    const anna = await world.person('anna');
    const run = (await openRound(world.lead, { project, round: 'full', seed: 1 })).run.id;
    for (const { unit } of (await nextUnits(anna, { run, count: 6 })).units)
      await saveJudgment(anna, {
        run,
        unit,
        answers: truthOf(unit),
        seconds: 300,
        idempotencyKey: unit,
      });
    return (await monitorChecklists(world.lead, { project })).weekly[1]!.sentence.code;
  };

  it('is inside its limits, or there are none', async () => {
    // Five minutes a unit are 12 an hour, between 3 and 15.
    expect(await speedOf((text) => text)).toBe('speeds-inside');
    const unlimited = await speedOf((text) => text.replace('per_hour: [3, 15], ', ''));
    expect(unlimited).toBe('speeds-unlimited');
  });
});
