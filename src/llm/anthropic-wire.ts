import type { ModelOutcome, ModelReply, TokenUse } from '../domain/models/model-reply.ts';
import type { ModelRequest } from '../domain/models/model-request.ts';
import { serviceFailure, transportFailure } from './failures.ts';
import { countOf, fieldsOf, isFields, listOf, textOf } from './json-parts.ts';

/**
 * The body of a message. The instructions are kept in a cache: for five minutes, or in a batch,
 * whose requests may lie further apart, for an hour.
 */
export function messageBody(request: ModelRequest, isInBatch: boolean): object {
  const { model, instructions, content, reply, maxTokens, parameters } = request;
  const cache = isInBatch ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' };
  return {
    ...parameters,
    model,
    max_tokens: maxTokens,
    system: [{ type: 'text', text: instructions, cache_control: cache }],
    messages: [{ role: 'user', content: [{ type: 'text', text: content }] }],
    output_config: {
      ...fieldsOf(parameters['output_config']),
      format: { type: 'json_schema', schema: reply.schema },
    },
  };
}

/** What a message with status 200, or a result of a batch that succeeded, means. */
export function messageOutcome(
  body: unknown,
  raw: string,
  requestId: string | null,
  scrub: (text: string) => string,
): ModelOutcome {
  if (isFields(body) && body['type'] === 'error')
    return { kind: 'failure', failure: errorFailure(body, requestId, scrub), raw };
  if (!isFields(body) || !Array.isArray(body['content'])) {
    const message = 'the service replied with JSON that is no message';
    return { kind: 'failure', failure: transportFailure('unexpected-reply', message, true), raw };
  }
  const parts = listOf(body['content']).map(fieldsOf);
  const texts = (type: string, field: string): readonly string[] =>
    parts.filter((part) => part['type'] === type).map((part) => textOf(part[field]) ?? '');
  const end = ends[String(body['stop_reason'])] ?? 'complete';
  const text = texts('text', 'text').join('');
  const explanation = textOf(fieldsOf(body['stop_details'])['explanation']);
  const thinking = texts('thinking', 'thinking').join('\n');
  const reply: ModelReply = {
    end,
    text: end === 'refusal' ? '' : text,
    refusal: end === 'refusal' ? (explanation ?? text) : null,
    reasoning: thinking === '' ? null : thinking,
    model: textOf(body['model']),
    fingerprint: null,
    requestId: requestId ?? textOf(body['id']),
    tokens: messageTokens(body['usage']),
  };
  return { kind: 'reply', reply, raw };
}

/** The failure in a body of type `error`, or in an error that is not wrapped in one. */
export function errorFailure(
  body: Readonly<Record<string, unknown>>,
  requestId: string | null,
  scrub: (text: string) => string,
) {
  const error = isFields(body['error']) ? body['error'] : body;
  return serviceFailure(
    {
      status: null,
      code: textOf(error['type']),
      message: textOf(error['message']) ?? 'the request failed',
      parameter: null,
      requestId: requestId ?? textOf(body['request_id']),
    },
    scrub,
  );
}

const ends: Readonly<Record<string, ModelReply['end']>> = {
  max_tokens: 'length',
  refusal: 'refusal',
  model_context_window_exceeded: 'context',
};

/** What is read from a cache or written to one is not part of `input_tokens`. */
function messageTokens(usage: unknown): TokenUse | null {
  if (!isFields(usage)) return null;
  const cacheRead = countOf(usage['cache_read_input_tokens']);
  const cacheWrite = countOf(usage['cache_creation_input_tokens']);
  return {
    input: countOf(usage['input_tokens']) + cacheRead + cacheWrite,
    cacheRead,
    cacheWrite,
    output: countOf(usage['output_tokens']),
    reasoning: countOf(fieldsOf(usage['output_tokens_details'])['thinking_tokens']),
  };
}
