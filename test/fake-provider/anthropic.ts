import type { AskedText } from './answers.ts';
import { textOf } from './models.ts';
import type { FakeModels, LineError, Said } from './models.ts';
import { shuffled } from './openai-lines.ts';
import type { BatchFault } from './plan.ts';
import { json } from './wire.ts';
import type { WireReply } from './wire.ts';

type Body = Readonly<Record<string, unknown>>;

interface Request {
  readonly custom_id: string;
  readonly params: Body;
}

interface Batch {
  readonly id: string;
  readonly requests: readonly Request[];
  readonly createdAt: number;
  readonly fault: BatchFault | undefined;
  polls: number;
  status: 'in_progress' | 'canceling' | 'ended';
  results: string;
  readonly counts: { succeeded: number; errored: number; canceled: number; expired: number };
}

/** Parameters that this version of the interface does not take any more, even at their default. */
const removed = ['temperature', 'top_p', 'top_k'];

/** Messages and their batches as Anthropic has them. */
export class AnthropicMessages {
  polls = 1;
  limits = { requests: 100_000, bytes: 256_000_000 };
  readonly #models: FakeModels;
  readonly #clock: () => number;
  readonly #batches: Batch[] = [];
  readonly #wasCut = new Set<string>();
  #number = 0;

  constructor(models: FakeModels, clock: () => number) {
    this.#models = models;
    this.#clock = clock;
  }

  message(body: Body): WireReply {
    const wrong = refusedParameter(body);
    if (wrong !== null) return failure(400, 'invalid_request_error', wrong);
    const said = this.#execute(body, JSON.stringify(body), null, null);
    if ('do' in said) return failure(said.status ?? 500, said.code, said.message ?? said.code);
    return json(messageOf(said, String((this.#number += 1))));
  }

  countTokens(body: Body): WireReply {
    return json({ input_tokens: Math.ceil(askedOf(body).text.length / 4) });
  }

  create(body: Body, bytes: number): WireReply {
    const requests = body['requests'] as readonly Request[];
    const ids = requests.map((request) => request.custom_id);
    const { limits } = this;
    if (bytes > limits.bytes || requests.length > limits.requests)
      return failure(413, 'request_too_large', 'Request exceeds the maximum size');
    if (ids.some((id) => !/^[A-Za-z0-9_-]{1,64}$/.test(id)))
      return failure(400, 'invalid_request_error', 'custom_id: invalid');
    if (new Set(ids).size < ids.length)
      return failure(400, 'invalid_request_error', 'custom_id: must be unique');
    const model = requests[0] === undefined ? null : String(requests[0].params['model']);
    const path = '/v1/messages/batches';
    const text = JSON.stringify(body);
    const fault = this.#models.plan.batch({ method: 'POST', path, model, text });
    const batch: Batch = {
      id: `msgbatch_${(this.#number += 1)}`,
      requests,
      createdAt: this.#clock(),
      fault,
      polls: fault?.polls ?? this.polls,
      status: 'in_progress',
      results: '',
      counts: { succeeded: 0, errored: 0, canceled: 0, expired: 0 },
    };
    this.#batches.push(batch);
    this.#models.ledger.batches.set(batch.id, requests.length);
    return json(batchObject(batch, ''));
  }

  list(after: string | null, limit: number, origin: string): WireReply {
    const newest = this.#batches.toReversed();
    const from = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
    const data = newest.slice(from, from + limit).map((batch) => batchObject(batch, origin));
    const [first] = data;
    return json({
      data,
      has_more: newest.length > from + limit,
      first_id: first?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
    });
  }

  state(id: string, origin: string): WireReply {
    const batch = this.#find(id);
    if (batch === undefined) return failure(404, 'not_found_error', `No batch ${id}`);
    if (batch.status !== 'ended') {
      if (batch.fault?.until?.() ?? batch.polls <= 0) this.#end(batch);
      batch.polls -= 1;
    }
    return json(batchObject(batch, origin));
  }

  cancel(id: string, origin: string): WireReply {
    const batch = this.#find(id);
    if (batch === undefined) return failure(404, 'not_found_error', `No batch ${id}`);
    if (batch.status !== 'ended') batch.status = 'canceling';
    return json(batchObject(batch, origin));
  }

  remove(id: string): WireReply {
    const at = this.#batches.findIndex((batch) => batch.id === id);
    if (at < 0) return failure(404, 'not_found_error', `No batch ${id}`);
    this.#batches.splice(at, 1);
    return json({ id, type: 'message_batch_deleted' });
  }

  results(id: string): WireReply {
    const batch = this.#find(id);
    if (batch === undefined || batch.fault?.gone === true)
      return failure(404, 'not_found_error', 'Results are not available');
    const isCut = batch.fault?.cutLastLine === true && !this.#wasCut.has(id);
    this.#wasCut.add(id);
    const body = isCut ? batch.results.slice(0, -20) : batch.results;
    return { status: 200, body, type: 'application/x-jsonl' };
  }

  #find(id: string): Batch | undefined {
    return this.#batches.find((one) => one.id === id);
  }

  #end(batch: Batch): void {
    const { fault, requests, counts } = batch;
    const isCancelled = batch.status === 'canceling' || fault?.ends === 'cancelled';
    const share = fault?.share ?? (isCancelled ? 0.5 : 1);
    const worked = Math.floor(requests.length * share);
    const lines: string[] = [];
    const add = (id: string, result: unknown): void => {
      lines.push(JSON.stringify({ custom_id: id, result }));
    };
    for (const [at, { custom_id: id, params }] of requests.entries()) {
      const rest = isCancelled ? 'canceled' : 'expired';
      if (at >= worked) {
        counts[rest] += 1;
        add(id, { type: rest });
        continue;
      }
      const result = this.#result(batch, id, params);
      counts[result.type] += 1;
      if (fault?.lose?.includes(at) === true) continue;
      add(id, result);
      if (fault?.twice?.includes(at) === true) add(id, result);
      if (fault?.twiceDifferent?.includes(at) === true)
        add(id, { ...result, message: messageOf(other, id) });
    }
    if (fault?.unknown === true) add('nobody-asked', { type: 'canceled' });
    batch.results = shuffled(lines)
      .map((line) => `${line}\n`)
      .join('');
    batch.status = 'ended';
  }

  #result(batch: Batch, id: string, params: Body) {
    const wrong = refusedParameter(params);
    const said =
      wrong === null ? this.#execute(params, JSON.stringify(params), id, batch.id) : null;
    if (said !== null && !('do' in said))
      return { type: 'succeeded' as const, message: messageOf(said, id) };
    const type = said === null ? 'invalid_request_error' : said.code;
    const message = said === null ? wrong : (said.message ?? said.code);
    const error = { type: 'error', error: { type, message }, request_id: `req_${id}` };
    return { type: 'errored' as const, error };
  }

  #execute(body: Body, text: string, id: string | null, batch: string | null): Said | LineError {
    const asked = askedOf(body);
    const matched = { method: 'POST', path: '/v1/messages', model: asked.model, text };
    return this.#models.execute({ ...asked, matched, id, batch });
  }
}

