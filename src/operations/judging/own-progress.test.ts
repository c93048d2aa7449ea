import { describe, expect, it } from 'vitest';
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
import type { WorkWorld } from '../../../test/work-world.ts';
import { buildAttempt, buildJob } from '../../../test/model-world.ts';
import { insertUnits } from '../../store/units/units.ts';
import { insertAttempts } from '../../store/models/attempts.ts';
import { insertJob, setJobState } from '../../store/models/jobs.ts';
import { createProject } from '../protocol/create-project.ts';
import { addAnnotator } from '../rounds/add-annotator.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import type { WorkContext } from '../work-context.ts';
import { lookForProgress } from './follow-progress.ts';
import { judgedCounts } from './judged-counts.ts';
import { myWork } from './my-work.ts';
import { heldCounts, ownProgress } from './own-progress.ts';

const databases = testDatabases('sqlite');
const seconds = (count: number): number => count / 60;

/** The same person at another server over the same database, which hears nothing of this one. */
function elsewhere(who: WorkContext): WorkContext {
  const { store } = who;
  return {
    ...who,
    store: {
      kind: store.kind,
      address: store.address,
      caches: new Map(),
      writes: store.writes,
      read: (work) => store.read(work),
      snapshot: (work) => store.snapshot(work),
      write: (work, options) => store.write(work, options),
      stream: (query) => store.stream(query),
      close: () => store.close(),
    },
  };
}

async function opened(rounds: string, handOut: 'balanced' | 'open' = 'balanced') {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds }), 6);
  const anna = await world.person('anna');
  const ben = await world.person('ben');
  const open = { project, round: 'full', seed: 1, handOut, annotators: ['anna'] };
  const { run } = await openRound(world.lead, open);
  return { world, anna, ben, run };
}

describe('the progress of somebody', () => {
  it('follows saves here at once, and what other servers do after five seconds', async () => {
    const { world, anna, run } = await opened('  full: { units: 6, annotators: 1 }');
    const progress = async () => {
      const { held, judged } = await ownProgress(anna, run.id, 'anna');
      return [held, judged];
    };
    expect(await progress()).toEqual([6, 0]);
    await judgeNext(anna, run.id, truthOf);
    expect(await progress()).toEqual([6, 1]);
    await judgeNext(elsewhere(anna), run.id, truthOf);
    world.pass(seconds(4));
    expect(await progress()).toEqual([6, 1]);
    world.pass(seconds(1));
    expect(await progress()).toEqual([6, 2]);
    expect(await judgedCounts(anna.store, run.id)).toEqual(new Map([['anna', 2]]));
  });

  it('is none for somebody who is not in the run', async () => {
    const { ben, run } = await opened('  full: { units: 6, annotators: 1 }');
    expect(await ownProgress(ben, run.id, 'ben')).toMatchObject({ held: 0, judged: 0 });
  });
});

describe('how many units everybody holds', () => {
  it('is kept for five seconds in a balanced run, and counted anew in an open one', async () => {
    const balanced = await opened('  full: { units: 6, annotators: 1 }');
    const counts = async (who: WorkContext, run: typeof balanced.run) =>
      Object.fromEntries(await heldCounts(who, run));
    const { world, run, anna } = balanced;
    expect(await counts(anna, run)).toEqual({ anna: 6 });
    await addAnnotator(elsewhere(world.lead), { run: run.id, annotator: 'ben' });
    world.pass(seconds(4.9));
    expect(await counts(anna, run)).toEqual({ anna: 6 });
    world.pass(seconds(0.1));
    expect(await counts(anna, run)).toEqual({ anna: 3, ben: 3 });
    const open = await opened('  full: { units: 6, annotators: 1 }', 'open');
    expect(await counts(open.anna, open.run)).toEqual({ null: 6 });
    await judgeNext(elsewhere(open.anna), open.run.id, truthOf);
    expect(await counts(open.anna, open.run)).toEqual({ null: 5, anna: 1 });
  });
});

