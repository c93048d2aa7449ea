import { verifyAudit } from '../../store/workspace/audit-verification.ts';
import type { AuditVerification } from '../../store/workspace/audit-verification.ts';
import { explainFailure } from '../../store/database-error.ts';
import { openStore } from '../../store/open-store.ts';

/** Recomputes the audit log; `head` is a hash noted earlier that must still be in it. */
export async function auditVerify(
  database: string,
  head: string | null = null,
): Promise<AuditVerification> {
  const store = await openStore(database, { migrate: false, create: false });
  try {
    return await verifyAudit(store, head);
  } catch (failure) {
    throw explainFailure(failure, store.address);
  } finally {
    await store.close();
  }
}
