import { codedText } from '../../domain/text-values.ts';
import { storedJson } from '../../domain/stored-json.ts';
import type { Difference } from '../../release/differences.ts';
import { manifestName } from '../../release/manifest.ts';
import { listReleases } from '../../store/release/record-rows.ts';
import { authorise } from '../authorise.ts';
import type { WorkContext } from '../work-context.ts';

/** A release that was cut, as the audit log of its workspace has it. */
export interface KnownRelease {
  readonly version: string;
  /** SHA-256 of its manifest, which holds the hashes of all files. */
  readonly manifest: string;
  readonly at: string;
  readonly by: string;
  readonly files: number;
  readonly bytes: number;
}

/** The releases of a project, oldest first. Leads, adjudicators and reviewers. */
export async function knownReleases(
  context: WorkContext,
  project: string,
): Promise<readonly KnownRelease[]> {
  authorise(context.actor, project, 'lead', 'adjudicator', 'reviewer');
  const rows = await context.store.read((db) => listReleases(db, project));
  return rows.map(({ seq, at, actor, detail }) => {
    type Detail = Pick<KnownRelease, 'version' | 'manifest' | 'files' | 'bytes'>;
    const read = storedJson<Detail>(detail, 'audit', 'detail', { seq });
    const { version, manifest, files, bytes } = read;
    return { version, manifest, at, by: actor, files, bytes };
  });
}

/** Whether the workspace knows a release by its manifest; a difference when it does not. */
export async function workspaceDifferences(
  context: WorkContext,
  project: string,
  manifest: string,
): Promise<readonly Difference[]> {
  const known = await knownReleases(context, project);
  if (known.some((one) => one.manifest === manifest)) return [];
  return [{ file: manifestName, what: codedText('differs-workspace') }];
}
