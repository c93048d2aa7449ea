import type { WorkContext } from '../work-context.ts';
import type { Database } from '../workspace.ts';
import { choose, chosen, showChosen } from './lead-choice.ts';
import type { Chosen, LeadChoice } from './lead-choice.ts';

/** Whether people may rule on what they judged themselves, and who allowed it why. */
type OwnRulings = Chosen<'allowed'>;

const choice: LeadChoice<'allowed'> = {
  name: 'own-rulings',
  field: 'allowed',
  yes: { action: 'own-rulings-allow', what: 'allowing-own-rulings' },
  no: { action: 'own-rulings-forbid', what: 'forbidding-own-rulings' },
};

/** The decision for a project; not allowed unless a lead has allowed it. */
export async function ownRulings(db: Database, project: string): Promise<OwnRulings> {
  return await chosen(db, choice, project);
}

/** The same, for those who oversee the work. */
export async function showOwnRulings(context: WorkContext, project: string): Promise<OwnRulings> {
  return await showChosen(context, choice, project);
}

/** Allows or forbids ruling on one's own judgments, for small teams; each is marked. For leads. */
export async function allowOwnRulings(
  context: WorkContext,
  input: { readonly project: string; readonly allowed: boolean; readonly reason: string },
): Promise<OwnRulings> {
  return await choose(context, choice, { ...input, answer: input.allowed });
}
