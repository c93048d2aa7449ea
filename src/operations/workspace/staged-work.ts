import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '../../domain/fault.ts';
import { lockLogs } from '../../store/log-lock.ts';
import {
  beginStaging,
  endStaging,
  moveStaging,
  removeAbandoned,
  removeStaging,
} from '../../store/staging.ts';
import type { Staging } from '../../store/staging.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';

/** One piece of long work: how much it is, and the write that stores it. */
export interface WorkPiece {
  readonly size: number;
  add(tx: WriteTransaction): Promise<void>;
}

/**
 * How large the pieces are: so that each holds the writer for about half of what others may have to
 * wait, on this machine and under its present load.
 */
export class WorkPace {
  #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** How many rows the next piece should hold. */
  get size(): number {
    return Math.round(this.#size);
  }

  /** Learns how long the writer was held for a piece, in milliseconds. */
  took(milliseconds: number, rows: number): void {
    // Those that hold few rows say little.
    if (rows * 2 < this.#size) return;
    const change = Math.min(Math.max(wantedHold / Math.max(milliseconds, 1), 0.5), 1.25);
    this.#size = Math.min(Math.max(this.#size * change, fewestRows), mostRows);
  }
}

/** In milliseconds. */
const wantedHold = 25;
const fewestRows = 250;
const mostRows = 6000;

/** How long after its last piece long work counts as dead, in milliseconds. */
const patience = 30_000;

/** Until when long work that has just stored a piece counts as alive. */
function aliveUntil({ clock }: Pick<WorkContext, 'clock'>): string {
  return new Date(clock().getTime() + patience).toISOString();
}

/** Long work: how it begins, its pieces, and the write that makes everything visible. */
export interface StagedWork<Result> {
  readonly about: Pick<Staging, 'id' | 'kind' | 'project' | 'name' | 'total'>;
  /** Runs the first write, once nothing stands in its way. */
  begin(write: (tx: WriteTransaction) => Promise<Staging>): Promise<Staging>;
  /** The number of its first row in a log. */
  from?(tx: WriteTransaction): Promise<number>;
  pieces(from: number): Iterable<WorkPiece> | AsyncIterable<WorkPiece>;
  finish(tx: WriteTransaction, from: number): Promise<Result>;
  /** What is left to do in the last write when everything is visible. */
  behind?(tx: WriteTransaction, from: number): Promise<void>;
  readonly progress?: ((done: number, total: number) => void) | undefined;
  readonly pace?: WorkPace;
}

/**
 * Does long work, each piece in a write of its own, so that others write in between. If anything
 * fails, what was stored is removed.
 */
export async function doStaged<Result>(
  context: WorkContext,
  work: StagedWork<Result>,
): Promise<Result> {
  const { store } = context;
  const staging = await work.begin(async (tx) => {
    const begun: Staging = {
      ...work.about,
      fromSeq: (await work.from?.(tx)) ?? null,
      done: 0,
      startedAt: timeOf(context),
      aliveUntil: aliveUntil(context),
    };
    await beginStaging(tx, begun);
    return begun;
  });
  const from = staging.fromSeq ?? 0;
  try {
    await storePieces(context, staging, work.pieces(from), work);
    const finish = async (tx: WriteTransaction): Promise<Result> => {
      const result = await work.finish(tx, from);
      if (!(await endStaging(tx, staging.id))) refuse('project-changed');
      await work.behind?.(tx, from);
      return result;
    };
    return await store.write(finish, { alone: true });
  } catch (failure) {
    await removeStaging(store, staging, timeOf(context));
    throw failure;
  }
}

/** Stores the pieces of work that was begun. */
async function storePieces(
  context: WorkContext,
  { id, total }: Staging,
  pieces: Iterable<WorkPiece> | AsyncIterable<WorkPiece>,
  { progress, pace }: Pick<StagedWork<unknown>, 'progress' | 'pace'>,
): Promise<void> {
  let done = 0;
  for await (const { size, add } of pieces) {
    done += size;
    const moved = { id, done, aliveUntil: aliveUntil(context) };
    let started = 0;
    const write = async (tx: WriteTransaction): Promise<void> => {
      started = performance.now();
      if (!(await moveStaging(tx, moved))) refuse('project-changed');
      await add(tx);
    };
    // Alone: so that the piece is bound by an entry of its own, and fails alone.
    await context.store.write(write, { alone: true });
    pace?.took(performance.now() - started, size);
    progress?.(done, total);
  }
}

/** Runs a write once no other import adds to a log; until then others write. */
export async function whenNoneIsUnderWay<Result>(
  { store, clock }: WorkContext,
  log: { underWay(tx: WriteTransaction): Promise<unknown> },
  work: (tx: WriteTransaction) => Promise<Result>,
  begin: (tx: WriteTransaction) => Promise<void> = async () => undefined,
): Promise<Result> {
  for (;;) {
    await removeAbandoned(store, clock().toISOString());
    const done = await store.write(
      async (tx) => {
        await begin(tx);
        await lockLogs(tx);
        return (await log.underWay(tx)) === null ? { result: await work(tx) } : null;
      },
      { alone: true },
    );
    if (done !== null) return done.result;
    await pause(betweenLooks);
  }
}

/** In milliseconds. */
const betweenLooks = 100;
