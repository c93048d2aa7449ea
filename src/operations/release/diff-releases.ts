import { refuse } from '../../domain/fault.ts';
import { figures } from '../../release/figures.ts';
import { foldRecord } from '../../release/record-fold.ts';
import { releaseDiff } from '../../release/release-diff.ts';
import type { ComparedRelease, ReleaseDiff } from '../../release/release-diff.ts';
import { readReleaseRecord } from './release-record.ts';

/** Says what changed from one release to another: both are recomputed from their records. */
export function diffReleases(before: string, after: string): ReleaseDiff {
  return releaseDiff(readRelease(before), readRelease(after));
}

function readRelease(folder: string): ComparedRelease {
  const read = readReleaseRecord(folder);
  if ('failure' in read) refuse('not-a-release', { folder, reason: read.failure });
  const fold = foldRecord(read.record, read.choice.seed);
  return { fold, figures: figures(fold, read.choice) };
}
