import { fault, InputError, refuse } from '../../domain/fault.ts';
import { panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { sameName } from '../../domain/people/person-name.ts';
import type { Store } from '../../store/open-store.ts';
import type { Database } from '../../store/tables.ts';
import { listMembers, wholeWorkspace } from '../../store/people/memberships.ts';
import { listProjects } from '../../store/protocol/protocols.ts';
import { projectProtocol } from '../project-protocol.ts';

/** Refuses a person under the name of a rule or model of a panel: the two would look the same. */
export async function refusePanelName(store: Store, project: string, login: string): Promise<void> {
  const projects =
    project === wholeWorkspace
      ? (await store.read((db) => listProjects(db))).map((one) => one.id)
      : [project];
  for (const id of projects) {
    const { panel } = (await projectProtocol(store, id)).protocol;
    if (panelNames(panel).some((name) => sameName(name) === sameName(login)))
      refuse('panel-name', { login, project: id }, { field: 'login' });
  }
}

/**
 * Refuses a panel that gives a rule or a model the name of somebody who is or was in the project.
 * Names that the panel already had are left alone.
 */
export async function refuseMemberNames(
  db: Database,
  project: string,
  panel: Panel,
  before: Panel = {},
): Promise<void> {
  const known = new Set(panelNames(before).map(sameName));
  const logins = new Map<string, string>();
  for (const place of [project, wholeWorkspace])
    for (const { login } of await listMembers(db, place)) logins.set(sameName(login), login);
  const faults = panelNames(panel).flatMap((name) => {
    const login = logins.get(sameName(name));
    if (login === undefined || known.has(sameName(name))) return [];
    return [fault('member-name', { name, login, project }, { field: 'panel' })];
  });
  if (faults.length > 0) throw new InputError(faults);
}

/** The names that nobody else may have: rules, models, and the runs of models. */
function panelNames(panel: Panel): readonly string[] {
  const entries = Object.entries(panel).filter(([, { kind }]) => kind !== 'human');
  const runs = panelAnnotators(panel).filter(({ kind }) => kind !== 'human');
  return [...new Set([...entries.map(([name]) => name), ...runs.map((one) => one.id)])];
}
