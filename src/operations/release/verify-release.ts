import { createHash, hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { HashedFile } from '../../release/croissant.ts';
import { fileDifferences } from '../../release/differences.ts';
import type { Difference } from '../../release/differences.ts';
import { uncountedCodes } from '../../release/counted-work.ts';
import { figures as figuresOf } from '../../release/figures.ts';
import type { Figures } from '../../release/figures.ts';
import { prepareRelease } from '../../release/files.ts';
import type { PreparedRelease } from '../../release/files.ts';
import {
  manifestName,
  signatureName,
  signatureNamespace,
  sumsName,
} from '../../release/manifest.ts';
import { beginFold, completeFold } from '../../release/record-fold.ts';
import type { RecordFold } from '../../release/record-fold.ts';
import { wholeFile } from '../../release/release-file.ts';
import type { ReleaseContent } from '../../release/release-file.ts';
import { unitDifferences } from '../../release/unit-check.ts';
import type { Progress } from '../text-file.ts';
import { releasedTruths } from '../../release/truth-rows.ts';
import { besideVerifying } from './beside-verifying.ts';
import type { BesideVerifying } from './beside-verifying.ts';
import { bytesOf, hasContent } from './file-pieces.ts';
import { isArmoured, isSigned, isSignedBy, readPublicKey } from '../workspace/ssh-signature.ts';
import { readReleaseRecord } from './release-record.ts';
import { renderedFiles } from './rendered-files.ts';

/** What a release is compared with besides itself. */
export interface VerifyRequest {
  readonly folder: string;
  /** A file with the public key that the signature must be by. */
  readonly signer: string | null;
  /** The audit head that the release must carry, as `seq:hash`. */
  readonly head: string | null;
  /**
   * The size of the judgments, in bytes, from which a second thread is used; by default where it
   * saves time.
   */
  readonly beside?: number;
  readonly progress?: Progress;
}

/** What a release turned out to be. */
export interface VerifiedRelease {
  readonly folder: string;
  readonly project: string | null;
  readonly version: string | null;
  readonly files: number;
  /** Empty when everything was recomputed and is equal. */
  readonly differences: readonly Difference[];
  /** `checked` by the named key, `self-consistent` by its own key alone, or absent. */
  readonly signature: 'checked' | 'self-consistent' | 'wrong' | 'none';
  readonly auditHead: string | null;
  /** SHA-256 of the manifest. */
  readonly manifest: string;
  readonly figures: Figures | null;
}

/**
 * Recomputes a release from its raw judgments and compares every byte of every file, every hash and
 * the signature. Needs nothing but the folder.
 */
export async function verifyRelease(request: VerifyRequest): Promise<VerifiedRelease> {
  const names = releaseNames(request.folder);
  const beside = besideVerifying(request.folder, names, request.beside);
  try {
    return await verifyFiles(request, names, beside);
  } finally {
    await beside.end();
  }
}

async function verifyFiles(
  request: VerifyRequest,
  names: readonly string[],
  beside: BesideVerifying,
): Promise<VerifiedRelease> {
  const { folder } = request;
  const manifest = readFileSync(join(folder, manifestName), 'utf8');
  const parsed = readManifest(manifest);
  const recomputed = await recompute(request, parsed?.program ?? '', beside);
  const { hashed } = await beside.files;
  const actual = new Map(hashed.map((file) => [file.name, file]));
  const found: Difference[] = [
    ...listedDifferences(parsed, actual),
    ...sumsDifferences(folder, actual),
    ...recomputed.differences,
  ];
  const known = recomputed.names;
  if (known !== null)
    for (const name of names)
      if (!known.has(name) && name !== signatureName)
        found.push({ file: name, what: codedText('differs-extra') });
  const signature = signatureState(folder, manifest, request.signer);
  found.push(...signature.differences);
  const auditHead = recomputed.auditHead;
  if (request.head !== null && request.head !== auditHead) {
    const values = { got: auditHead ?? 'none', expected: request.head };
    found.push({ file: manifestName, what: codedText('differs-head', values) });
  }
  return {
    folder,
    project: parsed?.project ?? null,
    version: parsed?.version ?? null,
    files: names.length,
    differences: distinct(found),
    signature: signature.state,
    auditHead,
    manifest: hash('sha256', manifest),
    figures: recomputed.figures,
  };
}

/** The files of a release, by name; refuses a folder that is not a release. */
function releaseNames(folder: string): readonly string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    refuse('not-a-release', { folder, reason: codedText('no-such-folder') });
  if (!existsSync(join(folder, manifestName)))
    refuse('not-a-release', { folder, reason: codedText('lacks-file', { file: manifestName }) });
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length))
    .map((name) => name.split(sep).join('/'))
    .toSorted();
}