const other: Said = { end: 'stop', text: '{}', model: 'other', inputTokens: 1, outputTokens: 1 };

function askedOf(body: Body): Pick<AskedText, 'model' | 'text' | 'schema'> {
  const messages = body['messages'] as readonly { readonly content: unknown }[];
  const config = body['output_config'] as
    | { readonly format?: { readonly schema?: object } }
    | undefined;
  const texts = [textOf(body['system']), ...messages.map(({ content }) => textOf(content))];
  return {
    model: String(body['model']),
    text: texts.filter((text) => text !== '').join('\n'),
    schema: config?.format?.schema ?? null,
  };
}

function refusedParameter(body: Body): string | null {
  const found = removed.find((name) => name in body);
  if (found !== undefined) return `${found}: Extra inputs are not permitted`;
  return typeof body['max_tokens'] === 'number' ? null : 'max_tokens: Field required';
}

function messageOf(said: Said, id: string) {
  const reasons = {
    stop: 'end_turn',
    length: 'max_tokens',
    refusal: 'refusal',
    filter: 'refusal',
    overflow: 'model_context_window_exceeded',
    'no-choices': 'end_turn',
  } as const;
  const isRefused = said.end === 'refusal' || said.end === 'filter';
  const hasText = said.end !== 'no-choices' && said.text !== '' && !isRefused;
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: said.model,
    content: hasText ? [{ type: 'text', text: said.text }] : [],
    stop_reason: reasons[said.end],
    stop_sequence: null,
    stop_details: isRefused
      ? { type: 'refusal', category: 'other', explanation: 'I cannot help with that.' }
      : null,
    usage: {
      input_tokens: said.inputTokens,
      output_tokens: said.outputTokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      service_tier: 'standard',
    },
  };
}

function batchObject({ id, status, counts, requests, createdAt }: Batch, origin: string) {
  const isEnded = status === 'ended';
  const none = { succeeded: 0, errored: 0, canceled: 0, expired: 0 };
  return {
    id,
    type: 'message_batch',
    processing_status: status,
    // All but `processing` stay 0 until the whole batch has ended.
    request_counts: { processing: isEnded ? 0 : requests.length, ...(isEnded ? counts : none) },
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(createdAt + 86_400_000).toISOString(),
    ended_at: isEnded ? new Date(createdAt + 60_000).toISOString() : null,
    cancel_initiated_at: null,
    archived_at: null,
    results_url: isEnded ? `${origin}/v1/messages/batches/${id}/results` : null,
  };
}

function failure(status: number, type: string, message: string): WireReply {
  return json({ type: 'error', error: { type, message }, request_id: 'req_fake' }, status);
}
