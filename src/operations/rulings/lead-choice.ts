import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { TextCode } from '../../domain/texts.ts';
import { setWorkspaceValue, workspaceValue } from '../../store/workspace/workspace.ts';
import { audit } from '../audit.ts';
import { authorise, overseeingRoles } from '../authorise.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { Database, WriteTransaction } from '../workspace.ts';

/** A choice that leads make for a project: no, unless one of them has said yes with a reason. */
export interface LeadChoice<Field extends string> {
  /** The name under which it is kept, and of what is written into the audit log. */
  readonly name: string;
  /** What the answer is called. */
  readonly field: Field;
  readonly yes: ChoiceWords;
  readonly no: ChoiceWords;
}

interface ChoiceWords {
  readonly action: string;
  readonly what: TextCode;
}

/** What was chosen, and who chose it why. */
export type Chosen<Field extends string> = Readonly<Record<Field, boolean>> & {
  readonly by: string | null;
  readonly reason: string | null;
  readonly at: string | null;
};

/** What is chosen for a project. */
export async function chosen<Field extends string>(
  db: Database,
  choice: LeadChoice<Field>,
  project: string,
): Promise<Chosen<Field>> {
  const kept = await workspaceValue(db, keyOf(choice, project));
  if (kept !== null) return JSON.parse(kept) as Chosen<Field>;
  return { [choice.field]: false, by: null, reason: null, at: null } as Chosen<Field>;
}

/** The same, for those who oversee the work. */
export async function showChosen<Field extends string>(
  context: WorkContext,
  choice: LeadChoice<Field>,
  project: string,
): Promise<Chosen<Field>> {
  authorise(context.actor, project, ...overseeingRoles);
  return await context.store.read((db) => chosen(db, choice, project));
}

/** Chooses for a project. For leads, with a reason. */
export async function choose<Field extends string>(
  context: WorkContext,
  choice: LeadChoice<Field>,
  input: { readonly project: string; readonly answer: boolean; readonly reason: string },
): Promise<Chosen<Field>> {
  const { project, answer } = input;
  authorise(context.actor, project, 'lead');
  const reason = input.reason.trim();
  const { action, what } = answer ? choice.yes : choice.no;
  if (reason === '') refuse('reason-required', { what: codedText(what) }, { field: 'reason' });
  const at = timeOf(context);
  const by = context.actor.login;
  const decided = { [choice.field]: answer, by, reason, at } as Chosen<Field>;
  const act = { project, object: `project/${project}`, detail: { reason } };
  const save = async (tx: WriteTransaction): Promise<void> => {
    await setWorkspaceValue(tx, keyOf(choice, project), JSON.stringify(decided));
    audit(tx, context.actor, at, action, act);
  };
  await context.store.write(save, { repeatable: true });
  return decided;
}

function keyOf({ name }: { readonly name: string }, project: string): string {
  return `${name}/${project}`;
}
