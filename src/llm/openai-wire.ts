import { createHash } from 'node:crypto';
import type { ModelOutcome, ModelReply, TokenUse } from '../domain/models/model-reply.ts';
import type { ModelRequest } from '../domain/models/model-request.ts';
import { serviceFailure, transportFailure } from './failures.ts';
import { countOf, fieldsOf, isFields, listOf, textOf } from './json-parts.ts';

/** One of the two ways to ask a model of OpenAI, or of a service that is compatible with it. */
export interface OpenAiWire {
  /** Below the base URL, and as the endpoint of a batch. */
  readonly path: string;
  readonly endpoint: string;
  body(request: ModelRequest): object;
  /** What a body with status 200 means. */
  outcome(body: unknown, raw: string, requestId: string | null): ModelOutcome;
}

type Scrub = (text: string) => string;

/** The Responses API. */
export function responsesWire(scrub: Scrub): OpenAiWire {
  return {
    path: '/responses',
    endpoint: '/v1/responses',
    body: ({ model, instructions, content, reply, maxTokens, parameters }) => ({
      // Nothing is kept at the provider that nobody asked to keep.
      store: false,
      prompt_cache_key: cacheKey(instructions),
      ...parameters,
      model,
      instructions,
      input: content,
      text: {
        ...fieldsOf(parameters['text']),
        format: { type: 'json_schema', name: reply.name, strict: true, schema: reply.schema },
      },
      max_output_tokens: maxTokens,
    }),
    outcome: (body, raw, requestId) => responseOutcome(body, raw, requestId, scrub),
  };
}

/**
 * The Chat Completions API. Services other than OpenAI know the older name of the most tokens, and
 * refuse parameters that they do not know. Some enforce no schema: there, the panel may set another
 * `response_format`, since every reply is checked anyway.
 */
export function chatWire(scrub: Scrub, isOpenAi: boolean): OpenAiWire {
  return {
    path: '/chat/completions',
    endpoint: '/v1/chat/completions',
    body: ({ model, instructions, content, reply, maxTokens, parameters }) => ({
      ...(isOpenAi ? { prompt_cache_key: cacheKey(instructions) } : {}),
      ...parameters,
      model,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content },
      ],
      response_format: (isOpenAi ? undefined : parameters['response_format']) ?? {
        type: 'json_schema',
        json_schema: { name: reply.name, strict: true, schema: reply.schema },
      },
      ...(isOpenAi ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    }),
    outcome: (body, raw, requestId) => chatOutcome(body, raw, requestId, scrub),
  };
}

/** Requests with the same instructions are sent to where these are in a cache. */
function cacheKey(instructions: string): string {
  return `assay-${createHash('sha256').update(instructions).digest('hex').slice(0, 24)}`;
}

function responseOutcome(
  body: unknown,
  raw: string,
  requestId: string | null,
  scrub: Scrub,
): ModelOutcome {
  if (!isFields(body) || !Array.isArray(body['output'])) return notAReply(raw);
  if (body['status'] === 'failed' || isFields(body['error'])) {
    const error = fieldsOf(body['error']);
    const message = textOf(error['message']) ?? 'the response failed';
    const given = { status: null, code: textOf(error['code']), message, parameter: null };
    return { kind: 'failure', failure: serviceFailure({ ...given, requestId }, scrub), raw };
  }
  // Loops without a list for each step: this is done for a million replies.
  const refusals: (string | null)[] = [];
  const summary: (string | null)[] = [];
  let text = '';
  for (const one of body['output'] as readonly unknown[]) {
    const item = fieldsOf(one);
    if (item['type'] === 'message')
      for (const given of listOf(item['content'])) {
        const part = fieldsOf(given);
        text += textOf(part['text']) ?? '';
        refusals.push(textOf(part['refusal']));
      }
    else if (item['type'] === 'reasoning')
      for (const given of listOf(item['summary'])) summary.push(textOf(fieldsOf(given)['text']));
  }
  const refusal = joined(refusals);
  const reason = fieldsOf(body['incomplete_details'])['reason'];
  const reply: ModelReply = {
    end: responseEnd(body['status'], reason, refusal),
    text,
    refusal,
    reasoning: joined(summary),
    model: textOf(body['model']),
    fingerprint: null,
    requestId: requestId ?? textOf(body['id']),
    tokens: responseTokens(body['usage']),
  };
  return { kind: 'reply', reply, raw };
}

function responseEnd(status: unknown, reason: unknown, refusal: string | null): ModelReply['end'] {
  if (refusal !== null) return 'refusal';
  if (status !== 'incomplete') return 'complete';
  return reason === 'content_filter' ? 'filtered' : 'length';
}

function chatOutcome(
  body: unknown,
  raw: string,
  requestId: string | null,
  scrub: Scrub,
): ModelOutcome {
  if (isFields(body) && isFields(body['error'])) {
    const error = body['error'];
    const message = textOf(error['message']) ?? 'the request failed';
    const given = { status: null, code: textOf(error['code']), message, parameter: null };
    return { kind: 'failure', failure: serviceFailure({ ...given, requestId }, scrub), raw };
  }
  if (!isFields(body) || !Array.isArray(body['choices'])) return notAReply(raw);
  const choice = fieldsOf(body['choices'][0]);
  const message = fieldsOf(choice['message']);
  const refusal = textOf(message['refusal']);
  const ends: Readonly<Record<string, ModelReply['end']>> = {
    length: 'length',
    content_filter: 'filtered',
  };
  const reply: ModelReply = {
    end: refusal === null ? (ends[String(choice['finish_reason'])] ?? 'complete') : 'refusal',
    text: textOf(message['content']) ?? '',
    refusal,
    // vLLM and others give the reasoning under one of these names.
    reasoning: textOf(message['reasoning_content']) ?? textOf(message['reasoning']),
    model: textOf(body['model']),
    fingerprint: textOf(body['system_fingerprint']),
    requestId: requestId ?? textOf(body['id']),
    tokens: chatTokens(body['usage']),
  };
  return { kind: 'reply', reply, raw };
}

function responseTokens(usage: unknown): TokenUse | null {
  if (!isFields(usage)) return null;
  const details = fieldsOf(usage['input_tokens_details']);
  return {
    input: countOf(usage['input_tokens']),
    cacheRead: countOf(details['cached_tokens']),
    cacheWrite: countOf(details['cache_write_tokens']),
    output: countOf(usage['output_tokens']),
    reasoning: countOf(fieldsOf(usage['output_tokens_details'])['reasoning_tokens']),
  };
}

function chatTokens(usage: unknown): TokenUse | null {
  if (!isFields(usage)) return null;
  const details = fieldsOf(usage['prompt_tokens_details']);
  return {
    input: countOf(usage['prompt_tokens']),
    cacheRead: countOf(details['cached_tokens']),
    cacheWrite: countOf(details['cache_write_tokens']),
    output: countOf(usage['completion_tokens']),
    reasoning: countOf(fieldsOf(usage['completion_tokens_details'])['reasoning_tokens']),
  };
}

function notAReply(raw: string): ModelOutcome {
  const message = 'the service replied with JSON that is no reply of a model';
  return { kind: 'failure', failure: transportFailure('unexpected-reply', message, true), raw };
}

function joined(texts: readonly (string | null)[]): string | null {
  const given = texts.filter((text) => text !== null);
  return given.length === 0 ? null : given.join('\n');
}
