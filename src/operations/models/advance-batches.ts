import type { BatchNote, ModelBatch } from '../../domain/models/model-batch.ts';
import type { BatchState } from '../../llm/provider.ts';
import { moneyText } from '../../domain/models/money-text.ts';
import { reconcile, usualGrace } from '../../truth/models/reconcile.ts';
import { personStop } from './stops.ts';
import type { Asking } from './asking.ts';
import { batchWarning, tell } from './batch-notes.ts';
import type { Engine, Stop } from './engine.ts';
import { modelResult } from './model-result.ts';
import { mostFailedBatches, submitBatch } from './submit-batches.ts';
import { takeInBatch } from './take-in-batch.ts';

/** What came of looking after batches. */
export interface Advanced {
  readonly stops: readonly Stop[];
  /** How many batches are on their way. */
  readonly pending: number;
  /** How many results were kept. */
  readonly results: number;
}

/**
 * Brings every batch as far as it goes now: sends what was prepared, looks for what may exist, and
 * takes in what has ended. Safe to do again at any time.
 */
export async function advanceBatches(engine: Engine): Promise<Advanced> {
  const { ledger, askings, signal } = engine;
  const stops: Stop[] = [];
  let results = 0;
  for (const batch of await ledger.batches(['prepared', 'submitting', 'submitted'])) {
    const asking = askings.get(batch.entry);
    if (asking?.provider.batches === null || asking === undefined || signal.aborted) continue;
    const advanced = await advance(engine, asking, batch);
    if (advanced.stop !== null) stops.push(advanced.stop);
    results += advanced.results;
  }
  const pending = (await ledger.batches(['prepared', 'submitting', 'submitted'])).length;
  return { stops, pending, results };
}

const nothing = { stop: null, results: 0 };

async function advance(
  engine: Engine,
  asking: Asking,
  batch: ModelBatch,
): Promise<{ readonly stop: Stop | null; readonly results: number }> {
  if (batch.phase === 'prepared') return { ...nothing, stop: await resume(engine, asking, batch) };
  if (batch.phase === 'submitting') {
    const adopted = await lookFor(engine, asking, batch);
    return adopted === null ? nothing : await advance(engine, asking, adopted);
  }
  const state = await asking.provider.batches!.state(batch.remote!);
  if (!('phase' in state)) {
    if (state.class === 'person') return { ...nothing, stop: personStop(asking, state) };
    // A batch that the provider no longer knows has no results any more. A new one may not be
    // known everywhere yet.
    const isNew = engine.clock.now().getTime() < Date.parse(batch.submittedAt ?? '') + usualGrace;
    const isGone = state.class === 'never' && !isNew;
    if (isGone) return await takeInBatch(engine, asking, batch, 'gone');
    batchWarning(engine, batch, 'batch-state-unknown', state);
    return nothing;
  }
  if (state.phase !== 'ended') return nothing;
  if (state.ended === 'failed')
    return { ...nothing, stop: await failed(engine, asking, batch, state) };
  return await takeInBatch(engine, asking, batch, state.ended);
}

/** Sends a batch that a process had prepared before it ended. */
async function resume(engine: Engine, asking: Asking, batch: ModelBatch): Promise<Stop | null> {
  const { ledger, taskHash } = engine;
  const isPresent = batch.taskHash === taskHash && batch.promptHash === asking.promptHash;
  if (!isPresent) {
    await ledger.changeBatch(batch.id, ['prepared'], { phase: 'given-up' });
    return null;
  }
  return await submitBatch(engine, asking, batch, await ledger.batchRequests(batch.id));
}

