import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { codedText } from '../../domain/text-values.ts';
import { fileDifferences } from '../../release/differences.ts';
import type { Difference } from '../../release/differences.ts';
import { auditEntryName } from '../../release/manifest.ts';
import type { AuditHead } from '../../release/record.ts';
import { boundAction, listBound } from '../../store/release/record-rows.ts';
import { auditHash, headText } from '../../store/workspace/audit.ts';
import type { AuditRow } from '../../store/workspace/audit.ts';
import type { KeptHead } from '../../store/workspace/audit-verification.ts';
import type { ReleasedTask } from '../../truth/monitoring/checklist-facts.ts';
import { audit } from '../audit.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** What the entry of a release says: which manifest, and where the record ended. */
export interface BoundRelease {
  readonly project: string;
  readonly version: string;
  /** SHA-256 of the manifest, which holds the hashes of all files. */
  readonly manifest: string;
  readonly head: AuditHead;
}

/** What a release holds, by task. */
export type TasksOfRelease = readonly (ReleasedTask & { readonly task: string })[];

/** An entry about a release, with the text of the file that carries it. */
export interface BoundEntry {
  readonly entry: AuditHead;
  readonly text: string;
}

/** How often an entry is added again that others' rows were bound with. */
const mostTries = 5;

/**
 * Writes down that somebody cuts a release, then an entry about its manifest that names nobody, so
 * that it can be published. A release that was cut before keeps its entry.
 */
export async function bindRelease(
  context: WorkContext,
  bound: BoundRelease,
  held: Readonly<Record<'files' | 'bytes', number>> & { readonly tasks: TasksOfRelease },
): Promise<BoundEntry> {
  const { project, version, manifest, head } = bound;
  const about = { project, object: `release/${version}` };
  const detail = { version, manifest, head };
  let known = await ownEntry(context, bound);
  await context.store.write(async (tx) => {
    const at = timeOf(context);
    audit(tx, context.actor, at, 'release', { ...about, detail: { ...detail, ...held } });
    if (known === null) audit(tx, program, at, boundAction, { ...about, detail });
  });
  for (let tries = 1; ; tries += 1) {
    known ??= await ownEntry(context, bound);
    if (known !== null) return boundEntry(known);
    if (tries === mostTries) throw new Error('The entry of the release was always bound with rows');
    await context.store.write(async (tx) =>
      audit(tx, program, timeOf(context), boundAction, { ...about, detail }),
    );
  }
}

/** In whose name the entry is: whoever reads a release need not know who cut it. */
const program = { login: 'assay' };

/** An entry that shares its commit binds rows of others, which are no part of a release. */
const noRows = '[]';

/** The first entry about this manifest. */
async function ownEntry(
  { store }: Pick<WorkContext, 'store'>,
  bound: BoundRelease,
): Promise<AuditRow | null> {
  const rows = await store.read((db) => listBound(db, bound.project));
  return rows.find((row) => entryText(row) === entryText(expectedEntry(bound, row))) ?? null;
}

type EntryPlace = Pick<AuditRow, 'seq' | 'at' | 'previous_hash'>;

/** The entry as it must be, but for where and when it was added. */
function expectedEntry(
  { project, version, manifest, head }: BoundRelease,
  { seq, at, previous_hash }: EntryPlace,
): AuditRow {
  const open = {
    seq,
    at,
    actor: program.login,
    action: boundAction,
    project,
    object: `release/${version}`,
    detail: canonicalJson({ version, manifest, head }),
    content: noRows,
    previous_hash,
  };
  return { ...open, hash: auditHash(open) };
}

function boundEntry(row: AuditRow): BoundEntry {
  return { entry: { seq: row.seq, hash: row.hash }, text: entryText(row) };
}

function entryText(row: AuditRow): string {
  const { seq, at, actor, action, project, object, detail, content, previous_hash, hash } = row;
  const entry = { seq, at, actor, action, project, object, detail, content, previous_hash, hash };
  return `${JSON.stringify(entry, null, 2)}\n`;
}

/** The entry in a release, and what is wrong with it. */
interface CarriedEntry {
  readonly entry: AuditHead | null;
  readonly differences: readonly Difference[];
}

/**
 * Computes the entry that a release carries again. A release whose record comes from a workspace
 * has one; one that was cut from files has none.
 */
export function carriedEntry(folder: string, bound: BoundRelease): CarriedEntry {
  const file = auditEntryName;
  const path = join(folder, file);
  if (!existsSync(path))
    return { entry: null, differences: [{ file, what: codedText('differs-missing') }] };
  const bytes = readFileSync(path);
  const place = readPlace(bytes.toString('utf8'));
  if (place === null || place.seq <= bound.head.seq)
    return { entry: null, differences: [{ file, what: codedText('differs-entry') }] };
  const { entry, text } = boundEntry(expectedEntry(bound, place));
  const differences = fileDifferences(file, bytes, Buffer.from(text), (one) =>
    Buffer.from(one).toString('utf8'),
  );
  return { entry, differences };
}

function readPlace(text: string): EntryPlace | null {
  try {
    const { seq, at, previous_hash } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (!Number.isSafeInteger(seq) || typeof at !== 'string') return null;
    if (typeof previous_hash !== 'string' || !/^[0-9a-f]{64}$/.test(previous_hash)) return null;
    return { seq: seq as number, at, previous_hash };
  } catch {
    // No JSON, or no object: there is no entry in it.
    return null;
  }
}

/** Whether the head is this entry; only a later one may have the entry behind it. */
export function isLater(entry: AuditHead | null, head: KeptHead): boolean {
  return entry !== null && (head.seq ?? 0) > entry.seq;
}

/** What is wrong with a release by a head that was kept elsewhere; none when it is its entry. */
export function headDifferences(
  entry: AuditHead | null,
  head: KeptHead | null,
): readonly Difference[] {
  if (head === null) return [];
  const file = auditEntryName;
  const expected = head.seq === null ? head.hash : headText({ seq: head.seq, hash: head.hash });
  if (entry === null) return [{ file, what: codedText('differs-head-none', { expected }) }];
  const isOwn = head.hash === entry.hash && (head.seq === null || head.seq === entry.seq);
  if (isOwn) return [];
  const values = { got: headText(entry), expected };
  if (isLater(entry, head)) return [{ file, what: codedText('differs-head-later', values) }];
  if (head.seq !== null && head.seq < entry.seq)
    return [{ file, what: codedText('differs-head-earlier', values) }];
  return [{ file, what: codedText('differs-head', values) }];
}
