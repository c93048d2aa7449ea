import type { Round } from '../../domain/rounds/round.ts';
import { insertRun, insertRunUnits } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { createSlots } from '../../store/rounds/slots.ts';
import type { NewSlot } from '../../store/rounds/slots.ts';
import { setRunAnnotators } from '../../store/rounds/work-runs.ts';
import { taskOf } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import type { WriteTransaction } from '../workspace.ts';

type RunSettings = 'id' | 'seed' | 'perUnit' | 'handOut' | 'openedAt' | 'openedBy';

/** A new run with its units, in the order that all share, its slots and its annotators. */
export interface NewRun extends Pick<RoundRun, RunSettings> {
  readonly round: Round;
  readonly units: readonly {
    readonly unit: string;
    readonly inclusionProbability: number | null;
  }[];
  readonly slots: readonly NewSlot[];
  readonly annotators: readonly string[];
}

/** Stores a run under the current protocol, with everything that belongs to it. */
export async function storeRun(
  tx: WriteTransaction,
  project: ProjectProtocol,
  { units, slots, ...settings }: NewRun,
): Promise<RoundRun> {
  const run = await insertProjectRun(tx, project, settings);
  const placed = units.map((unit, position) => ({ ...unit, position }));
  await insertRunUnits(tx, run.id, placed);
  await createSlots(tx, run.id, slots);
  return run;
}

/** Stores a run under the current protocol, and who takes part. */
export async function insertProjectRun(
  tx: WriteTransaction,
  project: ProjectProtocol,
  { round, annotators, ...settings }: Omit<NewRun, 'units' | 'slots'>,
): Promise<RoundRun> {
  const run = await insertRun(tx, {
    ...settings,
    project: project.project,
    round: round.id,
    task: round.task,
    protocolVersion: project.version,
    guideline: project.protocol.guideline.version,
    taskHash: taskOf(project, round.task).hash,
  });
  await setRunAnnotators(tx, run.id, annotators);
  return run;
}

/** Numbers the slots of each unit from 1. */
export function numberedSlots(assigned: readonly Omit<NewSlot, 'ordinal'>[]): readonly NewSlot[] {
  const given = new Map<string, number>();
  return assigned.map((slot) => {
    const ordinal = (given.get(slot.unit) ?? 0) + 1;
    given.set(slot.unit, ordinal);
    return { ...slot, ordinal };
  });
}
