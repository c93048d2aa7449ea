import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../domain/fault.ts';
import { sameSecret } from '../operations/secret.ts';

/** Who asks for the metrics. */
export interface MetricsReader {
  readonly headers: IncomingHttpHeaders;
  /** The address at the other end of the connection, whatever a proxy says. */
  readonly peer: string | undefined;
}

/** What was said about the metrics when the server was started. */
export interface MetricsRule {
  /** What a reader must show; null when nothing was given. */
  readonly token: string | null;
  /**
   * Whether a proxy on this machine stands before the server: then everybody seems to come from
   * here.
   */
  readonly isProxied: boolean;
}

/**
 * Refuses the metrics to whoever may not read them: they tell how much is being worked. With a
 * token, whoever shows it may, from anywhere; without one, this machine may,
 * and nobody may who comes through a proxy.
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

/** What proxies add. */
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
