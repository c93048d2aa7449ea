import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { outsideVersions } from '../../store/judging/judgments.ts';
import { lockLogs } from '../../store/log-lock.ts';
import {
  insertProtocol,
  latestProtocolHash,
  listGuidelineTexts,
} from '../../store/protocol/protocols.ts';
import { protocolChanges } from '../../truth/protocol/protocol-changes.ts';
import type { ProtocolChanges } from '../../truth/protocol/protocol-changes.ts';
import { audit } from '../audit.ts';
import { authorise } from '../authorise.ts';
import { isBlind } from '../judging/blindness.ts';
import { namedOnly, protocolHash } from './create-project.ts';
import { projectProtocol, readContent } from '../project-protocol.ts';
import type { ProtocolContent } from '../project-protocol.ts';
import { projectRounds } from '../rounds/project-rounds.ts';
import { staleCounts } from '../rounds/stale-counts.ts';
import type { StaleCount } from '../rounds/stale-counts.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** A further version of a project's protocol. */
export interface NewProtocolVersion {
  readonly project: string;
  readonly version: number;
  readonly hash: string;
  /** False when the content is that of the latest version. */
  readonly fresh: boolean;
  readonly changes: ProtocolChanges;
  /** Judgments per task made under other questions or another guideline. */
  readonly stale: readonly StaleCount[];
}

/**
 * Adds a version to a project's protocol. Open runs keep the version they were opened with. A
 * changed question or guideline needs a new guideline version, since judgments carry it. With
 * `after`, refuses if somebody else has added a version since that one. For leads.
 */
export async function newProtocolVersion(
  context: WorkContext,
  input: { readonly project: string; readonly content: ProtocolContent; readonly after?: number },
): Promise<NewProtocolVersion> {
  const { project } = input;
  authorise(context.actor, project, 'lead');
  const before = await projectProtocol(context.store, project);
  if (input.after !== undefined && input.after !== before.version) refuseOutdated(before.version);
  // Whoever judges in an open run is not shown the other files, so those that they do not send stay
  // as they are.
  const given = (await isBlind(context, { project }))
    ? { ...input.content, files: { ...before.content.files, ...input.content.files } }
    : input.content;
  const read = readContent(given);
  const content = namedOnly(given, read.protocol);
  if (read.protocol.name !== project)
    refuse('wrong-value', {
      field: 'name',
      got: read.protocol.name,
      expected: codedText('project-name', { project }),
    });
  const changes = protocolChanges(before, read);
  const used = await context.store.read((db) =>
    listGuidelineTexts(db, project, read.protocol.guideline.version),
  );
  checkGuidelineVersion(read.protocol.guideline.version, content.guideline, used);
  const at = timeOf(context);
  const hash = protocolHash(content);
  const added = await context.store.write(async (tx) => {
    await lockLogs(tx);
    const latest = await latestProtocolHash(tx, project);
    if (latest?.version !== before.version) refuseOutdated(latest?.version ?? 0);
    const one = await insertProtocol(tx, {
      project,
      hash,
      source: content.source,
      guidelineVersion: read.protocol.guideline.version,
      guidelineSource: content.guideline,
      files: content.files,
      createdAt: at,
      createdBy: context.actor.login,
    });
    if (one.fresh)
      audit(tx, context.actor, at, 'protocol-version', {
        project,
        object: `protocol/${one.protocol.version}`,
        detail: { hash, guideline: read.protocol.guideline.version, stale: changes.staleTasks },
      });
    return one;
  });
  const outside = await context.store.read((db) => outsideVersions(db, project));
  return {
    project,
    version: added.protocol.version,
    hash,
    fresh: added.fresh,
    changes,
    stale: staleCounts(await projectRounds(context.store, project), outside),
  };
}

function refuseOutdated(version: number): never {
  refuse('version-added', { version });
}

/** Refuses two different guidelines under one version: judgments could not tell them apart. */
function checkGuidelineVersion(
  version: string,
  text: string,
  used: Awaited<ReturnType<typeof listGuidelineTexts>>,
): void {
  const other = used.findLast((one) => one.guidelineSource !== text);
  if (other === undefined) return;
  refuse('wrong-value', {
    field: 'guideline.version',
    got: version,
    expected: codedText('new-guideline-version', { version, number: other.version }),
  });
}