interface ReadManifest {
  readonly program: string;
  readonly project: string;
  readonly version: string;
  readonly files: readonly HashedFile[];
}

function readManifest(text: string): ReadManifest | null {
  try {
    const read = JSON.parse(text) as Partial<ReadManifest> | null;
    if (read === null || !Array.isArray(read.files)) return null;
    return read as ReadManifest;
  } catch {
    // The comparison with the recomputed one shows what is wrong with it.
    return null;
  }
}

function listedDifferences(
  manifest: ReadManifest | null,
  actual: ReadonlyMap<string, HashedFile>,
): readonly Difference[] {
  return (manifest?.files ?? []).flatMap((listed): readonly Difference[] => {
    const file = String(listed?.name);
    const own = actual.get(file);
    if (own === undefined) return [{ file, what: codedText('differs-missing') }];
    return hashDifference(file, own.sha256, String(listed.sha256), manifestName);
  });
}

function sumsDifferences(
  folder: string,
  actual: ReadonlyMap<string, HashedFile>,
): readonly Difference[] {
  const path = join(folder, sumsName);
  if (!existsSync(path)) return [{ file: sumsName, what: codedText('differs-missing') }];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line): readonly Difference[] => {
    const [, expected, file] = /^([0-9a-f]{64})[ ][ *](.+)$/.exec(line) ?? [];
    if (expected === undefined || file === undefined) return [];
    const own = actual.get(file);
    if (own === undefined) return [{ file, what: codedText('differs-missing') }];
    return hashDifference(file, own.sha256, expected, sumsName);
  });
}

function hashDifference(
  file: string,
  got: string,
  expected: string,
  list: string,
): readonly Difference[] {
  if (got === expected) return [];
  return [{ file, what: codedText('differs-hash', { got, expected, list }) }];
}

interface Recomputed {
  readonly differences: readonly Difference[];
  readonly names: ReadonlySet<string> | null;
  readonly auditHead: string | null;
  readonly figures: Figures | null;
}

/** Makes all files again from the record of the release, and compares them byte by byte. */
async function recompute(
  { folder, progress }: VerifyRequest,
  program: string,
  beside: BesideVerifying,
): Promise<Recomputed> {
  const read = readReleaseRecord(folder);
  const unreadable = (file: string, reason: string): Recomputed => ({
    differences: [{ file, what: codedText('differs-unreadable', { reason }) }],
    names: null,
    auditHead: null,
    figures: null,
  });
  if ('failure' in read) return unreadable(read.file, read.failure);
  const { record, choice } = read;
  // A forged record may lack it.
  const head = record.audit as typeof record.audit | undefined;
  const auditHead = head === null || head === undefined ? null : `${head.seq}:${head.hash}`;
  try {
    const begun = beginFold(record, choice.seed);
    // Kept for the files; made here, while the thread measures the other runs.
    for (const task of begun.tasks) releasedTruths(begun, task);
    const fold = completeFold(begun, await beside.runs);
    const figures = figuresOf(fold, choice);
    const source = { fold, figures, choice, program };
    const rendered = await renderedFiles(source, (name) => textIn(folder, name));
    const release = prepareRelease({ ...source, rendered });
    const compared = await compareFiles(folder, fold, release, beside, progress);
    const { differences, names } = compared;
    const units = unitDifferences(record, fold);
    return { differences: [...units, ...differences], names, auditHead, figures };
  } catch (failure) {
    // A forged record may be impossible in ways that no real one is; it differs in any case.
    const reason = failure instanceof Error ? failure.message : String(failure);
    return { ...unreadable('record', reason), auditHead };
  }
}

