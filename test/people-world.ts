import { PasswordHasher } from '../src/operations/people/password.ts';
import { beginSession } from '../src/operations/people/sign-in.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { createProject } from '../src/operations/protocol/create-project.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { auditLog } from '../src/operations/workspace/audit-log.ts';
import type { AuditEntry } from '../src/store/workspace/audit.ts';
import type { TestDatabases } from './stores.ts';
import { makeProject, makeWorld, project, protocolContent } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

/** Hashes passwords in no time, for tests that are not about the work of guessing. */
export const quickPasswords = new PasswordHasher({ logN: 4, r: 8, p: 1 });

/** A world whose audit log and sessions a test looks at. */
export interface PeopleWorld extends WorkWorld {
  /** What people did since the last call, as the log has it, oldest first. */
  readonly audited: () => Promise<readonly AuditEntry[]>;
  /** Begins a session for somebody; gives its secret. */
  readonly sessionOf: (who: WorkContext, browser?: string, device?: string) => Promise<string>;
  /** Opens a round in which these people take part; gives the id of the run. */
  readonly openFor: (annotators: readonly string[], where?: string) => Promise<string>;
}

/** A world with the project and three units, a second project `other`, and one full round each. */
export async function peopleWorld(databases: TestDatabases): Promise<PeopleWorld> {
  const world = await makeWorld(await databases.open());
  const content = protocolContent({ rounds: '  full: { units: 3, annotators: 1 }' });
  await makeProject(world, content, 3);
  const source = content.source.replace(`name: ${project}`, 'name: other');
  await createProject(world.lead, { ...content, source });
  let known = 0;
  const audited = async (): Promise<readonly AuditEntry[]> => {
    const { entries } = await auditLog(world.lead, { project: '*', limit: 1000 });
    const isFresh = ({ seq, action }: (typeof entries)[number]): boolean =>
      seq > known && action !== 'content-bound';
    const fresh = entries.filter(isFresh).toReversed();
    known = entries[0]?.seq ?? 0;
    return fresh.map(({ seq: _, hash: __, ...entry }) => entry);
  };
  await audited();
  return {
    ...world,
    audited,
    sessionOf: async ({ actor }, browser, device) => {
      const account = { id: actor.account, login: actor.login };
      const begin = (tx: Parameters<typeof beginSession>[0]) =>
        beginSession(tx, world.lead, account, {
          ...(browser === undefined ? {} : { browser }),
          ...(device === undefined ? {} : { device }),
        });
      return (await world.store.write(begin)).secret;
    },
    openFor: async (annotators, where = project) => {
      const given = { project: where, round: 'full', seed: 1, annotators };
      return (await openRound(world.lead, given)).run.id;
    },
  };
}
