import { groupBy } from '../../domain/group-by.ts';
import type { Attempt, AttemptOutcome, Cell } from '../../domain/models/attempt.ts';
import type { ModelJob } from '../../domain/models/model-job.ts';
import {
  attemptedInBatch,
  attemptSums,
  conflictingAttempts,
  firstAttempts,
  insertAttempts,
  streamCellAttempts,
} from '../../store/models/attempts.ts';
import type { KnownAttempt } from '../../store/models/attempts.ts';
import {
  batchRequests,
  changeBatch,
  insertBatch,
  listBatches,
} from '../../store/models/batches.ts';
import { insertJob, listJobs, setJobState } from '../../store/models/jobs.ts';
import { endLease, findLease, takeLease } from '../../store/models/leases.ts';
import { cellJudgmentsOn, streamCellJudgments } from '../../store/models/model-judgments.ts';
import type { CellJudgment } from '../../store/models/model-judgments.ts';
import { insertRows, judgmentValues } from '../../store/judging/insert-judgments.ts';
import { lockLogs } from '../../store/log-lock.ts';
import { findRun, runUnits } from '../../store/rounds/rounds.ts';
import { shareRun } from '../../store/rounds/run-lock.ts';
import { fillSlots, slotsOn } from '../../store/rounds/slots.ts';
import type { FilledSlot } from '../../store/rounds/slots.ts';
import { findUnits, streamUnits } from '../../store/units/units.ts';
import { workspaceValue } from '../../store/workspace/workspace.ts';
import { audit } from '../audit.ts';
import { RoundSlots } from '../exchange/round-slots.ts';
import type { ProjectProtocol, ProjectTask } from '../project-protocol.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';
import { cellContent, modelKey, promptOfKey } from '../../truth/models/cell-content.ts';
import { CellTable } from './cell-table.ts';
import type { CellView, Ledger, Result, ViewRequest } from './ledger.ts';
import { mostRecent } from '../units/recent-units.ts';
import { settleResults } from '../../truth/models/settle-results.ts';

/** The version of a task that models are asked under. */
export interface LedgerScope {
  readonly project: ProjectProtocol;
  readonly task: ProjectTask;
}

/** The ledger of a task in a workspace. */
export async function workspaceLedger(context: WorkContext, scope: LedgerScope): Promise<Ledger> {
  const { store, actor } = context;
  const place = { project: scope.project.project, task: scope.task.task.id };
  const id = (await store.read((db) => workspaceValue(db, 'id'))) ?? '';
  return {
    place: store.address,
    together: 1000,
    key: `${id}/${place.project}/${place.task}`,
    view: (request) => cellView(context, scope, request),
    unitFields: async (ids) => {
      const units = await store.read((db) => findUnits(db, place, ids));
      return new Map(units.map((unit) => [unit.id, unit.fields]));
    },
    addJob: (job) =>
      store.write(async (tx) => {
        await insertJob(tx, { ...job, project: place.project });
        const { mode, run, plan } = job;
        audit(tx, actor, timeOf(context), 'models-start', {
          project: place.project,
          object: `job/${job.id}`,
          detail: { task: place.task, mode, run, runs: plan.runs, budget: plan.budget },
        });
      }),
    setJob: (job, state) =>
      store.write(async (tx) => {
        await setJobState(tx, job, state);
        audit(tx, actor, timeOf(context), `models-${state.state}`, {
          project: place.project,
          object: `job/${job}`,
          detail: state.reason === null ? {} : { reason: state.reason.code },
        });
      }),
    jobs: async () => {
      const jobs = await store.read((db) => listJobs(db, { project: place.project }));
      return jobs.filter((job) => job.task === place.task);
    },
    addBatch: (batch, requests) =>
      store.write((tx) => insertBatch(tx, { ...batch, ...place }, requests)),
    changeBatch: (batch, from, change) => store.write((tx) => changeBatch(tx, batch, from, change)),
    batches: (phases) => store.read((db) => listBatches(db, place, phases)),
    batchRequests: (batch) => store.read((db) => batchRequests(db, batch)),
    attemptedIn: (batch) => store.read((db) => attemptedInBatch(db, batch)),
    record: (results, job) =>
      store.write((tx) => record(context, tx, scope, results, job), { repeatable: true }),
    isClosed: async (run) => (await store.read((db) => findRun(db, run)))?.closedAt !== null,
    sums: (job) => store.read((db) => attemptSums(db, place, job)),
    lease: (lease) => store.write((tx) => takeLease(tx, lease, timeOf(context))),
    endLease: (name, owner) => store.write((tx) => endLease(tx, name, owner)),
    holder: async (name) => {
      const lease = await store.read((db) => findLease(db, name));
      return lease === null || lease.until <= timeOf(context) ? null : lease.owner;
    },
    close: async () => {},
  };
}

