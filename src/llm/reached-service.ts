import { fault } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import type { AskedModel } from '../domain/models/asked-model.ts';
import { wrongField } from '../domain/field-fault.ts';
import { codedText, foundValue, oneOf } from '../domain/text-values.ts';
import type { CallContext } from './call.ts';

/** How a request is sent. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A service that whoever runs the program has chosen, with its key. */
export interface Service {
  readonly address: string;
  /** Its key, if it has one just now; null for a service without keys. */
  readonly key: (() => string | null) | null;
}

/** What decides where models are reached, and with which key. */
export interface ServiceSettings {
  /** The environment: keys and addresses are looked up here and nowhere else. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The declared services; without a declaration, what the environment has for the providers. */
  readonly services?: ReadonlyMap<string, Service>;
  /**
   * Whether a key of the environment may go where a protocol wants it; null: never, as on a server,
   * where the protocol is that of a lead and the environment that of the operator.
   */
  readonly allowsKey: ((use: KeyUse) => Promise<boolean>) | null;
  /** How an address of a protocol is called without a key; null: like that of any service. */
  readonly ownFetch: Fetch | null;
}

/** A key that a protocol wants sent, and where to. */
export interface KeyUse {
  readonly variable: string;
  readonly address: string;
}

/** Where and how the service of a model is reached. */
interface Reach {
  readonly key: string | null;
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /** Whether nobody but the protocol has chosen the address. */
  readonly isForeign: boolean;
}

/** The same for a client, with what its calls need. */
export interface ReachedService extends Omit<Reach, 'isForeign'> {
  readonly context: CallContext;
}

/** How the service of a model is reached, or why it is not. */
type Reached =
  | { readonly ok: true; readonly reach: Reach }
  | { readonly ok: false; readonly fault: Fault };

/** The environment variables that the SDKs of the providers document, and their addresses. */
const homes = {
  openai: { key: 'OPENAI_API_KEY', base: 'OPENAI_BASE_URL', address: 'https://api.openai.com/v1' },
  anthropic: {
    key: 'ANTHROPIC_API_KEY',
    base: 'ANTHROPIC_BASE_URL',
    address: 'https://api.anthropic.com',
  },
} as const;
type Home = keyof typeof homes;

/** The address of a provider's own service; null for any other name. */
export function homeAddress(name: string): string | null {
  return Object.hasOwn(homes, name) ? homes[name as Home].address : null;
}

/**
 * Finds where a model is reached. Declared services, and those of the providers, have their address
 * and their key together: no protocol can take one without the other. An address that only the
 * protocol names gets a key only where somebody allows it.
 */
export async function reachService(model: AskedModel, settings: ServiceSettings): Promise<Reached> {
  const services = settings.services ?? environmentServices(settings);
  const name = model.service ?? homeOf(model, services, settings.services === undefined);
  if (name === null) return await reachOwn(model, services, settings);
  const service = services.get(name);
  if (service === undefined) return refused(unknownService(model, name, services));
  const key = service.key?.() ?? null;
  if (key === null && service.key !== null)
    return refused(
      settings.services === undefined
        ? fault('key-missing', { model: model.entry, variable: homes[name as Home].key })
        : fault('service-key-missing', { model: model.entry, service: name }),
    );
  const baseUrl = (model.service === null ? model.baseUrl : null) ?? service.address;
  return { ok: true, reach: { key, baseUrl, fetch: stayingFetch, isForeign: false } };
}

/** The services of the providers, with what the environment has for them. */
function environmentServices(settings: ServiceSettings): ReadonlyMap<string, Service> {
  const services = new Map<string, Service>();
  for (const [name, { key, base, address }] of Object.entries(homes))
    services.set(name, {
      address: given(settings, base) ?? address,
      key: () => given(settings, key),
    });
  // On a server, the one on the same machine is private like everything else there.
  const host = given(settings, 'OLLAMA_HOST') ?? (settings.ownFetch === null ? usualHost : null);
  if (host !== null) services.set('ollama', { address: ollamaAddress(host), key: null });
  return services;
}

const usualHost = '127.0.0.1:11434';

