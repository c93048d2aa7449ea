import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '../../domain/fault.ts';
import { recordFolder } from '../../release/record-files.ts';
import { releaseRecord } from './cut-release.ts';
import type { CutRelease, ReleaseRequest } from './cut-release.ts';
import { readFolderRecord } from './read-folder-record.ts';
import { folderSecret } from './release-secret.ts';
import { checkRequest } from './release-folder.ts';
import { readReleaseRecord } from './release-record.ts';

/**
 * Cuts a release from files: from the folder of a protocol with its units, judgments and rulings,
 * or from the record of another release, whose people keep the names that they have there.
 */
export async function releaseFolder(
  folder: string,
  request: ReleaseRequest,
  date: string | null,
): Promise<CutRelease> {
  checkRequest(request);
  if (existsSync(join(folder, recordFolder, 'record.json'))) {
    const read = readReleaseRecord(folder);
    if ('failure' in read) refuse('not-a-release', { folder, reason: read.failure });
    return await releaseRecord(
      // Nothing was looked up in the log that it comes from: the head would be copied text.
      { ...read.record, audit: null },
      read.choice.names ? folderSecret(folder) : null,
      request,
    );
  }
  const { record, warnings } = readFolderRecord(folder, date, request);
  const secret = request.names ? '' : folderSecret(folder);
  return { ...(await releaseRecord(record, secret, request)), warnings };
}
