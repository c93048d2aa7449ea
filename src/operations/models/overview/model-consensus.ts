import { consensusCounts } from '../../../truth/models/consensus-counts.ts';
import type { ConsensusCounts } from '../../../truth/models/consensus-counts.ts';
import { UnitStandings } from '../../../truth/fold/unit-standings.ts';
import { judgedTask } from '../../evaluation/judge-record.ts';
import { readJudgedTask } from '../../evaluation/read-judged-task.ts';
import type { TaskFilesRequest } from '../../evaluation/read-judged-task.ts';
import { countUnits } from '../../../store/units/units.ts';
import { liveFold } from '../../fold/live-fold.ts';
import type { WorkContext } from '../../work-context.ts';

export type { ConsensusCounts };

/** How many units the judgments on a task of a workspace decide. */
export async function recordConsensus(
  { store }: WorkContext,
  place: { readonly project: string; readonly task: string },
  allowPartial: boolean,
): Promise<ConsensusCounts> {
  const { fold } = await liveFold(store, place);
  // What counts for the truth, also where a suggestion was shown.
  const judged = { ...judgedTask(fold), table: fold.table };
  const counts = consensusCounts(judged, fold.standings, allowPartial);
  const units = await store.read((db) => countUnits(db, place));
  // Units that nobody has judged await everybody.
  return { ...counts, units, awaiting: counts.awaiting + units - counts.units };
}

/** The judgments of a folder, as they are compared and counted. */
export function folderFiles({
  protocol,
  task,
}: {
  readonly protocol?: string | undefined;
  readonly task: string;
}): TaskFilesRequest {
  const given = protocol === undefined ? {} : { protocol };
  return { ...given, task, judgments: [], further: [], seed: 1 };
}

/** The same for a folder of files. */
export function folderConsensus(
  request: { readonly protocol?: string | undefined; readonly task: string },
  allowPartial: boolean,
): ConsensusCounts {
  const { judged } = readJudgedTask({ ...folderFiles(request), withAssisted: true });
  const standings = new UnitStandings(judged.rules, judged.table, judged.units);
  for (let unit = 0; unit < judged.units.size; unit += 1) {
    const ruling = judged.rulingOn(unit);
    if (ruling !== undefined) standings.rule(unit, ruling);
  }
  return consensusCounts(judged, standings, allowPartial);
}
