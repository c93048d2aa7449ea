import { headText } from '../../store/workspace/audit.ts';
import { auditHead, verifyAudit } from '../../store/workspace/audit-verification.ts';
import type { AuditVerification, KeptHead } from '../../store/workspace/audit-verification.ts';
import { explainFailure } from '../../store/database-error.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/open-store.ts';

/** The end of the audit log. */
export interface AuditEnd {
  readonly seq: number;
  readonly hash: string;
  /** Number and hash as one text, as `--head` takes it. */
  readonly text: string;
  /** False when the log does not end where the workspace says. */
  readonly isWhole: boolean;
}

/** Recomputes the audit log and compares it with a head kept elsewhere, if there is one. */
export async function auditVerify(
  database: string,
  kept: KeptHead | null = null,
): Promise<AuditVerification> {
  return await withStore(database, (store) => verifyAudit(store, kept));
}

/** Where the audit log ends, for keeping elsewhere. */
export async function readAuditHead(database: string): Promise<AuditEnd> {
  const { head, isWhole } = await withStore(database, auditHead);
  return { ...head, text: headText(head), isWhole };
}

async function withStore<T>(database: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(database, { migrate: false, create: false });
  try {
    return await work(store);
  } catch (failure) {
    throw explainFailure(failure, store.address);
  } finally {
    await store.close();
  }
}
