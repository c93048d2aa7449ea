import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildJob, noteLines } from '../../../test/model-world.ts';
import { asked, notes, place, project } from '../../../test/noted-models.ts';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { testDatabases } from '../../../test/stores.ts';
import type { ModelJob } from '../../domain/models/model-job.ts';
import { openFolderWork, openWorkspaceWork } from './model-work.ts';
import { modelsOverview } from './overview/models-overview.ts';
import { startModels } from './overview/start-models.ts';
import { pollFolder, pollWorkspace, runWorker } from './poll-models.ts';
import type { Polled } from './poll-models.ts';

const databases = testDatabases('sqlite');
const options = { signal: new AbortController().signal, wait: false, interval: 10 };
const done = { state: 'done', stops: [], open: 0, pending: 0, warnings: [] };

afterEach(() => vi.useRealTimers());

describe('looking after the jobs of a workspace', () => {
  it('is about batches, unless calls are wanted too, and nothing once it is to end', async () => {
    const { world, work } = await notes(await databases.open());
    const { job } = await startModels(world.lead, { ...asked, models: 'nano:1' });
    expect(await pollWorkspace(world.lead, options)).toEqual([]);
    expect(await work(AbortSignal.abort())).toEqual([]);
    const states = async () =>
      (await modelsOverview(world.lead, place)).jobs.map(({ state }) => state);
    expect(await states()).toEqual(['running']);
    const counts = { cells: 4, judged: 4, stale: 0, pending: 0, givenUp: 0 };
    expect(await work()).toEqual([{ ...done, counts, project, task: 'relevance', job }]);
    expect(await states()).toEqual(['done']);
    // What is done is not looked at again.
    expect(await work()).toEqual([]);
  });

  it('sends batches, and takes them in the next time', async () => {
    const { world } = await notes(await databases.open());
    const { job } = await startModels(world.lead, { ...asked, mode: 'batch', models: 'nano:1' });
    const counts = { cells: 4, judged: 0, stale: 0, pending: 4, givenUp: 0 };
    const sent = { ...done, state: 'running', counts, pending: 1 };
    const named = { project, task: 'relevance', job };
    expect(await pollWorkspace(world.lead, options)).toEqual([{ ...sent, ...named }]);
    const taken = { ...done, counts: { ...counts, judged: 4, pending: 0 } };
    expect(await pollWorkspace(world.lead, options)).toEqual([{ ...taken, ...named }]);
  });

  it('leaves a task to whoever is at it', async () => {
    const { world, work } = await notes(await databases.open());
    await startModels(world.lead, asked);
    const opened = { ...place, run: null, outsideRounds: true };
    const { ledger } = await openWorkspaceWork(world.lead, opened);
    const name = `models/${ledger.key}`;
    const owner = 'elsewhere 1 poll';
    await ledger.lease({ name, owner, until: '2026-03-02T08:01:00.000Z' });
    expect(await work()).toEqual([]);
    expect(await ledger.holder(name)).toBe(owner);
    await ledger.endLease(name, owner);
    expect(await work()).toMatchObject([done]);
    expect(await ledger.holder(name)).toBeNull();
  });

  it('watches nothing any more once it is over', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { world, work } = await notes(await databases.open());
    await startModels(world.lead, { ...asked, models: 'nano:1' });
    expect(await work()).toMatchObject([done]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('pauses a job that cannot be asked, with all faults', async () => {
    vi.stubEnv('OPENAI_API_KEY', '');
    try {
      const big = '  big: { kind: model, provider: openai }\n';
      const { world, work } = await notes(await databases.open(), big);
      const { job } = await startModels(world.lead, { ...asked, models: 'big:1' });
      const [polled, ...others] = await work();
      expect(others).toEqual([]);
      expect(polled).toEqual({
        project,
        task: 'relevance',
        job,
        state: 'paused',
        stops: [{ code: 'pause-faults', values: { faults: [expect.anything()] } }],
        counts: { cells: 0, judged: 0, stale: 0, pending: 0, givenUp: 0 },
        open: 0,
        pending: 0,
        warnings: [],
      });
      expect((await modelsOverview(world.lead, place)).jobs).toMatchObject([{ state: 'paused' }]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('a worker', () => {
  it('looks again and again, says what it did and what failed, until it is stopped', async () => {
    const { world } = await notes(await databases.open());
    const { job } = await startModels(world.lead, { ...asked, models: 'nano:1' });
    const ending = new AbortController();
    const told: (readonly Polled[])[] = [];
    const failed = vi.fn<(error: unknown) => void>();
    const worked = (polled: readonly Polled[]): void => {
      told.push(polled);
      if (told.length === 2) ending.abort();
    };
    await runWorker(world.lead, ending.signal, worked, failed, 0);
    expect(told).toMatchObject([[{ ...done, job }], []]);
    expect(failed).not.toHaveBeenCalled();
    await runWorker(world.lead, ending.signal, worked, failed, 0);
    expect(told).toHaveLength(2);
  });

  it('goes on after a failure', async () => {
    const { world } = await notes(await databases.open());
    const store = await databases.open();
    await store.close();
    const ending = new AbortController();
    const errors: unknown[] = [];
    const failed = (error: unknown): void => {
      errors.push(error);
      if (errors.length === 2) ending.abort();
    };
    const worked = vi.fn<(polled: readonly Polled[]) => void>();
    await runWorker({ ...world.lead, store }, ending.signal, worked, failed, 0);
    expect(errors).toEqual([expect.any(Error), expect.any(Error)]);
    expect(worked).not.toHaveBeenCalled();
  });
});

describe('looking after the jobs of a folder', () => {
  const protocol = `assay: 1
name: notes
guideline: { version: "1.0", file: guideline.md }
units: { relevance: units.jsonl }
tasks:
  relevance:
    unit: { id: id, show: text }
    questions:
      relevant: { ask: Is the note relevant? }
panel:
  nano: { kind: model, weight: 1, runs: 2, provider: recorded, recording: replies.jsonl }
consensus: majority
`;

  async function folderWith(...jobs: readonly Partial<ModelJob>[]) {
    const folder = temporaryFolder();
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    write('protocol.yaml', protocol);
    write('guideline.md', '# Guideline\n\n## relevant\n\nWhether the note says anything.\n');
    write('units.jsonl', `${noteLines(2)}\n`);
    const replies = ['n1', 'n2'].map((unit) => ({ unit, reply: { relevant: true } }));
    write('replies.jsonl', jsonLines([{ recording: 1, simulated: true }, ...replies]));
    const open = () => openFolderWork({ protocol: folder, task: 'relevance', by: 'lena' });
    if (jobs.length > 0) {
      const { ledger } = open();
      for (const job of jobs) await ledger.addJob(buildJob(job));
      await ledger.close();
    }
    return { folder, open, poll: () => pollFolder(folder, 'lena', options) };
  }

  it('has nothing to do where nobody was asked', async () => {
    const { poll, folder } = await folderWith();
    expect(await poll()).toEqual([]);
    mkdirSync(join(folder, '.assay', 'models', 'relevance'), { recursive: true });
    expect(await poll()).toEqual([]);
  });

  it('goes on with batches that run, and with nothing else', async () => {
    const { poll, open } = await folderWith(
      { id: 'now', mode: 'now' },
      { id: 'done', mode: 'batch', state: 'done' },
      { id: 'paused', mode: 'batch', state: 'paused' },
      { id: 'runs', mode: 'batch' },
    );
    const counts = { cells: 2, judged: 0, stale: 0, pending: 2, givenUp: 0 };
    const named = { project: 'notes', task: 'relevance', job: 'runs' };
    expect(await poll()).toEqual([{ ...done, ...named, state: 'running', counts, pending: 1 }]);
    const taken = { ...counts, judged: 2, pending: 0 };
    expect(await poll()).toEqual([{ ...done, ...named, counts: taken }]);
    const { ledger } = open();
    expect((await ledger.jobs()).map(({ id, state }) => [id, state])).toEqual([
      ['now', 'running'],
      ['done', 'done'],
      ['paused', 'paused'],
      ['runs', 'done'],
    ]);
    await ledger.close();
    expect(await poll()).toEqual([]);
  });

  it('is left to the process that has it', async () => {
    const { poll, open } = await folderWith({ id: 'runs', mode: 'batch' });
    const { ledger } = open();
    expect(await poll()).toEqual([]);
    await ledger.close();
    expect(await poll()).toMatchObject([{ job: 'runs', pending: 1 }]);
  });
});