describe('who follows a project', () => {
  it('hears of people who joined when the run is counted anew, half a minute later', async () => {
    const { world, anna, run } = await opened('  full: { units: 6 }');
    let { mark } = await lookForProgress(world.lead, project, null);
    const heard = async () => {
      const next = await lookForProgress(world.lead, project, mark);
      mark = next.mark;
      return next.events;
    };
    const event = { kind: 'progress', run: run.id, by: ['anna'] };
    await judgeNext(anna, run.id, truthOf);
    expect(await heard()).toEqual([{ ...event, judged: 1, wanted: 6 }]);
    await addAnnotator(world.lead, { run: run.id, annotator: 'ben' });
    world.pass(seconds(29));
    await judgeNext(anna, run.id, truthOf);
    expect(await heard()).toEqual([{ ...event, judged: 2, wanted: 6 }]);
    world.pass(seconds(1));
    await judgeNext(anna, run.id, truthOf);
    expect(await heard()).toEqual([{ ...event, judged: 3, wanted: 12 }]);
  });

  it('hears of jobs of models that began or changed, once each', async () => {
    const { world } = await opened('  full: { units: 6, annotators: 1 }');
    const begin = (id: string) =>
      world.store.write((tx) => insertJob(tx, { ...buildJob({ id, task: 'topics' }), project }));
    await begin('job-1');
    let { mark, events } = await lookForProgress(world.lead, project, null);
    expect(events).toEqual([]);
    const heard = async () => {
      ({ mark, events } = await lookForProgress(world.lead, project, mark));
      return events;
    };
    expect(await heard()).toEqual([]);
    const event = { kind: 'models', task: 'topics' };
    await begin('job-2');
    expect(await heard()).toEqual([{ ...event, job: 'job-2', state: 'running' }]);
    const paused = { state: 'paused', reason: null } as const;
    await world.store.write((tx) => setJobState(tx, 'job-1', paused));
    expect(await heard()).toEqual([{ ...event, job: 'job-1', state: 'paused' }]);
    expect(await heard()).toEqual([]);
    // A model was asked.
    const place = { project, task: 'topics' };
    const attempt = buildAttempt({ job: 'job-2', batch: null });
    await world.store.write((tx) => insertAttempts(tx, place, [attempt], []));
    expect(await heard()).toEqual([{ ...event, job: 'job-2', state: 'running' }]);
    expect(await heard()).toEqual([]);
  });
});

describe('the runs of somebody in several projects', () => {
  async function second(world: WorkWorld, name: string): Promise<void> {
    const rounds =
      '  full: { units: 2, annotators: 1 }\n  more: { kind: full, units: 2, annotators: 1 }';
    const content = protocolContent({ rounds });
    const source = content.source.replace(`name: ${project}`, `name: ${name}`);
    await createProject(world.lead, { ...content, source });
    const units = Array.from({ length: 4 }, (_, at) => ({
      id: `u${at + 1}`,
      subject: null,
      fields: { id: `u${at + 1}`, document: 'd', text: 'x' },
    }));
    await world.store.write((tx) =>
      insertUnits(tx, { project: name, task: 'topics' }, units, '2026-03-02T07:00:00.000Z'),
    );
  }

  it('come with the open ones first, then the latest', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 6, annotators: 1 }' }), 6);
    await second(world, 'other');
    const anna = await world.person('anna', 'annotator', '*');
    const openIn = async (where: string, round: string): Promise<string> => {
      world.pass(10);
      return (await openRound(world.lead, { project: where, round, seed: 1 })).run.id;
    };
    const open = await openIn(project, 'full');
    const closed: string[] = [];
    for (const round of ['full', 'more']) {
      const run = await openIn('other', round);
      await judgeAll(anna, run, truthOf);
      await closeRound(world.lead, { run });
      closed.unshift(run);
    }
    const { runs } = await myWork(anna);
    expect(runs.map(({ run }) => run)).toEqual([open, ...closed]);
  });
});
