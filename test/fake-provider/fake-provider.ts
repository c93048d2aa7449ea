import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AnthropicMessages } from './anthropic.ts';
import { FakeModels } from './models.ts';
import { ollamaChat } from './ollama.ts';
import { OpenAiBatches } from './openai-batches.ts';
import { askedInChat, askedInResponse, chatReply, responseReply } from './openai-replies.ts';
import { bodyOf, json, send } from './wire.ts';
import type { WireReply } from './wire.ts';

/** The key that requests must carry; tests look for it in everything that is written. */
export const fakeKey = 'sk-fake-0123456789abcdef';

/**
 * A server on loopback that speaks the wire formats of OpenAI, Anthropic and Ollama, with batches.
 * Its ledger says what was executed and charged, whatever the client believes.
 */
export class FakeProvider extends FakeModels {
  readonly openai: OpenAiBatches;
  readonly anthropic: AnthropicMessages;
  /** Headers that every reply carries, such as those about rate limits. */
  headers: Readonly<Record<string, string>> = {};
  /** Told of every request, before it is worked on and before it is answered. */
  watch: ((request: string, when: 'before' | 'after') => void) | null = null;
  readonly #server: Server;
  #number = 0;

  private constructor(clock: () => number) {
    super();
    this.openai = new OpenAiBatches(this, clock);
    this.anthropic = new AnthropicMessages(this, clock);
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)));
      });
    });
  }

  /** Starts on a free port of 127.0.0.1. */
  static async start(clock: () => number = Date.now): Promise<FakeProvider> {
    const provider = new FakeProvider(clock);
    await new Promise<void>((done) => provider.#server.listen(0, '127.0.0.1', done));
    return provider;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The environment that points the official SDKs here. */
  get environment(): Readonly<Record<string, string>> {
    return {
      OPENAI_API_KEY: fakeKey,
      OPENAI_BASE_URL: `${this.origin}/v1`,
      ANTHROPIC_API_KEY: fakeKey,
      ANTHROPIC_BASE_URL: this.origin,
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const method = request.method ?? 'GET';
    const url = new URL(request.url ?? '/', this.origin);
    const path = url.pathname;
    this.ledger.requests.push(`${method} ${path}`);
    this.watch?.(`${method} ${path}`, 'before');
    const isJson = request.headers['content-type']?.includes('application/json') === true;
    const content = isJson && body.length > 0 ? (JSON.parse(body.toString()) as object) : {};
    const model = (content as { readonly model?: string }).model ?? null;
    const fault = this.plan.wire({ method, path, model, text: isJson ? body.toString() : '' });
    const isBefore = fault?.do === 'drop-before' || fault?.do === 'status' || fault?.do === 'html';
    const reply = isBefore
      ? json({})
      : this.#reply(request, url, content as Readonly<Record<string, unknown>>, body);
    this.watch?.(`${method} ${path}`, 'after');
    await send(response, { ...reply, headers: { ...this.headers, ...reply.headers } }, fault);
  }

  #reply(
    request: IncomingMessage,
    url: URL,
    content: Readonly<Record<string, unknown>>,
    body: Buffer,
  ): WireReply {
    const { pathname: path, searchParams } = url;
    if (path === '/api/chat') return ollamaChat(this, content);
    if (!hasKey(request)) return json({ error: { message: 'Incorrect API key provided' } }, 401);
    if (path.startsWith('/v1/messages')) return this.#anthropicReply(request, url, content, body);
    const route = `${request.method} ${path.replace(/(file-|batch_)[^/]+/, ':id')}`;
    const id = /(?:file-|batch_)[^/]+/.exec(path)?.[0] ?? '';
    const { openai } = this;
    const limit = Number(searchParams.get('limit') ?? 20);
    const routes: Readonly<Record<string, () => WireReply>> = {
      'POST /v1/files': () => openai.upload(request.headers['content-type'] ?? '', body),
      'GET /v1/files': () => openai.files(),
      'GET /v1/files/:id/content': () => openai.content(id),
      'DELETE /v1/files/:id': () => openai.remove(id),
      'POST /v1/batches': () => openai.create(content),
      'GET /v1/batches': () => openai.list(searchParams.get('after'), limit),
      'GET /v1/batches/:id': () => openai.state(id),
      'POST /v1/batches/:id/cancel': () => openai.cancel(id),
      'POST /v1/chat/completions': () => this.#openaiReply(path, content),
      'POST /v1/responses': () => this.#openaiReply(path, content),
    };
    return routes[route]?.() ?? json({ error: { message: `Unknown URL ${path}` } }, 404);
  }

  #openaiReply(path: string, content: Readonly<Record<string, unknown>>): WireReply {
    const isChat = path.endsWith('/completions');
    const asked = isChat ? askedInChat(content) : askedInResponse(content);
    const text = JSON.stringify(content);
    const matched = { method: 'POST', path, model: asked.model, text };
    const said = this.execute({ ...asked, matched, id: null, batch: null });
    if ('do' in said) {
      const error = { message: said.message ?? said.code, type: said.code, code: said.code };
      return json({ error }, said.status ?? 500);
    }
    const id = String((this.#number += 1));
    const reply = json(isChat ? chatReply(said, id) : responseReply(said, id));
    return { ...reply, headers: { 'x-request-id': `req_${id}` } };
  }

  #anthropicReply(
    request: IncomingMessage,
    url: URL,
    content: Readonly<Record<string, unknown>>,
    body: Buffer,
  ): WireReply {
    const { anthropic, origin } = this;
    if (request.headers['anthropic-version'] === undefined)
      return json({ type: 'error', error: { type: 'invalid_request_error', message: '' } }, 400);
    const id = /msgbatch_[^/]+/.exec(url.pathname)?.[0] ?? '';
    const route = `${request.method} ${url.pathname.replace(/msgbatch_[^/]+/, ':id')}`;
    const limit = Number(url.searchParams.get('limit') ?? 20);
    const routes: Readonly<Record<string, () => WireReply>> = {
      'POST /v1/messages': () => anthropic.message(content),
      'POST /v1/messages/count_tokens': () => anthropic.countTokens(content),
      'POST /v1/messages/batches': () => anthropic.create(content, body.length),
      'GET /v1/messages/batches': () =>
        anthropic.list(url.searchParams.get('after_id'), limit, origin),
      'GET /v1/messages/batches/:id': () => anthropic.state(id, origin),
      'GET /v1/messages/batches/:id/results': () => anthropic.results(id),
      'POST /v1/messages/batches/:id/cancel': () => anthropic.cancel(id, origin),
      'DELETE /v1/messages/batches/:id': () => anthropic.remove(id),
    };
    return routes[route]?.() ?? json({ type: 'error', error: { type: 'not_found_error' } }, 404);
  }
}

function hasKey({ headers }: IncomingMessage): boolean {
  return headers.authorization === `Bearer ${fakeKey}` || headers['x-api-key'] === fakeKey;
}
