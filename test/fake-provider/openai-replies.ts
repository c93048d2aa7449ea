import type { AskedText } from './answers.ts';
import { textOf } from './models.ts';
import type { Said } from './models.ts';

type Body = Readonly<Record<string, unknown>>;
type Message = { readonly role: string; readonly content: unknown };

/** What the body of a chat completion asks. */
export function askedInChat(body: Body): Pick<AskedText, 'model' | 'text' | 'schema'> {
  const format = body['response_format'] as
    | { readonly json_schema?: { readonly schema?: object } }
    | undefined;
  return {
    model: String(body['model']),
    text: (body['messages'] as readonly Message[]).map(({ content }) => textOf(content)).join('\n'),
    schema: format?.json_schema?.schema ?? null,
  };
}

/** What the body of a response asks. */
export function askedInResponse(body: Body): Pick<AskedText, 'model' | 'text' | 'schema'> {
  const { input, instructions } = body;
  const texts = Array.isArray(input)
    ? (input as readonly Message[]).map(({ content }) => textOf(content))
    : [String(input)];
  const format = (body['text'] as { readonly format?: { readonly schema?: object } } | undefined)
    ?.format;
  return {
    model: String(body['model']),
    text: [textOf(instructions), ...texts].filter((text) => text !== '').join('\n'),
    schema: format?.schema ?? null,
  };
}

/** A chat completion. */
export function chatReply(said: Said, id: string): Body {
  const refused = said.end === 'refusal';
  const reasons = { length: 'length', filter: 'content_filter' } as const;
  const reason = said.end === 'length' || said.end === 'filter' ? reasons[said.end] : 'stop';
  const message = {
    role: 'assistant',
    content: refused ? null : said.text,
    refusal: refused ? said.text : null,
  };
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: 1_790_000_000,
    model: said.model,
    choices:
      said.end === 'no-choices'
        ? []
        : [{ index: 0, message, logprobs: null, finish_reason: reason }],
    usage: {
      prompt_tokens: said.inputTokens,
      completion_tokens: said.outputTokens,
      total_tokens: said.inputTokens + said.outputTokens,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
    system_fingerprint: 'fp_fake',
    service_tier: 'default',
  };
}

/** A response of the Responses API. */
export function responseReply(said: Said, id: string): Body {
  const isCut = said.end === 'length' || said.end === 'filter';
  const content =
    said.end === 'refusal'
      ? { type: 'refusal', refusal: said.text }
      : { type: 'output_text', text: said.text, annotations: [] };
  const message = {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    status: isCut ? 'incomplete' : 'completed',
    content: [content],
  };
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: 1_790_000_000,
    status: isCut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: isCut
      ? { reason: said.end === 'length' ? 'max_output_tokens' : 'content_filter' }
      : null,
    model: said.model,
    output: said.end === 'no-choices' ? [] : [message],
    usage: {
      input_tokens: said.inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: said.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: said.inputTokens + said.outputTokens,
    },
  };
}
