import { audit } from '../audit.ts';
import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { findAccountByLogin, listAccounts, updateAccount } from '../../store/people/accounts.ts';
import type { Account } from '../../store/people/accounts.ts';
import { lockPeople } from '../../store/people/people-lock.ts';
import { revokeSessionsOf } from '../../store/people/sessions.ts';
import { revokePasswordLinksTo } from '../../store/people/password-links.ts';
import { authoriseWorkspace } from '../authorise.ts';
import { leaveRuns, prepareLeaving } from '../rounds/leave-run.ts';
import { forgetProgress } from '../judging/own-progress.ts';
import { endWhatRemains } from './end-what-remains.ts';
import { loginText } from './sign-in.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** Every account of the workspace. */
export async function accounts(context: WorkContext): Promise<readonly Account[]> {
  authoriseWorkspace(context.actor);
  return await context.store.read((db) => listAccounts(db));
}

/**
 * Disables or enables an account. Disabling ends its sessions and tokens and the links it made for
 * good, and hands out again what it has not judged in open runs, all in one write.
 */
export async function setDisabled(
  context: WorkContext,
  given: { readonly login: string; readonly disabled: boolean },
): Promise<Account> {
  authoriseWorkspace(context.actor);
  const login = loginText(given.login);
  if (login === context.actor.login) refuse('own-account');
  const now = timeOf(context);
  await prepareLeaving(context, login);
  const { left, changed } = await context.store.write(
    async (tx) => {
      await lockPeople(tx);
      const account = await findAccountByLogin(tx, login);
      if (account === null) refuse('not-found', { what: codedText('account', { id: login }) });
      const disabledAt = given.disabled ? (account.disabledAt ?? now) : null;
      await updateAccount(tx, account.id, { disabledAt });
      if (given.disabled) {
        await revokeSessionsOf(tx, { account: account.id, now });
        await revokePasswordLinksTo(tx, { account: account.id, now });
        await endWhatRemains(tx, context.actor, { account: account.id, login, now, isOut: true });
      }
      const action = given.disabled ? 'account-disable' : 'account-enable';
      audit(tx, context.actor, now, action, { project: null, object: `account/${login}` });
      const leaving = { account: account.id, login, isOut: true };
      const runs = given.disabled ? await leaveRuns(tx, context, leaving) : [];
      return { changed: { ...account, disabledAt }, left: runs };
    },
    { alone: true },
  );
  for (const run of left) forgetProgress(context.store, run);
  return changed;
}
