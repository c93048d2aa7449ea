import { codedText } from '../../domain/text-values.ts';
import { inEnglish } from '../../domain/english.ts';
import { fault, faultAbout, InputError, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { hasJudgments, outsideVersions } from '../../store/judging/judgments.ts';
import { lockLogs } from '../../store/log-lock.ts';
import {
  insertProtocol,
  latestProtocolHash,
  listGuidelineTexts,
} from '../../store/protocol/protocols.ts';
import { countUnits, findUnits } from '../../store/units/units.ts';
import type { ListedChange } from '../../truth/protocol/content-changes.ts';
import { protocolChanges, rulesChanged } from '../../truth/protocol/protocol-changes.ts';
import type { ProtocolChanges } from '../../truth/protocol/protocol-changes.ts';
import { audit } from '../audit.ts';
import { authorise } from '../authorise.ts';
import { isBlind } from '../judging/blindness.ts';
import { hashesOf, namedOnly, protocolHash } from './create-project.ts';
import { refuseMemberNames } from '../people/panel-names.ts';
import type { ProtocolContent, ReadContent } from '../../formats/protocol/protocol-content.ts';
import { readContentApart } from './read-content.ts';
import { projectProtocol } from '../project-protocol.ts';
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
  /** Why the rules changed; null where no reason was needed or given. */
  readonly reason: string | null;
  /** Judgments per task made under other questions or another guideline. */
  readonly stale: readonly StaleCount[];
}

/** The content of a further version. */
export interface NewVersionRequest {
  readonly project: string;
  readonly content: ProtocolContent;
  /** The version that was edited; refused if there is a later one. */
  readonly after?: number;
  /** Why the rules change; required after the first judgment. */
  readonly reason?: string;
}

/**
 * Adds a version to a project's protocol. Open runs keep the version they were opened with. A
 * changed question or guideline needs a new guideline version, since judgments carry it. A change
 * of the rules after the first judgment needs a reason. With `after`, refuses if somebody else has
 * added a version since that one. For leads.
 */
export async function newProtocolVersion(
  context: WorkContext,
  input: NewVersionRequest,
): Promise<NewProtocolVersion> {
  const { project } = input;
  const { before, read, content, changes, hash } = await checkedVersion(context, input);
  const rules = rulesChanged(changes);
  const given = input.reason?.trim() ?? '';
  const reason = given === '' ? null : given;
  const at = timeOf(context);
  const added = await context.store.write(async (tx) => {
    await lockLogs(tx);
    const latest = await latestProtocolHash(tx, project);
    if (latest?.version !== before.version) refuseOutdated(latest?.version ?? 0);
    if (rules.length > 0 && reason === null && (await hasJudgments(tx, project)))
      refuseUnexplained(rules);
    const one = await insertProtocol(tx, {
      project,
      hash,
      source: content.source,
      guidelineVersion: read.protocol.guideline.version,
      guidelineSource: content.guideline,
      files: content.files,
      createdAt: at,
      createdBy: context.actor.login,
      reason,
      taskHashes: hashesOf(read.tasks),
    });
    if (one.fresh)
      audit(tx, context.actor, at, 'protocol-version', {
        project,
        object: `protocol/${one.protocol.version}`,
        detail: {
          hash,
          guideline: read.protocol.guideline.version,
          stale: changes.staleTasks,
          rules: rules.map(({ text }) => inEnglish(text)),
          ...(reason === null ? {} : { reason }),
        },
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
    reason: added.protocol.reason,
    stale: staleCounts(await projectRounds(context.store, project), outside),
  };
}

/** What a further version would do. */
export interface PreviewedVersion extends Omit<NewProtocolVersion, 'reason'> {
  /** Whether the rules change after the first judgment. */
  readonly reasonRequired: boolean;
  /** What is stale already, under the version in force. */
  readonly staleNow: readonly StaleCount[];
}

/** What a further version would change and whether it needs a reason; adds nothing. Leads. */
export async function previewProtocolVersion(
  context: WorkContext,
  input: Omit<NewVersionRequest, 'reason'>,
): Promise<PreviewedVersion> {
  const { project } = input;
  const { before, read, changes, hash } = await checkedVersion(context, input);
  const present = await projectRounds(context.store, project);
  const { runs } = present;
  const { isJudged, outside } = await context.store.read(async (db) => ({
    isJudged: await hasJudgments(db, project),
    outside: await outsideVersions(db, project),
  }));
  const fresh = hash !== before.hash;
  return {
    project,
    version: before.version + (fresh ? 1 : 0),
    hash,
    fresh,
    changes,
    stale: staleCounts({ project: { ...before, ...read }, runs }, outside),
    staleNow: staleCounts(present, outside),
    reasonRequired: isJudged && rulesChanged(changes).length > 0,
  };
}

/** A further version that was read and checked, with what it changes. */
async function checkedVersion(context: WorkContext, input: NewVersionRequest) {
  const { project } = input;
  authorise(context.actor, project, 'lead');
  const before = await projectProtocol(context.store, project);
  if (input.after !== undefined && input.after !== before.version) refuseOutdated(before.version);
  // People who judge in an open run do not see the other files, so files that they do not send stay
  // as they are.
  const sent = (await isBlind(context, { project }))
    ? { ...input.content, files: { ...before.content.files, ...input.content.files } }
    : input.content;
  const read = await readContentApart(sent);
  const content = namedOnly(sent, read.protocol);
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
  await checkKeys(context, project, read);
  await context.store.read((db) =>
    refuseMemberNames(db, project, read.protocol.panel, before.protocol.panel),
  );
  return { before, read, content, changes, hash: protocolHash(content) };
}

function refuseOutdated(version: number): never {
  refuse('version-added', { version });
}

function refuseUnexplained(rules: readonly ListedChange[]): never {
  const changes = rules.map(({ text }) => text);
  const what = codedText('changed-rules', { changes });
  refuse('reason-required', { what }, { field: 'reason' });
}

/** Known answers must be of units that are there, and quotes must be copied from them. */
async function checkKeys(
  { store }: WorkContext,
  project: string,
  { protocol, tasks, keys }: ReadContent,
): Promise<void> {
  const found: Fault[] = [];
  for (const { id, key: file, task } of protocol.rounds) {
    const known = keys.get(id);
    const place = { project, task };
    if (known === undefined || file === null) continue;
    if ((await store.read((db) => countUnits(db, place))) === 0) continue;
    const units = await store.read((db) => findUnits(db, place, [...known.keys()]));
    const fields = new Map(units.map((unit) => [unit.id, unit.fields]));
    for (const [unit, { answers }] of known) {
      const own = fields.get(unit);
      const faults =
        own === undefined
          ? [fault('unknown-unit', { field: 'unit', got: unit })]
          : tasks
              .get(task)!
              .compiled.faults(answers, own)
              .map((one) => faultAbout(one, `${unit}:`));
      found.push(...faults.map((one): Fault => ({ ...one, file })));
    }
  }
  if (found.length > 0) throw new InputError(found);
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
