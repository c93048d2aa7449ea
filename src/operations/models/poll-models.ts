import { defined } from '../../domain/defined.ts';
import { InputError } from '../../domain/fault.ts';
import type { ModelJob } from '../../domain/models/model-job.ts';
import { listJobs } from '../../store/models/jobs.ts';
import type { WorkContext } from '../work-context.ts';
import { machineClock } from './engine.ts';
import { askedInFolder, jobPanel, openFolderWork, openWorkspaceWork } from './model-work.ts';
import type { ModelWork } from './model-work.ts';
import type { ModelAccess } from './model-services.ts';
import { runJob, withLease } from './run-job.ts';
import type { RanJob, RunOptions } from './run-job.ts';

/** What came of looking after one task. */
export interface Polled extends RanJob {
  readonly project: string;
  readonly task: string;
  readonly job: string;
}

/** Which jobs are looked after: a worker also asks at once. */
type Modes = readonly ModelJob['mode'][];

/** Looks after the batches of all jobs in a workspace. Tasks that somebody is at are left out. */
export async function pollWorkspace(
  context: WorkContext,
  options: RunOptions,
  modes: Modes = ['batch'],
): Promise<readonly Polled[]> {
  const jobs = await context.store.read((db) => listJobs(db, { state: 'running' }));
  const polled: Polled[] = [];
  for (const { project, ...job } of jobs) {
    if (!modes.includes(job.mode) || options.signal.aborted) continue;
    const { run, task } = job;
    const asked = { project, task, run, outsideRounds: run === null };
    const work = await openWorkspaceWork(context, asked);
    const ran = await polledJob(work, job.id, options);
    if (ran !== null) polled.push({ ...ran, project, task, job: job.id });
  }
  return polled;
}

/** The same for the tasks of a folder. */
export async function pollFolder(
  protocol: string | undefined,
  by: string,
  options: RunOptions,
  access?: ModelAccess,
): Promise<readonly Polled[]> {
  const polled: Polled[] = [];
  for (const task of askedInFolder(protocol)) {
    let work: ModelWork;
    try {
      work = openFolderWork({ protocol, task, by, ...defined({ access }) });
    } catch (error) {
      // Another process has the folder, and looks after it.
      if (error instanceof InputError && error.faults[0]?.code === 'models-busy') continue;
      throw error;
    }
    try {
      const jobs = await work.ledger.jobs();
      for (const job of jobs.filter(({ state, mode }) => state === 'running' && mode === 'batch')) {
        const ran = await polledJob(work, job.id, options);
        const project = work.content.protocol.name;
        if (ran !== null) polled.push({ ...ran, project, task, job: job.id });
      }
    } finally {
      await work.ledger.close();
    }
  }
  return polled;
}

/** Works on a job unless somebody else is at it. */
async function polledJob(work: ModelWork, id: string, options: RunOptions): Promise<RanJob | null> {
  return await withLease(work, 'poll', options.signal, async (signal) => {
    // The previous holder of the lease may have ended it.
    const job = (await work.ledger.jobs()).find((one) => one.id === id && one.state === 'running');
    if (job === undefined) return null;
    const watch = watchJob(work, job, signal);
    try {
      return await runJob(work, jobPanel(work.content, job), job, {
        ...options,
        signal: watch.signal,
        isHandedOn: true,
      });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // It waits for a person; other jobs go on.
      return await pauseFaulty(work, job, error);
    } finally {
      watch.end();
    }
  });
}

/** Milliseconds between looks at whether somebody paused the job. */
const watchPause = 1000;

/** A signal that also ends when somebody pauses the job meanwhile. */
function watchJob({ ledger }: ModelWork, { id }: ModelJob, signal: AbortSignal) {
  const paused = new AbortController();
  const timer = setInterval(() => {
    ledger.jobs().then(
      (jobs) => void (jobs.some((one) => one.id === id && one.state === 'running') || stop()),
      () => undefined, // The next look tells.
    );
  }, watchPause);
  const stop = (): void => paused.abort();
  return { signal: AbortSignal.any([signal, paused.signal]), end: () => clearInterval(timer) };
}

async function pauseFaulty(
  { ledger }: ModelWork,
  job: ModelJob,
  { faults }: InputError,
): Promise<RanJob> {
  const reason = { code: 'pause-faults', values: { faults } };
  await ledger.setJob(job.id, { state: 'paused', reason });
  const counts = { cells: 0, judged: 0, stale: 0, pending: 0, givenUp: 0 };
  return { state: 'paused', stops: [reason], counts, open: 0, pending: 0, warnings: [] };
}

/** Milliseconds between looks at what is to be done. */
const workerPause = 5000;

/**
 * Does the work that leads started, until it is stopped: asks at once, and polls batches. Any
 * number may run over one workspace; the work of one that dies is taken over once its lease ends.
 */
export async function runWorker(
  context: WorkContext,
  signal: AbortSignal,
  done: (polled: readonly Polled[]) => void,
  failed: (error: unknown) => void,
  pause = workerPause,
): Promise<void> {
  const options = { signal, wait: false, interval: workerPause };
  while (!signal.aborted) {
    try {
      done(await pollWorkspace(context, options, ['now', 'batch']));
    } catch (error) {
      failed(error);
    }
    await machineClock.sleep(pause, signal);
  }
}
