import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import type { Guideline } from '../../domain/protocol/guideline.ts';
import type { Round } from '../../domain/rounds/round.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { listProjects as listStored, listProtocols } from '../../store/protocol/protocols.ts';
import type { ProtocolVersion } from '../../store/protocol/protocols.ts';
import { protocolChanges } from '../../truth/protocol/protocol-changes.ts';
import type { ProtocolChanges } from '../../truth/protocol/protocol-changes.ts';
import { shownShape } from '../../truth/protocol/shown-fields.ts';
import { authorise, everyRole, overseeingRoles } from '../authorise.ts';
import { isBlind } from '../judging/blindness.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { ProtocolContent } from '../../formats/protocol/protocol-content.ts';
import type { Role, WorkContext } from '../work-context.ts';

/** A project in a list. */
export interface ProjectEntry {
  readonly project: string;
  readonly title: string;
  readonly role: Role;
  readonly version: number;
  readonly guideline: string;
  readonly simulated: boolean;
}

/** A project as its members see it: what is asked, in which rounds. */
export interface ProjectView extends ProjectEntry {
  /** The tasks in full; for annotators without what is hidden from them. */
  readonly tasks: readonly (Task & { readonly hash: string })[];
  readonly rounds: readonly Pick<Round, 'id' | 'kind' | 'task' | 'units' | 'annotators'>[];
  readonly idleSeconds: number;
  /** Whether the protocol names policies, so that there are verdicts. */
  readonly hasPolicies: boolean;
  /** Whether the panel has models. */
  readonly hasModels: boolean;
}

/** A version of a protocol; its files (keys, rules, policies) only for overseers. */
export interface ProtocolView {
  readonly version: number;
  readonly hash: string;
  readonly guideline: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly content: Omit<ProtocolContent, 'files'> & {
    readonly files: ProtocolContent['files'] | null;
  };
}

/** The projects that the actor is a member of. */
export async function listProjects(context: WorkContext): Promise<readonly ProjectEntry[]> {
  const stored = await context.store.read((db) => listStored(db));
  const entries: ProjectEntry[] = [];
  for (const { id } of stored) {
    const role = context.actor.roleIn(id);
    if (role === null) continue;
    const { protocol, version } = await projectProtocol(context.store, id);
    entries.push({
      project: id,
      title: protocol.title,
      role,
      version,
      guideline: protocol.guideline.version,
      simulated: protocol.simulated,
    });
  }
  return entries;
}

/** One project, in its latest version or in the one that a run was opened with. Members. */
export async function showProject(
  context: WorkContext,
  input: { readonly project: string; readonly version?: number },
): Promise<ProjectView> {
  const role = authorise(context.actor, input.project, ...everyRole);
  const { protocol, version, tasks } = await projectProtocol(
    context.store,
    input.project,
    input.version,
  );
  return {
    project: input.project,
    title: protocol.title,
    role,
    version,
    guideline: protocol.guideline.version,
    simulated: protocol.simulated,
    tasks: [...tasks.values()].map(({ task, hash }) => ({
      ...task,
      unit: role === 'annotator' ? shownShape(task.unit) : task.unit,
      hash,
    })),
    rounds: protocol.rounds.map(({ id, kind, task, units, annotators }) => ({
      id,
      kind,
      task,
      units,
      annotators,
    })),
    idleSeconds: protocol.monitor.idle_seconds,
    hasPolicies: protocol.policies !== null,
    hasModels: Object.values(protocol.panel).some(({ kind }) => kind === 'model'),
  };
}

/** The guideline of a version, the latest when none is named. Members. */
export async function showGuideline(
  context: WorkContext,
  input: { readonly project: string; readonly version?: number },
): Promise<Guideline & { readonly protocolVersion: number }> {
  authorise(context.actor, input.project, ...everyRole);
  const { guideline, version } = await projectProtocol(context.store, input.project, input.version);
  return { ...guideline, protocolVersion: version };
}

/**
 * The protocol of a version as written. For members; annotators and people who judge in an open run
 * do not get its files, which hold the known answers and the keywords.
 */
export async function showProtocol(
  context: WorkContext,
  input: { readonly project: string; readonly version?: number },
): Promise<ProtocolView> {
  const role = authorise(context.actor, input.project, ...everyRole);
  const { version, hash, createdAt, createdBy, protocol, content } = await projectProtocol(
    context.store,
    input.project,
    input.version,
  );
  const files =
    overseeingRoles.includes(role) && !(await isBlind(context, { project: input.project }))
      ? content.files
      : null;
  return {
    version,
    hash,
    guideline: protocol.guideline.version,
    createdAt,
    createdBy,
    content: { source: content.source, guideline: content.guideline, files },
  };
}

/** All versions of a project's protocol, oldest first. Members. */
export async function listProtocolVersions(
  context: WorkContext,
  input: { readonly project: string },
): Promise<
  readonly Pick<
    ProtocolVersion,
    'version' | 'hash' | 'guidelineVersion' | 'createdAt' | 'createdBy' | 'reason'
  >[]
> {
  authorise(context.actor, input.project, ...everyRole);
  return context.store.read((db) => listProtocols(db, input.project));
}

/** What changed between two versions of a project's protocol. Members. */
export async function compareProtocols(
  context: WorkContext,
  input: { readonly project: string; readonly from: number; readonly to?: number },
): Promise<ProtocolChanges> {
  authorise(context.actor, input.project, ...everyRole);
  if (input.to !== undefined && input.to < input.from)
    refuse('wrong-value', {
      field: 'to',
      got: input.to,
      expected: codedText('at-least', { limit: input.from }),
    });
  return protocolChanges(
    await projectProtocol(context.store, input.project, input.from),
    await projectProtocol(context.store, input.project, input.to),
  );
}
