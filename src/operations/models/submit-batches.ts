import { fault } from '../../domain/fault.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { ModelBatch } from '../../domain/models/model-batch.ts';
import type { ModelFailure } from '../../domain/models/model-reply.ts';
import type { BatchService } from '../../llm/provider.ts';
import type { BatchRequest } from '../../store/models/batches.ts';
import { fitsBudget } from '../../truth/models/budget.ts';
import { chunk } from '../../truth/models/chunk.ts';
import type { OpenCell } from '../../truth/models/open-cells.ts';
import { backoff } from '../../truth/models/pace.ts';
import { unaskable } from './ask-now.ts';
import { budgetStop, personStop, requestStop } from './stops.ts';
import { batchWarning } from './batch-notes.ts';
import { enlargedTokens, requestCost } from './asking.ts';
import type { Asking } from './asking.ts';
import { entryOf } from './engine.ts';
import type { Engine, Stop } from './engine.ts';
import { hashOf, requestId } from './model-result.ts';

/** Batches of one model that may fail as a whole before a person has to look. */
export const mostFailedBatches = 2;

/** A request of a batch with what it weighs. */
interface Weighed {
  readonly request: BatchRequest;
  readonly bytes: number;
  readonly cost: number | null;
}

/**
 * Sends cells in batches, one after the other: each is written down before anything of it is sent.
 * Returns why some models stopped.
 */
export async function submitBatches(
  engine: Engine,
  cells: readonly OpenCell[],
): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (const [entry, own] of groupBy(cells, ({ annotator }) => entryOf(annotator))) {
    const asking = engine.askings.get(entry)!;
    const service = asking.provider.batches;
    const stop = service === null ? null : await submitEntry(engine, asking, service, own);
    if (stop !== null) stops.push(stop);
    if (engine.signal.aborted) break;
  }
  return stops;
}

async function submitEntry(
  engine: Engine,
  asking: Asking,
  service: BatchService,
  cells: readonly OpenCell[],
): Promise<Stop | null> {
  const { ledger, job } = engine;
  const { entry, provider } = asking.model;
  const before = (await ledger.batches()).filter((batch) => batch.entry === entry);
  const limit = enqueuedLimit(before, job.id);
  // The queue of the provider is full: what is in it has to end first.
  if (limit !== null && before.some(({ phase }) => phase === 'submitted')) return null;
  const weighed = await weigh(engine, asking, service, cells);
  const most = Math.min(service.mostRequests, limit ?? service.mostRequests);
  const unknown = before.filter(({ phase }) => phase === 'submitting').map((one) => one.requests);
  const taken = new Set(service.hasTags ? [] : unknown);
  const sizes = weighed.map(({ bytes }) => bytes);
  const limits = { mostRequests: most, mostBytes: service.mostBytes };
  for (const { from, to } of chunk(sizes, limits, taken)) {
    if (engine.signal.aborted) return null;
    const part = weighed.slice(from, to);
    const estimate = sumOf(part.map(({ cost }) => cost));
    const spending = await taskSpending(engine);
    if (!fitsBudget(job.plan.budget, spending, estimate ?? 0)) return budgetStop(engine, spending);
    const requests = part.map(({ request }) => request);
    const id = engine.newId();
    const batch: ModelBatch = {
      id,
      job: job.id,
      entry,
      provider,
      taskHash: engine.taskHash,
      promptHash: asking.promptHash,
      phase: 'prepared',
      requests: requests.length,
      sha256: hashOf(requests.map((request) => request.id).join('\n')),
      tag: `assay-${hashOf(`${ledger.key} ${id}`).slice(0, 32)}`,
      estimate,
      file: null,
      remote: null,
      mistaken: [],
      intentAt: null,
      submittedAt: null,
      endedAt: null,
      ended: null,
      notes: [],
    };
    await ledger.addBatch(batch, requests);
    const stop = await submitBatch(engine, asking, batch, requests);
    if (stop !== null) return stop;
    // A batch that the provider's queue has no room for waits, and so do the others.
    const now = (await ledger.batches()).find((one) => one.id === id);
    if (now?.phase === 'prepared') return null;
  }
  return null;
}

