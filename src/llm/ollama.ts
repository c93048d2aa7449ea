import type { ModelOutcome, ModelReply } from '../domain/models/model-reply.ts';
import type { ModelRequest } from '../domain/models/model-request.ts';
import { callJson } from './call.ts';
import { serviceFailure, transportFailure } from './failures.ts';
import { countOf, fieldsOf, isFields, textOf } from './json-parts.ts';
import type { ModelProvider } from './provider.ts';
import type { ReachedService } from './reached-service.ts';
import { noRateFacts } from './reply-headers.ts';

/** The tokens that prompt and reply may have together, where the panel does not say. */
const defaultContext = 8192;

/**
 * Models of Ollama, through its own interface: only there the size of the context can be set.
 * Ollama cuts a prompt that does not fit without saying so, which shows in the count alone: prompt
 * and reply then fill the context exactly.
 */
export function ollamaProvider(
  { key, baseUrl, fetch, context }: ReachedService,
  contextTokens: number | null,
): ModelProvider {
  const size = contextTokens ?? defaultContext;
  const address = `${baseUrl.replace(/\/(v1\/?)?$/, '')}/api/chat`;
  return {
    batches: null,
    concurrency: 2,
    ask: async (request, signal) => {
      const send = async (one: AbortSignal): Promise<Response> => {
        const response = await fetch(address, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify(ollamaBody(request, contextTokens)),
          signal: one,
        });
        if (response.ok) return response;
        throw await statusError(response);
      };
      const result = await callJson(send, context, signal);
      const outcome: ModelOutcome = result.ok
        ? chatOutcome(result.value, result.raw, size)
        : { kind: 'failure', failure: result.failure, raw: result.raw };
      return { outcome, rate: noRateFacts };
    },
  };

  async function statusError(response: Response): Promise<Error> {
    const { status, headers } = response;
    const text = await response.text();
    let error: unknown = text;
    try {
      error = JSON.parse(text);
    } catch {
      // A page or a plain text: the text itself says what is wrong.
    }
    const found = new Error(`status ${status}`);
    return Object.assign(found, { status, headers, error });
  }

  function chatOutcome(body: unknown, raw: string, most: number): ModelOutcome {
    if (isFields(body) && textOf(body['error']) !== null) {
      const message = textOf(body['error'])!;
      const known = { status: null, code: null, message, parameter: null };
      return { kind: 'failure', failure: serviceFailure(known, context.scrub), raw };
    }
    if (!isFields(body) || !isFields(body['message']) || body['done'] !== true) {
      const message = 'the service replied with JSON that is no whole reply';
      return { kind: 'failure', failure: transportFailure('unexpected-reply', message, true), raw };
    }
    const input = countOf(body['prompt_eval_count']);
    const output = countOf(body['eval_count']);
    const isCut = body['done_reason'] === 'length';
    const end = isCut ? 'length' : 'complete';
    const reply: ModelReply = {
      end: input + output >= most ? 'context' : end,
      text: textOf(body['message']['content']) ?? '',
      refusal: null,
      reasoning: textOf(body['message']['thinking']),
      model: textOf(body['model']),
      fingerprint: null,
      requestId: null,
      tokens: { input, cacheRead: 0, cacheWrite: 0, output, reasoning: 0 },
    };
    return { kind: 'reply', reply, raw };
  }
}

/** The body of a request to Ollama; without a size of the context, the usual one. */
export function ollamaBody(request: ModelRequest, contextTokens: number | null): object {
  const { model, instructions, content, reply, maxTokens, parameters } = request;
  return {
    ...parameters,
    model,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content },
    ],
    stream: false,
    format: reply.schema,
    options: {
      ...fieldsOf(parameters['options']),
      num_ctx: contextTokens ?? defaultContext,
      num_predict: maxTokens,
    },
  };
}
