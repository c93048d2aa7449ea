import { join } from 'node:path';
import type { Task } from '../../domain/protocol/task.ts';
import type { Unit } from '../../domain/units/unit.ts';
import { latestProtocolHash } from '../../store/protocol/protocols.ts';
import { countUnits, insertUnits } from '../../store/units/units.ts';
import { audit } from '../audit.ts';
import { createProject, keptVersion } from './create-project.ts';
import { loadProtocol } from './load-protocol.ts';
import { protocolFolder } from './protocol-folder.ts';
import { readUnits } from '../units/read-units.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { Workspace } from '../workspace.ts';

/** A protocol folder that was made a project, or was one already. */
export interface LoadedFolder {
  readonly project: string;
  readonly title: string;
  /** False when the project already existed: it is left as it is. */
  readonly fresh: boolean;
  readonly units: number;
  readonly folder: string;
  /** The version that the project keeps where the folder says something else; null else. */
  readonly kept: number | null;
}

/**
 * Makes a project of a protocol folder with its units, unless it exists. Adds the units when there
 * are none, since the first start may have been cut short. For the owner of the server.
 */
export async function loadFolder(workspace: Workspace, path: string): Promise<LoadedFolder> {
  const { protocol, folder } = loadProtocol(path);
  const { name: project, title } = protocol;
  const context: WorkContext = { ...workspace, actor: starter };
  const known = await workspace.store.read((db) => latestProtocolHash(db, project));
  const missing: { readonly task: Task; readonly file: string }[] = [];
  for (const [name, file] of Object.entries(protocol.units)) {
    const task = protocol.tasks.find((one) => one.id === name);
    const count =
      known === null
        ? 0
        : await workspace.store.read((db) => countUnits(db, { project, task: name }));
    if (task !== undefined && count === 0) missing.push({ task, file });
  }
  // All files are read before anything is written.
  const read = missing.map(({ task, file }) => ({
    task,
    file,
    units: readFile(join(folder, file), task),
  }));
  const content = protocolFolder(path);
  const kept = await keptVersion(context, project, content);
  if (known === null) await createProject(context, content);
  let added = 0;
  for (const { task, file, units } of read) {
    const at = timeOf(context);
    added += await workspace.store.write(async (tx) => {
      const { inserted } = await insertUnits(tx, { project, task: task.id }, units, at);
      audit(tx, context.actor, at, 'units-load', {
        project,
        object: `task/${task.id}`,
        detail: { file, units: inserted },
      });
      return inserted;
    });
  }
  return { project, title, fresh: known === null, units: added, folder: path, kept };
}

function readFile(file: string, task: Task): readonly Omit<Unit, 'task'>[] {
  const { unit } = task;
  return [...readUnits([file], task)].map(([id, fields]) => ({
    id,
    subject: unit.subject === null ? null : String(fields[unit.subject]).trim(),
    fields,
  }));
}

/** The person who starts the server may do everything: the database is theirs. */
const starter: WorkContext['actor'] = {
  account: 'assay',
  login: 'assay',
  roleIn: () => 'lead',
  via: 'cli',
};
