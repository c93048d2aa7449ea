import { groupBy } from '../../domain/group-by.ts';
import { codedText } from '../../domain/text-values.ts';
import { openCells } from '../../truth/models/open-cells.ts';
import type { CellCounts, OpenCell } from '../../truth/models/open-cells.ts';
import { NowAsker } from './ask-now.ts';
import type { Asking } from './asking.ts';
import { entryOf, jobAnnotators } from './engine.ts';
import type { Engine, EngineProgress, Stop } from './engine.ts';
import type { CellView, Result } from './ledger.ts';
import { Recorder } from './recorder.ts';
import { taskSpending } from './submit-batches.ts';

/** What is open in the cells of a job. */
export interface JobCells {
  readonly open: readonly OpenCell[];
  readonly counts: CellCounts;
  readonly view: CellView;
}

/** What a job still has to ask. */
export async function jobCells(
  engine: Pick<Engine, 'ledger' | 'job'> & {
    readonly askings: ReadonlyMap<string, Pick<Asking, 'promptHash'>>;
  },
): Promise<JobCells> {
  const { ledger, job, askings } = engine;
  const annotators = jobAnnotators(job).filter((one) => askings.has(entryOf(one)));
  const prompts = new Map(annotators.map((one) => [one, askings.get(entryOf(one))!.promptHash]));
  const { invalidate, again, k } = job.plan;
  const view = await ledger.view({ prompts, run: job.run, k });
  const isClosed = job.run !== null && (await ledger.isClosed(job.run));
  const { open, counts } = openCells({
    annotators,
    units: (annotator) => view.units(annotator),
    content: (cell) => view.content(cell),
    attempts: (cell) => view.attempts(cell),
    job: job.id,
    invalidate,
    again,
  });
  // What a closed round lacks is not asked for any more: it could not count.
  return { open: isClosed ? [] : open, counts, view };
}

/**
 * How long calls that are on their way are waited for once somebody stops it, in milliseconds: what
 * arrives is kept, and need not be paid for again. The whole must end within two seconds.
 */
const lastWait = 1000;

/**
 * Asks all models of a job at once, each at its own pace. Returns why some stopped. The signal
 * interrupts it: then nothing more is sent, and what still arrives within a moment is kept.
 */
export async function runNow(
  engine: Engine,
  { open, view }: JobCells,
  spoolFolder: string,
): Promise<readonly Stop[]> {
  const { ledger, job, askings, signal, clock } = engine;
  const ending = new AbortController();
  const isOver = new AbortController();
  const end = (): void =>
    void clock.sleep(lastWait, isOver.signal).then(() => {
      ending.abort();
    });
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) ending.abort();
  const saving = { isOver: false };
  const recorder = new Recorder(ledger, job, spoolFolder, () => (saving.isOver = true));
  const tally = new Tally(engine, open.length);
  const state = {
    recorder,
    circuits: new Map(),
    ending,
    saving,
    spending: { ...(await taskSpending(engine)) },
    past: (cell: OpenCell) => view.attempts(cell),
    kept: (result: Result, isOpen: boolean) => tally.add(result, isOpen),
  };
  const byEntry = groupBy(open, ({ annotator }) => entryOf(annotator));
  const stops = await Promise.all(
    [...byEntry].map(([entry, cells]) =>
      new NowAsker(engine, askings.get(entry)!, state).ask(cells),
    ),
  );
  signal.removeEventListener('abort', end);
  isOver.abort();
  await recorder.finish();
  if (tally.abandoned > 0)
    engine.warnings?.add('', codedText('calls-abandoned', { count: tally.abandoned }));
  const found = stops.filter((stop) => stop !== null);
  return signal.aborted ? [...found, { code: 'pause-interrupted', values: {} }] : found;
}

/** What was done so far, for progress. */
class Tally {
  readonly #engine: Engine;
  #progress: EngineProgress;
  /** Calls that were stopped on their way. */
  abandoned = 0;

  constructor(engine: Engine, open: number) {
    this.#engine = engine;
    this.#progress = { asked: 0, accepted: 0, rejected: 0, failed: 0, open, cost: 0 };
  }

  add({ attempt }: Result, isOpen: boolean): void {
    const { outcome, cost } = attempt;
    const before = this.#progress;
    const isFailed = outcome === 'failed' || outcome === 'stopped';
    if (outcome === 'stopped') this.abandoned += 1;
    const isAccepted = outcome === 'accepted';
    this.#progress = {
      asked: before.asked + 1,
      accepted: before.accepted + (isAccepted ? 1 : 0),
      rejected: before.rejected + (isAccepted || isFailed ? 0 : 1),
      failed: before.failed + (isFailed ? 1 : 0),
      open: before.open - (isOpen ? 0 : 1),
      cost: before.cost + (cost ?? 0),
    };
    this.#engine.progress?.(this.#progress);
  }
}
