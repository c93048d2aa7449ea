import type { UnitDecision } from '../../domain/rounds/unit-choice.ts';
import { batches } from '../bulk-insert.ts';
import type { Database, WriteTransaction } from '../tables.ts';
import { setWorkspaceValue } from '../workspace/workspace.ts';

/** Notes what was decided about the units of a run; it replaces what was decided before. */
export async function setUnitDecision(
  tx: WriteTransaction,
  run: string,
  decision: UnitDecision,
): Promise<void> {
  await setWorkspaceValue(tx, keyOf(run), JSON.stringify(decision));
}

/** What was decided about the units of some runs, by run. */
export async function unitDecisions(
  db: Database,
  runs: readonly string[],
): Promise<ReadonlyMap<string, UnitDecision>> {
  const found = new Map<string, UnitDecision>();
  const runOf = new Map(runs.map((run) => [keyOf(run), run]));
  for (const keys of batches([...runOf.keys()])) {
    const query = db.selectFrom('workspace').select(['key', 'value']).where('key', 'in', keys);
    for (const { key, value } of await query.execute())
      found.set(runOf.get(key)!, JSON.parse(value) as UnitDecision);
  }
  return found;
}

function keyOf(run: string): string {
  return `run/${run}/units`;
}