/** The text of a file of the release; null where it is missing. */
function textIn(folder: string, name: string): string | null {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

async function compareFiles(
  folder: string,
  { tasks }: RecordFold,
  release: PreparedRelease,
  beside: BesideVerifying,
  progress: Progress | undefined,
): Promise<{ readonly differences: readonly Difference[]; readonly names: ReadonlySet<string> }> {
  const later = new Map<string, Promise<Uint8Array>>();
  if (beside.judgments !== null)
    for (const [name, { kind, task: id }] of release.tables) {
      const task = tasks.find((one) => one.task.task.id === id);
      if (kind === 'judgments' && task !== undefined)
        later.set(name, beside.judgments(task.task.task.id, uncountedCodes(task)));
    }
  const { hashed, asWritten, unitTables } = await beside.files;
  const actual = new Map(hashed.map((file) => [file.name, file]));
  const isEqual = new Set([
    ...asWritten,
    ...unitTables.flatMap(({ name, task }) => {
      const table = release.tables.get(name);
      return table?.kind === 'units' && table.task === task ? [name] : [];
    }),
  ]);
  const differing = new Map<string, readonly Difference[]>();
  const made = new Map<string, HashedFile | null>();
  const total = release.files.size + 3;
  const compare = (name: string, content: ReleaseContent): HashedFile => {
    progress?.(made.size, total);
    const path = join(folder, name);
    const own = actual.get(name);
    if (own !== undefined && (isEqual.has(name) || hasContent(path, content))) return own;
    const expected = Buffer.concat([...content()].map(bytesOf));
    const missing: Difference = { file: name, what: codedText('differs-missing') };
    const found =
      own === undefined ? [missing] : fileDifferences(name, readFileSync(path), expected, decoded);
    differing.set(name, found);
    const sha256 = createHash('sha256').update(expected).digest('hex');
    return { name, bytes: expected.length, sha256 };
  };
  for (const [name, content] of release.files) {
    // In its place; it is compared last.
    made.set(name, null);
    if (!later.has(name)) made.set(name, compare(name, content));
  }
  for (const [name, written] of later) made.set(name, compare(name, wholeFile(await written)));
  const names = new Set(made.keys());
  const listing = release.listing([...made.values()].filter((file) => file !== null));
  for (let next = listing.next(); next.done !== true;) {
    const [name, content] = next.value;
    names.add(name);
    made.set(name, null);
    next = listing.next(compare(name, () => [content]));
  }
  return { differences: [...names].flatMap((name) => differing.get(name) ?? []), names };
}

function decoded(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function signatureState(
  folder: string,
  manifest: string,
  signer: string | null,
): { readonly state: VerifiedRelease['signature']; readonly differences: readonly Difference[] } {
  const path = join(folder, signatureName);
  const file = signatureName;
  if (!existsSync(path)) {
    const what = codedText('differs-unsigned');
    return { state: 'none', differences: signer === null ? [] : [{ file, what }] };
  }
  const signature = readFileSync(path, 'utf8');
  if (!isSigned(manifest, signatureNamespace, signature))
    return { state: 'wrong', differences: [{ file, what: codedText('differs-signature') }] };
  const changed = isArmoured(signature) ? [] : [{ file, what: codedText('differs-armour') }];
  if (signer === null) return { state: 'self-consistent', differences: changed };
  if (!existsSync(signer)) refuse('file-not-found', { file: signer });
  const key = readPublicKey(readFileSync(signer, 'utf8'), signer);
  if (isSignedBy(manifest, signatureNamespace, signature, key))
    return { state: 'checked', differences: changed };
  const what = codedText('differs-signer', { file: signer });
  return { state: 'wrong', differences: [{ file, what }] };
}

/** Each difference once, although both hash and content show it. */
function distinct(found: readonly Difference[]): readonly Difference[] {
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
