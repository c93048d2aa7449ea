import { refuse } from '../../domain/fault.ts';
import { panelAnnotators } from '../../domain/judging/annotator.ts';
import { personName } from '../../domain/people/person-name.ts';
import type { Store } from '../../store/open-store.ts';
import { wholeWorkspace } from '../../store/people/memberships.ts';
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
    const entries = Object.entries(panel).filter(([, { kind }]) => kind !== 'human');
    const runs = panelAnnotators(panel).filter(({ kind }) => kind !== 'human');
    const names = [...entries.map(([name]) => name), ...runs.map((one) => one.id)];
    if (names.some((name) => personName(name).toLowerCase() === login.toLowerCase()))
      refuse('panel-name', { login, project: id }, { field: 'login' });
  }
}
