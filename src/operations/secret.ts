import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret of 256 bits, for sessions, links and tokens. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret. It is random and long, so one fast hash is enough. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** The CSRF token of a session: derived from its secret, so it survives a reload. */
export function csrfToken(sessionSecret: string): string {
  return createHmac('sha256', sessionSecret).update('assay csrf').digest('base64url');
}

/** Compares in a time that does not tell where two secrets differ. */
export function sameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
