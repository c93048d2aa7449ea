import dns from 'node:dns';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { BlockList } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildModel, buildRequest } from '../../../test/build-model.ts';
import { AddressRefused } from '../../llm/call.ts';
import { openProvider } from '../../llm/open-provider.ts';
import { ownAddressFetch } from './own-address-fetch.ts';

/** What another resolver than this machine's says of names, each time that it is asked. */
const names = new Map<string, (readonly string[])[]>([
  ['loopback.test', [['127.0.0.1']]],
  ['mixed.test', [['1.1.1.1', '127.0.0.1']]],
  ['mapped.test', [['::ffff:127.0.0.1']]],
  ['nat64.test', [['64:ff9b::7f00:1']]],
  ['metadata.test', [['169.254.169.254']]],
  ['plain.test', [['1.1.1.1']]],
  ['rebinding.test', [['127.0.0.1'], ['10.0.0.1']]],
]);
const { lookup } = dns;

beforeAll(() => {
  type Found = readonly { readonly address: string; readonly family: number }[];
  const stub = (name: string, options: dns.LookupAllOptions, done: (...said: never) => void) => {
    const said = names.get(name)?.shift();
    const found: Found | undefined = said?.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    if (found === undefined) lookup(name, options, done as never);
    else done(...([null, found] as never));
  };
  Object.assign(dns, { lookup: stub });
  syncBuiltinESMExports();
});

afterAll(() => {
  Object.assign(dns, { lookup });
  syncBuiltinESMExports();
});

/** A server of this machine, and how often it was called. */
async function internal(answer: (reply: ServerResponse) => void) {
  const state = { port: 0, calls: 0 };
  const server = createServer((request, reply) => {
    state.calls += 1;
    request.resume();
    answer(reply);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  state.port = (server.address() as AddressInfo).port;
  return state;
}

const page = (reply: ServerResponse): void => void reply.end('the internal page');
const onInternet = ownAddressFetch(new BlockList());
const loopback = new BlockList();
loopback.addAddress('127.0.0.1', 'ipv4');
const onLoopback = ownAddressFetch(loopback);

describe('an address that a protocol names', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '0.0.0.0',
    '0',
    'localhost',
    'loopback.test',
    'mixed.test',
    'mapped.test',
    'nat64.test',
    'metadata.test',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[fe80::1]',
    '[fd00::1]',
    '[2002:7f00:1::]',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
  ])('is not called where it is private: %s', async (host) => {
    const server = await internal(page);
    const address = `https://${host}:${server.port}/`;
    await expect(onInternet(address)).rejects.toThrow(AddressRefused);
    await expect(onInternet(address.replace('https', 'http'))).rejects.toThrow();
    expect(server.calls).toBe(0);
  });

  it('is not called without TLS', async () => {
    await expect(onInternet('http://plain.test/')).rejects.toThrow(AddressRefused);
    await expect(onInternet('http://1.1.1.1/')).rejects.toThrow(AddressRefused);
  });

  it('is called in a network that is listed, and in no other', async () => {
    const { port } = await internal((reply) => void reply.end('answer'));
    expect(await (await onLoopback(`http://127.0.0.1:${port}/`)).text()).toBe('answer');
    await expect(onLoopback(`http://127.0.0.2:${port}/`)).rejects.toThrow(AddressRefused);
  });

  it('is called where its name was seen to lead, not where it leads a moment later', async () => {
    const { port } = await internal((reply) => void reply.end('answer'));
    const reply = await onLoopback(`http://rebinding.test:${port}/`);
    expect(await reply.text()).toBe('answer');
    expect(names.get('rebinding.test')).toEqual([['10.0.0.1']]);
  });

  it.each([301, 302, 303, 307, 308])('leads nowhere else: %i', async (status) => {
    const target = await internal(page);
    const location = `http://127.0.0.1:${target.port}/`;
    const { port } = await internal((reply) => void reply.writeHead(status, { location }).end());
    const reply = await onLoopback(`http://127.0.0.1:${port}/`);
    expect([reply.status, reply.headers.get('location'), target.calls]).toEqual([status, null, 0]);
  });

  it('sends no more than a model says', async () => {
    const { port } = await internal((reply) => {
      const piece = Buffer.alloc(1 << 20);
      const more = (): void => void (reply.destroyed || reply.write(piece, more));
      more();
    });
    await expect(onLoopback(`http://127.0.0.1:${port}/`)).rejects.toThrow('too large');
  });

  const json = JSON.stringify({
    error: { message: 'the internal page', code: 'internal', type: 'internal' },
  });
  it.each([
    ['403', (reply: ServerResponse) => void reply.writeHead(403).end(json)],
    ['500', (reply: ServerResponse) => void reply.writeHead(500, 'internal').end('internal')],
    ['502', (reply: ServerResponse) => void reply.writeHead(999).end('internal')],
    ['unknown|unexpected-reply', (reply: ServerResponse) => void reply.end(json)],
    ['not-json', page],
    [
      'not-json',
      (reply: ServerResponse) => void reply.setHeader('content-type', 'a/internal').end(),
    ],
    ['unexpected-reply', (reply: ServerResponse) => void reply.end('{"the":"internal page"}')],
    ['connection', (reply: ServerResponse) => void reply.socket!.end('220 internal mail\r\n')],
    [
      'connection',
      (reply: ServerResponse) =>
        void reply
          .writeHead(200, { 'content-length': 99 })
          .end('internal', () => reply.socket!.destroy()),
    ],
  ])('says nothing but its status or a code of ours: %s', async (code, answer) => {
    const { port } = await internal(answer);
    for (const provider of ['compatible', 'ollama'] as const) {
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const opened = await openProvider(buildModel({ provider, baseUrl }), {
        environment: {},
        allowsKey: null,
        ownFetch: onLoopback,
        now: Date.now,
        readFile: () => Promise.reject(new Error('no file')),
      });
      if (!opened.ok) throw new Error(opened.faults[0]!.message);
      const asked = await opened.provider.ask(buildRequest(), new AbortController().signal);
      expect(asked.outcome).toMatchObject({
        kind: 'failure',
        failure: { code: expect.stringMatching(`^(${code})$`) },
        raw: null,
      });
      expect(JSON.stringify(asked)).not.toContain('internal');
    }
  });
});
