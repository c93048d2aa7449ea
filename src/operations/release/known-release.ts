import { codedText } from '../../domain/text-values.ts';
import { storedJson } from '../../domain/stored-json.ts';
import type { Difference } from '../../release/differences.ts';
import { auditEntryName, manifestName } from '../../release/manifest.ts';
import type { AuditHead } from '../../release/record.ts';
import { listBound, listReleases } from '../../store/release/record-rows.ts';
import { verifyAudit } from '../../store/workspace/audit-verification.ts';
import type { KeptHead } from '../../store/workspace/audit-verification.ts';
import { authorise } from '../authorise.ts';
import type { WorkContext } from '../work-context.ts';
import { headDifferences, isLater } from './release-entry.ts';
import type { TasksOfRelease } from './release-entry.ts';

/** A release that was cut, as the audit log of its workspace has it. */
export interface KnownRelease {
  readonly version: string;
  /** SHA-256 of its manifest, which holds the hashes of all files. */
  readonly manifest: string;
  readonly at: string;
  readonly by: string;
  readonly files: number;
  readonly bytes: number;
  /** What it holds, by task. */
  readonly tasks: TasksOfRelease;
}

/** The releases of a project, oldest first. Leads, adjudicators and reviewers. */
export async function knownReleases(
  context: WorkContext,
  project: string,
): Promise<readonly KnownRelease[]> {
  authorise(context.actor, project, 'lead', 'adjudicator', 'reviewer');
  const rows = await context.store.read((db) => listReleases(db, project));
  return rows.map(({ seq, at, actor, detail }) => {
    type Detail = Omit<KnownRelease, 'at' | 'by'>;
    const read = storedJson<Detail>(detail, 'audit', 'detail', { seq });
    const { version, manifest, files, bytes, tasks } = read;
    return { version, manifest, at, by: actor, files, bytes, tasks };
  });
}

/** A release, to be looked up in the log of its workspace. */
export interface LookedUp {
  readonly project: string;
  /** SHA-256 of its manifest. */
  readonly manifest: string;
  /** The entry that it carries. */
  readonly entry: AuditHead | null;
}

/**
 * Whether the workspace knows a release by its manifest and its entry. With a head that was kept
 * after it was cut, the whole log is proven up to that head, so that it holds the entry as written.
 */
export async function workspaceDifferences(
  context: WorkContext,
  { project, manifest, entry }: LookedUp,
  head: KeptHead | null = null,
): Promise<readonly Difference[]> {
  const file = manifestName;
  const known = await knownReleases(context, project);
  if (!known.some((one) => one.manifest === manifest))
    return [{ file, what: codedText('differs-workspace') }, ...headDifferences(entry, head)];
  const bound = await context.store.read((db) => listBound(db, project));
  if (entry !== null && !bound.some(({ seq, hash }) => seq === entry.seq && hash === entry.hash))
    return [{ file: auditEntryName, what: codedText('differs-entry-unknown') }];
  if (head === null || !isLater(entry, head)) return headDifferences(entry, head);
  const { faultCount: count } = await verifyAudit(context.store, head);
  return count === 0 ? [] : [{ file: auditEntryName, what: codedText('differs-log', { count }) }];
}