/** What stands in the cells of a task or of a run. */
async function cellView(
  { store }: WorkContext,
  { project, task }: LedgerScope,
  { prompts, run, k }: ViewRequest,
): Promise<CellView> {
  const place = { project: project.project, task: task.task.id };
  const ids = await recentUnits({ store }, place, task, run, k);
  const open = run === null ? null : await openSlots({ store }, run, ids);
  const table = new CellTable(ids, (annotator) => open?.(annotator) ?? ids);
  const annotators = [...prompts.keys()];
  const asked = { hashes: task.hashes, guideline: project.protocol.guideline.version };
  const guideline = run === null ? asked.guideline : await runGuideline({ store }, run);
  for await (const one of streamCellJudgments(store, place, annotators)) {
    if (run !== null && one.run !== run) continue;
    const version = { ...asked, guideline, prompt: prompts.get(one.annotator)! };
    table.set(one, cellContent({ ...one, prompt: promptOfKey(one.idempotencyKey) }, version));
  }
  for await (const one of streamCellAttempts(store, place)) {
    const isPresent =
      task.hashes.has(one.taskHash) && prompts.get(one.annotator) === one.promptHash;
    if (isPresent && one.outcome !== 'accepted') table.addAttempt(one, one);
  }
  const phases = ['prepared', 'submitting', 'submitted'] as const;
  for (const batch of await store.read((db) => listBatches(db, place, phases))) {
    const told = await store.read((db) => attemptedInBatch(db, batch.id));
    for (const request of await store.read((db) => batchRequests(db, batch.id)))
      if (!told.has(request.id) && table.content(request) !== 'judged')
        table.set(request, 'pending');
  }
  return table;
}

async function runGuideline({ store }: Pick<WorkContext, 'store'>, run: string): Promise<string> {
  return (await store.read((db) => findRun(db, run)))?.guideline ?? '';
}

/** The units of a run or of the task; with K, the most recent ones of each subject. */
async function recentUnits(
  { store }: Pick<WorkContext, 'store'>,
  place: { readonly project: string; readonly task: string },
  { task }: ProjectTask,
  run: string | null,
  k: number | null,
): Promise<readonly string[]> {
  const inRun =
    run === null
      ? null
      : new Set((await store.read((db) => runUnits(db, run))).map((one) => one.unit));
  const units: { id: string; subject: string | null; date: unknown }[] = [];
  for await (const { id, subject, fields } of streamUnits(store, place)) {
    const date = task.unit.date === null ? null : fields[task.unit.date];
    if (inRun === null || inRun.has(id)) units.push({ id, subject, date });
  }
  return mostRecent(units, k);
}

/** The units of a run on which each annotator has a place. */
async function openSlots(
  { store }: Pick<WorkContext, 'store'>,
  run: string,
  units: readonly string[],
): Promise<(annotator: string) => readonly string[]> {
  const slots = await store.read((db) => slotsOn(db, run, units));
  const own = new Map<string, Set<string>>();
  for (const { annotator, unit } of slots)
    if (annotator !== null) own.set(annotator, (own.get(annotator) ?? new Set<string>()).add(unit));
  return (annotator) => units.filter((unit) => own.get(annotator)?.has(unit) === true);
}

