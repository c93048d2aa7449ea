import type { ReleaseSource } from '../../release/files.ts';
import type { ReleaseFiles } from '../../release/release-file.ts';

/**
 * Files of a release that cannot be made in the pure rooms, such as the report. They too depend on
 * the record and the choices alone: `verify` makes them again and compares.
 */
export async function renderedFiles(
  _source: Omit<ReleaseSource, 'rendered'>,
): Promise<ReleaseFiles> {
  return await Promise.resolve(new Map());
}
