import type { ModelFailure } from '../domain/models/model-reply.ts';
import { ownFailure, serviceFailure, transportFailure } from './failures.ts';
import { requestIdOf, retryAfter } from './reply-headers.ts';

/** What every call to a service needs besides what it says. */
export interface CallContext {
  /** Takes keys out of messages. */
  readonly scrub: (text: string) => string;
  /** Takes the key out of bodies, and changes nothing else. */
  readonly removeKey: (text: string) => string;
  /** Milliseconds for the whole exchange: headers and body. */
  readonly timeout: number;
  readonly now: () => number;
}

/** A JSON body as it arrived, or why there is none. */
export type CallResult =
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly raw: string;
      readonly headers: Headers;
      readonly requestId: string | null;
    }
  | { readonly ok: false; readonly failure: ModelFailure; readonly raw: string | null };

/** Sends a request, once, with a signal that ends it in time. */
export type Send = (signal: AbortSignal) => Promise<Response>;

/**
 * Calls a service that replies with JSON. The body is read as text and checked before anything is
 * made of it: a page of a proxy, a body that was cut and a document that ends too early are
 * failures. Nothing is tried again, and nothing throws.
 */
export async function callJson(
  send: Send,
  context: CallContext,
  signal?: AbortSignal,
): Promise<CallResult> {
  const deadline = AbortSignal.timeout(context.timeout);
  const all = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  let hasHeaders = false;
  try {
    const response = await send(all);
    hasHeaders = true;
    return checkedBody(response, context.removeKey(await response.text()));
  } catch (error) {
    const failure = thrownFailure(error, context, { signal, deadline, hasHeaders });
    return { ok: false, failure, raw: errorBody(error, context) };
  }
}

function checkedBody(response: Response, raw: string): CallResult {
  const { headers, status } = response;
  const type = headers.get('content-type') ?? '';
  const failed = (code: 'not-json' | 'cut-off', message: string): CallResult => ({
    ok: false,
    failure: transportFailure(code, message, true, status),
    raw,
  });
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    // Reported as a failure: the document ended too early, or is not JSON. JSON is accepted under
    // any content type: it was paid for.
    if (/\bjson\b/i.test(type))
      return failed('cut-off', `the reply ends after ${raw.length} characters and is not whole`);
    return failed('not-json', `expected JSON, got ${type === '' ? 'no content type' : type}`);
  }
  return { ok: true, value, raw, headers, requestId: requestIdOf(headers) };
}

/** Thrown instead of sending: the address may not be called from here. */
export class AddressRefused extends Error {}

/** Why, in words. */
export const refusedAddress =
  'its address is in a private network, or without TLS, which only services of the operator may be';

/** Why a call to a service threw. */
export function thrownFailure(
  error: unknown,
  { scrub, now }: CallContext,
  ended: {
    readonly signal: AbortSignal | undefined;
    readonly deadline: AbortSignal;
    /** Whether the reply had begun. */
    readonly hasHeaders: boolean;
  },
): ModelFailure {
  if (isStatusError(error)) {
    const inner = innerError(error.error);
    return serviceFailure(
      {
        status: error.status,
        code: inner.code ?? inner.type ?? null,
        // A page of a proxy, or of whoever else answers there, is no message.
        message: inner.message ?? `HTTP status ${error.status}`,
        parameter: inner.param ?? null,
        retryAfter: retryAfter(error.headers, now()),
        requestId: requestIdOf(error.headers),
      },
      scrub,
    );
  }
  if (causes(error).some((one) => one instanceof AddressRefused))
    return ownFailure('person', 'address-refused', refusedAddress);
  const message = scrub(wordsOf(error));
  if (ended.signal?.aborted === true)
    return transportFailure('stopped', 'the request was stopped', true);
  if (ended.deadline.aborted || /timed? ?out|TIMEOUT/i.test(codeOf(error) ?? ''))
    return transportFailure('timeout', 'the request timed out', true);
  const code = codeOf(error);
  const isBefore = code !== null && neverSent.has(code);
  if (ended.hasHeaders)
    return transportFailure('cut-off', `the reply was cut off: ${message}`, true);
  return transportFailure('connection', code === null ? message : `${code}: ${message}`, !isBefore);
}

/** Causes by which it is certain that nothing arrived at the service. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'UND_ERR_CONNECT_TIMEOUT',
]);

interface StatusError {
  readonly status: number;
  readonly headers: Headers | undefined;
  readonly error: unknown;
  readonly message: string;
}

/** An error of an SDK about a status; both SDKs have the same shape. */
function isStatusError(error: unknown): error is StatusError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}

interface InnerError {
  readonly message?: string;
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
}

/** The error in a body: OpenAI's SDK has unwrapped it, Anthropic's has not, Ollama's is a text. */
function innerError(body: unknown): InnerError {
  if (body === null || typeof body !== 'object') return {};
  const inner = 'error' in body ? body.error : body;
  if (typeof inner === 'string') return { message: inner };
  if (inner === null || typeof inner !== 'object') return {};
  const text = (name: string): string | undefined => {
    const value = (inner as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const found = { message: text('message'), type: text('type'), code: text('code') };
  return Object.fromEntries(
    Object.entries({ ...found, param: text('param') }).filter(([, value]) => value !== undefined),
  );
}

function errorBody(error: unknown, { scrub }: CallContext): string | null {
  if (!isStatusError(error) || error.error === undefined) return null;
  return scrub(JSON.stringify(error.error) ?? '');
}

/** The code of the innermost cause: `ECONNREFUSED`, `UND_ERR_HEADERS_TIMEOUT`. */
function codeOf(error: unknown): string | null {
  const one = causes(error).find((cause) => 'code' in cause && typeof cause.code === 'string');
  return one === undefined ? null : (one as Error & { readonly code: string }).code;
}

function wordsOf(error: unknown): string {
  const parts = causes(error)
    .slice(0, 3)
    .map(({ message }) => message)
    .filter((message) => message !== '');
  return parts.length === 0 ? String(error) : parts.join(': ');
}

/** An error with what caused it; of several attempts, the first. */
function causes(error: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < 5;) {
    found.push(one);
    one = one instanceof AggregateError && one.errors.length > 0 ? one.errors[0] : one.cause;
  }
  return found;
}
