import { describe, expect, it } from 'vitest';
import { buildModel } from '../../test/build-model.ts';
import type { AskedModel } from '../domain/models/asked-model.ts';
import { reachService } from './reached-service.ts';
import type { ServiceSettings } from './reached-service.ts';

const environment = { OPENAI_API_KEY: 'the-openai-key', ANTHROPIC_API_KEY: 'the-anthropic-key' };
const official = 'https://api.openai.com/v1';

/** The key and the address that a model is reached with, and what was asked about it. */
async function reached(given: Partial<AskedModel>, more: Partial<ServiceSettings> = {}) {
  const asked: string[] = [];
  const allowsKey: ServiceSettings['allowsKey'] = ({ variable, address }) => {
    asked.push(`${variable} ${address}`);
    return Promise.resolve(false);
  };
  const settings = { environment, allowsKey, ownFetch: null, ...more };
  const found = await reachService(buildModel(given), settings);
  const { key, baseUrl } = found.ok ? found.reach : { key: null, baseUrl: null };
  return { key, baseUrl, asked, fault: found.ok ? null : found.fault.code };
}

describe('the usual key of a provider', () => {
  it.each<Partial<AskedModel>>([
    {},
    { keyEnv: 'OPENAI_API_KEY' },
    { baseUrl: official },
    { baseUrl: `${official}/` },
    { baseUrl: 'https://api.openai.com:443/v2' },
    { provider: 'openai-chat', baseUrl: official },
    { provider: 'compatible', baseUrl: official, keyEnv: 'OPENAI_API_KEY' },
    { service: 'openai' },
    // An address cannot be slipped in beside a service.
    { service: 'openai', baseUrl: 'https://elsewhere.test/v1' },
  ])('goes to the provider without a question: %j', async (given) => {
    for (const allowsKey of [null, () => Promise.resolve(false)]) {
      const { key, baseUrl } = await reached(given, { allowsKey });
      expect(key).toBe('the-openai-key');
      expect(new URL(baseUrl!).origin).toBe('https://api.openai.com');
    }
  });

  it.each<Partial<AskedModel>>([
    { baseUrl: 'http://api.openai.com/v1' },
    { baseUrl: 'https://api.openai.com.elsewhere.test/v1' },
    { baseUrl: 'https://api.openai.com:8443/v1' },
    { baseUrl: 'https://api.anthropic.com' },
    { keyEnv: 'ANTHROPIC_API_KEY' },
    { provider: 'anthropic', keyEnv: 'OPENAI_API_KEY' },
    { provider: 'compatible', baseUrl: 'https://a.test/v1', keyEnv: 'OPENAI_API_KEY' },
    { provider: 'ollama', baseUrl: official, keyEnv: 'OPENAI_API_KEY' },
  ])('goes nowhere else, and without anybody to ask nothing is: %j', async (given) => {
    const { asked, fault } = await reached(given);
    expect([asked.length, fault]).toEqual([1, 'key-not-allowed']);
    expect((await reached(given, { allowsKey: null })).fault).toBe('own-key-refused');
  });

  it('goes where whoever runs the program says', async () => {
    const gateway = 'https://gateway.test/a';
    const own = { environment: { ...environment, OPENAI_BASE_URL: gateway } };
    expect(await reached({}, own)).toMatchObject({ key: 'the-openai-key', baseUrl: gateway });
    expect(await reached({ baseUrl: `${gateway}/` }, own)).toMatchObject({ fault: null });
    expect(await reached({ baseUrl: 'https://gateway.test/b' }, own)).toMatchObject({
      fault: 'key-not-allowed',
    });
  });

  it('is missing before anybody is asked about it', async () => {
    const none = { environment: {} };
    expect(await reached({ keyEnv: 'A_KEY' }, none)).toMatchObject({
      asked: [],
      fault: 'key-missing',
    });
    // On a server nobody learns whether it is there.
    expect((await reached({ keyEnv: 'A_KEY' }, { ...none, allowsKey: null })).fault).toBe(
      'own-key-refused',
    );
  });
});

describe('declared services', () => {
  const services = new Map([['openai', { address: 'https://eu.test/v1', key: () => 'eu-key' }]]);

  it('take the place of the providers', async () => {
    expect(await reached({}, { services })).toMatchObject({
      key: 'eu-key',
      baseUrl: 'https://eu.test/v1',
    });
    expect((await reached({ baseUrl: official }, { services })).fault).toBe('key-not-allowed');
    expect((await reached({ provider: 'anthropic' }, { services })).fault).toBe('service-unknown');
    expect((await reached({ service: 'constructor' }, { services })).fault).toBe('service-unknown');
  });
});
