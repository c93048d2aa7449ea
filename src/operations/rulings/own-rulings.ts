import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { setWorkspaceValue, workspaceValue } from '../../store/workspace/workspace.ts';
import { audit } from '../audit.ts';
import { authorise, overseeingRoles } from '../authorise.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { Database, WriteTransaction } from '../workspace.ts';

/** Whether people may rule on what they judged themselves, and who allowed it why. */
export interface OwnRulings {
  readonly allowed: boolean;
  readonly by: string | null;
  readonly reason: string | null;
  readonly at: string | null;
}

/** The decision for a project; not allowed unless a lead has allowed it. */
export async function ownRulings(db: Database, project: string): Promise<OwnRulings> {
  const kept = await workspaceValue(db, keyOf(project));
  return kept === null
    ? { allowed: false, by: null, reason: null, at: null }
    : (JSON.parse(kept) as OwnRulings);
}

/** The same, for those who oversee the work. */
export async function showOwnRulings(context: WorkContext, project: string): Promise<OwnRulings> {
  authorise(context.actor, project, ...overseeingRoles);
  return await context.store.read((db) => ownRulings(db, project));
}

/** Allows or forbids ruling on one's own judgments, for small teams; each is marked. For leads. */
export async function allowOwnRulings(
  context: WorkContext,
  input: { readonly project: string; readonly allowed: boolean; readonly reason: string },
): Promise<OwnRulings> {
  authorise(context.actor, input.project, 'lead');
  const reason = input.reason.trim();
  const what = codedText(input.allowed ? 'allowing-own-rulings' : 'forbidding-own-rulings');
  if (reason === '') refuse('reason-required', { what }, { field: 'reason' });
  const at = timeOf(context);
  const decided: OwnRulings = { allowed: input.allowed, by: context.actor.login, reason, at };
  const action = input.allowed ? 'own-rulings-allow' : 'own-rulings-forbid';
  const act = { project: input.project, object: `project/${input.project}`, detail: { reason } };
  const save = async (tx: WriteTransaction): Promise<void> => {
    await setWorkspaceValue(tx, keyOf(input.project), JSON.stringify(decided));
    audit(tx, context.actor, at, action, act);
  };
  await context.store.write(save, { repeatable: true });
  return decided;
}

function keyOf(project: string): string {
  return `own-rulings/${project}`;
}
