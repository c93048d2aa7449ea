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
} from '../../../test/work-world.ts';
import type { WorkContext } from '../work-context.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { hearingOf, lookForProgress, mayFollow, tellOwnProgress } from './follow-progress.ts';
import type { ProgressMark } from './follow-progress.ts';

describeStores('who follows a project', (databases) => {
  it('hears of rounds and saves once each, from when they began to follow', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 4, annotators: 2 }' }), 4);
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    let mark: ProgressMark | null = null;
    const heard = async () => {
      const { mark: next, events } = await lookForProgress(world.lead, project, mark);
      mark = next;
      return events;
    };
    expect(await heard()).toEqual([]);
    const asked = { project, round: 'full', seed: 1, annotators: ['anna', 'ben'] };
    const run = (await openRound(world.lead, asked)).run.id;
    const round = { kind: 'round', run, round: 'full', attempt: 1 };
    expect(await heard()).toEqual([{ ...round, state: 'opened' }]);
    expect(await heard()).toEqual([]);
    await judgeNext(anna, run, truthOf);
    expect(await heard()).toEqual([{ kind: 'progress', run, judged: 1, wanted: 8, by: ['anna'] }]);
    await judgeAll(anna, run, truthOf);
    await judgeNext(ben, run, truthOf);
    expect(await heard()).toEqual([
      { kind: 'progress', run, judged: 5, wanted: 8, by: ['anna', 'ben'] },
    ]);
    expect(await tellOwnProgress(world.lead, run, 'anna')).toEqual({ run, judged: 4, wanted: 4 });
    expect(await tellOwnProgress(world.lead, run, 'ben')).toEqual({ run, judged: 1, wanted: 4 });
    await judgeAll(ben, run, truthOf);
    await closeRound(world.lead, { run });
    expect(await heard()).toMatchObject([{ ...round, state: 'closed' }, { judged: 8 }]);
    expect(await heard()).toEqual([]);
  });

  it('hears of everybody when overseeing, else of themselves, and nothing outside', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: all }' }), 2);
    const [anna, rex] = [await world.person('anna'), await world.person('rex', 'reviewer')];
    const stranger = await world.person('sam', 'annotator', 'elsewhere');
    const hears = (who: WorkContext) => hearingOf(world.lead, who.actor, project);
    expect(await Promise.all([world.lead, rex, anna, stranger].map(hears))).toEqual([
      'everybody',
      'everybody',
      'own',
      null,
    ]);
    await mayFollow(anna, project);
    await expect(mayFollow(stranger, project)).rejects.toMatchObject({ faults: [{}] });
    for (const name of ['*', 'nosuch'])
      await expect(mayFollow(world.lead, name)).rejects.toMatchObject({
        faults: [{ code: 'not-found' }],
      });
  });
});
