import type { AskedModel } from '../src/domain/models/asked-model.ts';
import type { ModelRequest } from '../src/domain/models/model-request.ts';

/** A model to ask; the rest is filled in. */
export function buildModel(given: Partial<AskedModel> = {}): AskedModel {
  return {
    entry: 'mini',
    provider: 'openai',
    model: 'gpt-5-mini',
    service: null,
    baseUrl: null,
    keyEnv: null,
    weight: 1,
    runs: 1,
    parameters: {},
    dropped: [],
    doubtful: [],
    dropParameters: false,
    prompt: null,
    maxTokens: 1000,
    context: null,
    recording: null,
    ...given,
  };
}

/** Settings of somebody who has written the protocol, and lets it have every key. */
export const ownProtocol = { allowsKey: () => Promise.resolve(true), ownFetch: null } as const;

/** A request about one unit; the rest is filled in. */
export function buildRequest(given: Partial<ModelRequest> = {}): ModelRequest {
  return {
    id: 'cell-1-a1',
    model: 'gpt-5-mini',
    instructions: 'Answer the question.',
    content: '{"unit":{"text":"A text."}}',
    reply: {
      name: 'judgment_task',
      schema: {
        type: 'object',
        properties: { relevant: { type: 'boolean' } },
        required: ['relevant'],
        additionalProperties: false,
      },
    },
    maxTokens: 500,
    parameters: {},
    ...given,
  };
}
