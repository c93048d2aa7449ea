import { auditHash, emptyHead, recordedHead } from './audit.ts';
import type { AuditHead, AuditRow } from './audit.ts';
import type { Store } from '../open-store.ts';

/** Something wrong with the log, and where it shows. */
interface AuditFault {
  readonly seq: number;
  readonly kind: 'changed' | 'missing' | 'inserted' | 'cut-short';
  readonly message: string;
}

/** What was found about the log. */
export interface AuditVerification {
  readonly entries: number;
  readonly head: AuditHead;
  /** The first of them. */
  readonly faults: readonly AuditFault[];
  readonly faultCount: number;
}

type ReportFault = (seq: number, kind: AuditFault['kind'], message: string) => void;

const mostFaults = 50;

/**
 * Recomputes the whole chain. A changed entry no longer has its hash; a missing or inserted one
 * breaks the link or the count; a truncated log does not end where the workspace says. Only a head
 * noted before, `known`, reveals a log that was rewritten as a whole.
 */
export async function verifyAudit(
  store: Store,
  known: string | null = null,
): Promise<AuditVerification> {
  const faults: AuditFault[] = [];
  let faultCount = 0;
  const found: ReportFault = (at, kind, message) => {
    faultCount += 1;
    if (faults.length < mostFaults) faults.push({ seq: at, kind, message });
  };
  let head = emptyHead;
  let entries = 0;
  let isKnownSeen = known === null || known === emptyHead.hash;
  const recorded = await store.read(recordedHead);
  for await (const row of store.stream((db) => db.selectFrom('audit').selectAll().orderBy('seq'))) {
    checkEntry(row, head, found);
    head = { seq: row.seq, hash: row.hash };
    entries += 1;
    if (row.hash === known) isKnownSeen = true;
  }
  const { seq } = head;
  if (seq < recorded.seq)
    found(seq + 1, 'cut-short', `the log ends at ${seq}, but ${recorded.seq} entries were written`);
  else if (seq === recorded.seq && head.hash !== recorded.hash)
    found(seq, 'changed', 'it is not the one that was written last');
  if (!isKnownSeen) found(seq, 'changed', unknownHead);
  return { entries, head, faults, faultCount };
}

const unknownHead = 'no entry has the hash that was noted before: the log was written anew';
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
