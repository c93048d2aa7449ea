import { refuse } from '../../domain/fault.ts';
import { wholeWorkspace } from '../../store/people/memberships.ts';
import { accountsInBrowser } from '../../store/people/sessions.ts';
import { openRunsOf } from '../../store/rounds/work-runs.ts';
import { findAccount } from '../../store/people/accounts.ts';
import { hashSecret } from '../secret.ts';
import type { Role } from '../work-context.ts';
import type { Database, Workspace } from '../workspace.ts';

/** What is known of a visitor who opens a link or signs in. */
export interface Visitor {
  /** The secret that identifies the browser, if the request came from one. */
  readonly browser?: string | undefined;
  /** What kind of browser and system, in words. */
  readonly device?: string | null;
  /** The account that is signed in. */
  readonly account?: string | undefined;
}

/** A role in a project, or in the whole workspace. */
export interface Place {
  readonly project: string;
  readonly role: Role;
}

/**
 * Refuses to show answers to somebody who takes part in an open round under another name: nobody
 * gets a role that sees answers in a browser in which somebody else of such a round was signed in.
 */
export async function refuseSameBrowser(
  db: Database,
  { browser, account }: Visitor,
  entering: {
    readonly account: string | null;
    readonly places: readonly Place[];
    /** Only these people count; everybody if absent. */
    readonly among?: readonly string[];
  },
): Promise<void> {
  const places = entering.places.filter(({ role }) => role !== 'annotator');
  if (places.length === 0) return;
  const seen = browser === undefined ? [] : await accountsInBrowser(db, browserHash(browser));
  const signedIn = account === undefined ? null : await findAccount(db, account);
  const logins = [...seen, ...(signedIn === null ? [] : [signedIn])]
    .filter(({ id }) => id !== entering.account)
    .map(({ login }) => login)
    .filter((login) => entering.among === undefined || entering.among.includes(login));
  for (const annotator of new Set(logins))
    for (const { project } of places) {
      const where = project === wholeWorkspace ? {} : { project };
      const [run] = await openRunsOf(db, { annotator, ...where });
      if (run !== undefined) refuse('same-browser', { round: run.round, attempt: run.attempt });
    }
}

/** Whether somebody with this name was signed in with a browser before. */
export async function hasSignedInWith(
  { store }: Workspace,
  login: string,
  browser: string,
): Promise<boolean> {
  const seen = await store.read((db) => accountsInBrowser(db, browserHash(browser)));
  return seen.some((one) => one.login === login);
}

/** What is stored of the secret of a browser. */
export function browserHash(browser: string): string {
  return hashSecret(`browser ${browser}`);
}