/** What a task has cost, or may have cost where the models are known, and what is on its way. */
export async function taskSpending({
  ledger,
  askings = new Map(),
}: Pick<Engine, 'ledger'> & Partial<Pick<Engine, 'askings'>>): Promise<{
  readonly settled: number;
  readonly unsettled: number;
}> {
  let settled = 0;
  for (const { annotator, charged, attempts, priced, cost } of await ledger.sums()) {
    settled += cost;
    // It is not known whether a call that was given up was charged.
    const asking = charged === 'maybe' ? askings.get(entryOf(annotator)) : undefined;
    if (asking !== undefined) settled += (attempts - priced) * mostOf(asking, annotator);
  }
  const open = await ledger.batches(['prepared', 'submitting', 'submitted']);
  return { settled, unsettled: open.reduce((sum, one) => sum + (one.estimate ?? 0), 0) };
}

/** What a request of a model costs at most, but for the text of its unit; 0 without a price. */
function mostOf(asking: Asking, annotator: string): number {
  const request = asking.request({ unit: '', annotator }, {}, '', asking.model.maxTokens);
  return 'code' in request ? 0 : (requestCost(asking, request, 'now')?.high ?? 0);
}

/** How many requests fit into the queue of a provider that said that it is full. */
function enqueuedLimit(batches: readonly ModelBatch[], job: string): number | null {
  const full = batches.filter(
    (batch) =>
      batch.job === job &&
      batch.notes.some(
        ({ code, values }) => code === 'batch-failed' && values['class'] === 'later',
      ),
  );
  if (full.length === 0) return null;
  return Math.max(1, Math.floor(Math.min(...full.map(({ requests }) => requests)) / 2));
}

/** The requests of cells with their sizes; cells that cannot be asked are noted. */
async function weigh(
  engine: Engine,
  asking: Asking,
  service: BatchService,
  cells: readonly OpenCell[],
): Promise<readonly Weighed[]> {
  const { ledger, job, taskHash, clock } = engine;
  const weighed: Weighed[] = [];
  for (let from = 0; from < cells.length; from += readTogether) {
    const some = cells.slice(from, from + readTogether);
    const fields = await ledger.unitFields([...new Set(some.map(({ unit }) => unit))]);
    const results = some.flatMap(({ unit, annotator, plan }) => {
      const cell = { unit, annotator, number: plan.number };
      const id = requestId(ledger.key, cell, taskHash, asking.promptHash);
      const request = { ...cell, id, enlarged: plan.enlarged };
      const made = requestOf(asking, request, fields.get(unit) ?? {});
      const bytes = 'code' in made ? 0 : Buffer.byteLength(service.line(made)) + 1;
      if (!('code' in made) && bytes <= service.mostBytes) {
        const cost = requestCost(asking, made, 'batch')?.high ?? null;
        weighed.push({ request, bytes, cost });
        return [];
      }
      const most = service.mostBytes;
      const why = 'code' in made ? made : fault('request-too-large', { unit, bytes, most });
      engine.warnings?.add(`${unit} ${asking.model.entry}`, why);
      const sent = { ...request, job: job.id, batch: null, taskHash };
      return [unaskable(asking, sent, why, clock.now().toISOString())];
    });
    if (results.length > 0) await ledger.record(results, job);
  }
  return weighed;
}