async function record(
  context: WorkContext,
  tx: WriteTransaction,
  scope: LedgerScope,
  results: readonly Result[],
  job: ModelJob,
): Promise<readonly (AttemptOutcome | null)[]> {
  const { project, task } = scope;
  const place = { project: project.project, task: task.task.id };
  const { run } = job;
  if (run !== null) await shareRun(tx, run);
  const facts = run === null ? null : await findRun(tx, run);
  await lockLogs(tx);
  const units = [...new Set(results.map(({ attempt }) => attempt.unit))];
  const annotators = [...new Set(results.map(({ attempt }) => attempt.annotator))];
  const known = groupBy(await toldBefore(tx, results), ({ id, batch }) => `${batch ?? ''} ${id}`);
  const present = new Map<string, CellJudgment>();
  const latest = new Map<string, string>();
  for (const one of await cellJudgmentsOn(tx, place, annotators, units)) {
    const key = cellKey(one);
    if (one.run === run) latest.set(key, one.id);
    if (run === null || one.run === run) present.set(key, one);
  }
  const guideline = facts?.guideline ?? project.protocol.guideline.version;
  const settled = settleResults(results, {
    known: ({ id, batch }) => (known.get(`${batch ?? ''} ${id}`) ?? []).map(({ reply }) => reply),
    content: (cell) => {
      const one = present.get(cellKey(cell));
      if (one === undefined) return null;
      const prompt = promptOfKey(one.idempotencyKey);
      const version = { hashes: task.hashes, guideline, prompt: cell.promptHash };
      return cellContent({ ...one, prompt }, version);
    },
    isClosed: run !== null && (facts === null || facts.closedAt !== null),
  });
  const placed = run === null ? settled : await inSlots(tx, run, settled, units, latest);
  const kept = placed.filter((one) => one !== null);
  const at = timeOf(context);
  const rows = kept.flatMap((one) => {
    if (one.attempt.outcome !== 'accepted' || one.given === null) return [];
    const { unit, annotator, promptHash, id } = one.attempt;
    const judgment = {
      id: context.newId(),
      ...place,
      run,
      unit,
      annotator,
      ...one.given,
      guideline,
      taskHash: task.hash,
      at: one.attempt.at,
      seconds: null,
      idempotencyKey: modelKey(promptHash, id),
      origin: 'model' as const,
    };
    return [judgmentValues(judgment, latest.get(cellKey(one.attempt)) ?? null)];
  });
  await insertRows(tx, rows);
  const raws = kept.flatMap(({ attempt, raw }) =>
    attempt.reply === null || raw === null ? [] : [{ hash: attempt.reply, content: raw }],
  );
  const attempts = kept.map(({ attempt }) => attempt);
  await insertAttempts(tx, place, attempts, raws);
  if (attempts.length > 0)
    audit(tx, context.actor, at, 'models-replies', {
      project: place.project,
      object: `job/${job.id}`,
      detail: { task: place.task, attempts: attempts.length, judgments: rows.length },
    });
  return placed.map((one) => one?.attempt.outcome ?? null);
}

/** What is kept of the requests that results are about. */
async function toldBefore(
  tx: WriteTransaction,
  results: readonly Result[],
): Promise<readonly KnownAttempt[]> {
  const ids = [...new Set(results.map(({ attempt }) => attempt.id))];
  const first = await firstAttempts(tx, ids);
  const replies = new Map(first.map(({ id, reply }) => [id, reply]));
  const isOther = ({ id, reply }: Attempt): boolean => replies.has(id) && replies.get(id) !== reply;
  const doubted = results.filter(({ attempt }) => isOther(attempt));
  if (doubted.length === 0) return first;
  const again = await conflictingAttempts(tx, [
    ...new Set(doubted.map(({ attempt }) => attempt.id)),
  ]);
  return [...first, ...again];
}

/** Fills the places of a run; without one for it, an answer is kept as an attempt only. */
async function inSlots(
  tx: WriteTransaction,
  run: string,
  settled: readonly (Result | null)[],
  units: readonly string[],
  latest: ReadonlyMap<string, string>,
): Promise<readonly (Result | null)[]> {
  const slots = await RoundSlots.of(tx, run);
  await slots.lookUp(tx, units);
  const filled: { slot: FilledSlot; at: string }[] = [];
  const placed = settled.map((one) => {
    if (one === null || one.attempt.outcome !== 'accepted') return one;
    // A revision stands in the place of what it revises.
    if (latest.has(cellKey(one.attempt))) return one;
    const slot = slots.take({ ...one.attempt, answers: {}, asides: {} });
    if ('id' in slot) {
      filled.push({ slot, at: one.attempt.at });
      return one;
    }
    const code = 'code' in slot ? slot.code : 'no-slot-left';
    const attempt = { ...one.attempt, outcome: 'unneeded' as const, code };
    return { ...one, attempt, given: null };
  });
  for (const [at, own] of groupBy(filled, (one) => one.at))
    await fillSlots(
      tx,
      own.map(({ slot }) => slot),
      at,
    );
  return placed;
}

function cellKey({ unit, annotator }: Cell): string {
  return `${annotator} ${unit}`;
}
