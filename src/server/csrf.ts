import { refuse } from '../domain/fault.ts';
import { sameSecret } from '../operations/secret.ts';
import type { Principal } from './session.ts';

/** The header in which the token is sent. */
export const csrfHeader = 'x-csrf-token';

/** Refuses changes made with the cookie alone: another site can send that, but not the token. */
export function checkCsrf(
  method: string,
  principal: Principal,
  header: string | readonly string[] | undefined,
): void {
  if (isSafe(method) || principal.csrf === null) return;
  if (typeof header !== 'string' || !sameSecret(header, principal.csrf)) refuse('csrf');
}

/** Whether a method only reads. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
