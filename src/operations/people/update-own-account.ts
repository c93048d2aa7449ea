import { audit } from '../audit.ts';
import { refuse } from '../../domain/fault.ts';
import { findAccount, updateAccount } from '../../store/people/accounts.ts';
import { revokeSessionsOf } from '../../store/people/sessions.ts';
import type { PasswordHasher } from './password.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** What somebody may change about their own account. */
export interface OwnChange {
  readonly name?: string;
  readonly language?: string;
  readonly keymap?: string;
  readonly password?: string;
  /** Required with a new password, so that an unlocked screen cannot take over an account. */
  readonly currentPassword?: string;
}

/** Changes the actor's account. A new password ends all other sessions; says how many. */
export async function updateOwnAccount(
  context: WorkContext,
  passwords: PasswordHasher,
  session: { readonly secretHash: string },
  change: OwnChange,
): Promise<{ readonly sessionsEnded: number }> {
  const { account: id, login } = context.actor;
  const account = await context.store.read((db) => findAccount(db, id));
  if (account === null) refuse('not-signed-in');
  const { password, currentPassword, ...plain } = change;
  if (
    password !== undefined &&
    account.passwordHash !== null &&
    !(await passwords.verify(currentPassword ?? '', account.passwordHash))
  )
    refuse('bad-credentials');
  const passwordHash = password === undefined ? undefined : await passwords.hash(password, account);
  const now = timeOf(context);
  return await context.store.write(async (tx) => {
    await updateAccount(tx, id, { ...plain, ...(passwordHash && { passwordHash }) });
    const others = { account: id, now, except: session.secretHash };
    const sessionsEnded = passwordHash === undefined ? 0 : await revokeSessionsOf(tx, others);
    const fields = Object.keys(change).filter((field) => field !== 'currentPassword');
    const object = `account/${login}`;
    audit(tx, context.actor, now, 'account-change', { project: null, object, detail: { fields } });
    return { sessionsEnded };
  });
}
