import { chatWire, responsesWire } from './openai-wire.ts';
import { openAiBatches } from './openai-batches.ts';
import type { ModelProvider } from './provider.ts';
import { noRateFacts, rateFacts } from './reply-headers.ts';
import { ServiceClient } from './service-client.ts';
import type { SdkClient } from './service-client.ts';
import type { ReachedService } from './reached-service.ts';

/** Which of OpenAI's APIs is used. */
export type OpenAiInterface = 'responses' | 'chat' | 'compatible';

/** Models of OpenAI, or of a service that is compatible with it, through the official SDK. */
export function openAiProvider(
  { key, baseUrl, fetch, context }: ReachedService,
  spoken: OpenAiInterface,
): ModelProvider {
  const load = async (): Promise<SdkClient> => {
    const { default: OpenAI } = await import('openai');
    return new OpenAI({
      // Self-hosted services often need no key, but the SDK requires one.
      apiKey: key ?? 'none',
      baseURL: baseUrl,
      fetch,
      maxRetries: 0,
      timeout: context.timeout,
      logLevel: 'off',
      // The organisation in the environment is not sent to an address of the user's own.
      ...(spoken === 'compatible' ? { organization: null, project: null } : {}),
    }) as SdkClient;
  };
  const client = new ServiceClient(load, context);
  const wire =
    spoken === 'responses'
      ? responsesWire(context.scrub)
      : chatWire(context.scrub, spoken === 'chat');
  return {
    batches: spoken === 'compatible' ? null : openAiBatches(client, wire),
    concurrency: spoken === 'compatible' ? 8 : 16,
    ask: async (request, signal) => {
      const sent = { method: 'post', path: wire.path, body: wire.body(request) } as const;
      const result = await client.json(sent, signal);
      if (!result.ok) {
        const { failure, raw } = result;
        return { outcome: { kind: 'failure', failure, raw }, rate: noRateFacts };
      }
      const { value, raw, headers, requestId } = result;
      const rate = rateFacts(headers, context.now());
      return { outcome: wire.outcome(value, raw, requestId), rate };
    },
  };
}
