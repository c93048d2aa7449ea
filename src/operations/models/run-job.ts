import { refuse } from '../../domain/fault.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { ModelJob } from '../../domain/models/model-job.ts';
import type { CellCounts } from '../../truth/models/open-cells.ts';
import { advanceBatches } from './advance-batches.ts';
import { Warnings } from './engine.ts';
import type { Engine, EngineProgress, Stop } from './engine.ts';
import { hasEnded, leaseOwner } from './lease-owner.ts';
import type { Ledger } from './ledger.ts';
import type { ModelWork } from './model-work.ts';
import { openAskings } from './open-askings.ts';
import { jobCells, runNow } from './run-now.ts';
import { submitBatches } from './submit-batches.ts';
import { takeInSpool } from './spool.ts';

/** Who runs a job, and for how long. */
export interface RunOptions {
  readonly signal: AbortSignal;
  /** Whether to wait until every batch has ended. */
  readonly wait: boolean;
  /** Milliseconds between looks at batches. */
  readonly interval: number;
  /**
   * Whether a job that the signal interrupts stays as it is, so that another worker can continue
   * it.
   */
  readonly isHandedOn?: boolean;
  readonly progress?: (progress: EngineProgress) => void;
  readonly tell?: (text: CodedText) => void;
  /** Called after each poll of batches under way. */
  readonly waiting?: (pending: number, counts: CellCounts) => void;
}

/** How a job stands after somebody worked on it. */
export interface RanJob {
  readonly state: ModelJob['state'];
  readonly stops: readonly Stop[];
  readonly counts: CellCounts;
  readonly open: number;
  /** Batches on their way. */
  readonly pending: number;
  /** What somebody should know, each thing once. */
  readonly warnings: readonly CodedText[];
}

/** Works on a job as far as it goes: asks what is open, and looks after its batches. */
export async function runJob(
  work: ModelWork,
  panel: Panel,
  job: ModelJob,
  options: RunOptions,
): Promise<RanJob> {
  const engine = await engineOf(work, panel, job, options);
  await takeInSpool(work.spoolFolder, work.ledger);
  const { ledger } = work;
  for (;;) {
    const ran = await pass(work, engine);
    const isDone = ran.open === 0 && ran.pending === 0;
    const isPaused = ran.stops.length > 0 || options.signal.aborted;
    const isOnlyInterrupted = ran.stops.every(({ code }) => code === 'pause-interrupted');
    if (options.isHandedOn === true && options.signal.aborted && isOnlyInterrupted)
      return { ...ran, stops: [], state: 'running' };
    const unpaused = isDone ? 'done' : 'running';
    const state = isPaused ? 'paused' : unpaused;
    if (state !== 'running') {
      const reason = ran.stops[0] ?? { code: 'pause-interrupted', values: {} };
      await ledger.setJob(job.id, { state, reason: isPaused ? reason : null });
      return { ...ran, state };
    }
    if (!options.wait && ran.pending > 0) return { ...ran, state };
    options.waiting?.(ran.pending, ran.counts);
    await engine.clock.sleep(ran.pending > 0 ? options.interval : 0, options.signal);
  }
}

async function pass(work: ModelWork, engine: Engine): Promise<Omit<RanJob, 'state'>> {
  const { job, askings } = engine;
  const advanced = await advanceBatches(engine);
  const before = await jobCells(engine);
  const stops = [...advanced.stops];
  if (stops.length === 0 && before.open.length > 0 && !engine.signal.aborted) {
    const isNow = (entry: string): boolean =>
      job.mode === 'now' || askings.get(entry)?.provider.batches === null;
    const entry = (annotator: string): string => annotator.slice(0, annotator.lastIndexOf('#'));
    const now = before.open.filter(({ annotator }) => isNow(entry(annotator)));
    const later = before.open.filter(({ annotator }) => !isNow(entry(annotator)));
    if (later.length > 0) stops.push(...(await submitBatches(engine, later)));
    if (now.length > 0)
      stops.push(...(await runNow(engine, { ...before, open: now }, work.spoolFolder)));
  }
  const { counts, open } = await jobCells(engine);
  const phases = ['prepared', 'submitting', 'submitted'] as const;
  const pending = (await work.ledger.batches(phases)).length;
  const warnings = engine.warnings?.all ?? [];
  return { stops, counts, open: open.length, pending, warnings };
}

async function engineOf(
  work: ModelWork,
  panel: Panel,
  job: ModelJob,
  { signal, progress, tell }: RunOptions,
): Promise<Engine> {
  const { content, task, ledger, clock, newId, settings } = work;
  const { protocol, guideline } = content;
  const askings = await openAskings({ protocol, guideline, task }, panel, settings);
  return {
    ledger,
    job,
    taskHash: task.hash,
    askings,
    clock,
    signal,
    newId,
    currency: protocol.prices?.currency ?? 'USD',
    ...(progress === undefined ? {} : { progress }),
    ...(tell === undefined ? {} : { tell }),
    warnings: new Warnings(tell),
  };
}

const leaseLasts = 60_000;
const leaseRenewed = 20_000;

/**
 * Does something that only one process may do in a ledger at a time. Returns null when another
 * process does it. The lease is renewed meanwhile; if it is lost, the work is stopped.
 */
export async function withLease<T>(
  { ledger, clock }: Pick<ModelWork, 'ledger' | 'clock'>,
  what: string,
  signal: AbortSignal,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const name = leaseName(ledger);
  const owner = leaseOwner(what);
  const until = (): string => new Date(clock.now().getTime() + leaseLasts).toISOString();
  if (!(await ledger.lease({ name, owner, until: until() }))) {
    const holder = await ledger.holder(name);
    const isFree =
      holder !== null &&
      hasEnded(holder) &&
      (await ledger.lease({ name, owner, until: until(), instead: holder }));
    if (!isFree) return null;
  }
  const lost = new AbortController();
  const timer = setInterval(() => {
    ledger.lease({ name, owner, until: until() }).then(
      (isOurs) => void (isOurs || lost.abort()),
      () => undefined, // Tried again before the lease ends.
    );
  }, leaseRenewed);
  try {
    const result = await act(AbortSignal.any([signal, lost.signal]));
    await ledger.endLease(name, owner);
    return result;
  } catch (error) {
    // Report the failure rather than a lease that cannot be ended, which expires by itself.
    await ledger.endLease(name, owner).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Refuses, since another process is at work. */
export async function refuseBusy(ledger: Ledger): Promise<never> {
  const owner = (await ledger.holder(leaseName(ledger))) ?? '';
  return refuse('models-busy', { place: ledger.place, owner });
}

function leaseName({ key }: Ledger): string {
  return `models/${key}`;
}
