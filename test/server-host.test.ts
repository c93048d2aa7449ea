import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AppOptions } from '../src/server/app.ts';
import { listenOn, sendRaw } from './raw-http.ts';
import { temporaryFolder } from './run-assay.ts';
import { temporaryServer } from './server-harness.ts';

/** The status and the code of the error for a request line and headers. */
async function asking(options: Partial<AppOptions> = {}) {
  const server = await temporaryServer(options);
  const port = await listenOn(server.app);
  return async (...lines: readonly string[]): Promise<string> => {
    const { status, code } = await sendRaw(
      port,
      `${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`,
    );
    return `${status} ${code}`.trim();
  };
}

/** What a server answers to a name, at the metrics. */
async function named(options: Partial<AppOptions> = {}) {
  const ask = await asking(options);
  return (host: string) => ask('GET /metrics HTTP/1.1', `Host: ${host}`);
}

const misdirected = '421 wrong-host';

describe('a server on this machine', () => {
  it('answers to the names of this machine however they are written, and to no other', async () => {
    const at = await named();
    for (const own of [
      'localhost',
      'LocalHost:4000',
      'localhost.',
      'localhost.:4000',
      '127.0.0.1',
      '127.0.0.1:80',
      '127.8.9.1',
      '[::1]',
      '[::1]:4000',
      '[0:0::1]:4000',
      'localhost:',
    ])
      expect([own, await at(own)]).toEqual([own, '200']);
    for (const foreign of [
      'evil.example',
      'evil.example:4000',
      'localhost.evil.example',
      'evil-localhost',
      'evil.localhost',
      '127.0.0.1.evil.example',
      '127.0.0.1.nip.io',
      '192.0.2.7:4000',
      '[2001:db8::1]',
      '[::ffff:192.0.2.7]',
      '0.0.0.0',
      'localhost..',
      'localhost:99x',
      'localhost:4000:1',
      'localhost/x',
      'user@localhost',
      'localhost@evil.example',
      'localhost, evil.example',
      'localhost evil.example',
      'localhost#',
      'localhost?x',
      '%6cocalhost',
      '[::1',
      '[::1%25lo]',
      'ｌocalhost',
    ])
      expect([foreign, await at(foreign)]).toEqual([foreign, misdirected]);
  });

  it('answers nothing under another name: no page, file, stream, route or health', async () => {
    const web = temporaryFolder({ 'index.html': '<p>Here.</p>', 'service-worker.js': '1' });
    mkdirSync(join(web, 'assets'));
    writeFileSync(join(web, 'assets', 'app.js'), '1');
    const ask = await asking({ web });
    for (const path of [
      '/',
      '/projects/x',
      '/service-worker.js',
      '/assets/app.js',
      '/assets/gone.js',
      '/api/session',
      '/api/projects/x/events',
      '/api/nowhere',
      '/api/docs',
      '/api/openapi.json',
      '/healthz',
      '/metrics',
    ])
      expect([path, await ask(`GET ${path} HTTP/1.1`, 'Host: evil.example')]).toEqual([
        path,
        misdirected,
      ]);
    for (const method of ['HEAD', 'POST', 'OPTIONS', 'DELETE'])
      expect(await ask(`${method} /api/session HTTP/1.1`, 'Host: evil.example')).toMatch(/^421/);
  });

  it('refuses a request without a name, with an empty one or with several', async () => {
    const ask = await asking();
    expect(await ask('GET /metrics HTTP/1.1')).toBe('400 host-missing');
    expect(await ask('GET /metrics HTTP/1.1', 'Host:')).toBe('400 host-missing');
    expect(await ask('GET /metrics HTTP/1.1', 'Host: localhost', 'Host: evil.example')).toBe(
      '400 bad-request',
    );
    expect(await ask('GET /metrics HTTP/1.1', 'Host: localhost', 'hOST: localhost')).toBe(
      '400 bad-request',
    );
    // No browser speaks HTTP/1.0, and the checks of old proxies send no name.
    expect(await ask('GET /metrics HTTP/1.0')).toBe('200');
    expect(await ask('GET /metrics HTTP/1.0', 'Host: evil.example')).toBe(misdirected);
  });

  it('takes the name from the address of a request that has a whole one', async () => {
    const ask = await asking();
    expect(await ask('GET http://evil.example/metrics HTTP/1.1', 'Host: localhost')).toBe(
      misdirected,
    );
    expect(await ask('GET http://localhost:4000/metrics HTTP/1.1', 'Host: evil.example')).toBe(
      '200',
    );
    expect(await ask('GET HTTP://LOCALHOST/metrics HTTP/1.1', 'Host: localhost')).toBe('200');
    expect(await ask('GET http://x@localhost/metrics HTTP/1.1', 'Host: localhost')).toBe(
      misdirected,
    );
    expect(await ask('GET http:///metrics HTTP/1.1', 'Host: localhost')).toBe('400 host-missing');
    const server = await temporaryServer();
    const { text } = await sendRaw(
      await listenOn(server.app),
      'GET http://localhost/api/session HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    // The headers are those of the route, in whichever form it is asked for.
    expect(text).toMatch(/^HTTP\/1\.1 401 .*^cache-control: no-store\r$/ms);
  });
});

describe('a server for others', () => {
  it('answers to its public address and to this machine', async () => {
    const at = await named({ publicUrl: 'https://Assay.Example.org./work', metricsToken: 'x' });
    for (const host of ['assay.example.org', 'ASSAY.example.org.:8443', 'localhost:4000'])
      expect([host, await at(host)]).toEqual([host, '403 metrics-token-needed']);
    for (const host of ['example.org', 'x.assay.example.org', '192.0.2.7'])
      expect([host, await at(host)]).toEqual([host, misdirected]);
  });

  it('answers to the names that its operator lists', async () => {
    const at = await named({ hosts: ['assay.internal', 'xn--mller-kva.example'] });
    for (const host of ['assay.internal:9090', 'XN--mller-kva.example', 'localhost'])
      expect([host, await at(host)]).toEqual([host, '200']);
    expect(await at('internal')).toBe(misdirected);
  });

  it('answers to addresses in numbers where others reach it, for these need no name', async () => {
    const at = await named({ host: '0.0.0.0' });
    for (const host of ['192.0.2.7:4000', '[2001:db8::1]:4000', 'localhost'])
      expect([host, await at(host)]).toEqual([host, '200']);
    expect(await at('assay.lan')).toBe(misdirected);
    const listening = await named({ host: 'assay.lan' });
    expect(await listening('assay.lan:4000')).toBe('200');
    expect(await listening('evil.example')).toBe(misdirected);
  });

  it('believes a trusted proxy about the name that was asked for, and nobody else', async () => {
    const [url, token] = ['https://assay.example.org', { metricsToken: 'x' }];
    const behind = await asking({ publicUrl: url, ...token });
    const forwarded = (host: string) =>
      ['GET /api/session HTTP/1.1', 'Host: 127.0.0.1:4000', `X-Forwarded-Host: ${host}`] as const;
    expect(await behind(...forwarded('assay.example.org'))).toBe('401 not-signed-in');
    expect(await behind(...forwarded('evil.example'))).toBe(misdirected);
    const alone = await asking({ trustProxy: ['192.0.2.1'] });
    expect(await alone(...forwarded('evil.example'))).toBe('401 not-signed-in');
    expect(
      await alone('GET /api/session HTTP/1.1', 'Host: evil.example', 'X-Forwarded-Host: localhost'),
    ).toBe(misdirected);
  });
});
