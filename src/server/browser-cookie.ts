import type { IncomingHttpHeaders } from 'node:http';
import { newSecret } from '../operations/secret.ts';
import { readCookie } from './session.ts';

/**
 * The secret that identifies a browser. It is set with the pages and survives signing out, so that
 * nobody who judges can open the answers in the same browser under another name.
 */
export function browserOf(headers: IncomingHttpHeaders, secure: boolean): string | undefined {
  const secret = readCookie(headers.cookie, nameOf(secure));
  return secret !== null && /^[\w-]{43}$/.test(secret) ? secret : undefined;
}

/** The cookie for a browser that has none yet; null if it has one. */
export function newBrowserCookie(headers: IncomingHttpHeaders, secure: boolean): string | null {
  if (browserOf(headers, secure) !== undefined) return null;
  const end = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${400 * 24 * 3600}`;
  return `${nameOf(secure)}=${newSecret()}; ${end}${secure ? '; Secure' : ''}`;
}

function nameOf(secure: boolean): string {
  return secure ? '__Host-assay-browser' : 'assay-browser';
}
