import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { refuse } from '../../domain/fault.ts';
import { attempt } from '../write-files.ts';
import { failureReason } from '../failure-reason.ts';
import { isSignedBy, readPrivateKey, readPublicKey, signText } from './ssh-signature.ts';
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

/** A signature over a head that was kept elsewhere, and the key that it must be by. */
export interface HeadSignature {
  readonly signature: string;
  readonly signer: string;
}

/** What signatures over heads are for, so that none is taken for one over something else. */
const namespace = 'assay-audit-head';

/** Signs a head in the format of OpenSSH, with a private Ed25519 key in a file. */
export function signHead(text: string, keyFile: string): string {
  return signText(`${text}\n`, namespace, readPrivateKey(readText(keyFile), keyFile));
}

/** Writes a signature to a file. */
export function saveSignature(file: string, signature: string): void {
  attempt(file, () => writeFileSync(file, signature));
}

/** Whether a head was signed with the key. */
export function isHeadSigned(text: string, { signature, signer }: HeadSignature): boolean {
  const key = readPublicKey(readText(signer), signer);
  return isSignedBy(`${text}\n`, namespace, readText(signature), key);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (failure) {
    const code = existsSync(file) ? 'file-unreadable' : 'file-not-found';
    return refuse(code, { file, reason: failureReason(failure) });
  }
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
