import { callJson, thrownFailure } from './call.ts';
import type { CallContext, CallResult } from './call.ts';
import type { ByteLine } from './byte-lines.ts';
import { byteLines } from './byte-lines.ts';
import type { ModelFailure } from '../domain/models/model-reply.ts';
import type { SpooledBody } from './spooled-body.ts';

/** What both SDKs offer for a request of any path, and nothing else of them is used. */
export interface SdkClient {
  post(path: string, options: SdkOptions): { asResponse(): Promise<Response> };
  get(path: string, options: SdkOptions): { asResponse(): Promise<Response> };
}

/** The options of a request of an SDK. */
interface SdkOptions {
  readonly body?: unknown;
  readonly query?: Record<string, string | number>;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly maxRetries?: number;
}

/** Something that a client is asked, at a path below the base URL. */
export interface ClientRequest {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly body?: object;
  /** Instead of `body`: a large one, from a file. */
  readonly spooled?: { readonly body: SpooledBody; readonly type: string };
  readonly query?: Record<string, string | number>;
}

/** The longest that fetching results takes. */
const transferTimeout = 30 * 60_000;

/** The slowest that a large body may be sent: 200 kB a second. */
const bytesPerMillisecond = 200;

/**
 * An SDK of a provider, loaded on the first request. Every request is sent once: with the retries
 * of the SDKs a request whose reply was lost would be paid twice.
 */
export class ServiceClient {
  readonly context: CallContext;
  readonly #load: () => Promise<SdkClient>;
  #client: Promise<SdkClient> | null = null;

  constructor(load: () => Promise<SdkClient>, context: CallContext) {
    this.#load = load;
    this.context = context;
  }

  /** A request whose reply is JSON. */
  async json(request: ClientRequest, signal?: AbortSignal): Promise<CallResult> {
    const bytes = request.spooled?.body.bytes ?? 0;
    const timeout = this.context.timeout + Math.ceil(bytes / bytesPerMillisecond);
    const context = { ...this.context, timeout };
    return await callJson((one) => this.#send(request, one, timeout), context, signal);
  }

  /** The lines of a reply, as they arrive; ends with what went wrong, or with null. */
  async *lines(path: string): AsyncGenerator<ByteLine | ({ readonly kind: 'end' } & Ended)> {
    const deadline = AbortSignal.timeout(transferTimeout);
    let hasHeaders = false;
    try {
      const response = await this.#send({ method: 'get', path }, deadline, transferTimeout, true);
      hasHeaders = true;
      if (/\bhtml\b/i.test(response.headers.get('content-type') ?? '')) {
        await response.body?.cancel();
        yield { kind: 'end', failure: 'not-lines' };
        return;
      }
      if (response.body !== null) for await (const part of byteLines(response.body)) yield part;
      yield { kind: 'end', failure: null };
    } catch (error) {
      const failure = thrownFailure(error, this.context, {
        signal: undefined,
        deadline,
        hasHeaders,
      });
      yield { kind: 'end', failure };
    }
  }

  async #send(
    { method, path, body, spooled, query }: ClientRequest,
    signal: AbortSignal,
    timeout: number,
    isBinary = false,
  ): Promise<Response> {
    this.#client ??= this.#load();
    const client = await this.#client;
    const headers = {
      ...(isBinary ? { accept: 'application/binary' } : {}),
      ...(spooled === undefined
        ? {}
        : { 'content-type': spooled.type, 'content-length': String(spooled.body.bytes) }),
    };
    const given = spooled === undefined ? body : spooled.body.stream();
    return await client[method](path, {
      ...(given === undefined ? {} : { body: given }),
      ...(query === undefined ? {} : { query }),
      headers,
      signal,
      timeout,
      maxRetries: 0,
    }).asResponse();
  }
}

/** How a stream of lines ended. */
interface Ended {
  readonly failure: ModelFailure | 'not-lines' | null;
}
