import { refuse } from '../../../domain/fault.ts';
import { oneOf } from '../../../domain/text-values.ts';
import { refuseValue } from '../../../domain/field-fault.ts';
import { codedText } from '../../../domain/text-values.ts';
import { listJobs } from '../../../store/models/jobs.ts';
import type { StoredJob } from '../../../store/models/jobs.ts';
import { authorise } from '../../authorise.ts';
import type { FigureScope } from '../../fold/live-fold.ts';
import type { WorkContext } from '../../work-context.ts';
import { beginJob, planExtract } from '../extract.ts';
import type { ExtractPlan, ExtractRequest } from '../extract.ts';
import { offeredModels } from './models-overview.ts';
import type { OfferedModel } from './models-overview.ts';
import { openWorkspaceWork } from '../model-work.ts';
import type { ModelWork } from '../model-work.ts';
import { projectRecordings } from './recordings.ts';
import { withLease } from '../run-job.ts';

/** What a lead wants to be asked. */
export interface StartRequest
  extends
    Pick<FigureScope, 'project' | 'task'>,
    Pick<ExtractRequest, 'models' | 'replay' | 'mode' | 'budget' | 'invalidate' | 'again'>,
    Partial<Pick<ExtractRequest, 'k'>> {
  /** Whether answers are kept and compared only, although the task has rounds. */
  readonly outsideRounds: boolean;
}

/** An estimate of asking, and what this server lacks for it. */
export interface ModelsEstimate extends ExtractPlan {
  readonly offered: readonly OfferedModel[];
}

/** Estimates what asking models would cost; nothing is sent or written. For leads. */
export async function estimateModels(
  context: WorkContext,
  request: StartRequest,
): Promise<ModelsEstimate> {
  const work = await openWork(context, request);
  return {
    ...(await planExtract(work, extractRequest(request))),
    offered: await offeredModels(work, request.models, request.replay),
  };
}

/** Writes down what is to be asked; a worker asks it. For leads. Returns the id of the job. */
export async function startModels(
  context: WorkContext,
  request: StartRequest,
): Promise<{ readonly job: string }> {
  const work = await openWork(context, request);
  const task = work.task.task.id;
  if ((await work.ledger.jobs()).some(({ state }) => state === 'running'))
    refuse('models-running', { task });
  const { signal } = new AbortController();
  const begun = await withLease(work, 'start', signal, () =>
    beginJob(work, extractRequest(request)),
  );
  return begun === null ? refuse('models-running', { task }) : { job: begun.job.id };
}

/** Pauses a job, or lets it go on. What was asked stays; a worker notices within seconds. Leads. */
export async function setModelJob(
  context: WorkContext,
  input: { readonly project: string; readonly job: string; readonly state: 'running' | 'paused' },
): Promise<{ readonly job: string; readonly state: 'running' | 'paused' }> {
  const { actor, store } = context;
  authorise(actor, input.project, 'lead');
  const jobs = await store.read((db) => listJobs(db, { project: input.project }));
  const job: StoredJob =
    jobs.find(({ id }) => id === input.job) ??
    refuse('not-found', { what: codedText('model-job', { id: input.job }) });
  if (job.state === 'done') refuse('models-done', { job: job.id });
  const others = jobs.filter(({ id, task }) => id !== job.id && task === job.task);
  if (input.state === 'running' && others.some(({ state }) => state === 'running'))
    refuse('models-running', { task: job.task });
  if (job.state !== input.state) {
    const { run, task } = job;
    const asked = { project: input.project, task, run, outsideRounds: run === null };
    const { ledger } = await openWorkspaceWork(context, asked);
    const reason =
      input.state === 'running' ? null : { code: 'pause-lead', values: { by: actor.login } };
    await ledger.setJob(job.id, { state: input.state, reason });
  }
  return { job: job.id, state: input.state };
}

async function openWork(context: WorkContext, request: StartRequest): Promise<ModelWork> {
  const { project, task, replay, outsideRounds } = request;
  authorise(context.actor, project, 'lead');
  const work = await openWorkspaceWork(context, { project, task, outsideRounds });
  const known = projectRecordings(work.content, work.task.task.id);
  // Users may name a recording of the project, and no other file of the machine.
  if (replay !== undefined && !known.includes(replay))
    refuseValue('recording', replay, oneOf(known));
  return work;
}

function extractRequest(request: StartRequest): ExtractRequest {
  const { models, replay, mode, budget, invalidate, again, k = null } = request;
  return { models, replay, mode, budget, invalidate, again, k };
}
