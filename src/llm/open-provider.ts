import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from '../domain/fault.ts';
import { fault } from '../domain/fault.ts';
import type { AskedModel } from '../domain/models/asked-model.ts';
import { readRecording } from '../domain/models/recording.ts';
import { anthropicProvider } from './anthropic.ts';
import type { CallContext } from './call.ts';
import { ollamaProvider } from './ollama.ts';
import { openAiProvider } from './openai.ts';
import type { ModelProvider } from './provider.ts';
import { recordedProvider } from './recorded.ts';
import { keyRemover, scrubber } from './scrub.ts';

/** What a provider is opened with. */
export interface ProviderSettings {
  /** The environment: keys and addresses are looked up here and nowhere else. */
  readonly environment: Readonly<Record<string, string | undefined>>;
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

/** The environment variables that the SDKs of the providers document, and their addresses. */
const variables = {
  openai: {
    key: 'OPENAI_API_KEY',
    baseUrl: 'OPENAI_BASE_URL',
    address: 'https://api.openai.com/v1',
  },
  anthropic: {
    key: 'ANTHROPIC_API_KEY',
    baseUrl: 'ANTHROPIC_BASE_URL',
    address: 'https://api.anthropic.com',
  },
} as const;

/** Opens the provider of a model. Nothing is sent, and no SDK is loaded yet. */
export async function openProvider(
  model: AskedModel,
  settings: ProviderSettings,
): Promise<OpenedProvider> {
  const { provider } = model;
  if (provider === 'recorded') return await openRecording(model, settings);
  if (provider === 'compatible' || provider === 'ollama') return openOwnService(model, settings);
  const names = provider === 'anthropic' ? variables.anthropic : variables.openai;
  const variable = model.keyEnv ?? names.key;
  const key = given(settings, variable);
  if (key === null) return refused([fault('key-missing', { model: model.entry, variable })]);
  const baseUrl = model.baseUrl ?? given(settings, names.baseUrl) ?? names.address;
  const reached = { key, baseUrl, context: contextOf(settings, key) };
  if (provider === 'anthropic') return { ok: true, provider: anthropicProvider(reached) };
  const spoken = provider === 'openai' ? 'responses' : 'chat';
  return { ok: true, provider: openAiProvider(reached, spoken) };
}

/** A self-hosted service: only a key that its entry names is sent there. */
function openOwnService(model: AskedModel, settings: ProviderSettings): OpenedProvider {
  const variable = model.keyEnv;
  const key = variable === null ? null : given(settings, variable);
  if (variable !== null && key === null)
    return refused([fault('key-missing', { model: model.entry, variable })]);
  const context = contextOf(settings, key);
  if (model.provider === 'compatible') {
    const baseUrl = model.baseUrl ?? 'http://127.0.0.1:8000/v1';
    return { ok: true, provider: openAiProvider({ key, baseUrl, context }, 'compatible') };
  }
  const host = given(settings, 'OLLAMA_HOST') ?? '127.0.0.1:11434';
  const baseUrl = model.baseUrl ?? ollamaAddress(host);
  return { ok: true, provider: ollamaProvider({ key, baseUrl, context }, model.context) };
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

function given({ environment }: ProviderSettings, name: string): string | null {
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

function contextOf({ timeout, now }: ProviderSettings, key: string | null): CallContext {
  const limit = timeout ?? defaultTimeout;
  return { scrub: scrubber(key), removeKey: keyRemover(key), timeout: limit, now };
}

/** The address of Ollama as its own variable has it: `0.0.0.0:11434`, `http://host`. */
function ollamaAddress(host: string): string {
  const address = /^https?:\/\//.test(host) ? host : `http://${host}`;
  return address.replace('//0.0.0.0', '//127.0.0.1');
}
