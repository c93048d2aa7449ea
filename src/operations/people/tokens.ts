import { audit } from '../audit.ts';
import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { wholeWorkspace } from '../../store/people/memberships.ts';
import { insertToken, listTokens, revokeToken } from '../../store/people/tokens.ts';
import type { ApiToken } from '../../store/people/tokens.ts';
import { authorise, everyRole } from '../authorise.ts';
import { requireProject } from './people.ts';
import { hashSecret, newSecret } from '../secret.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** A new token; its secret is returned only here. */
export interface NewToken extends Omit<ApiToken, 'revokedAt'> {
  readonly secret: string;
}

/** What every token begins with, so that one that leaked is recognised. */
export const tokenPrefix = 'assay_';

/** Makes a token with which a program acts for the lead in one project. */
export async function createToken(
  context: WorkContext,
  given: Pick<ApiToken, 'project' | 'name' | 'scope'> & { readonly days: number },
): Promise<NewToken> {
  const { project, name, scope, days } = given;
  authorise(context.actor, project, 'lead');
  if (project === wholeWorkspace)
    refuse('wrong-value', { field: 'project', got: project, expected: codedText('one-project') });
  const now = context.clock();
  const secret = tokenPrefix + newSecret();
  const token = {
    id: context.newId(),
    account: context.actor.account,
    project,
    name,
    scope,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + days * 24 * 3_600_000).toISOString(),
  };
  await context.store.write(async (tx) => {
    await requireProject(tx, project);
    await insertToken(tx, { ...token, tokenHash: hashSecret(secret) });
    audit(tx, context.actor, token.createdAt, 'token-create', {
      project,
      object: `token/${token.id}`,
      detail: { name, scope, expires_at: token.expiresAt },
    });
  });
  return { ...token, secret };
}

/** The actor's own tokens in a project. They remain when a lead loses that role. */
export async function tokens(context: WorkContext, project: string): Promise<readonly ApiToken[]> {
  authorise(context.actor, project, ...everyRole);
  return await context.store.read(async (db) => {
    await requireProject(db, project);
    const all = await listTokens(db, context.actor.account);
    return all.filter((token) => token.project === project);
  });
}

/** Ends one of the actor's own tokens, in any role. */
export async function endToken(
  context: WorkContext,
  given: { readonly project: string; readonly id: string },
): Promise<void> {
  const { project, id } = given;
  const { account } = context.actor;
  authorise(context.actor, project, ...everyRole);
  const now = timeOf(context);
  await context.store.write(async (tx) => {
    const isMine = (await listTokens(tx, account)).some(
      (token) => token.id === id && token.project === project,
    );
    if (!isMine || !(await revokeToken(tx, { id, account, now })))
      refuse('not-found', { what: codedText('token') });
    audit(tx, context.actor, now, 'token-end', { project, object: `token/${id}` });
  });
}
