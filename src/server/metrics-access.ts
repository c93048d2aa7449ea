import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../domain/fault.ts';
import { sameSecret } from '../operations/secret.ts';

/** Who asks for the metrics. */
export interface MetricsReader {
  readonly headers: IncomingHttpHeaders;
  /** The address at the other end of the connection, not the one a proxy reports. */
  readonly peer: string | undefined;
}

/** The server's settings for metrics. */
export interface MetricsRule {
  /** The token a reader must send; null if there is none. */
  readonly token: string | null;
  /** Whether a proxy on this machine forwards requests: then everybody seems to be local. */
  readonly isProxied: boolean;
}

/**
 * Refuses metrics to those who may not read them: they reveal how much work is going on. With a
 * token, its bearer may read from anywhere; without one, only this machine may, not via a proxy.
 */
export function checkMetricsReader(
  { headers, peer }: MetricsReader,
  { token, isProxied }: MetricsRule,
): void {
  if (token !== null) {
    const shown = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (shown === undefined || !sameSecret(shown, token)) refuse('metrics-token-needed');
  } else if (
    isProxied ||
    !isOwnAddress(peer) ||
    forwarding.some((name) => headers[name] !== undefined)
  ) {
    refuse('metrics-are-local');
  }
}

/** Headers that proxies add. */
const forwarding = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'via',
] as const;

function isOwnAddress(peer: string | undefined): boolean {
  return peer !== undefined && /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(peer);
}
