import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '../../domain/fault.ts';
import { lockLogs } from '../../store/log-lock.ts';
import { moveStaging, removeAbandoned, removeStaging } from '../../store/staging.ts';
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
export function aliveUntil({ clock }: Pick<WorkContext, 'clock'>): string {
  return new Date(clock().getTime() + patience).toISOString();
}

/**
 * Stores long work that was begun, each piece in a write of its own, and ends it: `finish` runs in
 * the last write, which makes everything visible. If anything fails, what was stored is removed.
 */
export async function storePieces<Result>(
  context: WorkContext,
  staging: Staging,
  pieces: Iterable<WorkPiece> | AsyncIterable<WorkPiece>,
  finish: (tx: WriteTransaction) => Promise<Result>,
  progress: (done: number, total: number) => void = () => undefined,
  pace?: WorkPace,
): Promise<Result> {
  const { store } = context;
  const { id, total } = staging;
  let done = 0;
  try {
    for await (const { size, add } of pieces) {
      done += size;
      const moved = { id, done, aliveUntil: aliveUntil(context) };
      let started = 0;
      // Alone: so that the piece is bound by an entry of its own, and fails alone.
      const write = async (tx: WriteTransaction): Promise<void> => {
        started = performance.now();
        if (!(await moveStaging(tx, moved))) refuse('project-changed');
        await add(tx);
      };
      await store.write(write, { alone: true });
      pace?.took(performance.now() - started, size);
      progress(done, total);
    }
    return await store.write(finish, { alone: true });
  } catch (failure) {
    await removeStaging(store, staging, timeOf(context));
    throw failure;
  }
}

/** Runs a write once no other import adds to a log; until then others write. */
export async function whenNoneIsUnderWay<Result>(
  { store, clock }: WorkContext,
  log: { underWay(tx: WriteTransaction): Promise<number | null> },
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
