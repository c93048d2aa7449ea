import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ModelJob } from '../../domain/models/model-job.ts';
import { checkNode, databaseFile } from '../../store/database-address.ts';
import { mayHaveBatches } from '../../store/models/idle-file.ts';
import { readLines } from '../text-file.ts';

/** Whether a workspace has batches to look after: all that an idle poll has to know. */
export async function hasWorkspaceWork(database: string): Promise<boolean> {
  checkNode(process.versions.node);
  const file = databaseFile(database);
  if (file !== null && !(await mayHaveBatches(file))) return false;
  const { openStore } = await import('../../store/open-store.ts');
  const { listJobs } = await import('../../store/models/jobs.ts');
  const store = await openStore(database);
  try {
    const jobs = await store.read((db) => listJobs(db, { state: 'running' }));
    return jobs.some(({ mode }) => mode === 'batch');
  } finally {
    await store.close();
  }
}

/**
 * The same for a folder of files, by the jobs in its journals alone. Where the folder is not known
 * without reading the protocol, there may be some.
 */
export function hasFolderWork(protocol: string | undefined): boolean {
  const given = protocol ?? '.';
  const folder = /\.ya?ml$/.test(given) ? dirname(given) : given;
  if (!existsSync(join(folder, 'protocol.yaml'))) return true;
  const place = join(folder, '.assay', 'models');
  if (!existsSync(place)) return false;
  return readdirSync(place).some((task) => hasRunningJob(join(place, task, 'journal.jsonl')));
}

function hasRunningJob(journal: string): boolean {
  if (!existsSync(journal)) return false;
  const states = new Map<string, ModelJob['state']>();
  readLines(journal, (line) => {
    if (!line.startsWith('{"is":"job')) return;
    const event = parsed(line);
    if (event?.job?.mode === 'batch') states.set(event.job.id, event.job.state);
    else if (event?.id !== undefined && event.state !== undefined && states.has(event.id))
      states.set(event.id, event.state.state);
  });
  return [...states.values()].includes('running');
}

interface JobEvent {
  readonly job?: Pick<ModelJob, 'id' | 'mode' | 'state'>;
  readonly id?: string;
  readonly state?: Pick<ModelJob, 'state'>;
}

/** A line that a crash tore says nothing. */
function parsed(line: string): JobEvent | null {
  try {
    return JSON.parse(line) as JobEvent;
  } catch {
    return null;
  }
}
