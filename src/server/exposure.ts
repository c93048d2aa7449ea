import { foundValue } from '../domain/text-values.ts';
import { refuse } from '../domain/fault.ts';

/** From where a server is to be reached. */
export interface ExposureRequest {
  readonly host: string;
  readonly hasTls: boolean;
  /** Serve to other machines without TLS all the same. */
  readonly insecure: boolean;
  /** How the outside calls this server, behind a proxy. */
  readonly publicUrl: string | null;
}

export interface Exposure {
  /** Where it listens. */
  readonly host: string;
  /** The host as a browser on this machine calls it. */
  readonly shownHost: string;
  readonly publicUrl: string | null;
  /** Whether the way to it is encrypted. */
  readonly secure: boolean;
  /**
   * Whether it is served to other machines and was not told how they call it: links then begin with
   * the address by which whoever makes them came.
   */
  readonly linksFollowRequests: boolean;
}

/**
 * From where a server is reached. Other machines are not served in the open unless that is wanted.
 */
export function exposureOf({
  host: given,
  hasTls,
  insecure,
  publicUrl: outside,
}: ExposureRequest): Exposure {
  const host = listenedAt(given);
  const publicUrl = outside === null ? null : publicAddress(outside);
  if (!isLoopback(host) && !hasTls && !insecure) {
    refuse('usage', {
      reason:
        `${given} can be reached from other machines, and passwords would travel ` +
        'in the open. Pass --tls-cert and --tls-key, or --insecure when something ' +
        'else protects the way.',
    });
  }
  // Everywhere is no address that a browser could go to.
  const shownHost =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return {
    host,
    shownHost,
    publicUrl,
    secure: hasTls || publicUrl?.startsWith('https:') === true,
    linksFollowRequests: publicUrl === null && !isLoopback(host),
  };
}

/**
 * An address to listen at in its one form, however it was written: `[::1]`, `LOCALHOST`, `127.1`.
 * What has no such form is left as it is.
 * @internal
 */
export function listenedAt(host: string): string {
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  // Anything more than a name or a number, such as a port, is none.
  if (!/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(bracketed) || !URL.canParse(`http://${bracketed}`))
    return host;
  return new URL(`http://${bracketed}`).hostname.replace(/^\[|\]$/g, '');
}

/** Whether an address is this machine's own, which nobody else can reach. @internal */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * How the outside calls the server, without a stroke at the end: links are made from it, so it is
 * an address of the web and nothing more.
 */
function publicAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isPlain =
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    !/[?#]/.test(given) &&
    url.username + url.password === '';
  if (!isPlain)
    refuse('wrong-value', {
      field: '--public-url',
      got: foundValue(given),
      expected: 'an address such as https://assay.example.org',
    });
  return url.href.replace(/\/+$/, '');
}