/** Looks for a batch that may exist; returns it once it is found. */
async function lookFor(
  engine: Engine,
  asking: Asking,
  batch: ModelBatch,
): Promise<ModelBatch | null> {
  const { ledger, clock } = engine;
  const service = asking.provider.batches!;
  const intent = Date.parse(batch.intentAt ?? clock.now().toISOString());
  const found = await service.list(new Date(intent - lookedBack).toISOString());
  // Without a list nothing is decided.
  if ('class' in found) {
    batchWarning(engine, batch, 'batch-unconfirmed', found);
    return null;
  }
  const remotes = (await ledger.batches()).map(({ remote }) => remote);
  const known = new Set(remotes.filter((remote) => remote !== null));
  const now = clock.now();
  const decided = reconcile(batch, found, known, now.getTime());
  if (decided.kind === 'wait') {
    batchWarning(engine, batch, 'batch-sought', null);
    return null;
  }
  if (decided.kind === 'give-back') {
    const notes = tell(engine, batch, { code: 'batch-not-made', values: {} });
    const free = { phase: 'prepared', intentAt: null, notes } as const;
    await ledger.changeBatch(batch.id, ['submitting'], free);
    return null;
  }
  const { id: remote, others, alike } = decided;
  for (const other of others) await service.cancel(other);
  const notes = tell(
    engine,
    batch,
    { code: 'batch-adopted', values: { remote } },
    ...others.map((other) => cancelledNote(engine, batch, other)),
    ...alike.map((other) => ({ code: 'batch-alike', values: { remote: other } })),
  );
  const submittedAt = now.toISOString();
  const change = { phase: 'submitted', remote, submittedAt, notes } as const;
  const isOurs = await ledger.changeBatch(batch.id, ['submitting'], change);
  return isOurs ? { ...batch, ...change } : null;
}

/** A batch that was made twice, and what it costs at most where prices are known. */
function cancelledNote(
  { currency }: Pick<Engine, 'currency'>,
  { estimate }: ModelBatch,
  remote: string,
): BatchNote {
  if (estimate === null) return { code: 'batch-cancelled', values: { remote } };
  const most = moneyText(estimate);
  return { code: 'batch-cancelled-priced', values: { remote, most, currency } };
}

const lookedBack = 5 * 60_000;

/** Frees the requests of a batch that the provider refused as a whole. */
async function failed(
  engine: Engine,
  asking: Asking,
  batch: ModelBatch,
  { problems }: BatchState,
): Promise<Stop | null> {
  const { ledger, clock, job } = engine;
  const requests = await ledger.batchRequests(batch.id);
  const notes: BatchNote[] = [];
  const at = clock.now().toISOString();
  for (const { failure, line } of problems) {
    const { code, message } = failure;
    const request = line === null ? undefined : requests[line - 1];
    if (request === undefined) {
      const values = { code, message, class: failure.class };
      notes.push({ code: 'batch-failed', values });
      continue;
    }
    notes.push({ code: 'batch-line', values: { line: line!, code, message } });
    const sent = { ...request, job: batch.job, batch: batch.id, taskHash: batch.taskHash };
    const outcome = {
      kind: 'failure' as const,
      raw: null,
      failure: { ...failure, class: 'never' as const },
    };
    await ledger.record([modelResult(asking, sent, outcome, {}, { at, latency: null })], job);
  }
  const told = tell(engine, batch, ...notes);
  const change = { phase: 'given-up', endedAt: at, ended: 'failed', notes: told } as const;
  await ledger.changeBatch(batch.id, ['submitted'], change);
  const person = problems.find(({ failure }) => failure.class === 'person');
  if (person !== undefined) return personStop(asking, person.failure);
  const whole = (one: ModelBatch): boolean =>
    one.entry === batch.entry &&
    one.job === batch.job &&
    one.ended === 'failed' &&
    one.notes.some(({ code, values }) => code === 'batch-failed' && values['class'] !== 'later');
  const count = (await ledger.batches(['given-up'])).filter(whole).length;
  if (count < mostFailedBatches) return null;
  const { code, message } = problems[0]!.failure;
  return { code: 'pause-batches', values: { count, model: batch.entry, code, message } };
}
