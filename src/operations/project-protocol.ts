import { pick } from '../domain/pick.ts';
import { codedText } from '../domain/text-values.ts';
import { refuse } from '../domain/fault.ts';
import type { Round } from '../domain/rounds/round.ts';
import { withFormerHashes } from '../formats/protocol/protocol-content.ts';
import type { PreparedTask, ReadContent } from '../formats/protocol/protocol-content.ts';
import type { Store } from '../store/open-store.ts';
import {
  findProtocol,
  latestProtocolHash,
  listFormerProtocols,
} from '../store/protocol/protocols.ts';
import type { ProtocolVersion } from '../store/protocol/protocols.ts';
import { addToCache, cacheOf } from './caches.ts';
import { readContentApart } from './protocol/read-content.ts';
import { whileWanted } from './workspace/kept-process.ts';
import type { WeakRules } from '../truth/units/weak-rules.ts';

/** A task, ready for checking judgments. */
export type ProjectTask = PreparedTask;

type VersionFacts = 'project' | 'version' | 'hash' | 'createdAt' | 'createdBy' | 'reason';

/** One version of a project's protocol, read. */
export interface ProjectProtocol extends Pick<ProtocolVersion, VersionFacts>, ReadContent {}

/** One version of a project's protocol, the latest by default. Cached: versions never change. */
export async function projectProtocol(
  store: Store,
  project: string,
  version?: number,
): Promise<ProjectProtocol> {
  const wanted = version ?? (await store.read((db) => latestProtocolHash(db, project)))?.version;
  if (wanted === undefined) refuse('not-found', { what: codedText('project', { id: project }) });
  const kept = cacheOf(store, 'protocols', () => new Map());
  const key = `${wanted} ${project}`;
  const known = kept.get(key);
  if (known !== undefined) return await known;
  // Whoever asks meanwhile gets the same, also when the first is gone.
  const read = whileWanted(null, () => readVersion(store, project, wanted));
  addToCache(kept, mostKept, key, read);
  read.catch(() => kept.delete(key));
  return await read;
}

async function readVersion(
  store: Store,
  project: string,
  version: number,
): Promise<ProjectProtocol> {
  const found = await store.read((db) => findProtocol(db, project, version));
  if (found === null)
    refuse('not-found', { what: codedText('protocol-version', { version, project }) });
  const { source, guidelineSource: guideline, files } = found;
  const read = await readContentApart({ source, guideline, files }, true);
  const former = await store.read((db) => listFormerProtocols(db, project));
  return {
    ...pick(found, 'project', 'version', 'hash', 'createdAt', 'createdBy', 'reason'),
    ...withFormerHashes(
      read,
      former.map((one) => one.source),
    ),
  };
}

/** A round of a protocol by its name. */
export function roundOf({ protocol }: ProjectProtocol, round: string): Round {
  const found = protocol.rounds.find((one) => one.id === round);
  if (found === undefined) refuse('not-found', { what: codedText('round', { id: round }) });
  return found;
}

/** A task of a protocol by its name. */
export function taskOf(project: Pick<ProjectProtocol, 'tasks'>, task: string): ProjectTask {
  const found = project.tasks.get(task);
  if (found === undefined) refuse('not-found', { what: codedText('task', { id: task }) });
  return found;
}

/** The keyword rules of a panel's entry. */
export function rulesOf(project: ProjectProtocol, entry: string): WeakRules | null {
  const wanted = project.protocol.panel[entry]?.file;
  const found = project.named.find(({ file, kind }) => kind === 'keywords' && file === wanted);
  return (found?.content as WeakRules | undefined) ?? null;
}

const mostKept = 100;
