import { refuse } from '../../domain/fault.ts';
import { insertOrderParts } from '../../store/rounds/own-order.ts';
import type { OrderPart } from '../../store/rounds/own-order.ts';
import { insertRunPiece, refreshRunStatistics } from '../../store/rounds/run-pieces.ts';
import { beginStaging, moveStaging, removeAbandoned, removeStaging } from '../../store/staging.ts';
import type { Staging } from '../../store/staging.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';
import type { HandedOut } from './hand-out.ts';

/** A run that is to be stored: under which name, and what. */
export interface PlannedPieces {
  readonly run: string;
  readonly project: string;
  readonly round: string;
  readonly handedOut: HandedOut;
}

/** How many rows a write holds: so few that others hardly wait for it. */
const rowsTogether = 2500;
/** How long after its last piece long work counts as dead, in milliseconds. */
const patience = 30_000;

/** Whether a run has so few rows that they go into the write that opens it. */
export function isSmall({ rows }: HandedOut): boolean {
  return rows <= rowsTogether;
}

/** The pieces of a run and the parts of its people's own orders, for one write each. */
export function* runWrites(
  run: string,
  handedOut: HandedOut,
): Generator<{ readonly rows: number; add(tx: WriteTransaction): Promise<void> }> {
  const unitsTogether = Math.max(1, Math.floor(rowsTogether / (handedOut.perUnit + 1)));
  for (const piece of handedOut.pieces(run, unitsTogether)) {
    const rows = piece.units.length + piece.slots.length;
    yield { rows, add: (tx: WriteTransaction) => insertRunPiece(tx, piece) };
  }
  let parts: OrderPart[] = [];
  for (const part of handedOut.orderParts(run)) {
    parts.push(part);
    if (parts.length < partsTogether) continue;
    const full = parts;
    yield { rows: 0, add: (tx) => insertOrderParts(tx, full) };
    parts = [];
  }
  const rest = parts;
  if (rest.length > 0) yield { rows: 0, add: (tx) => insertOrderParts(tx, rest) };
}

const partsTogether = 50;

/**
 * Stores the units and slots of a run, piece by piece, while others write. Nobody sees them: the
 * run itself is not there yet. If something fails, they are removed.
 */
export async function stageRun(
  context: WorkContext,
  { run, project, round, handedOut }: PlannedPieces,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<Staging> {
  const { store } = context;
  await removeAbandoned(store, timeOf(context));
  const aliveUntil = (): string => new Date(context.clock().getTime() + patience).toISOString();
  const staging: Staging = {
    id: run,
    kind: 'run',
    project,
    name: round,
    fromSeq: null,
    done: 0,
    total: handedOut.rows,
    startedAt: timeOf(context),
    aliveUntil: aliveUntil(),
  };
  await store.write((tx) => beginStaging(tx, staging));
  let done = 0;
  try {
    for (const { rows, add } of runWrites(run, handedOut)) {
      done += rows;
      const moved = { id: run, done, aliveUntil: aliveUntil() };
      await store.write(
        async (tx) => {
          if (!(await moveStaging(tx, moved))) refuse('project-changed');
          await add(tx);
        },
        { alone: true },
      );
      progress(done, handedOut.rows);
    }
    await store.write((tx) => refreshRunStatistics(tx, handedOut.rows), { alone: true });
    return staging;
  } catch (failure) {
    await removeStaging(store, staging, timeOf(context));
    throw failure;
  }
}
