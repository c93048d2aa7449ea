import type { CodedText } from '../../../domain/coded-text.ts';
import { panelAnnotators } from '../../../domain/judging/annotator.ts';
import type { ModelBatch } from '../../../domain/models/model-batch.ts';
import type { ModelJob } from '../../../domain/models/model-job.ts';
import { codedText } from '../../../domain/text-values.ts';
import type { TextCode } from '../../../domain/texts.ts';
import { priceOf } from '../../../formats/models/token-cost.ts';
import { openProvider } from '../../../llm/open-provider.ts';
import { authorise, overseeingRoles } from '../../authorise.ts';
import type { FigureScope } from '../../fold/live-fold.ts';
import type { WorkContext } from '../../work-context.ts';
import { jobProgress } from './job-progress.ts';
import type { JobProgress } from './job-progress.ts';
import { listRuns } from './list-runs.ts';
import type { RunSummary } from './list-runs.ts';
import { modelPresets } from '../model-presets.ts';
import { chosenPanel, modelRound, openWorkspaceWork } from '../model-work.ts';
import type { ModelRound, ModelWork } from '../model-work.ts';
import { promptsOf } from '../open-askings.ts';
import { projectRecordings } from './recordings.ts';

/** A model that can be asked about a task. */
export interface OfferedModel {
  readonly entry: string;
  readonly provider: string;
  readonly model: string;
  readonly runs: number;
  readonly weight: number;
  /** Whether the price table has it. */
  readonly isPriced: boolean;
  /** What this server lacks to ask it, such as a key; null when nothing. */
  readonly lacks: CodedText | null;
}

/** A job with why it is paused, and how far it is unless it is done. */
interface ShownJob extends Omit<ModelJob, 'plan' | 'reason'> {
  readonly runs: ModelJob['plan']['runs'];
  readonly budget: number | null;
  readonly recording: string | null;
  readonly k: number | null;
  readonly reason: CodedText | null;
  readonly progress: JobProgress | null;
}

/** What the models of a task were asked, what came of it, and what could be asked. */
export interface ModelsOverview {
  readonly task: string;
  readonly simulated: boolean;
  /** Whether units have dates, so that the most recent of each subject can be asked about. */
  readonly isDated: boolean;
  readonly currency: string;
  /** The date of the prices; null without a price table. */
  readonly priced: string | null;
  readonly round: ModelRound;
  /** The models of the panel that are for the task. */
  readonly panel: readonly OfferedModel[];
  /** Ready panels, as lists of models with their runs. */
  readonly presets: readonly { readonly name: string; readonly models: string }[];
  readonly recordings: readonly string[];
  readonly runs: readonly RunSummary[];
  /** The latest first. */
  readonly jobs: readonly ShownJob[];
  /** Batches on their way, and those that somebody should know something about. */
  readonly batches: readonly (Omit<ModelBatch, 'notes'> & {
    readonly notes: readonly CodedText[];
  })[];
  /** Replies that were paid for and came after their round was closed. */
  readonly late: number;
}

/**
 * The models of a task: counts and costs, never answers, so that leads who judge see it too. For
 * leads, adjudicators and reviewers.
 */
export async function modelsOverview(
  context: WorkContext,
  scope: Pick<FigureScope, 'project' | 'task'>,
): Promise<ModelsOverview> {
  authorise(context.actor, scope.project, ...overseeingRoles);
  const work = await openWorkspaceWork(context, { ...scope, run: null, outsideRounds: true });
  const task = work.task.task.id;
  const { protocol } = work.content;
  const { runs, jobs, batches, currency } = await listRuns(work);
  const shown: ShownJob[] = [];
  for (const job of jobs.toReversed())
    shown.push(shownJob(job, job.state === 'done' ? null : await jobProgress(context, scope, job)));
  return {
    task,
    simulated: protocol.simulated,
    isDated: work.task.task.unit.date !== null,
    currency,
    priced: protocol.prices?.date ?? null,
    round: await modelRound(context, scope.project, task),
    panel: await offeredModels(work, undefined, undefined),
    presets: Object.entries(modelPresets().panels).map(([name, panel]) => ({
      name,
      models: Object.entries(panel)
        .map(([entry, { runs: count = 1 }]) => `${entry}:${count}`)
        .join(','),
    })),
    recordings: projectRecordings(work.content, task),
    runs,
    jobs: shown,
    batches: batches
      .filter((one) => isOnItsWay(one) || one.notes.length > 0)
      .map((one) => ({
        ...one,
        notes: one.notes.map(({ code, values }) => codedText(code as TextCode, values)),
      })),
    late: runs.reduce((sum, { rejected }) => sum + (rejected['late'] ?? 0), 0),
  };
}

/** The models of the panel, or of a list, that are for the task, with what this server lacks. */
export async function offeredModels(
  { content, task, settings }: ModelWork,
  models: string | undefined,
  replay: string | undefined,
): Promise<readonly OfferedModel[]> {
  const { protocol, guideline } = content;
  const panel = chosenPanel(content, models);
  if (panelAnnotators(panel).length === 0) return [];
  const offered: OfferedModel[] = [];
  for (const { model } of promptsOf({ protocol, guideline, task }, panel)) {
    const opened = replay === undefined ? await openProvider(model, settings) : null;
    offered.push({
      entry: model.entry,
      provider: replay === undefined ? model.provider : 'recorded',
      model: model.model,
      runs: model.runs,
      weight: model.weight,
      isPriced: priceOf(protocol.prices, model) !== null,
      lacks: opened === null || opened.ok ? null : (opened.faults[0] ?? null),
    });
  }
  return offered;
}

function shownJob({ plan, reason, ...job }: ModelJob, progress: JobProgress | null): ShownJob {
  const { runs, budget, recording, k } = plan;
  return {
    ...job,
    runs,
    budget,
    recording,
    k,
    reason: reason === null ? null : codedText(reason.code as TextCode, reason.values),
    progress,
  };
}

function isOnItsWay({ phase }: ModelBatch): boolean {
  return phase !== 'taken-in' && phase !== 'given-up';
}
