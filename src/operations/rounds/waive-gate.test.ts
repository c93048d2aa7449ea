import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { openRound } from './open-round.ts';
import { waiveGate } from './waive-gate.ts';

describeStores('a gate', (databases) => {
  it('cannot be waived before its round is closed, nor without a reason', async () => {
    const world = await makeWorld(await databases.open());
    const gate = 'percent_agreement >= 1 overall';
    const rounds = `  full: { units: 4, annotators: 2, gate: ["${gate}"] }`;
    await makeProject(world, protocolContent({ rounds }), 4);
    for (const login of ['anna', 'ben']) await world.person(login);
    const { run } = await openRound(world.lead, {
      project,
      round: 'full',
      seed: 1,
      handOut: 'balanced',
    });
    await expect(
      waiveGate(world.lead, { run: run.id, gate, reason: 'We are in a hurry.' }),
    ).rejects.toMatchObject({ faults: [{ code: 'gate-undecided' }] });
    await expect(waiveGate(world.lead, { run: run.id, gate, reason: ' ' })).rejects.toMatchObject({
      faults: [{ code: 'reason-required' }],
    });
  });
});
