import { compareFamilies } from '../../truth/models/compare-families.ts';
import type { FamilyComparison, FamilyQuestion } from '../../truth/models/compare-families.ts';
import { judgedTask } from '../evaluation/judge-record.ts';
import { releasedTask } from '../evaluation/judge-release.ts';
import { readJudgedTask } from '../evaluation/read-judged-task.ts';
import type { TaskFilesRequest } from '../evaluation/read-judged-task.ts';
import type { FigureScope } from '../fold/live-tally.ts';
import { overseen } from '../monitoring/monitor-figures.ts';
import type { WorkContext } from '../work-context.ts';

export type { FamilyQuestion };

/** The models of a task compared, and where their judgments came from. */
export interface ModelComparison {
  readonly comparison: FamilyComparison;
  readonly project: string;
  readonly task: string;
  readonly simulated: boolean;
  /** Judgments under older versions, which are left out. */
  readonly stale: number;
}

/**
 * The models of a task beside each other and beside the people, as of now. For leads, adjudicators
 * and reviewers who do not judge in an open run of the task themselves.
 */
export async function compareModels(
  context: WorkContext,
  scope: FigureScope,
): Promise<ModelComparison> {
  const { tally, project, task } = await overseen(context, scope);
  return {
    comparison: compareFamilies(judgedTask(tally)),
    project: scope.project,
    task: task.task.id,
    simulated: project.protocol.simulated,
    stale: tally.leftOut.stale,
  };
}

/** The same for judgments in files. */
export function compareModelFiles(request: TaskFilesRequest): ModelComparison {
  const { judged, protocol, simulated, stale } = readJudgedTask(request);
  const comparison = compareFamilies(judged);
  return { comparison, project: protocol, task: judged.task.id, simulated, stale };
}

/** The same for the raw judgments of a release. */
export function compareReleasedModels(release: string, task: string | undefined): ModelComparison {
  const { fold, folded } = releasedTask(release, task);
  return {
    comparison: compareFamilies(judgedTask(folded.fold)),
    project: fold.record.project,
    task: folded.task.task.id,
    simulated: fold.present.protocol.simulated,
    stale: folded.fold.leftOut.stale,
  };
}
