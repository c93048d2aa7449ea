import { compareFamilies, familySteps } from '../../truth/models/compare-families.ts';
import type { FamilyComparison, FamilyQuestion } from '../../truth/models/compare-families.ts';
import { judgedTask } from '../evaluation/judge-record.ts';
import { releasedTask, releaseFold } from '../evaluation/judge-release.ts';
import { readJudgedTask } from '../evaluation/read-judged-task.ts';
import type { TaskFilesRequest } from '../evaluation/read-judged-task.ts';
import type { FigureScope, LiveFold } from '../fold/live-fold.ts';
import { countIn, readCursor, writeCursor } from '../cursor.ts';
import { memoisedSteps } from '../fold/memoised-figures.ts';
import { headOf, overseenFigures } from '../monitoring/monitor-figures.ts';
import type { FigureHead } from '../monitoring/monitor-figures.ts';
import { refuseHiddenModels } from '../rulings/model-votes.ts';
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
  const { live, figures } = await overseenFigures(context, scope, familiesOf);
  const { fold, project, task } = live;
  return {
    comparison: figures,
    project: scope.project,
    task: task.task.id,
    simulated: project.protocol.simulated,
    stale: fold.leftOut.stale,
  };
}

/** The figures of the comparison, without the units behind them. */
export type FamilyFigures = FigureHead & Omit<FamilyComparison, 'splits' | 'againstPeople'>;

/** The same for the pages, while models are not hidden from the reader. */
export async function modelFigures(
  context: WorkContext,
  scope: FigureScope,
): Promise<FamilyFigures> {
  const { live, figures } = await overseenFigures(context, scope, familiesOf);
  await refuseHiddenModels(context, scope.project);
  const { people, families, questions, alphaName } = figures;
  return { ...headOf(live), people, families, questions, alphaName };
}

/** Which units are asked for: where models differ, or agree against the people. */
export interface DifferencesRequest extends FigureScope {
  readonly kind: 'splits' | 'against-people';
  readonly question?: string;
  readonly cursor?: string;
  readonly limit: number;
}

/** The units on which models differ, or all agree against the people, page by page. */
export async function modelDifferences(context: WorkContext, input: DifferencesRequest) {
  const { figures } = await overseenFigures(context, input, familiesOf);
  await refuseHiddenModels(context, input.project);
  const { families, splits, againstPeople } = figures;
  const all = (input.kind === 'splits' ? splits : againstPeople).filter(
    ({ question }) => input.question === undefined || question === input.question,
  );
  const start = readCursor(input.cursor, countIn) ?? 0;
  const end = start + input.limit;
  return {
    families: families.map(({ family }) => family),
    total: all.length,
    items: all.slice(start, end),
    nextCursor: end < all.length ? writeCursor([end]) : null,
  };
}

function familiesOf({ fold }: LiveFold): Generator<unknown, FamilyComparison> {
  return memoisedSteps(fold, 'families', () => familySteps(judgedTask(fold)));
}

/** The same for judgments in files. */
export function compareModelFiles(request: TaskFilesRequest): ModelComparison {
  const { judged, protocol, simulated, stale } = readJudgedTask(request);
  const comparison = compareFamilies(judged);
  return { comparison, project: protocol, task: judged.task.id, simulated, stale };
}

/** The same for the raw judgments of a release. */
export function compareReleasedModels(release: string, task: string | undefined): ModelComparison {
  const fold = releaseFold(release);
  const folded = releasedTask(fold, task);
  return {
    comparison: compareFamilies(judgedTask(folded.fold)),
    project: fold.record.project,
    task: folded.task.task.id,
    simulated: fold.present.protocol.simulated,
    stale: folded.fold.leftOut.stale,
  };
}
