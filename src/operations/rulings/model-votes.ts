import { refuse } from '../../domain/fault.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { voicesOf } from '../../truth/models/voices.ts';
import type { WorkContext } from '../work-context.ts';
import type { Database } from '../workspace.ts';
import { choose, chosen, showChosen } from './lead-choice.ts';
import type { Chosen, LeadChoice } from './lead-choice.ts';

/** Whether those who rule see what models answered, who decided that, and why. */
type ModelVotes = Chosen<'shown'>;

const choice: LeadChoice<'shown'> = {
  name: 'model-votes',
  field: 'shown',
  yes: { action: 'model-votes-show', what: 'showing-model-votes' },
  no: { action: 'model-votes-hide', what: 'hiding-model-votes' },
};

/** The decision for a project; hidden unless a lead has chosen to show them. */
export async function modelVotes(db: Database, project: string): Promise<ModelVotes> {
  return await chosen(db, choice, project);
}

/** The same, for those who oversee the work. */
export async function showModelVotes(context: WorkContext, project: string): Promise<ModelVotes> {
  return await showChosen(context, choice, project);
}

/** Shows the votes of models to those who rule, or hides them. For leads, with a reason. */
export async function chooseModelVotes(
  context: WorkContext,
  input: { readonly project: string; readonly shown: boolean; readonly reason: string },
): Promise<ModelVotes> {
  return await choose(context, choice, { ...input, answer: input.shown });
}

/**
 * Whether somebody must not see what models answered: adjudicators, while the votes are hidden from
 * those who rule. Leads and reviewers look after the models.
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

/** Refuses what models answered to adjudicators, while it is hidden from those who rule. */
export async function refuseHiddenModels(context: WorkContext, project: string): Promise<void> {
  if (await areModelsHidden(context, project)) refuse('model-votes-hidden');
}
