import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { pollWorkspace } from '../src/operations/models/poll-models.ts';
import { readServices } from '../src/operations/models/model-services.ts';
import { FakeProvider, fakeKey } from './fake-provider/fake-provider.ts';
import { temporaryFolder } from './run-assay.ts';
import { bodyOf, errorCode, temporaryServer } from './server-harness.ts';
import { addProject, guidelineText, leadContext, protocolText } from './server-project.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const secret = 'aws-0123456789abcdef';

/** A server of this machine that writes down who calls. */
async function internal(answer: (reply: ServerResponse) => void, host = '127.0.0.1') {
  const heard: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, reply) => {
    heard.push({ path: request.url ?? '', headers: request.headers });
    request.resume();
    answer(reply);
  });
  return { heard, port: await listening(server, host) };
}

async function listening(server: Server, host: string): Promise<number> {
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(0, host, done);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const page = { error: { message: 'the internal page', code: 'internal-code', type: 'internal' } };
const refusal = (reply: ServerResponse, status = 403): void =>
  void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(page));

async function fakeProvider(): Promise<FakeProvider> {
  const provider = await FakeProvider.start();
  onTestFinished(() => provider.stop());
  return provider;
}

/** A project whose lead puts an entry on the panel and has a worker of the server ask it. */
async function ledBy(
  entry: string,
  given: { readonly mode?: 'now' | 'batch'; readonly services?: string } = {},
) {
  const { mode = 'now', services } = given;
  const models = services === undefined ? {} : { declared: readServices(services) };
  const server = await temporaryServer();
  await addProject(server.workspace, 'pets', 2);
  const lea = await server.person('lea', { pets: 'lead' });
  const protocol = `${protocolText('pets')}panel:\n  own: ${entry}\n`;
  const version = { protocol, guideline: guidelineText, files: {} };
  const added = await lea.post('/api/projects/pets/protocol', version);
  if (added.statusCode !== 201) return { refused: errorCode(added), job: null, seen: added.body };
  const body = { mode, outside_rounds: true };
  bodyOf(await lea.post('/api/projects/pets/models/jobs', body), 201);
  const options = { signal: new AbortController().signal, wait: false, interval: 10 };
  const context = { ...leadContext(server.workspace), models };
  await pollWorkspace(context, options, ['now', 'batch']);
  const attempts = await lea.get('/api/projects/pets/models/attempts');
  const overview = await lea.get('/api/projects/pets/models');
  const [job] = bodyOf<{ jobs: Job[] }>(overview).jobs;
  let seen = overview.body + attempts.body + server.logged();
  for (const { id } of bodyOf<{ items: { id: string }[] }>(attempts).items)
    seen += (await lea.get(`/api/projects/pets/models/attempts/${id}`)).body;
  return { refused: null, job: job!, seen };
}

interface Job {
  readonly state: string;
  readonly reason: {
    readonly code: string;
    readonly values: { readonly code?: string; readonly faults?: readonly { code: string }[] };
  } | null;
}

const faultsOf = (job: Job | null): readonly string[] =>
  job?.reason?.values.faults?.map(({ code }) => code) ?? [];

const providers = ['openai', 'openai-chat', 'anthropic', 'compatible', 'ollama'] as const;

