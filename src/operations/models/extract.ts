import { sentBody } from '../../llm/sent-body.ts';
import { fault, InputError, refuse } from '../../domain/fault.ts';
import { panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { codedText } from '../../domain/text-values.ts';
import type { JobPlan, ModelJob } from '../../domain/models/model-job.ts';
import { costRange, priceOf, requestTokens } from '../../formats/models/token-cost.ts';
import type { Range } from '../../formats/models/token-cost.ts';
import { unitRequest } from '../../formats/models/prompt.ts';
import type { Prompt } from '../../formats/models/prompt.ts';
import { replayedPanel } from '../../formats/models/model-list.ts';
import { openCells } from '../../truth/models/open-cells.ts';
import type { CellCounts, OpenCells } from '../../truth/models/open-cells.ts';
import { entryOf } from './engine.ts';
import { chosenPanel } from './model-work.ts';
import type { ModelWork } from './model-work.ts';
import { promptsOf } from './open-askings.ts';
import { refuseBusy, runJob, withLease } from './run-job.ts';
import type { RanJob, RunOptions } from './run-job.ts';

/** What is to be asked. */
export interface ExtractRequest {
  /** `gpt-5-mini:3,…` or the name of a preset; else the panel of the protocol. */
  readonly models?: string | undefined;
  /** A recording that all models are replayed from. */
  readonly replay?: string | undefined;
  readonly mode: 'now' | 'batch';
  readonly k: number | null;
  readonly budget: number | null;
  readonly invalidate: boolean;
  readonly again: boolean;
}

/** An estimate of asking one model. */
interface ModelEstimate {
  readonly entry: string;
  readonly runs: number;
  /** Requests that would be sent. */
  readonly requests: number;
  readonly input: Range;
  readonly output: Range;
  /** Null when the price is unknown. */
  readonly cost: Range | null;
}

/** An estimate of asking. */
export interface ExtractPlan {
  readonly task: string;
  readonly counts: CellCounts;
  readonly models: readonly ModelEstimate[];
  readonly currency: string;
  /** The date of the prices; null without a price table. */
  readonly priced: string | null;
}

/** What is to be asked, ready to be estimated or begun. */
interface Prepared {
  readonly panel: Panel;
  readonly prompts: readonly Prompt[];
  readonly plan: JobPlan;
  readonly cells: OpenCells;
}

/** Estimates what asking would cost; nothing is sent or written. */
export async function planExtract(work: ModelWork, request: ExtractRequest): Promise<ExtractPlan> {
  const { prompts, cells } = await prepare(work, request);
  const { prices } = work.content.protocol;
  const models: ModelEstimate[] = [];
  for (const prompt of prompts) {
    const own = cells.open.filter(({ annotator }) => entryOf(annotator) === prompt.model.entry);
    models.push(await estimate(work, request.mode, prompt, own));
  }
  return {
    task: work.task.task.id,
    counts: cells.counts,
    models,
    currency: prices?.currency ?? 'USD',
    priced: prices?.date ?? null,
  };
}

/** Asks the models of a panel for what is open, as one job. */
export async function extract(
  work: ModelWork,
  request: ExtractRequest,
  options: RunOptions,
): Promise<RanJob & { readonly job: string }> {
  const ran = await withLease(work, 'extract', options.signal, async (signal) => {
    const { panel, job } = await beginJob(work, request, options.tell);
    return { ...(await runJob(work, panel, job, { ...options, signal })), job: job.id };
  });
  return ran ?? (await refuseBusy(work.ledger));
}

/** Writes down a job for what is open; nothing is sent yet. Needs the lease of the ledger. */
export async function beginJob(
  work: ModelWork,
  request: ExtractRequest,
  tell?: RunOptions['tell'],
): Promise<{ readonly panel: Panel; readonly job: ModelJob }> {
  const { ledger, clock, by } = work;
  await joinNew(work, request, tell);
  const { panel, plan, prompts, cells } = await prepare(work, request);
  if (cells.counts.stale > 0)
    refuse('stale-cells', { count: cells.counts.stale, task: work.task.task.id });
  checkPrices(work, prompts, request.budget);
  for (const job of await ledger.jobs())
    // What an earlier job left is what this one asks for.
    if (job.state !== 'done') await ledger.setJob(job.id, { state: 'done', reason: null });
  const job: ModelJob = {
    id: work.newId(),
    task: work.task.task.id,
    mode: request.mode,
    run: work.run,
    plan,
    state: 'running',
    reason: null,
    createdAt: clock.now().toISOString(),
    createdBy: by,
  };
  await ledger.addJob(job);
  return { panel, job };
}

/** Lets models that are new on the panel join the round, and says who did. */
async function joinNew(
  work: ModelWork,
  request: ExtractRequest,
  tell: RunOptions['tell'],
): Promise<void> {
  if (work.join === null) return;
  const asked = panelAnnotators(panelOf(work, request).panel).map(({ id }) => id);
  const { round, joined } = await work.join(asked);
  if (joined.length > 0) tell?.(codedText('models-joined', { round, models: joined }));
}

/** What is sent about a unit, word by word: the request, and the body that the provider gets. */
export async function shownPrompt(
  work: ModelWork,
  request: Pick<ExtractRequest, 'models' | 'replay'>,
  unit: string,
) {
  const { panel } = panelOf(work, request);
  const { protocol, guideline } = work.content;
  const prompts = promptsOf({ protocol, guideline, task: work.task }, panel);
  const fields = (await work.ledger.unitFields([unit])).get(unit);
  if (fields === undefined) refuse('unknown-unit', { field: '--show-prompt', got: unit });
  return prompts.map((prompt) => {
    const annotator = `${prompt.model.entry}#1`;
    const sent = unitRequest(prompt, { id: unit, fields }, { id: 'assay-example', annotator });
    return { ...sent, body: 'code' in sent ? null : sentBody(prompt.model, sent) };
  });
}

function panelOf(
  { content, task }: ModelWork,
  { models, replay }: Pick<ExtractRequest, 'models' | 'replay'>,
): { readonly panel: Panel } {
  const panel = chosenPanel(content, models);
  const own = Object.entries(panel).filter(
    ([, { tasks }]) => tasks === undefined || tasks.includes(task.task.id),
  );
  if (own.length === 0) refuse('no-models', { task: task.task.id });
  const chosen = Object.fromEntries(own);
  return { panel: replay === undefined ? chosen : replayedPanel(chosen, replay) };
}

async function prepare(work: ModelWork, request: ExtractRequest): Promise<Prepared> {
  const { panel } = panelOf(work, request);
  const { protocol, guideline } = work.content;
  const prompts = promptsOf({ protocol, guideline, task: work.task }, panel);
  const { k, budget, invalidate, again, replay = null } = request;
  const runs = Object.fromEntries(
    prompts.map(({ model }) => [
      model.entry,
      Array.from({ length: model.runs }, (_, at) => at + 1),
    ]),
  );
  const plan = { runs, k, budget, invalidate, again, recording: replay };
  const hashes = new Map(
    prompts.flatMap(({ model, hash }) =>
      runs[model.entry]!.map((run) => [`${model.entry}#${run}`, hash.slice(0, 32)] as const),
    ),
  );
  const view = await work.ledger.view({ prompts: hashes, run: work.run, k });
  const cells = openCells({
    annotators: [...hashes.keys()],
    units: (annotator) => view.units(annotator),
    content: (cell) => view.content(cell),
    attempts: (cell) => view.attempts(cell),
    job: '',
    invalidate,
    again,
  });
  return { panel, prompts, plan, cells };
}

/** A budget needs the price of everything that it is spent on. */
function checkPrices(work: ModelWork, prompts: readonly Prompt[], budget: number | null): void {
  if (budget === null) return;
  const { prices } = work.content.protocol;
  const unknown = prompts.filter(
    ({ model }) => model.provider !== 'recorded' && priceOf(prices, model) === null,
  );
  if (unknown.length > 0)
    throw new InputError([
      fault('price-needed', { models: unknown.map(({ model }) => model.entry) }),
    ]);
}

/** Of so many requests the size is measured; the others count as large as these on average. */
const measured = 300;

async function estimate(
  { ledger, content }: ModelWork,
  mode: 'now' | 'batch',
  prompt: Prompt,
  cells: OpenCells['open'],
): Promise<ModelEstimate> {
  const { entry, runs } = prompt.model;
  const every = Math.max(1, Math.floor(cells.length / measured));
  const sample = cells.filter((_, at) => at % every === 0);
  const fields = await ledger.unitFields([...new Set(sample.map(({ unit }) => unit))]);
  const sums = { input: { low: 0, high: 0 }, output: { low: 0, high: 0 } };
  for (const { unit, annotator } of sample) {
    const about = { id: unit, fields: fields.get(unit) ?? {} };
    const tokens = requestTokens(unitRequest(prompt, about, { id: '', annotator }));
    for (const part of ['input', 'output'] as const)
      for (const end of ['low', 'high'] as const) sums[part][end] += tokens[part][end];
  }
  const scale = sample.length === 0 ? 0 : cells.length / sample.length;
  const scaled = ({ low, high }: Range): Range => ({
    low: Math.round(low * scale),
    high: Math.round(high * scale),
  });
  const input = scaled(sums.input);
  const output = scaled(sums.output);
  const price = priceOf(content.protocol.prices, prompt.model);
  const cost = costRange(input, output, price, mode);
  return { entry, runs, requests: cells.length, input, output, cost };
}
