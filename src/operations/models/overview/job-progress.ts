import type { ModelJob } from '../../../domain/models/model-job.ts';
import { attemptsFrom } from '../../../store/models/attempts.ts';
import type { FigureScope } from '../../fold/live-fold.ts';
import { timeOf } from '../../work-context.ts';
import type { WorkContext } from '../../work-context.ts';
import { jobPanel, openWorkspaceWork } from '../model-work.ts';
import { promptsOf } from '../open-askings.ts';
import { jobCells } from '../run-now.ts';
import { taskSpending } from '../submit-batches.ts';

/** How far a job is. */
export interface JobProgress {
  readonly cells: number;
  readonly judged: number;
  /** Still to be asked, on their way in batches, and given up. */
  readonly open: number;
  readonly pending: number;
  readonly givenUp: number;
  /** Attempts of the last minutes, per minute; null when there were none, or it is paused. */
  readonly perMinute: number | null;
  /** Seconds until all is asked, at this rate; null when that cannot be said. */
  readonly secondsLeft: number | null;
  /** What the task has cost so far, and the estimate for what is on its way. */
  readonly spent: number;
  readonly onTheWay: number;
}

/** Milliseconds over which the rate is taken. */
const rateOver = 5 * 60_000;

/** How far a job that is not done yet is, with its rate, what it cost, and the time left. */
export async function jobProgress(
  context: WorkContext,
  { project }: Pick<FigureScope, 'project'>,
  job: ModelJob,
): Promise<JobProgress> {
  const { run, task } = job;
  const asked = { project, task, run, outsideRounds: run === null };
  const work = await openWorkspaceWork(context, asked);
  const { protocol, guideline } = work.content;
  const panel = jobPanel(work.content, job);
  const prompts = promptsOf({ protocol, guideline, task: work.task }, panel);
  const askings = new Map(
    prompts.map(({ model, hash }) => [model.entry, { promptHash: hash.slice(0, 32) }] as const),
  );
  const { ledger } = work;
  const { open, counts } = await jobCells({ ledger, job, askings });
  const now = Date.parse(timeOf(context));
  const from = new Date(now - rateOver).toISOString();
  const { attempts, first } = await context.store.read((db) =>
    attemptsFrom(db, { project, task }, job.id, from),
  );
  const perMinute = job.state === 'running' ? rateOf(attempts, first, now) : null;
  const { settled, unsettled } = await taskSpending({ ledger });
  return {
    ...counts,
    open: open.length,
    perMinute,
    secondsLeft:
      perMinute !== null && counts.pending === 0 ? Math.ceil((open.length / perMinute) * 60) : null,
    spent: settled,
    onTheWay: unsettled,
  };
}

function rateOf(attempts: number, first: string | null, now: number): number | null {
  if (first === null) return null;
  const minutes = Math.max((now - Date.parse(first)) / 60_000, 1 / 60);
  return attempts / minutes;
}
