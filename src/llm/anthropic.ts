import { anthropicBatches } from './anthropic-batches.ts';
import { messageBody, messageOutcome } from './anthropic-wire.ts';
import type { ModelProvider } from './provider.ts';
import type { ReachedService } from './reached-service.ts';
import { noRateFacts, rateFacts } from './reply-headers.ts';
import { ServiceClient } from './service-client.ts';
import type { SdkClient } from './service-client.ts';

/** Models of Anthropic, through the official SDK. */
export function anthropicProvider({ key, baseUrl, fetch, context }: ReachedService): ModelProvider {
  const load = async (): Promise<SdkClient> => {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    return new Anthropic({
      // A service without keys is possible, but the SDK requires one.
      apiKey: key ?? 'none',
      authToken: null,
      baseURL: baseUrl,
      fetch,
      maxRetries: 0,
      timeout: context.timeout,
      logLevel: 'off',
    }) as SdkClient;
  };
  const client = new ServiceClient(load, context);
  return {
    batches: anthropicBatches(client, baseUrl),
    concurrency: 16,
    ask: async (request, signal) => {
      const body = messageBody(request, false);
      const result = await client.json({ method: 'post', path: '/v1/messages', body }, signal);
      if (!result.ok) {
        const { failure, raw } = result;
        return { outcome: { kind: 'failure', failure, raw }, rate: noRateFacts };
      }
      const { value, raw, headers, requestId } = result;
      const rate = rateFacts(headers, context.now());
      return { outcome: messageOutcome(value, raw, requestId, context.scrub), rate };
    },
  };
}
