import { join } from 'node:path';
import { fault, InputError } from '../domain/fault.ts';
import { appendAudit } from '../store/audit.ts';
import { latestProtocolHash } from '../store/protocols.ts';
import { insertUnits } from '../store/units.ts';
import { auditEntry } from './audit-entry.ts';
import { createProject } from './create-project.ts';
import { loadProtocol } from './load-protocol.ts';
import { protocolFolder } from './protocol-folder.ts';
import { readUnits } from './read-units.ts';
import { timeOf } from './work-context.ts';
import type { WorkContext } from './work-context.ts';
import type { Workspace } from './workspace.ts';

/** A protocol folder that was made a project, or was one already. */
export interface LoadedFolder {
  readonly project: string;
  readonly title: string;
  /** False when the project was there: it is left as it is, whatever the folder says now. */
  readonly fresh: boolean;
  readonly units: number;
}

/** Makes a project of a protocol folder with its units, unless there is one of that name. For whoever starts the server, who owns the database anyway. */
export async function loadFolder(workspace: Workspace, path: string): Promise<LoadedFolder> {
  const { protocol, folder } = loadProtocol(path);
  const { name: project, title } = protocol;
  if ((await workspace.store.read((db) => latestProtocolHash(db, project))) !== null) return { project, title, fresh: false, units: 0 };
  const context: WorkContext = { ...workspace, actor: starter };
  await createProject(context, protocolFolder(path));
  let added = 0;
  for (const [name, file] of Object.entries(protocol.units)) {
    const task = protocol.tasks.find((one) => one.id === name);
    if (task === undefined) continue;
    const rows = readUnits([join(folder, file)], task);
    const units = [...rows].map(([id, fields]) => ({ id, subject: task.unit.subject === null ? null : String(fields[task.unit.subject]).trim(), fields }));
    const at = timeOf(context);
    added += await workspace.store.write(async (tx) => {
      const { inserted, conflicts } = await insertUnits(tx, { project, task: task.id }, units, at);
      if (conflicts.length > 0) throw new InputError([fault('conflict', { detail: `The unit ${conflicts[0]} has another content already.` })]);
      appendAudit(tx, auditEntry(context, at, { action: 'units-load', project, object: `task/${task.id}`, detail: { file, units: inserted } }));
      return inserted;
    });
  }
  return { project, title, fresh: true, units: added };
}

/** Whoever starts the server may do everything: the database is theirs. */
const starter: WorkContext['actor'] = { account: 'assay', login: 'assay', roleIn: () => 'lead', via: 'cli' };