/** The provider's own service, if the entry is about it; null for an address or key of its own. */
function homeOf(
  { provider, baseUrl, keyEnv }: AskedModel,
  services: ReadonlyMap<string, Service>,
  isUsual: boolean,
): string | null {
  if (provider === 'ollama') {
    const isAt = baseUrl === null || isSame(baseUrl, services.get('ollama')?.address ?? null);
    return isAt && keyEnv === null ? 'ollama' : null;
  }
  const names = Object.keys(homes) as Home[];
  const home =
    provider === 'compatible'
      ? names.find((one) => homes[one].key === keyEnv)
      : names.find((one) => provider.startsWith(one));
  if (home === undefined || (keyEnv !== null && keyEnv !== homes[home].key)) return null;
  if (baseUrl === null || isSame(baseUrl, services.get(home)?.address ?? null)) return home;
  // Every address of the provider's host is the provider's.
  const isOfficial = URL.parse(baseUrl)?.origin === new URL(homes[home].address).origin;
  return isUsual && isOfficial ? home : null;
}

async function reachOwn(
  model: AskedModel,
  services: ReadonlyMap<string, Service>,
  settings: ServiceSettings,
): Promise<Reached> {
  const { allowsKey, ownFetch } = settings;
  const home = model.provider === 'openai-chat' ? 'openai' : model.provider;
  const usual = home === 'openai' || home === 'anthropic' ? homes[home].key : null;
  const variable = model.keyEnv ?? usual;
  const values = { model: model.entry };
  // Whether the environment has it is not told either.
  if (variable !== null && allowsKey === null)
    return refused(fault('own-key-refused', { ...values, services: oneOf([...services.keys()]) }));
  const key = variable === null ? null : given(settings, variable);
  if (variable !== null && key === null)
    return refused(fault('key-missing', { ...values, variable }));
  const baseUrl = model.baseUrl ?? services.get(home)?.address ?? null;
  if (baseUrl === null) return refused(unknownService(model, home, services));
  const address = URL.parse(baseUrl)?.href;
  if (address === undefined) {
    const field = `panel.${model.entry}.base_url`;
    return refused(wrongField(field, foundValue(baseUrl), codedText('service-address')));
  }
  if (variable !== null && !(await allowsKey!({ variable, address })))
    return refused(fault('key-not-allowed', { ...values, variable, address }));
  const isForeign = variable === null && ownFetch !== null;
  const send = ownHeaders((isForeign ? ownFetch : null) ?? stayingFetch, key);
  return { ok: true, reach: { key, baseUrl, fetch: send, isForeign } };
}

/** Follows no redirect: it would take the key, and the request, to where nobody sent them. */
const stayingFetch: Fetch = async (input, init) =>
  await fetch(input, { ...init, redirect: 'manual' });

const sentHeaders = ['accept', 'anthropic-version', 'content-length', 'content-type', 'user-agent'];

/** Sends none of what the environment makes an SDK add to each request, but for the key. */
function ownHeaders(send: Fetch, key: string | null): Fetch {
  return async (input, init) => {
    const all = new Headers(init?.headers);
    const kept = sentHeaders.filter((name) => all.has(name));
    const headers = new Headers(kept.map((name) => [name, all.get(name)!]));
    if (key !== null && all.has('authorization')) headers.set('authorization', `Bearer ${key}`);
    if (key !== null && all.has('x-api-key')) headers.set('x-api-key', key);
    return await send(input, { ...init, headers });
  };
}

function unknownService(
  { entry }: AskedModel,
  service: string,
  services: ReadonlyMap<string, Service>,
): Fault {
  return fault('service-unknown', { model: entry, service, services: oneOf([...services.keys()]) });
}

function refused(found: Fault): Reached {
  return { ok: false, fault: found };
}

function given({ environment }: ServiceSettings, name: string): string | null {
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

function isSame(one: string, other: string | null): boolean {
  const plain = (address: string): string =>
    (URL.parse(address)?.href ?? address).replace(/\/$/, '');
  return other !== null && plain(one) === plain(other);
}

/** The address of Ollama as its own variable has it: `0.0.0.0:11434`, `http://host`. */
function ollamaAddress(host: string): string {
  const address = /^https?:\/\//.test(host) ? host : `http://${host}`;
  return address.replace('//0.0.0.0', '//127.0.0.1');
}
