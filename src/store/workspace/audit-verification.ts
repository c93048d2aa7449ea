import { auditHash, emptyHead, lastAudit, recordedHead } from './audit.ts';
import type { AuditHead, AuditRow } from './audit.ts';
import { ContentVerification } from './content-verification.ts';
import type { RowFault, RowFaultKind } from './compare-rows.ts';
import { checkUnbound } from './check-unbound.ts';
import { unbound } from './coverage.ts';
import type { Unbound } from './coverage.ts';
import type { Store } from '../open-store.ts';
import type { Database } from '../tables.ts';

/** Something wrong with the log, or with a row that it binds, and where it shows. */
interface AuditFault {
  /** The entry; for a row, the one that binds it. */
  readonly seq: number;
  readonly kind:
    | 'changed'
    | 'missing'
    | 'inserted'
    | 'cut-short'
    | 'head-missing'
    | 'head-changed'
    | RowFaultKind;
  readonly message: string;
  /** The table, the row and the column, where a row is at fault. */
  readonly table?: string;
  readonly row?: string;
  readonly field?: string | null;
}

/** What was found about the log. */
export interface AuditVerification {
  readonly entries: number;
  readonly head: AuditHead;
  /** The first of them. */
  readonly faults: readonly AuditFault[];
  readonly faultCount: number;
  /** Since which entry the log binds the content of rows; null when it is empty. */
  readonly boundSince: { readonly seq: number; readonly at: string } | null;
  /** Whether it was compared with a head that was kept elsewhere. */
  readonly hasKeptHead: boolean;
  /** What is not compared with anything. */
  readonly notBound: readonly Unbound[];
}

/** A head kept elsewhere; without a number its hash may be anywhere in the log. */
export interface KeptHead {
  readonly seq: number | null;
  readonly hash: string;
}

type ReportFault = (
  seq: number,
  kind: AuditFault['kind'],
  message: string,
  place?: Pick<AuditFault, 'table' | 'row' | 'field'>,
) => void;

const mostFaults = 50;

/**
 * Recomputes the whole chain, and compares every covered row with the entry that binds it, both
 * ways. A changed entry no longer has its hash; a missing or inserted one breaks the link or the
 * count; a truncated log does not end where the workspace says. Only a head kept elsewhere reveals
 * a log that was rewritten as a whole.
 */
export async function verifyAudit(
  store: Store,
  kept: KeptHead | null = null,
): Promise<AuditVerification> {
  const ofEntries: AuditFault[] = [];
  const ofRows: AuditFault[] = [];
  let faultCount = 0;
  const found: ReportFault = (at, kind, message, place = {}) => {
    faultCount += 1;
    // A forged entry may remove thousands of rows, and is the one that must be seen.
    const same = kind.startsWith('row') ? ofRows : ofEntries;
    if (same.length < mostFaults) same.push({ seq: at, kind, message, ...place });
  };
  // As of one moment: otherwise the log would be ahead of its head whenever somebody works.
  return await store.snapshot(async (db) => {
    const content = new ContentVerification(db, (seq, { kind, ...place }) =>
      found(seq, kind, rowMessage({ kind, ...place }), place),
    );
    await content.prepare();
    const { entries, head, keptHash, boundSince } = await checkChain(db, kept, content, found);
    checkRecordedHead(head, await recordedHead(db), found);
    if (kept !== null) checkKeptHead(kept, keptHash, head, found);
    await content.finish(head.seq);
    await checkUnbound(db, content.judgmentsAhead, ({ kind, ...place }) =>
      found(head.seq, kind, rowMessage({ kind, ...place }), place),
    );
    const faults = [...ofEntries, ...ofRows].slice(0, mostFaults);
    const compared = { hasKeptHead: kept !== null, notBound: unbound };
    return { entries, head, faults, faultCount, boundSince, ...compared };
  });
}

/** The last entry of the log, and whether it is where the workspace says that the log ends. */
export async function auditHead(
  store: Store,
): Promise<{ readonly head: AuditHead; readonly isWhole: boolean }> {
  return await store.snapshot(async (db) => {
    const head = await lastAudit(db);
    let isWhole = true;
    checkRecordedHead(head, await recordedHead(db), () => (isWhole = false));
    return { head, isWhole };
  });
}

interface CheckedChain extends Pick<AuditVerification, 'entries' | 'head' | 'boundSince'> {
  readonly keptHash: string;
}

