import { describe, expect, it } from 'vitest';
import { buildAttempt, buildBatch } from '../../../../test/model-world.ts';
import { asked, notes, place, project } from '../../../../test/noted-models.ts';
import { testDatabases } from '../../../../test/stores.ts';
import type { ModelBatch } from '../../../domain/models/model-batch.ts';
import { openWorkspaceWork } from '../model-work.ts';
import { jobProgress } from './job-progress.ts';
import { modelsOverview } from './models-overview.ts';
import { setModelJob, startModels } from './start-models.ts';

const databases = testDatabases('sqlite');

/** A job that began at eight, ten minutes ago, with bad answers at some times. */
async function working(...times: readonly string[]) {
  const { world } = await notes(await databases.open());
  const { job: id } = await startModels(world.lead, asked);
  const { ledger } = await openWorkspaceWork(world.lead, {
    ...place,
    run: null,
    outsideRounds: true,
  });
  const jobs = async () => await ledger.jobs();
  const job = (await jobs())[0]!;
  const results = times.map((time, at) => ({
    attempt: buildAttempt({
      id: `request-${at}`,
      job: id,
      batch: null,
      unit: 'n1',
      at: `2026-03-02T${time}Z`,
    }),
    raw: null,
    given: null,
  }));
  await ledger.record(results, job);
  world.pass(10);
  const progress = async () => await jobProgress(world.lead, { project }, (await jobs())[0]!);
  const batch = async (given: Partial<ModelBatch>) =>
    await ledger.addBatch(buildBatch({ job: id, ...given }), [
      { id: `of-${given.id}`, unit: 'n2', annotator: 'nano#1', number: 1, enlarged: false },
    ]);
  return { world, job: id, progress, batch };
}

const began = { cells: 12, judged: 0, stale: 0, pending: 0, givenUp: 0, open: 12, onTheWay: 0 };

describe('how far a job is', () => {
  it('has the rate of the last five minutes, and the time that is left at it', async () => {
    const { progress, world, job } = await working(
      '08:04:59.999',
      '08:05:00.000',
      '08:08:00.000',
      '08:09:59.000',
    );
    // Three in five minutes: twelve cells take twenty. Each of the four cost a quarter.
    const shown = { ...began, perMinute: 0.6, secondsLeft: 1200, spent: 1 };
    expect(await progress()).toEqual(shown);
    await setModelJob(world.lead, { project, job, state: 'paused' });
    expect(await progress()).toEqual({ ...shown, perMinute: null, secondsLeft: null });
  });

  it('has no rate without attempts of late, and one of a second at the least', async () => {
    const idle = await working('08:04:59.999');
    expect(await idle.progress()).toMatchObject({ perMinute: null, secondsLeft: null });
    const busy = await working('08:10:00.000', '08:10:00.000');
    expect(await busy.progress()).toMatchObject({ perMinute: 120, secondsLeft: 6 });
    const slow = await working('08:08:30.000', '08:09:00.000');
    // Two in one and a half minutes.
    expect(await slow.progress()).toMatchObject({ perMinute: 2 / 1.5, secondsLeft: 540 });
  });

  it('says no time while batches are on their way, but what they may cost', async () => {
    const { progress, batch } = await working('08:09:00.000');
    await batch({ id: 'batch-1', phase: 'submitted', remote: 'remote-1', estimate: 0.75 });
    expect(await progress()).toEqual({
      ...began,
      pending: 1,
      open: 11,
      perMinute: 1,
      secondsLeft: null,
      spent: 0.25,
      onTheWay: 0.75,
    });
  });
});

describe('the batches of a task', () => {
  it('are shown while they are on their way, and where there is something to know', async () => {
    const { world, batch } = await working();
    const notes_ = [{ code: 'batch-unfit', values: { count: 2 } }];
    await batch({ id: 'a', phase: 'prepared' });
    await batch({ id: 'b', phase: 'submitting' });
    await batch({ id: 'c', phase: 'submitted', remote: 'remote-1' });
    await batch({ id: 'd', phase: 'taken-in' });
    await batch({ id: 'e', phase: 'given-up' });
    await batch({ id: 'f', phase: 'taken-in', notes: notes_ });
    await batch({ id: 'g', phase: 'given-up', notes: notes_ });
    const { batches } = await modelsOverview(world.lead, place);
    expect(batches.map(({ id, notes: told }) => [id, told])).toEqual([
      ['a', []],
      ['b', []],
      ['c', []],
      ['f', notes_],
      ['g', notes_],
    ]);
  });
});
