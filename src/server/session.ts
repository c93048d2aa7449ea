import type { IncomingHttpHeaders } from 'node:http';
import {
  actorOf,
  identifySession,
  identifyToken,
  keepSession,
} from '../operations/people/identity.ts';
import type { Identity } from '../operations/people/identity.ts';
import { csrfToken } from '../operations/secret.ts';
import { longestSession } from '../operations/people/sign-in.ts';
import { tokenPrefix } from '../operations/people/tokens.ts';
import type { Actor } from '../operations/work-context.ts';
import type { Workspace } from '../operations/workspace.ts';

/** Who makes this request. */
export interface Principal {
  readonly identity: Identity;
  readonly actor: Actor;
  /** What changing requests must carry; null for tokens, which browsers never send alone. */
  readonly csrf: string | null;
}

/** The credential of a request. */
export type Credential = { readonly via: 'session' | 'token'; readonly secret: string };

/**
 * Caches who a secret belongs to, so that a busy annotator does not cost a query per request;
 * briefly enough that what another server revokes is soon revoked here.
 */
export class PrincipalCache {
  readonly #workspace: Workspace;
  readonly #heldFor: number;
  readonly #held = new Map<string, Held>();

  /** `heldFor` in milliseconds. */
  constructor(workspace: Workspace, heldFor = 3000) {
    this.#workspace = workspace;
    this.#heldFor = heldFor;
  }

  /** The principal if it is cached, without waiting. */
  cached(credential: Credential): Principal | null {
    const found = this.#held.get(keyOf(credential));
    const isFresh = found !== undefined && performance.now() - found.since <= this.#heldFor;
    return isFresh ? found.principal : null;
  }

  /** The principal, or null if the secret is invalid. Concurrent requests share one lookup. */
  find(credential: Credential): Promise<Principal | null> {
    const key = keyOf(credential);
    const before = this.#held.get(key);
    if (before !== undefined && performance.now() - before.since <= this.#heldFor)
      return before.promise;
    const promise = this.#lookUp(credential);
    const entry: Held = { promise, principal: null, since: performance.now() };
    this.#held.delete(key);
    this.#held.set(key, entry);
    promise.then(
      (principal) => {
        entry.principal = principal;
        // Invalid secrets are not cached, so that guessing fills nothing.
        if (principal === null && this.#held.get(key) === entry) this.#held.delete(key);
      },
      () => this.#held.delete(key),
    );
    this.#sweep();
    return promise;
  }

  /** Drops an account from the cache after it changed. */
  forget(account: string): void {
    for (const [key, { principal }] of this.#held)
      if (principal === null || principal.identity.account === account) this.#held.delete(key);
  }

  /** How many sessions were used within some minutes. */
  recent(): number {
    this.#sweep();
    return [...this.#held.values()].filter(
      ({ principal }) => principal?.identity.credential.via === 'session',
    ).length;
  }

  async #lookUp({ via, secret }: Credential): Promise<Principal | null> {
    const identity =
      via === 'session'
        ? await identifySession(this.#workspace, secret)
        : await identifyToken(this.#workspace, secret);
    if (identity === null) return null;
    // Not awaited: while the database cannot be written, the next lookup tries again.
    if (identity.credential.via === 'session')
      keepSession(this.#workspace, identity.credential).catch(() => undefined);
    const csrf = via === 'session' ? csrfToken(secret) : null;
    return { identity, actor: actorOf(identity), csrf };
  }

  /** Drops, oldest first, what was not looked up for some minutes and what is too much. */
  #sweep(): void {
    const now = performance.now();
    for (const [key, { since }] of this.#held) {
      if (now - since < recentFor && this.#held.size <= mostHeld) return;
      this.#held.delete(key);
    }
  }
}

/** Whether the token may only read. */
export function mayOnlyRead({ identity: { credential } }: Principal): boolean {
  return credential.via === 'token' && credential.scope === 'read';
}

/** The credential of a request: a token in its header takes precedence over a cookie. */
export function credentialOf(headers: IncomingHttpHeaders, cookie: string): Credential | null {
  const { authorization } = headers;
  if (authorization !== undefined) {
    const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
    return { via: 'token', secret: secret.startsWith(tokenPrefix) ? secret : '' };
  }
  const secret = readCookie(headers.cookie, cookie);
  return secret === null ? null : { via: 'session', secret };
}

/** The session cookie: hidden from scripts, never sent cross-site; the server ends sessions. */
export function sessionCookie(name: string, secret: string, secure: boolean): string {
  return (
    `${name}=${secret}; Path=/; HttpOnly; SameSite=Strict; ` +
    `Max-Age=${secret === '' ? 0 : longestSession / 1000}${secure ? '; Secure' : ''}`
  );
}

/** The name of the cookie; the prefix makes browsers insist on TLS. */
export function cookieName(secure: boolean): string {
  return secure ? '__Host-assay' : 'assay';
}

interface Held {
  readonly promise: Promise<Principal | null>;
  principal: Principal | null;
  readonly since: number;
}

const recentFor = 300_000;
const mostHeld = 10_000;

function keyOf({ via, secret }: Credential): string {
  return via + secret;
}

/** The value of a cookie; null if it was not sent. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}