describe('a lead who names an address and a key on the panel', () => {
  for (const mode of ['now', 'batch'] as const)
    it.each(providers)(`has nothing sent, and learns nothing: %s, ${mode}`, async (provider) => {
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
      vi.stubEnv('OPENAI_API_KEY', secret);
      const { heard, port } = await internal(refusal);
      for (const key of ['AWS_SECRET_ACCESS_KEY', 'NO_SUCH_KEY']) {
        const address = `base_url: "http://127.0.0.1:${port}/v1"`;
        const entry = `{ kind: model, provider: ${provider}, key_env: ${key}, ${address} }`;
        const { job, seen } = await ledBy(entry, { mode });
        expect([job?.state, ...faultsOf(job)]).toEqual(['paused', 'own-key-refused']);
        expect(seen).not.toMatch(/internal|aws-0123/);
      }
      expect(heard).toEqual([]);
    });

  it('has no key sent by naming the address alone', async () => {
    vi.stubEnv('OPENAI_API_KEY', secret);
    vi.stubEnv('ANTHROPIC_API_KEY', secret);
    const { heard, port } = await internal(refusal);
    for (const provider of ['openai', 'openai-chat', 'anthropic']) {
      const address = `base_url: "http://127.0.0.1:${port}/v1"`;
      const { job } = await ledBy(`{ kind: model, provider: ${provider}, ${address} }`);
      expect(faultsOf(job)).toEqual(['own-key-refused']);
    }
    expect(heard).toEqual([]);
  });

  it('has no key sent by naming the key alone, not even to a provider', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
    const provider = await fakeProvider();
    for (const [name, value] of Object.entries(provider.environment)) vi.stubEnv(name, value);
    const entry = '{ kind: model, provider: openai, key_env: AWS_SECRET_ACCESS_KEY }';
    expect(faultsOf((await ledBy(entry)).job)).toEqual(['own-key-refused']);
    expect(provider.ledger.requests).toEqual([]);
  });
});

