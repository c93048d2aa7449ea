import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { refuse } from '../domain/fault.ts';
import { isLoopback, listenedAt } from './exposure.ts';

/** The names of a server. */
export interface HostNames {
  /** Where it listens. */
  readonly host: string;
  readonly publicUrl: string | null;
  /** Further names that its operator lists. */
  readonly hosts: readonly string[];
}

/** What a request says about the name that it asks for. */
export interface Addressed {
  readonly raw: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>;
  /** The name that a trusted proxy was asked for, else the one in `Host`. */
  readonly host: string;
}

/**
 * Refuses requests for another name than the server's own: a page elsewhere can let its own name
 * lead to this machine (DNS rebinding), and would then read what is open to this machine.
 */
export function hostCheck({ host, publicUrl, hosts }: HostNames): (request: Addressed) => void {
  const listening = listenedAt(host);
  const publicName = publicUrl === null ? [] : [hostName(new URL(publicUrl).hostname)];
  const names = new Set([listening, ...publicName, ...hosts]);
  const isOwn = (name: string): boolean =>
    // An address in numbers belongs to no other site, so it cannot be led elsewhere.
    names.has(name) || isLoopback(name) || (isIP(name) !== 0 && !isLoopback(listening));
  // Nearly all requests ask for the same name, and reading one costs more than the rest.
  let ownBefore = '';
  return ({ raw, host: asked }) => {
    const { headers, rawHeaders, httpVersion } = raw;
    if (countHosts(rawHeaders) > 1) refuse('bad-request');
    // Browsers always send it; checks of old proxies do not, in HTTP/1.0.
    if (headers.host === undefined && httpVersion === '1.0') return;
    if (headers.host === undefined || headers.host === '') refuse('host-missing');
    for (const one of [headers.host, asked]) {
      if (one === ownBefore) continue;
      if (!isOwn(hostName(one))) refuse('wrong-host', { host: one.slice(0, 100) });
      ownBefore = one;
    }
  };
}

/** How many headers of a request name its host; names and values take turns. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && /^host$/i.test(rawHeaders[at]!)) count += 1;
  return count;
}

/**
 * The target of a request without its origin. A request may have a whole address, whose host then
 * counts instead of the header (RFC 9112, section 3.2.2).
 */
export function ownTarget(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { url = '/' } = request;
  const found = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url);
  if (found === null) return url;
  request.headers.host = found[1]!;
  return found[2]!.startsWith('/') ? found[2]! : `/${found[2]!}`;
}

/** The name in a Host header, in one spelling; an empty text if it is none. */
function hostName(header: string): string {
  const name = /^(\[[\da-f:.]+\]|[\w.-]+?)\.?(:\d{0,5})?$/i.exec(header)?.[1] ?? '';
  return name.endsWith('.') ? '' : listenedAt(name);
}
