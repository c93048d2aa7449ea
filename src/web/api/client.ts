import type { TextValues } from '../../domain/coded-text.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { countFaults } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';

/** What the server refused, with its code from the catalogue. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly values: TextValues;
  readonly status: number;
  readonly field: string | null;
  readonly faults: readonly Omit<Fault, 'file'>[];
  /** How many faults there are in all, when not all are listed. */
  readonly faultCount: number;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = 'ApiError';
    this.code = body.code;
    this.values = body.values ?? {};
    this.status = status;
    this.field = body.field ?? null;
    this.faults = body.faults ?? [];
    this.faultCount = body.fault_count ?? countFaults(this.faults);
  }
}

/** The server was not reached, or a proxy answered. The request may have arrived all the same. */
export class OfflineError extends Error {
  constructor() {
    super('The server cannot be reached.');
    this.name = 'OfflineError';
  }
}

/** How a request is made. */
export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, such as a file. */
  readonly raw?: Blob | string;
  readonly signal?: AbortSignal;
  /** Continues when the page is left; for small bodies only. */
  readonly keepalive?: boolean;
}

/** An address with its parts encoded: apiPath`/api/runs/${run}/units/${unit}`. */
export function apiPath(texts: TemplateStringsArray, ...parts: readonly string[]): string {
  return texts
    .map((text, at) => text + (at < parts.length ? encodeURIComponent(parts[at] ?? '') : ''))
    .join('');
}

/** Adds a query to an address, without what is undefined or null. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) given.set(name, String(value));
  return given.size === 0 ? path : `${path}?${given.toString()}`;
}

/** Asks the server. Throws an ApiError if it refuses, an OfflineError if it cannot be reached. */
export async function request<Reply>(path: string, options: RequestOptions = {}): Promise<Reply> {
  return await withRenewal(() => send<Reply>(path, options));
}

/**
 * Asks for replies before the code that needs them is there. The first who asks for an address gets
 * its reply; nobody does once something was changed.
 */
export function askEarly(...paths: readonly string[]): void {
  for (const path of paths) {
    const reply = fetch(path, { headers: jsonReplies, credentials: 'same-origin' });
    reply.catch(() => undefined);
    early.set(path, reply);
  }
}

/** Sends; if the page's token is outdated, sends once more with the new one. */
export async function withRenewal<Reply>(sendOnce: () => Promise<Reply>): Promise<Reply> {
  try {
    return await sendOnce();
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    if (failure.code === 'not-signed-in' && known !== null) onSessionLost();
    if (failure.code !== 'csrf') throw failure;
    // Signed in again in another tab: fetch the new token, but send nothing for another person.
    const session = await send<SessionMark>('/api/session', {});
    if (session.account.id !== known?.account.id) {
      onSessionLost();
      throw failure;
    }
    setSession(session);
    return await sendOnce();
  }
}

/** What a reply says; throws what it says went wrong. */
export function readReply<Reply>(status: number, text: string): Reply {
  if (status === 204) return undefined as Reply;
  const reply = readJson(text);
  if (status >= 200 && status < 300 && reply !== null) return reply as Reply;
  const error = (reply as { readonly error?: ErrorBody } | null)?.error;
  // A proxy that answers in place of the server does not send our JSON.
  if (error === undefined) throw new OfflineError();
  throw new ApiError(status, error);
}

/** The token that a change has to carry; null where none is needed. */
export function currentToken(): string | null {
  return known?.csrf_token ?? null;
}

/** What a request needs to know of the session. */
export interface SessionMark {
  readonly account: { readonly id: string };
  readonly csrf_token: string | null;
}

/** Sets whose session this page works in; null when nobody is signed in. */
export function setSession(session: SessionMark | null): void {
  known = session;
}

/** Whose session this page works in. */
export function currentAccount(): string | null {
  return known?.account.id ?? null;
}

/** Calls back when the session of this page has ended, or belongs to somebody else. */
export function followSessionLoss(listener: () => void): () => void {
  onSessionLost = listener;
  return () => {
    onSessionLost = ignore;
  };
}

/** Whether trying again later can help: the server is unreachable, too busy or failing. */
export function isPassing(failure: unknown): boolean {
  return (
    failure instanceof OfflineError ||
    (failure instanceof ApiError && (failure.status >= 500 || failure.status === 429))
  );
}

/** Whether somebody has to sign in again before the request can succeed. */
export function isAboutSession(failure: unknown): boolean {
  return (
    failure instanceof ApiError && (failure.code === 'not-signed-in' || failure.code === 'csrf')
  );
}

/** Whether the server has refused for good. */
export function isFinal(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && !isPassing(failure) && !isAboutSession(failure);
}

interface ErrorBody {
  readonly code: ErrorCode;
  readonly values?: TextValues;
  readonly message: string;
  readonly field?: string;
  readonly faults?: readonly Omit<Fault, 'file'>[];
  readonly fault_count?: number;
}

const ignore = (): void => undefined;
let known: SessionMark | null = null;
let onSessionLost = ignore;
const early = new Map<string, Promise<Response>>();
const jsonReplies = { accept: 'application/json' };

async function send<Reply>(path: string, options: RequestOptions): Promise<Reply> {
  const { method = 'GET', body, raw, signal, keepalive } = options;
  const content = body === undefined ? raw : JSON.stringify(body);
  const headers: Record<string, string> = { ...jsonReplies };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method !== 'GET' && known !== null && known.csrf_token !== null)
    headers['x-csrf-token'] = known.csrf_token;
  const reply =
    takeEarly(path, method) ??
    fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(content === undefined ? {} : { body: content }),
      ...(signal === undefined ? {} : { signal }),
      ...(keepalive === undefined ? {} : { keepalive }),
    });
  const response = await reply.catch((failure: unknown) => {
    if (signal?.aborted === true) throw failure;
    throw new OfflineError();
  });
  const text = await response.text().catch(() => {
    throw new OfflineError();
  });
  return readReply<Reply>(response.status, text);
}

/** The reply that was asked for early. After a change, what was asked before it is outdated. */
function takeEarly(path: string, method: string): Promise<Response> | undefined {
  if (method !== 'GET') early.clear();
  const reply = early.get(path);
  early.delete(path);
  return reply;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