/** Sends a batch that was prepared, in this process or in one that ended. */
export async function submitBatch(
  engine: Engine,
  asking: Asking,
  batch: ModelBatch,
  requests: readonly BatchRequest[],
): Promise<Stop | null> {
  const service = asking.provider.batches!;
  const { ledger, clock, signal } = engine;
  const lines = (): AsyncIterable<string> => batchLines(engine, asking, service, requests);
  let file = batch.file;
  for (let tries = 0; !signal.aborted; tries += 1) {
    if (service.upload !== null && file === null) {
      const uploaded = await service.upload(lines(), `${batch.tag}.jsonl`);
      if (!('file' in uploaded)) {
        const stop = await refused(engine, asking, batch, uploaded, tries);
        if (stop !== 'again') return stop;
        continue;
      }
      file = uploaded.file;
      await ledger.changeBatch(batch.id, ['prepared'], { file });
    }
    const intentAt = clock.now().toISOString();
    const change = { phase: 'submitting', intentAt } as const;
    if (!(await ledger.changeBatch(batch.id, ['prepared'], change))) return null;
    const content = file === null ? { lines: lines() } : { file };
    const made = await service.create(content, batch.tag);
    if (made.kind === 'created') {
      const submittedAt = clock.now().toISOString();
      const done = { phase: 'submitted', remote: made.id, submittedAt } as const;
      await ledger.changeBatch(batch.id, ['submitting'], done);
      return null;
    }
    // It may exist: it is looked for, and never made again on suspicion.
    if (made.kind === 'unknown') {
      batchWarning(engine, batch, 'batch-unconfirmed', made.failure);
      return null;
    }
    await ledger.changeBatch(batch.id, ['submitting'], { phase: 'prepared', intentAt: null });
    const stop = await refused(engine, asking, batch, made.failure, tries);
    if (stop !== 'again') return stop;
  }
  return null;
}

/** What to do when a provider refused a batch, so that it was certainly not made. */
async function refused(
  engine: Engine,
  asking: Asking,
  batch: ModelBatch,
  failure: ModelFailure,
  tries: number,
): Promise<Stop | null | 'again'> {
  const { ledger, clock, signal } = engine;
  const { id, notes, requests } = batch;
  if (failure.class === 'soon' && tries < mostTries) {
    await clock.sleep(Math.max(failure.retryAfter ?? 0, backoff(tries, clock.random())), signal);
    return 'again';
  }
  // Its requests wait until there is room, money or a key.
  if (failure.class === 'soon' || failure.class === 'later') {
    batchWarning(engine, batch, 'batch-waits', failure);
    return null;
  }
  if (failure.class === 'person') return personStop(asking, failure);
  const { code, message } = failure;
  // What is too large goes in smaller batches, as what a full queue has no room for.
  const isTooLarge = failure.status === 413 && requests > 1;
  const values = { code, message, class: isTooLarge ? 'later' : failure.class };
  const note = { code: 'batch-failed', values };
  await ledger.changeBatch(id, ['prepared'], { phase: 'given-up', notes: [...notes, note] });
  return isTooLarge ? null : requestStop(asking, failure);
}

const mostTries = 5;
const readTogether = 500;

async function* batchLines(
  { ledger }: Engine,
  asking: Asking,
  service: BatchService,
  requests: readonly BatchRequest[],
): AsyncGenerator<string> {
  for (let from = 0; from < requests.length; from += readTogether) {
    const some = requests.slice(from, from + readTogether);
    const fields = await ledger.unitFields([...new Set(some.map(({ unit }) => unit))]);
    for (const request of some) {
      const made = requestOf(asking, request, fields.get(request.unit) ?? {});
      if (!('code' in made)) yield service.line(made);
    }
  }
}

function requestOf(
  asking: Asking,
  { id, enlarged, unit, annotator }: BatchRequest,
  fields: Parameters<Asking['read']>[1],
): ReturnType<Asking['request']> {
  const { maxTokens } = asking.model;
  const most = enlarged ? enlargedTokens(maxTokens) : maxTokens;
  return asking.request({ unit, annotator }, fields, id, most);
}

function sumOf(costs: readonly (number | null)[]): number | null {
  return costs.reduce<number | null>(
    (sum, one) => (sum === null || one === null ? null : sum + one),
    0,
  );
}