describe('an address that only a protocol names', () => {
  it.each(['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '[::1]', '10.0.0.1'])(
    'is not called where it is private: %s',
    async (host) => {
      const { heard, port } = await internal(refusal);
      for (const provider of ['compatible', 'ollama']) {
        const base = `base_url: "https://${host}:${port}/v1"`;
        const { job } = await ledBy(`{ kind: model, provider: ${provider}, ${base} }`);
        expect(job).toMatchObject({
          state: 'paused',
          reason: { code: 'pause-person', values: { code: 'address-refused' } },
        });
      }
      expect(heard).toEqual([]);
    },
  );

  it('is not called without TLS, nor with a password, nor over another protocol', async () => {
    const asked = async (address: string) =>
      await ledBy(`{ kind: model, provider: compatible, base_url: "${address}" }`);
    const { job } = await asked('http://1.1.1.1/v1');
    expect(job?.reason?.values.code).toBe('address-refused');
    for (const address of [
      'https://me:secret@host.test/v1',
      'ftp://host.test',
      'file:///etc/passwd',
    ])
      expect((await asked(address)).refused).toBe('wrong-value');
    expect(faultsOf((await asked('https://[::1/v1')).job)).toEqual(['wrong-value']);
  });

  const inNetwork = '{ services: {}, private_networks: [127.0.0.0/8] }';
  const at = (port: number, provider = 'compatible', scheme = 'http'): string =>
    `{ kind: model, provider: ${provider}, base_url: "${scheme}://127.0.0.1:${port}/v1" }`;

  it('is called in a network that the operator lists, without any key', async () => {
    vi.stubEnv('OPENAI_API_KEY', secret);
    vi.stubEnv('OPENAI_ORG_ID', secret);
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', `Authorization: Bearer ${secret}\nX-Custom: ${secret}`);
    const provider = await fakeProvider();
    const { port } = new URL(provider.origin);
    const { job } = await ledBy(at(Number(port), 'ollama'), { services: inNetwork });
    expect(job?.state).toBe('done');
    const { heard, port: other } = await internal(refusal);
    await ledBy(at(other), { services: inNetwork });
    expect(heard[0]?.path).toBe('/v1/chat/completions');
    expect(JSON.stringify(heard)).not.toMatch(/aws-0123|authorization/i);
  });

  it('leads nowhere else: a redirect is not followed, whoever names the address', async () => {
    const target = await internal(refusal);
    const location = `http://127.0.0.1:${target.port}/elsewhere`;
    for (const status of [302, 308]) {
      const { heard, port } = await internal((reply) => {
        reply.writeHead(status, { location }).end('the internal page');
      });
      const own = await ledBy(at(port), { services: inNetwork });
      const declared = `{ services: { eu: { address: "http://127.0.0.1:${port}/v1" } } }`;
      const entry = '{ kind: model, provider: openai, service: eu }';
      for (const { job, seen } of [own, await ledBy(entry, { services: declared })]) {
        expect(job?.reason).toMatchObject({ code: 'pause-person', values: { code: `${status}` } });
        expect(seen).not.toMatch(/internal/);
      }
      expect(heard).toHaveLength(2);
    }
    expect(target.heard).toEqual([]);
  });
});

describe('a service', () => {
  const entry = '{ kind: model, provider: openai, service: eu }';
  const declared = (address: string, more: string): string =>
    temporaryFolder({ 'services.yaml': `services:\n  eu: { address: "${address}", ${more} }\n` }) +
    '/services.yaml';

  it.each(['now', 'batch'] as const)('that is declared has its key: %s', async (mode) => {
    const provider = await fakeProvider();
    const file = temporaryFolder({ key: `${fakeKey}\n` });
    const services = declared(`${provider.origin}/v1`, `key_file: ${file}/key, projects: [pets]`);
    const { job, seen } = await ledBy(entry, { services, mode });
    expect(job?.state).toBe(mode === 'now' ? 'done' : 'running');
    expect(provider.ledger.requests.length).toBeGreaterThan(0);
    expect(seen).not.toContain(fakeKey);
  });

  it('is there for its projects alone, and its name with it', async () => {
    const services = declared('http://127.0.0.1:1/v1', 'key_env: A_KEY, projects: [other]');
    const { job, seen } = await ledBy(entry, { services });
    expect(faultsOf(job)).toEqual(['service-unknown']);
    expect(seen).not.toContain('127.0.0.1:1/');
  });

  it('has a key that can be set later', async () => {
    vi.stubEnv('EU_KEY', '');
    const services = declared('http://127.0.0.1:1/v1', 'key_env: EU_KEY');
    expect(faultsOf((await ledBy(entry, { services })).job)).toEqual(['service-key-missing']);
  });

  it('of a provider comes from the environment, and a declaration takes its place', async () => {
    const provider = await fakeProvider();
    for (const [name, value] of Object.entries(provider.environment)) vi.stubEnv(name, value);
    for (const usual of ['provider: openai', 'provider: anthropic', 'service: openai'])
      expect((await ledBy(`{ kind: model, model: gpt-5, ${usual} }`)).job?.state).toBe('done');
    const services = '{ services: { eu: { address: "https://eu.test/v1" } } }';
    const { job } = await ledBy('{ kind: model, provider: openai }', { services });
    expect(faultsOf(job)).toEqual(['service-unknown']);
  });

  it('on the same machine is declared like any other', async () => {
    vi.stubEnv('OLLAMA_HOST', '');
    const { job } = await ledBy('{ kind: model, provider: ollama }');
    expect(faultsOf(job)).toEqual(['service-unknown']);
    const provider = await fakeProvider();
    vi.stubEnv('OLLAMA_HOST', new URL(provider.origin).host);
    expect((await ledBy('{ kind: model, provider: ollama }')).job?.state).toBe('done');
  });

  it('is refused with faults at their lines', () => {
    const wrong = `services:
  eu: { adress: "https://eu.test/v1" }
  us: { key_env: A, key_file: b }
  uk: { address: "ftp://uk.test" }
private_networks: [10.0.0.0/40, everywhere]
`;
    const file = `${temporaryFolder({ 'services.yaml': wrong })}/services.yaml`;
    const read = (): unknown => readServices(file);
    expect(read).toThrow(
      expect.objectContaining({
        faults: [
          expect.objectContaining({ code: 'unknown-field', line: 2 }),
          expect.objectContaining({ code: 'wrong-value', line: 3 }),
          expect.objectContaining({ code: 'wrong-value', line: 4 }),
          expect.objectContaining({ code: 'wrong-value', line: 5 }),
          expect.objectContaining({ code: 'wrong-value', line: 5 }),
        ],
      }),
    );
    expect(() => readServices('{ services: { eu: { key_env: A } } }')).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ code: 'missing-field' })] }),
    );
  });
});

describe('a recording on the panel', () => {
  it('is a file of the project, never one of the machine', async () => {
    const entry = '{ kind: model, provider: recorded, recording: package.json }';
    const { refused, job, seen } = await ledBy(entry);
    expect(refused ?? faultsOf(job)[0]).toMatch(/file-not-found|missing/);
    expect(seen).not.toContain('devDependencies');
  });
});
