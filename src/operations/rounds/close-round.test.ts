import { describe, expect, it } from 'vitest';
import { latestAudit } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { testDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { codedText } from '../../domain/text-values.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { closeRound } from './close-round.ts';
import { openRound } from './open-round.ts';
import { showRounds } from './round-states.ts';

describe('a round that is closed', () => {
  const databases = testDatabases('sqlite');
  const opened = async (handOut: 'balanced' | 'open') => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 4, annotators: 1 }' }), 4);
    const anna = await world.person('anna');
    const ben = await world.person('ben');
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 2, handOut });
    return { world, anna, ben, run: run.id };
  };

  it('is complete, or its lead says that it is not and who is late', async () => {
    const { world, anna, ben, run } = await opened('balanced');
    await judgeAll(anna, run, truthOf);
    await judgeNext(ben, run, truthOf);
    expect(await refusal(closeRound(world.lead, { run }))).toEqual([
      ['judgments-missing', { round: 'full', missing: 1, wanted: 4, names: ['ben'] }],
    ]);
    expect(await refusal(closeRound(world.lead, { run, incomplete: false }))).toHaveLength(1);
    expect((await refusal(closeRound(anna, { run })))[0]![0]).toBe('role-needed');
    world.pass(5);
    const closedAt = '2026-03-02T08:05:00.000Z';
    const closed = { run, round: 'full', closedAt, closedBy: 'lena', judged: 3, wanted: 4 };
    expect(await closeRound(world.lead, { run, incomplete: true })).toEqual({
      ...closed,
      fresh: true,
      // Of the unit that ben has not judged nothing counts.
      left: 1,
      units: null,
    });
    expect(await latestAudit(world, 1)).toEqual([
      {
        at: closedAt,
        actor: 'lena',
        action: 'round-close',
        object: `run/${run}`,
        detail: { round: 'full', attempt: 1, judged: 3, wanted: 4 },
      },
    ]);
    // Closed once: the first time and name stay, and nothing is recorded again.
    world.pass(5);
    const lea = await world.person('lea', 'lead');
    const before = await latestAudit(world, 1);
    expect(await closeRound(lea, { run })).toMatchObject({ ...closed, fresh: false });
    expect(await latestAudit(world, 1)).toEqual(before);
    const [view] = (await showRounds(world.lead, { project })).rounds[0]!.runs;
    expect(view).toMatchObject({ closedAt, closedBy: 'lena' });
  });

  it('says that nobody has claimed what is missing', async () => {
    const { world, anna, run } = await opened('open');
    await judgeNext(anna, run, truthOf);
    await nextUnits(anna, { run });
    expect(await refusal(closeRound(world.lead, { run }))).toEqual([
      [
        'judgments-missing',
        {
          round: 'full',
          missing: 3,
          wanted: 4,
          names: expect.arrayContaining(['anna', codedText('another-annotator')]),
        },
      ],
    ]);
  });

  it('needs nothing said when all is judged', async () => {
    const { world, anna, ben, run } = await opened('balanced');
    await judgeAll(anna, run, truthOf);
    await judgeAll(ben, run, truthOf);
    expect(await closeRound(world.lead, { run })).toMatchObject({ judged: 4, wanted: 4 });
  });
});
