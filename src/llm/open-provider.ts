import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from '../domain/fault.ts';
import type { AskedModel } from '../domain/models/asked-model.ts';
import type { ModelFailure } from '../domain/models/model-reply.ts';
import { readRecording } from '../domain/models/recording.ts';
import { anthropicProvider } from './anthropic.ts';
import { refusedAddress } from './call.ts';
import type { CallContext } from './call.ts';
import { ollamaProvider } from './ollama.ts';
import { openAiProvider } from './openai.ts';
import type { ModelProvider } from './provider.ts';
import { reachService } from './reached-service.ts';
import type { ReachedService, ServiceSettings } from './reached-service.ts';
import { recordedProvider } from './recorded.ts';
import { keyRemover, scrubber } from './scrub.ts';

/** What a provider is opened with. */
export interface ProviderSettings extends ServiceSettings {
  readonly now: () => number;
  /** Milliseconds for one exchange; four minutes and a half by default. */
  readonly timeout?: number;
  /** The content of a file that the protocol names, for recorded replies. */
  readonly readFile: (file: string) => Promise<string>;
  /** Where batches of recorded replies are kept; a folder for temporary files by default. */
  readonly recordedFolder?: string;
}

/** A provider, or why it cannot be used. */
export type OpenedProvider =
  | { readonly ok: true; readonly provider: ModelProvider }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Node gives up on a service that sends no headers for five minutes; ours is the earlier end. */
const defaultTimeout = 270_000;

/** Opens the provider of a model. Nothing is sent, and no SDK is loaded yet. */
export async function openProvider(
  model: AskedModel,
  settings: ProviderSettings,
): Promise<OpenedProvider> {
  const { provider } = model;
  if (provider === 'recorded') return await openRecording(model, settings);
  const reached = await reachService(model, settings);
  if (!reached.ok) return refused([reached.fault]);
  const { reach } = reached;
  const opened = providerAt(model, { ...reach, context: contextOf(settings, reach.key) });
  return { ok: true, provider: reach.isForeign ? withoutItsWords(opened) : opened };
}

function providerAt({ provider, context }: AskedModel, service: ReachedService): ModelProvider {
  if (provider === 'anthropic') return anthropicProvider(service);
  if (provider === 'ollama') return ollamaProvider(service, context);
  if (provider === 'openai') return openAiProvider(service, 'responses');
  return openAiProvider(service, provider === 'openai-chat' ? 'chat' : 'compatible');
}

/**
 * A provider at an address that only a protocol names. Replies of models pass; of everything else
 * that it says only the status and a code of ours, because it may be a page that is not for those
 * who see the attempts.
 */
function withoutItsWords(provider: ModelProvider): ModelProvider {
  return {
    batches: null,
    concurrency: provider.concurrency,
    ask: async (request, signal) => {
      const { outcome, rate } = await provider.ask(request, signal);
      if (outcome.kind === 'reply') return { outcome, rate };
      return { outcome: { ...outcome, failure: inOurWords(outcome.failure), raw: null }, rate };
    },
  };
}

/** The failures that have a code of ours. */
const ourWords = new Map([
  ['address-refused', refusedAddress],
  ['connection', 'there is no connection'],
  ['timeout', 'the request timed out'],
  ['stopped', 'the request was stopped'],
  ['not-json', 'the reply is not JSON'],
  ['cut-off', 'the reply was cut off'],
  ['unexpected-reply', 'the reply is not that of a model'],
]);

function inOurWords(failure: ModelFailure): ModelFailure {
  const { code, status } = failure;
  const words = ourWords.get(code);
  return {
    ...failure,
    code: words === undefined ? String(status ?? 'unknown') : code,
    message: words ?? (status === null ? 'the service reports an error' : `HTTP status ${status}`),
    parameter: null,
    requestId: null,
  };
}

async function openRecording(
  { recording: file }: AskedModel,
  { readFile, recordedFolder, now }: ProviderSettings,
): Promise<OpenedProvider> {
  const name = file ?? '';
  const read = readRecording(await readFile(name), name);
  if (!read.ok) return refused(read.faults);
  const folder = recordedFolder ?? join(tmpdir(), `assay-recorded-${process.getuid?.() ?? 0}`);
  return { ok: true, provider: recordedProvider(read.recording, folder, now) };
}

function refused(faults: readonly Fault[]): OpenedProvider {
  return { ok: false, faults };
}

function contextOf({ timeout, now }: ProviderSettings, key: string | null): CallContext {
  const limit = timeout ?? defaultTimeout;
  return { scrub: scrubber(key), removeKey: keyRemover(key), timeout: limit, now };
}
