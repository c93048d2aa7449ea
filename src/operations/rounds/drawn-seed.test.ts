import { expect, it } from 'vitest';
import { judgmentBy } from '../../../test/build-judgment.ts';
import { describeStores } from '../../../test/stores.ts';
import {
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { importRun } from './import-run.ts';
import { monitorChecklists } from '../monitoring/monitor-checklists.ts';
import { openRound } from './open-round.ts';
import { showRounds } from './round-states.ts';

const shownSeed = async (world: WorkWorld): Promise<number | null> =>
  (await showRounds(world.lead, { project })).rounds[0]!.runs[0]!.seed;
const sampling = async (world: WorkWorld) =>
  (await monitorChecklists(world.lead, { project })).before.find((item) => item.id === 'sampling')!;

describeStores('the seed of a run', (databases) => {
  async function begin(): Promise<WorkWorld> {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 4, annotators: 1 }' }), 8);
    await world.person('anna');
    return world;
  }

  it('is shown as it was given, and 0 is one', async () => {
    const world = await begin();
    await openRound(world.lead, { project, round: 'full', seed: 0 });
    expect(await shownSeed(world)).toBe(0);
    expect(await sampling(world)).toMatchObject({
      sentence: { values: { drawn: { code: 'drawn-with', values: { seed: 0 } } } },
      numbers: { seed: 0 },
    });
  });

  it('is nothing where the units were taken over, and the checklist does not say that they were drawn', async () => {
    const world = await begin();
    const work = ['u1', 'u2'].map((unit) => ({
      judgment: judgmentBy('anna', truthOf(unit), { unit, task: 'topics' }),
      at: null,
      seconds: null,
    }));
    await importRun(world.lead, {
      project,
      round: 'full',
      work,
      openedAt: '2026-03-02T08:00:00.000Z',
      closedAt: null,
      from: 'a file',
    });
    expect(await shownSeed(world)).toBe(null);
    expect(await sampling(world)).toMatchObject({
      status: 'done',
      sentence: { values: { drawn: { code: 'taken-over' } } },
      numbers: { seed: null },
    });
  });
});
