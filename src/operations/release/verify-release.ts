import { createHash, hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  auditEntryName,
  manifestName,
  signatureName,
  signatureNamespace,
  sumsName,
} from '../../release/manifest.ts';
import { blockers } from '../../release/obstacles.ts';
import { recordFolder } from '../../release/record-files.ts';
import type { AuditHead } from '../../release/record.ts';
import { beginFold, completeFold } from '../../release/record-fold.ts';
import type { RecordFold } from '../../release/record-fold.ts';
import { wholeFile } from '../../release/release-file.ts';
import type { ReleaseContent } from '../../release/release-file.ts';
import { unitDifferences } from '../../release/unit-check.ts';
import { releasedTruths } from '../../release/truth-rows.ts';
import type { KeptHead } from '../../store/workspace/audit-verification.ts';
import type { Progress } from '../text-file.ts';
import { besideVerifying } from './beside-verifying.ts';
import type { BesideVerifying } from './beside-verifying.ts';
import { bytesOf, hasContent } from './file-pieces.ts';
import { isArmoured, isSigned, isSignedBy, readPublicKey } from '../workspace/ssh-signature.ts';
import type { LookedUp } from './known-release.ts';
import { openPlainRelease } from './plain-release.ts';
import type { PlainRelease } from './plain-release.ts';
import { carriedEntry, headDifferences } from './release-entry.ts';
import { readReleaseRecord } from './release-record.ts';
import { pageName, programDifferences, renderedFiles } from './rendered-files.ts';

/** What a release is compared with besides itself. */
export interface VerifyRequest {
  /** Its folder, or its ZIP archive. */
  readonly folder: string;
  /** A file with the public key that the signature must be by. */
  readonly signer: string | null;
  /** An audit head that was kept elsewhere since the release was cut. */
  readonly head: KeptHead | null;
  /** Looks it up in the log of a workspace, by this head too. */
  readonly lookUp?: (release: LookedUp) => Promise<readonly Difference[]>;
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
  /** The entry of the audit log that it carries, which a kept head proves; null without one. */
  readonly entry: AuditHead | null;
  /** SHA-256 of the manifest. */
  readonly manifest: string;
  readonly figures: Figures | null;
}

/**
 * Recomputes a release from its raw judgments and compares every byte of every file, every hash and
 * the signature; says what should have stopped it from being cut. Needs nothing but the folder.
 */
export async function verifyRelease(request: VerifyRequest): Promise<VerifiedRelease> {
  const plain = await openPlainRelease(request.folder);
  const beside = besideVerifying(plain.folder, plain.names, request.beside);
  try {
    return await verifyFiles(request, plain, beside);
  } finally {
    await beside.end();
    await plain.discard();
  }
}

async function verifyFiles(
  request: VerifyRequest,
  { folder, names, empty }: PlainRelease,
  beside: BesideVerifying,
): Promise<VerifiedRelease> {
  const text = readFileSync(join(folder, manifestName), 'utf8');
  const manifest = hash('sha256', text);
  const parsed = readManifest(text);
  const recomputed = await recompute(request, folder, parsed?.program ?? '', beside);
  const { hashed } = await beside.files;
  const actual = new Map(hashed.map((file) => [file.name, file]));
  const found: Difference[] = [
    ...listedDifferences(parsed, actual),
    ...sumsDifferences(folder, actual),
    ...recomputed.differences,
  ];
  const { head } = recomputed;
  const project = parsed?.project ?? null;
  const version = parsed?.version ?? null;
  const isBound = head !== null && project !== null && version !== null;
  const carried = isBound ? carriedEntry(folder, { project, version, manifest, head }) : null;
  found.push(...(carried?.differences ?? []));
  const proofs = isBound ? [signatureName, auditEntryName] : [signatureName];
  const known = recomputed.names;
  if (known !== null)
    for (const file of [...names, ...empty.map((one) => `${one}/`)])
      if (!known.has(file) && !proofs.includes(file))
        found.push({ file, what: codedText('differs-extra') });
  const signature = signatureState(folder, text, request.signer);
  found.push(...signature.differences);
  const entry = carried?.entry ?? null;
  if (request.lookUp !== undefined && project !== null)
    found.push(...(await request.lookUp({ project, manifest, entry })));
  else found.push(...headDifferences(entry, request.head));
  return {
    folder: request.folder,
    project,
    version,
    files: names.length,
    differences: distinct(found),
    signature: signature.state,
    entry,
    manifest,
    figures: recomputed.figures,
  };
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
    const { program, project, version } = read;
    if ([program, project, version].some((one) => typeof one !== 'string')) return null;
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
  /** Where the record ends in the log that it comes from; null where it comes from files. */
  readonly head: AuditHead | null;
  readonly figures: Figures | null;
}

/** Makes all files again from the record of the release, and compares them byte by byte. */
async function recompute(
  { progress }: VerifyRequest,
  folder: string,
  program: string,
  beside: BesideVerifying,
): Promise<Recomputed> {
  const read = readReleaseRecord(folder);
  const unreadable = (file: string, reason: string): Recomputed => ({
    differences: [{ file, what: codedText('differs-unreadable', { reason }) }],
    names: null,
    head: null,
    figures: null,
  });
  if ('failure' in read) return unreadable(read.file, read.failure);
  const { record, choice } = read;
  // A forged record may lack it.
  const head = record.audit ?? null;
  try {
    const begun = beginFold(record, choice.seed);
    // Kept for the files; made here, while the thread measures the other runs.
    for (const task of begun.tasks) releasedTruths(begun, task);
    const fold = completeFold(begun, await beside.runs);
    const figures = figuresOf(fold, choice);
    const source = { fold, figures, choice, program };
    const page = textIn(folder, pageName);
    const rendered = await renderedFiles(source, page);
    const release = prepareRelease({ ...source, rendered });
    const compared = await compareFiles(folder, fold, release, beside, progress);
    const differences = [
      ...blockers(fold, choice).map((what) => ({ file: recordFolder, what })),
      ...(await programDifferences(program, page)),
      ...unitDifferences(record, fold),
      ...compared.differences,
    ];
    return { differences, names: compared.names, head, figures };
  } catch (failure) {
    // A forged record may be impossible in ways that no real one is; it differs in any case.
    const reason = failure instanceof Error ? failure.message : String(failure);
    return { ...unreadable('record', reason), head };
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
