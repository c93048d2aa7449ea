import { printChoice } from '../../domain/text-values.ts';
import { userInfo } from 'node:os';
import { defined } from '../../domain/defined.ts';
import { refuse } from '../../domain/fault.ts';
import { personName } from '../../domain/people/person-name.ts';
import { latestProtocolHash, listProjects } from '../../store/protocol/protocols.ts';
import { openStore } from '../../store/open-store.ts';
import type { ModelAccess } from '../models/model-services.ts';
import { createProject } from '../protocol/create-project.ts';
import { loadProtocol } from '../protocol/load-protocol.ts';
import { protocolFolder } from '../protocol/protocol-folder.ts';
import { timeOrderedIds } from '../time-ordered-ids.ts';
import type { WorkContext } from '../work-context.ts';

/** Where a command works, and in whose name. */
export interface CommandPlace {
  readonly database: string;
  /** Whether to create a missing database. */
  readonly create?: boolean;
  /** The name for the audit log; by default, the user of the machine. */
  readonly by?: string;
  /** What models are reached with. */
  readonly models?: ModelAccess;
}

/** Opens the workspace for a command, as a lead: access to the database allows everything. */
export async function withWorkspace<T>(
  place: CommandPlace,
  work: (context: WorkContext) => Promise<T>,
  clock: () => Date = () => new Date(),
): Promise<T> {
  const store = await openStore(place.database, { clock, create: place.create === true });
  const login = personName(place.by ?? userInfo().username);
  try {
    return await work({
      store,
      clock,
      newId: timeOrderedIds(clock),
      actor: { account: login, login, roleIn: () => 'lead', via: 'cli' },
      ...defined({ models: place.models }),
    });
  } finally {
    await store.close();
  }
}

/** The named project, or the only one. With a protocol folder, creates the project if needed. */
export async function chooseProject(
  context: WorkContext,
  named: string | undefined,
  folder?: string,
): Promise<string> {
  if (folder !== undefined) {
    const { name } = loadProtocol(folder).protocol;
    const known = await context.store.read((db) => latestProtocolHash(db, name));
    if (known === null) await createProject(context, protocolFolder(folder));
    return name;
  }
  const projects = (await context.store.read((db) => listProjects(db))).map((one) => one.id);
  const found = named ?? (projects.length === 1 ? projects[0] : undefined);
  if (found !== undefined && projects.includes(found)) return found;
  if (projects.length === 0) refuse('no-project');
  const which = found === undefined ? 'There are several projects' : `There is no project ${found}`;
  return refuse('usage', { reason: `${which}; pass --project ${printChoice(projects)}.` });
}
