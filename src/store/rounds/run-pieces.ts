import { bulkInsert, refreshStatistics } from '../bulk-insert.ts';
import type { WriteTransaction } from '../tables.ts';
import type { RunUnit } from './rounds.ts';
import { slotColumns, slotRows } from './slots.ts';
import type { NewSlot } from './slots.ts';

/** Some units of a run that is being opened, in the order of their positions, and their slots. */
export interface RunPiece {
  readonly run: string;
  readonly units: readonly RunUnit[];
  /** In the order of the units: then every index grows at its end. */
  readonly slots: readonly NewSlot[];
  readonly isFirst: boolean;
}

/** Adds a piece of a run, which nobody sees before the run itself is added. */
export async function insertRunPiece(
  tx: WriteTransaction,
  { run, units, slots, isFirst }: RunPiece,
): Promise<void> {
  const piece = { group: run, isFirst };
  const unitRows = units.map((one) => [run, one.unit, one.position, one.inclusionProbability]);
  await bulkInsert(tx, 'run_unit', unitColumns, unitRows, { piece });
  await bulkInsert(tx, 'slot', slotColumns, slotRows(run, slots), { piece });
}

/** Updates PostgreSQL's statistics after so many slots were added. */
export async function refreshRunStatistics(tx: WriteTransaction, slots: number): Promise<void> {
  await refreshStatistics(tx, 'run_unit', slots);
  await refreshStatistics(tx, 'slot', slots);
}

const unitColumns = ['run', 'unit', 'position', 'inclusion_probability'] as const;
