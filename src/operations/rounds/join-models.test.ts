import { describe, expect, it } from 'vitest';
import { lastingWorld, latestAudit } from '../../../test/lasting-world.ts';
import { loads, slotsOf } from '../../../test/people-rounds.ts';
import { refusal } from '../../../test/refusals.ts';
import { makeProject, project, protocolContent } from '../../../test/work-world.ts';
import { findRun } from '../../store/rounds/rounds.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { closeRound } from './close-round.ts';
import { joinModels } from './join-models.ts';
import { openRound } from './open-round.ts';

const rounds = '  full: { units: 3, annotators: 1 }';
const before = '  people: { kind: human }\n  mini: { kind: model, runs: 2, provider: openai }';
const after = `${before}\n  nano: { kind: model, runs: 2, provider: openai }`;

describe('models that a later version puts on the panel', () => {
  const made = lastingWorld(async (world) => {
    await makeProject(world, protocolContent({ rounds, panel: before }), 3);
    const anna = await world.person('anna');
    const open = { project, round: 'full', seed: 3, annotators: ['anna', 'mini#1'] };
    const { run } = await openRound(world.lead, open);
    const early = await joinModels(world.lead, run.id, ['mini#2', 'nano#1']);
    const content = protocolContent({ rounds, panel: after });
    await newProtocolVersion(world.lead, { project, content, reason: 'One model more.' });
    return { anna, run: run.id, early };
  });

  it('join an open run: asked ones alone, each with a place on every unit', async () => {
    const { world, anna, run, early } = made();
    const nobody = { round: 'full', joined: [] };
    expect(early).toEqual(nobody);
    expect((await refusal(joinModels(anna, run, ['nano#1'])))[0]![0]).toBe('role-needed');
    // Those of before who are not in the run stay out of it.
    expect(await joinModels(world.lead, run, ['mini#1', 'mini#2', 'other#1'])).toEqual(nobody);
    const perUnit = async () => (await world.store.read((db) => findRun(db, run)))!.perUnit;
    expect(await perUnit()).toBe(2);
    expect(await joinModels(world.lead, run, ['nano#1'])).toEqual({
      round: 'full',
      joined: ['nano#1'],
    });
    expect(await perUnit()).toBe(3);
    expect(loads(await slotsOf(world, run))).toEqual({ anna: 3, 'mini#1': 3, 'nano#1': 3 });
    expect(await latestAudit(world, 1)).toEqual([
      {
        at: '2026-03-02T08:00:00.000Z',
        actor: 'lena',
        action: 'annotator-add',
        object: `run/${run}`,
        detail: { annotator: 'nano#1', moved: 0 },
      },
    ]);
    // Joining again changes nothing for one who is in.
    expect(await joinModels(world.lead, run, ['nano#1'])).toEqual(nobody);
    expect(await joinModels(world.lead, run, ['nano#1', 'nano#2'])).toEqual({
      round: 'full',
      joined: ['nano#2'],
    });
    expect(await perUnit()).toBe(4);
    expect(await world.store.read((db) => runAnnotators(db, run))).toEqual([
      'anna',
      'mini#1',
      'nano#1',
      'nano#2',
    ]);
    await closeRound(world.lead, { run, incomplete: true });
    expect(await refusal(joinModels(world.lead, run, ['nano#1']))).toEqual([
      ['round-closed', { round: 'full' }],
    ]);
  });
});
