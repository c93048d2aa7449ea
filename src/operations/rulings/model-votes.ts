import { refuse } from '../../domain/fault.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { codedText } from '../../domain/text-values.ts';
import { setWorkspaceValue, workspaceValue } from '../../store/workspace/workspace.ts';
import { voicesOf } from '../../truth/models/voices.ts';
import { audit } from '../audit.ts';
import { authorise, overseeingRoles } from '../authorise.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { Database, WriteTransaction } from '../workspace.ts';

/** Whether whoever rules sees what models answered, and who decided it why. */
export interface ModelVotes {
  readonly shown: boolean;
  readonly by: string | null;
  readonly reason: string | null;
  readonly at: string | null;
}

/** The decision for a project; hidden unless a lead has chosen to show them. */
export async function modelVotes(db: Database, project: string): Promise<ModelVotes> {
  const kept = await workspaceValue(db, keyOf(project));
  return kept === null
    ? { shown: false, by: null, reason: null, at: null }
    : (JSON.parse(kept) as ModelVotes);
}

/** The same, for those who oversee the work. */
export async function showModelVotes(context: WorkContext, project: string): Promise<ModelVotes> {
  authorise(context.actor, project, ...overseeingRoles);
  return await context.store.read((db) => modelVotes(db, project));
}

/** Shows or hides the votes of models to whoever rules. For leads, with a reason. */
export async function chooseModelVotes(
  context: WorkContext,
  input: { readonly project: string; readonly shown: boolean; readonly reason: string },
): Promise<ModelVotes> {
  authorise(context.actor, input.project, 'lead');
  const reason = input.reason.trim();
  const what = codedText(input.shown ? 'showing-model-votes' : 'hiding-model-votes');
  if (reason === '') refuse('reason-required', { what }, { field: 'reason' });
  const at = timeOf(context);
  const decided: ModelVotes = { shown: input.shown, by: context.actor.login, reason, at };
  const action = input.shown ? 'model-votes-show' : 'model-votes-hide';
  const act = { project: input.project, object: `project/${input.project}`, detail: { reason } };
  const save = async (tx: WriteTransaction): Promise<void> => {
    await setWorkspaceValue(tx, keyOf(input.project), JSON.stringify(decided));
    audit(tx, context.actor, at, action, act);
  };
  await context.store.write(save, { repeatable: true });
  return decided;
}

/**
 * Whether somebody must not see what models answered: adjudicators, while the votes are hidden from
 * whoever rules. Leads and reviewers look after the models.
 */
async function areModelsHidden(context: WorkContext, project: string): Promise<boolean> {
  if (context.actor.roleIn(project) !== 'adjudicator') return false;
  return !(await context.store.read((db) => modelVotes(db, project))).shown;
}

/** Whose votes somebody must not see, of some annotators: all models, or nobody's. */
export async function hiddenModels(
  context: WorkContext,
  project: string,
  panel: Panel,
  annotators: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!(await areModelsHidden(context, project))) return new Set();
  return new Set(voicesOf(panel, annotators).families.flatMap(({ runs }) => runs));
}

/** Refuses what models answered to adjudicators, while it is hidden from whoever rules. */
export async function refuseHiddenModels(context: WorkContext, project: string): Promise<void> {
  if (await areModelsHidden(context, project)) refuse('model-votes-hidden');
}

function keyOf(project: string): string {
  return `model-votes/${project}`;
}
