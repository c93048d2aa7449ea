import { insertOrderParts } from '../../store/rounds/own-order.ts';
import type { OrderPart } from '../../store/rounds/own-order.ts';
import { insertRunPiece, refreshRunStatistics } from '../../store/rounds/run-pieces.ts';
import { removeAbandoned } from '../../store/staging.ts';
import { doStaged, WorkPace } from '../workspace/staged-work.ts';
import type { WorkPiece } from '../workspace/staged-work.ts';
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

/** How many rows the first write holds: so few that others hardly wait for it. */
const rowsTogether = 2000;

/** Whether a run has so few rows that they go into the write that opens it. */
export function isSmall({ rows }: Pick<HandedOut, 'rows'>): boolean {
  return rows <= rowsTogether;
}

/** The pieces of a run and the parts of its people's own orders, for one write each. */
export function* runPieces(
  run: string,
  handedOut: HandedOut,
  pace = new WorkPace(rowsTogether),
): Generator<WorkPiece> {
  const unitsTogether = (): number => Math.max(1, Math.floor(pace.size / (handedOut.perUnit + 1)));
  for (const piece of handedOut.pieces(run, unitsTogether)) {
    const size = piece.units.length + piece.slots.length;
    yield { size, add: (tx) => insertRunPiece(tx, piece) };
  }
  let parts: OrderPart[] = [];
  for (const part of handedOut.orderParts(run)) {
    parts.push(part);
    if (parts.length < partsTogether) continue;
    const full = parts;
    yield { size: 0, add: (tx) => insertOrderParts(tx, full) };
    parts = [];
  }
  const rest = parts;
  if (rest.length > 0) yield { size: 0, add: (tx) => insertOrderParts(tx, rest) };
  yield { size: 0, add: (tx) => refreshRunStatistics(tx, handedOut.rows) };
}

/** A part holds five hundred units; more of them at once held everything up. */
const partsTogether = 10;

/**
 * Stores the units and slots of a run, piece by piece, while others write. Nobody sees them before
 * the last write, which opens the run.
 */
export async function stageRun<Result>(
  context: WorkContext,
  { run, project, round, handedOut }: PlannedPieces,
  open: (tx: WriteTransaction) => Promise<Result>,
  progress?: (done: number, total: number) => void,
): Promise<Result> {
  const { store } = context;
  await removeAbandoned(store, timeOf(context));
  const pace = new WorkPace(rowsTogether);
  return await doStaged(context, {
    about: { id: run, kind: 'run', project, name: round, total: handedOut.rows },
    begin: (write) => store.write(write),
    pieces: () => runPieces(run, handedOut, pace),
    finish: open,
    progress,
    pace,
  });
}
