import { refuse } from '../../domain/fault.ts';
import { moveStaging, removeStaging } from '../../store/staging.ts';
import type { Staging } from '../../store/staging.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';

/** One piece of long work: how much it is, and the write that stores it. */
export interface WorkPiece {
  readonly size: number;
  add(tx: WriteTransaction): Promise<void>;
}

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
): Promise<Result> {
  const { store } = context;
  const { id, total } = staging;
  let done = 0;
  try {
    for await (const { size, add } of pieces) {
      done += size;
      const moved = { id, done, aliveUntil: aliveUntil(context) };
      // Alone: so that the piece is bound by an entry of its own, and fails alone.
      const write = async (tx: WriteTransaction): Promise<void> => {
        if (!(await moveStaging(tx, moved))) refuse('project-changed');
        await add(tx);
      };
      await store.write(write, { alone: true });
      progress(done, total);
    }
    return await store.write(finish, { alone: true });
  } catch (failure) {
    await removeStaging(store, staging, timeOf(context));
    throw failure;
  }
}
