import { canonicalJson } from '../../domain/canonical-json.ts';
import { refuse } from '../../domain/fault.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import { insertProtocol, latestProtocolHash } from '../../store/protocol/protocols.ts';
import { contentHash } from '../../truth/protocol/task-hash.ts';
import { audit } from '../audit.ts';
import { authoriseWorkspace } from '../authorise.ts';
import { refuseMemberNames } from '../people/panel-names.ts';
import type { ProtocolContent, ReadContent } from '../../formats/protocol/protocol-content.ts';
import type { WriteTransaction } from '../workspace.ts';
import type { ProjectTask } from '../project-protocol.ts';
import { readContentApart } from './read-content.ts';
import { namedFiles } from './load-protocol.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** A project that was made. */
export interface CreatedProject {
  readonly project: string;
  readonly title: string;
  readonly version: number;
  readonly hash: string;
  /** False when the same project with the same content already existed. */
  readonly fresh: boolean;
}

/** Creates a project named after its protocol; never overwrites. For workspace leads. */
export async function createProject(
  context: WorkContext,
  content: ProtocolContent,
): Promise<CreatedProject> {
  authoriseWorkspace(context.actor);
  const read = await readContentApart(content);
  return context.store.write((tx) => writeProject(context, tx, read));
}

/** Writes a project in the open write; refuses another project of the same name. */
export async function writeProject(
  context: WorkContext,
  tx: WriteTransaction,
  { protocol, tasks, content }: Pick<ReadContent, 'protocol' | 'tasks' | 'content'>,
): Promise<CreatedProject> {
  const kept = namedOnly(content, protocol);
  const at = timeOf(context);
  const hash = protocolHash(kept);
  const before = await latestProtocolHash(tx, protocol.name);
  if (before !== null && before.hash !== hash) refuse('project-exists', { project: protocol.name });
  if (before === null) await refuseMemberNames(tx, protocol.name, protocol.panel);
  const added = await insertProtocol(tx, {
    project: protocol.name,
    hash,
    source: kept.source,
    guidelineVersion: protocol.guideline.version,
    guidelineSource: kept.guideline,
    files: kept.files,
    createdAt: at,
    createdBy: context.actor.login,
    taskHashes: hashesOf(tasks),
  });
  if (added.fresh)
    audit(tx, context.actor, at, 'project-create', {
      project: protocol.name,
      object: `protocol/${added.protocol.version}`,
      detail: { hash, guideline: protocol.guideline.version },
    });
  return {
    project: protocol.name,
    title: protocol.title,
    version: added.protocol.version,
    hash,
    fresh: added.fresh,
  };
}

/** The hash of a protocol version: protocol, guideline and every file that it names. */
export function protocolHash(content: ProtocolContent): string {
  return contentHash(canonicalJson([content.source, content.guideline, content.files]));
}

/** The hash of each task, by name. */
export function hashesOf(
  tasks: ReadonlyMap<string, Pick<ProjectTask, 'hash'>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries([...tasks].map(([name, { hash }]) => [name, hash]));
}

/** Drops files that the protocol does not name. */
export function namedOnly(content: ProtocolContent, protocol: Protocol): ProtocolContent {
  return {
    ...content,
    files: Object.fromEntries(namedFiles(protocol).map((name) => [name, content.files[name]!])),
  };
}

/** The version that a project keeps although a protocol folder says something else, or null. */
export async function keptVersion(
  { store }: Pick<WorkContext, 'store'>,
  project: string,
  content: ProtocolContent,
): Promise<number | null> {
  const latest = await store.read((db) => latestProtocolHash(db, project));
  return latest === null || latest.hash === protocolHash(content) ? null : latest.version;
}
