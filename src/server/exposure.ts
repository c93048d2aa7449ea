import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { refuse } from '../domain/fault.ts';
import { refuseValue } from '../domain/field-fault.ts';

/** How a server should be reachable. */
export interface ExposureRequest {
  readonly host: string;
  readonly hasTls: boolean;
  /** Serve other machines without TLS. */
  readonly insecure: boolean;
  /** The address behind a proxy. */
  readonly publicUrl: string | null;
}

export interface Exposure {
  /** Where it listens. */
  readonly host: string;
  /** The host as a browser on this machine calls it. */
  readonly shownHost: string;
  readonly publicUrl: string | null;
  /** Whether connections are encrypted. */
  readonly secure: boolean;
  /** The host in links: where it listens, or an address of this machine if that is everywhere. */
  readonly linkHost: string;
  /** Whether others may reach it at another address than the one in links. */
  readonly needsPublicUrl: boolean;
}

/** How a server is reached. Refuses other machines over plain HTTP unless explicitly allowed. */
export function exposureOf(
  { host: given, hasTls, insecure, publicUrl: outside }: ExposureRequest,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): Exposure {
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
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const address = host.includes(':') ? `[${host}]` : host;
  const shownHost = isEverywhere ? 'localhost' : address;
  return {
    host,
    shownHost,
    publicUrl,
    secure: hasTls || publicUrl?.startsWith('https:') === true,
    linkHost: isEverywhere ? (ownAddress(interfaces) ?? shownHost) : shownHost,
    needsPublicUrl: publicUrl === null && !isLoopback(host),
  };
}

/** An address of this machine at which others may reach it. */
function ownAddress(interfaces: ReturnType<typeof networkInterfaces>): string | null {
  const all = Object.values(interfaces).flatMap((list) => list ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null;
}

/** The proxies whose word on a client's address counts, as Fastify takes them. */
export function trustedProxies(given: string | true): readonly string[] {
  if (given === true) return ['loopback'];
  const list = given.split(',').map((one) => one.trim());
  for (const one of list) if (!isProxyAddress(one)) refuseValue('--trust-proxy', one, anAddress);
  return list;
}

/** Further names that the server answers to, in one spelling. */
export function allowedHosts(given: readonly string[]): readonly string[] {
  return given.map((one) => {
    const name = listenedAt(one);
    const isName = /^[^\s/:@?#[\]*]+$/.test(name) && URL.canParse(`http://${name}`);
    if (!isName && isIP(name) === 0)
      refuseValue('--allow-host', one, 'a name such as assay.example.org, without a port');
    return isName ? new URL(`http://${name}`).hostname.replace(/\.$/, '') : name;
  });
}

const anAddress = 'addresses such as 10.0.0.2 or 10.0.0.0/8, with commas between them';

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && isRange && more.length === 0;
}

/**
 * A listen address in canonical form: `[::1]`, `LOCALHOST`, `127.1`. Others stay as is.
 */
export function listenedAt(host: string): string {
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  // Anything more than a name or a number, such as a port, is not an address.
  if (!/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(bracketed) || !URL.canParse(`http://${bracketed}`))
    return host;
  return new URL(`http://${bracketed}`).hostname.replace(/^\[|\]$/g, '');
}

/** Whether an address is this machine's own, which nobody else can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The server's public address without a trailing slash; links are built from it. */
function publicAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol);
  const isPlain = isWeb && !/[?#]/.test(given) && url.username + url.password === '';
  if (!isPlain) refuseValue('--public-url', given, 'an address such as https://assay.example.org');
  return url.href.replace(/\/+$/, '');
}
