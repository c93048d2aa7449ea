import type { AskedModel } from '../domain/models/asked-model.ts';
import type { ModelRequest } from '../domain/models/model-request.ts';
import { messageBody } from './anthropic-wire.ts';
import { ollamaBody } from './ollama.ts';
import { chatWire, responsesWire } from './openai-wire.ts';

/** The body that a request is sent with, at once; null where nothing is sent. */
export function sentBody({ provider, context }: AskedModel, request: ModelRequest): object | null {
  const same = (text: string): string => text;
  switch (provider) {
    case 'openai':
      return responsesWire(same).body(request);
    case 'openai-chat':
    case 'compatible':
      return chatWire(same, provider === 'openai-chat').body(request);
    case 'anthropic':
      return messageBody(request, false);
    case 'ollama':
      return ollamaBody(request, context);
    case 'recorded':
      return null;
  }
}
