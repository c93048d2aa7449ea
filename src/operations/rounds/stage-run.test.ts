import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { afterParts } from '../../store/rounds/own-order.ts';
import { openRound } from './open-round.ts';
import { isSmall } from './stage-run.ts';

describeStores('the own order of a run', (databases) => {
  it('is stored to its end, also where its last part is short', async () => {
    const world = await makeWorld(await databases.open(), false);
    // 500 are dealt when the run opens, the rest when somebody gets there.
    const rounds = '  full: { units: all, annotators: 1 }';
    await makeProject(world, protocolContent({ rounds }), 503);
    await world.person('anna');
    const opened = { project, round: 'full', seed: 1, handOut: 'balanced' as const };
    const { run } = await openRound(world.lead, opened);
    const place = { run: run.id, annotator: 'anna' };
    expect(await world.store.read((db) => afterParts(db, place))).toBe(503);
  });
});

it('a run of 2,000 rows goes into one write, and none larger', () => {
  expect([isSmall({ rows: 2000 }), isSmall({ rows: 2001 })]).toEqual([true, false]);
});
