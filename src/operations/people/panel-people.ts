import { annotatorStanding, panelAnnotators } from '../../domain/judging/annotator.ts';
import { sameName } from '../../domain/people/person-name.ts';
import { listInvitations } from '../../store/people/invitations.ts';
import { listMembers, wholeWorkspace } from '../../store/people/memberships.ts';
import { lastSeen } from '../../store/people/sessions.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import { authorise } from '../authorise.ts';
import { judgedCounts } from '../judging/judged-counts.ts';
import { projectProtocol } from '../project-protocol.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import { isLogin } from './accept-link.ts';
import { requireProject } from './people.ts';

/** How far somebody whom the panel names has come. */
type Arrival = 'not-invited' | 'invited' | 'expired' | 'joined' | 'judged';

/** Somebody whom the panel names. */
interface PanelPerson {
  readonly name: string;
  readonly entry: string;
  readonly weight: number;
  readonly arrival: Arrival;
  /** Until when their link holds, or held. */
  readonly invitedUntil: string | null;
  readonly lastSeenAt: string | null;
  /** How many judgments they have given in rounds. */
  readonly judged: number;
  /** Whether the name can be that of an account: lower case, no blanks. */
  readonly isLogin: boolean;
}

/** Who judges, or may, without being on the panel: what they say has no weight. */
interface Outsider {
  readonly login: string;
  readonly name: string;
  readonly judged: number;
}

/** The people of the panel, and those who are not on it. */
export interface PanelPeople {
  readonly people: readonly PanelPerson[];
  readonly outsiders: readonly Outsider[];
  /** True where the panel names nobody: everybody with the role is on it. */
  readonly isOpen: boolean;
}

/** Who of the panel has come, and who judges without being on it. Leads. */
export async function panelPeople(context: WorkContext, project: string): Promise<PanelPeople> {
  authorise(context.actor, project, 'lead');
  const { store } = context;
  const now = timeOf(context);
  await store.read((db) => requireProject(db, project));
  const { panel } = (await projectProtocol(store, project)).protocol;
  const { members, workspace, invitations, seen, runs } = await store.read(async (db) => ({
    members: (await listMembers(db, project)).filter((one) => one.endedAt === null),
    workspace: (await listMembers(db, wholeWorkspace)).filter((one) => one.endedAt === null),
    invitations: await listInvitations(db, project),
    seen: await lastSeen(db),
    runs: await listRuns(db, project),
  }));
  const judged = new Map<string, number>();
  for (const run of runs)
    for (const [annotator, count] of await judgedCounts(store, run.id))
      judged.set(annotator, (judged.get(annotator) ?? 0) + count);
  const people = Object.entries(panel).flatMap(([entry, { kind, names = [], ...rest }]) =>
    kind !== 'human'
      ? []
      : names.map((name): PanelPerson => {
          const member = [...members, ...workspace].find(
            (one) => sameName(one.login) === sameName(name),
          );
          const links = invitations.filter((one) => one.login === sameName(name));
          const open = links.find((one) => one.usedAt === null && one.revokedAt === null);
          const count = judged.get(name) ?? 0;
          return {
            name,
            entry,
            weight: rest.weight ?? 1,
            arrival: arrivalOf(member !== undefined, count, open?.expiresAt ?? null, now),
            invitedUntil: open?.expiresAt ?? null,
            lastSeenAt: member === undefined ? null : (seen.get(member.account) ?? null),
            judged: count,
            isLogin: isLogin(name),
          };
        }),
  );
  const named = panelAnnotators(panel).some(({ kind }) => kind === 'human');
  const roles = new Set(
    members.filter(({ role }) => role !== 'reviewer').map(({ login }) => login),
  );
  const isOutside = (login: string): boolean =>
    annotatorStanding(panel, login, roles).kind === null;
  const outsiders = new Map<string, Outsider>();
  for (const { login, name, role } of members)
    if (named && isOutside(login) && (role === 'annotator' || judged.has(login)))
      outsiders.set(login, { login, name, judged: judged.get(login) ?? 0 });
  return { people, outsiders: [...outsiders.values()], isOpen: !named };
}

function arrivalOf(isMember: boolean, judged: number, until: string | null, now: string): Arrival {
  if (judged > 0) return 'judged';
  if (isMember) return 'joined';
  if (until === null) return 'not-invited';
  return until > now ? 'invited' : 'expired';
}
