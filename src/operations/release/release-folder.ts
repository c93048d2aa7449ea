import { createHash, hash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { HashedFile } from '../../release/croissant.ts';
import type { PreparedRelease } from '../../release/files.ts';
import type { ReleaseContent } from '../../release/release-file.ts';
import { auditEntryName, signatureName } from '../../release/manifest.ts';
import type { Progress } from '../text-file.ts';
import type { AuditHead } from '../../release/record.ts';
import type { ReleaseRequest } from './cut-release.ts';
import { bytesOf } from './file-pieces.ts';
import type { BoundEntry, TasksOfRelease } from './release-entry.ts';
import { draftBeside, unfinishedFiles } from '../unfinished-files.ts';
import { attempt } from '../write-files.ts';

/** What was written: files and bytes besides the proofs. */
export interface WrittenRelease {
  readonly files: number;
  readonly bytes: number;
  /** SHA-256 of the manifest, which holds the hashes of all files. */
  readonly manifest: string;
  /** The entry of the audit log about the manifest; null where there is no log. */
  readonly entry: AuditHead | null;
}

/** Writes down in a log that a release is cut. */
export type BindRelease = (
  written: Omit<WrittenRelease, 'entry'>,
  tasks: TasksOfRelease,
) => Promise<BoundEntry>;

/** What is added about a manifest, beside it; null where that is not asked for. */
interface ReleaseProofs {
  readonly sign: ((manifest: string) => string) | null;
  readonly bind: ((written: Omit<WrittenRelease, 'entry'>) => Promise<BoundEntry>) | null;
}

/** Refuses a version that cannot be part of a name, and a folder that exists. */
export function checkRequest(request: Pick<ReleaseRequest, 'version' | 'out' | 'allowOpen'>): void {
  const { version, out, allowOpen } = request;
  if (!/^[\p{L}\p{N}][\p{L}\p{N}.+-]*$/u.test(version) || version.includes('..'))
    refuse('bad-version', { got: JSON.stringify(version) });
  if (allowOpen !== null && allowOpen.trim() === '')
    refuse('reason-required', { what: codedText('left-out-units') });
  refuseExisting(out);
}

/** Refuses a folder that exists: a release is never overwritten. */
function refuseExisting(folder: string): void {
  if (existsSync(folder)) refuse('folder-exists', { folder });
}

/**
 * Writes a release: everything into a temporary folder beside its place, which then gets its name.
 * When anything fails, nothing is left.
 */
export async function writeRelease(
  folder: string,
  release: PreparedRelease,
  { sign, bind }: ReleaseProofs,
  progress?: Progress,
): Promise<WrittenRelease> {
  refuseExisting(folder);
  attempt(folder, () => mkdirSync(dirname(folder), { recursive: true }));
  const draft = draftBeside(folder);
  const finished = unfinishedFiles([draft]);
  try {
    attempt(folder, () => mkdirSync(draft));
    const written: HashedFile[] = [];
    const total = release.files.size + 3;
    for (const [name, content] of release.files) {
      written.push(writeFile(draft, name, content));
      progress?.(written.length, total);
      // A signal that arrived meanwhile is heard between files.
      await new Promise((resume) => setImmediate(resume));
    }
    const { files, manifest } = writeListing(draft, release, written);
    if (sign !== null) writeFile(draft, signatureName, () => [sign(manifest)]);
    refuseExisting(folder);
    const sizes = { files: files.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
    const done = { ...sizes, manifest: hash('sha256', manifest) };
    const bound = bind === null ? null : await bind(done);
    if (bound !== null) writeFile(draft, auditEntryName, () => [bound.text]);
    attempt(folder, () => renameSync(draft, folder));
    progress?.(total, total);
    return { ...done, entry: bound?.entry ?? null };
  } catch (failure) {
    rmSync(draft, { recursive: true, force: true });
    throw failure;
  } finally {
    finished();
  }
}

function writeListing(
  draft: string,
  release: PreparedRelease,
  written: readonly HashedFile[],
): { readonly files: readonly HashedFile[]; readonly manifest: string } {
  const files = [...written];
  const listing = release.listing(written);
  let manifest = '';
  for (let next = listing.next(); next.done !== true;) {
    const [name, text] = next.value;
    const file = writeFile(draft, name, () => [text]);
    if (name === 'manifest.json') manifest = text;
    files.push(file);
    next = listing.next(file);
  }
  return { files, manifest };
}

function writeFile(folder: string, name: string, content: ReleaseContent): HashedFile {
  const path = join(folder, name);
  return attempt(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    const descriptor = openSync(path, 'wx');
    const sum = createHash('sha256');
    let bytes = 0;
    try {
      for (const piece of content()) {
        const data = bytesOf(piece);
        sum.update(data);
        bytes += data.length;
        for (let done = 0; done < data.length;) done += writeSync(descriptor, data, done);
      }
    } finally {
      closeSync(descriptor);
    }
    return { name, bytes, sha256: sum.digest('hex') };
  });
}