/** `keptHash` is the hash at the place of the kept head, or the kept hash where it was found. */
async function checkChain(
  db: Database,
  kept: KeptHead | null,
  content: ContentVerification,
  found: ReportFault,
): Promise<CheckedChain> {
  let boundSince: CheckedChain['boundSince'] = null;
  let head = emptyHead;
  let entries = 0;
  const isPlain = kept === null || kept.seq === null;
  let keptHash = isPlain || kept.seq === 0 ? emptyHead.hash : '';
  for await (const row of db.selectFrom('audit').selectAll().orderBy('seq').stream(pageSize)) {
    checkEntry(row, head, found);
    if (row.content !== null) {
      boundSince ??= { seq: row.seq, at: row.at };
      if (!(await content.entry({ ...row, content: row.content })))
        found(row.seq, 'changed', badContent);
    } else if (boundSince !== null) found(row.seq, 'changed', noContent);
    head = { seq: row.seq, hash: row.hash };
    entries += 1;
    if (isPlain ? row.hash === kept?.hash : row.seq === kept.seq) keptHash = row.hash;
  }
  if (boundSince === null && entries > 0) found(head.seq, 'changed', neverBound);
  return { entries, head, keptHash, boundSince };
}

function checkRecordedHead(
  { seq, hash }: AuditHead,
  recorded: AuditHead | null,
  found: ReportFault,
): void {
  if (recorded === null) {
    if (seq > 0)
      found(seq, 'head-missing', `the workspace does not say where the log of ${seq} entries ends`);
  } else if (Number.isNaN(recorded.seq)) found(seq, 'head-changed', unreadableHead);
  else if (seq < recorded.seq)
    found(seq + 1, 'cut-short', `the log ends at ${seq}, but ${recorded.seq} entries were written`);
  else if (seq > recorded.seq)
    found(
      recorded.seq + 1,
      'head-changed',
      `the workspace says that the log ends at ${recorded.seq}, but it ends at ${seq}`,
    );
  else if (hash !== recorded.hash) found(seq, 'changed', 'it is not the one that was written last');
}

function checkKeptHead(
  kept: KeptHead,
  keptHash: string,
  head: AuditHead,
  found: ReportFault,
): void {
  if (keptHash === kept.hash) return;
  if (kept.seq === null) found(head.seq, 'changed', unknownHead);
  else if (kept.seq > head.seq)
    found(
      head.seq + 1,
      'cut-short',
      `the log ends at ${head.seq}, but the kept head is ${kept.seq}`,
    );
  else
    found(kept.seq, 'changed', 'it does not have the hash of the kept head: the log was rewritten');
}

/** Entries of large imports are long, so only a few are held at a time. */
const pageSize = 50;

const badContent = 'what it says about rows cannot be read';
const noContent = 'it no longer says which rows it is about';
const neverBound = 'no entry says which rows it is about: start the server once, which adds one';
const unknownHead = 'no entry has the hash of the kept head: the log was rewritten';
const unreadableHead = 'the workspace no longer says where the log ends';
const brokenLink =
  'it does not follow the entry before it: one of the two was changed or exchanged';

function checkEntry(row: AuditRow, before: AuditHead, found: ReportFault): void {
  const expected = before.seq + 1;
  if (row.seq === expected + 1) found(expected, 'missing', 'it is missing');
  else if (row.seq > expected)
    found(expected, 'missing', `it and the entries up to ${row.seq - 1} are missing`);
  else if (row.seq < expected) found(row.seq, 'inserted', 'it was inserted before the first');
  else if (row.previous_hash !== before.hash) found(row.seq, 'changed', brokenLink);
  if (auditHash(row) !== row.hash) found(row.seq, 'changed', 'its content does not have its hash');
}

function rowMessage({
  kind,
  table,
  row,
  field,
}: Readonly<Omit<RowFault, 'table'> & { table: string }>): string {
  if (kind === 'row-missing') return `${table}: the row ${row} is missing`;
  if (kind === 'row-inserted') return `${table}: no entry added the row ${row}`;
  if (kind === 'rows-changed') return `${table}: ${row} was changed`;
  if (kind === 'withdrawal-unproven')
    return `${table}: it removes ${row}, which no unfinished import had added`;
  if (kind === 'removal-unproven') return `${table}: it removes the row ${row}, and nothing may`;
  if (kind === 'import-unproven')
    return `${table}: it says that ${row} is of an unfinished import, and it is not`;
  if (kind === 'change-unproven')
    return `${table}: it changes ${field ?? 'the row'} in ${row}, and nothing may`;
  return field === null
    ? `${table}: the row ${row} was changed`
    : `${table}: ${field} was changed in the row ${row}`;
}
