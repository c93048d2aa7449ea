import { describe, expect, it } from 'vitest';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { testDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import { codedText } from '../../domain/text-values.ts';
import { newProtocolVersion } from '../protocol/new-protocol-version.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { isBlind, openWork, refuseWhileBlind } from './blindness.ts';
import { myWork } from './my-work.ts';
import { nextUnits } from './next-unit.ts';

const gate = 'cohen_kappa >= 0.7 against key';
const rounds = `  training: { units: 3, key: key.jsonl, gate: ["${gate}"] }
  full: { units: 4, annotators: 1, assisted: { by: keywords, control: 0.5 } }`;
const place = { project, seed: 2 };

describe('the work of somebody', () => {
  const made = lastingWorld(async (world) => {
    await makeProject(world, protocolContent({ rounds, key: trainingKey(3) }), 12);
    const [anna, ben, cora] = [
      await world.person('anna'),
      await world.person('ben'),
      await world.person('cora'),
    ];
    const training = (
      await openRound(world.lead, { ...place, round: 'training', annotators: ['anna', 'ben'] })
    ).run.id;
    await judgeAll(anna, training, truthOf);
    await judgeAll(ben, training, wrongOf);
    await closeRound(world.lead, { run: training });
    world.pass(10);
    const full = (await openRound(world.lead, { ...place, round: 'full' })).run.id;
    await judgeNext(anna, full, truthOf);
    return { anna, ben, cora, training, full };
  });

  it('lists their runs, the open ones first, with how far they are', async () => {
    const { anna, training, full } = made();
    const { projects, runs } = await myWork(anna);
    expect(
      runs.map(({ run, kind, remaining, changes }) => [run, kind, remaining, changes]),
    ).toEqual([
      [full, 'full', 3, null],
      [training, 'training', 0, null],
    ]);
    expect(runs[0]).toMatchObject({
      id: full,
      round: 'full',
      assistedBy: 'keywords',
      taskTitle: expect.anything(),
      progress: { held: 4, judged: 1 },
      closedAt: null,
    });
    expect(runs[1]).toMatchObject({ assistedBy: null, progress: { held: 3, judged: 3 } });
    expect(projects).toMatchObject([
      {
        project,
        changes: null,
        admissions: [{ task: 'topics', annotator: 'anna', status: 'admitted', admitted: true }],
      },
    ]);
  });

  it('is none where they take no part, and tells what their training came to', async () => {
    const { ben, cora, training } = made();
    const work = await myWork(ben);
    expect(work.runs.map(({ run }) => run)).toEqual([training]);
    expect(work.projects[0]!.admissions).toMatchObject([{ status: 'failed', admitted: false }]);
    expect(await myWork(cora)).toMatchObject({ runs: [], projects: [{ admissions: [] }] });
  });

  it('is refused with the reason: not trained, not passed, or not in the round', async () => {
    const { world, ben, cora, full, training } = made();
    expect(await refusal(nextUnits(ben, { run: full }))).toEqual([
      ['not-admitted', { reasons: [expect.objectContaining({ code: 'training-to-study' })] }],
    ]);
    expect(await refusal(nextUnits(cora, { run: full }))).toEqual([
      ['not-admitted', { reasons: [codedText('training-not-started', { annotator: 'cora' })] }],
    ]);
    expect(await refusal(nextUnits(world.lead, { run: training }))).toEqual([
      ['round-closed', { round: 'training' }],
    ]);
  });

  it('makes them blind in open runs alone, and not on the command line', async () => {
    const { world, anna, ben, full } = made();
    expect((await openWork(anna, { project })).map(({ id }) => id)).toEqual([full]);
    expect(await openWork(anna, { project, task: 'other' })).toEqual([]);
    expect(await openWork(anna, { project: 'elsewhere' })).toEqual([]);
    const shell = { ...anna, actor: { ...anna.actor, via: 'cli' as const } };
    expect([await isBlind(anna, { project }), await isBlind(ben, { project })]).toEqual([
      true,
      false,
    ]);
    expect(await isBlind(shell, { project })).toBe(false);
    // An account without a password is as blind as whoever made its link.
    const guest = { ...world.lead, actor: { ...world.lead.actor, guestOf: ['anna'] } };
    expect([await isBlind(world.lead, { project }), await isBlind(guest, { project })]).toEqual([
      false,
      true,
    ]);
    expect(await refusal(refuseWhileBlind(anna, { project, task: 'topics' }))).toEqual([
      ['takes-part', { round: 'full', attempt: 1 }],
    ]);
    expect(await refusal(refuseWhileBlind(ben, { project }))).toEqual([]);
  });
});

describe('what changed since somebody judged', () => {
  const databases = testDatabases('sqlite');

  it('is told in the project and in the open run, until they judge under it', async () => {
    const world = await makeWorld(await databases.open());
    const more =
      '  full: { units: 2, annotators: 1 }\n  more: { kind: full, units: 2, annotators: 1 }';
    await makeProject(world, protocolContent({ rounds: more }), 6);
    const anna = await world.person('anna');
    const first = (await openRound(world.lead, { ...place, round: 'full' })).run.id;
    expect((await myWork(anna)).projects[0]!.changes).toBe(null);
    await judgeAll(anna, first, truthOf);
    await closeRound(world.lead, { run: first });
    const content = protocolContent({ rounds: more, guideline: '2.0', definition: 'Another.' });
    await newProtocolVersion(world.lead, { project, content, reason: 'Clearer.' });
    world.pass(1);
    expect((await myWork(anna)).projects[0]!.changes).not.toBe(null);
    const second = (await openRound(world.lead, { ...place, round: 'more' })).run.id;
    const work = await myWork(anna);
    expect(work.runs.map(({ run, changes }) => [run, changes === null])).toEqual([
      [second, false],
      [first, true],
    ]);
    world.pass(1);
    await judgeNext(anna, second, truthOf);
    const after = await myWork(anna);
    expect([after.projects[0]!.changes, after.runs[0]!.changes]).toEqual([null, null]);
  });
});
