import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { printedText } from './printed-text.ts';
import { listenOn } from './raw-http.ts';
import { temporaryFolder } from './run-assay.ts';
import { passwordOf, temporaryServer } from './server-harness.ts';
import { addProject } from './server-project.ts';

/** The recipe of docs/security.md with a real nginx, where there is one. */
const canRun = ['nginx', 'openssl'].every(
  (program) => spawnSync(program, ['version']).error === undefined,
);
const name = 'assay.example.org';
const recipe = readFileSync(new URL('../docs/nginx.conf', import.meta.url), 'utf8');

interface Proxy {
  readonly plain: number;
  readonly secure: number;
}

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The address that the client has. */
  readonly from?: string;
  /** The name in the handshake. */
  readonly servername?: string;
}

describe.skipIf(!canRun)('the recipe for nginx', () => {
  /** A server as its operator starts it, and the recipe before it. */
  const world = async () => {
    const server = await temporaryServer({ publicUrl: `https://${name}`, secure: true });
    const port = await listenOn(server.app);
    return { server, proxy: await startProxy(port) };
  };

  it('leads to TLS, and answers under no other name', async () => {
    const { proxy } = await world();
    const [redirect] = (await once(
      plainRequest({
        port: proxy.plain,
        host: '127.0.0.1',
        path: '/link/x',
        headers: { host: name },
      }).end(),
      'response',
    )) as [IncomingMessage];
    redirect.resume();
    expect([redirect.statusCode, redirect.headers.location]).toEqual([
      308,
      `https://${name}/link/x`,
    ]);
    const reply = await ask(proxy, { path: '/healthz' });
    expect(reply.status).toBe(200);
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000');
    await expect(ask(proxy, { servername: 'evil.example' })).rejects.toThrow('unrecognized name');
    const other = await ask(proxy, { path: '/healthz', headers: { host: 'evil.example' } });
    expect(other.status).not.toBe(200);
  });

  it('hides the figures, and keeps the session in a cookie for TLS alone', async () => {
    const { server, proxy } = await world();
    await server.person('anna');
    expect((await ask(proxy, { path: '/metrics' })).status).toBe(403);
    const reply = await signIn(proxy, passwordOf('anna'));
    expect(reply.status).toBe(201);
    expect(String(reply.headers['set-cookie'])).toMatch(/^__Host-assay.*; Secure/);
  });

  it('tells the address of clients, and not the one that they claim', async () => {
    const { server, proxy } = await world();
    await server.person('anna');
    for (let time = 0; time < 6; time += 1)
      await signIn(proxy, 'wrong password', {
        from: '127.0.0.7',
        headers: { 'x-forwarded-for': `203.0.113.${time}`, forwarded: `for=203.0.113.${time}` },
      });
    expect((await signIn(proxy, passwordOf('anna'), { from: '127.0.0.7' })).status).toBe(429);
    expect((await signIn(proxy, passwordOf('anna'), { from: '127.0.0.8' })).status).toBe(201);
    expect(server.logged()).not.toContain('--trust-proxy');
  });

  it('passes events on as they happen', async () => {
    const { server, proxy } = await world();
    await addProject(server.workspace, 'pets');
    const lead = await server.person('lea', { pets: 'lead' });
    const call = request(proxy, {
      path: '/api/projects/pets/events',
      headers: { cookie: `__Host-assay=${lead.secret}` },
    });
    const [reply] = (await once(call.end(), 'response')) as [IncomingMessage];
    onTestFinished(() => void call.destroy());
    const [first] = (await once(reply.setEncoding('utf8'), 'data')) as [string];
    expect([reply.statusCode, first]).toEqual([200, expect.stringContaining('event: hello')]);
  });
});

function signIn(proxy: Proxy, password: string, asked: Asked = {}) {
  const body = { login: 'anna', password };
  return ask(proxy, { method: 'POST', path: '/api/session', body, ...asked });
}

async function ask(proxy: Proxy, asked: Asked) {
  const call = request(proxy, asked);
  call.end(asked.body === undefined ? undefined : JSON.stringify(asked.body));
  const [reply] = (await once(call, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) };
}

function request(proxy: Proxy, { method, path, headers, body, from, servername }: Asked) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return secureRequest({
    host: '127.0.0.1',
    port: proxy.secure,
    servername: servername ?? name,
    localAddress: from ?? '127.0.0.1',
    rejectUnauthorized: false,
    agent: false,
    method: method ?? 'GET',
    path: path ?? '/',
    headers: { host: name, ...type, ...headers },
  });
}

/** nginx with the recipe, on free ports of this machine. */
async function startProxy(to: number): Promise<Proxy> {
  const folder = temporaryFolder();
  const files = ['-keyout', 'privkey.pem', '-out', 'fullchain.pem', '-subj', `/CN=${name}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...key, '-days', '1', ...files], {
    cwd: folder,
    stdio: 'ignore',
  });
  mkdirSync(join(folder, 'bodies'));
  for (let attempt = 0; ; attempt += 1) {
    const [plain, secure] = await freePorts();
    const server = recipe
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replaceAll('listen 443', `listen 127.0.0.1:${secure}`)
      .replaceAll('listen 80', `listen 127.0.0.1:${plain}`)
      .replaceAll('/etc/ssl/assay', folder)
      .replaceAll('127.0.0.1:4000', `127.0.0.1:${to}`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${join(folder, 'bodies')};`,
    );
    const config = [
      `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr notice;`,
      `events {} http { access_log off; ${paths.join(' ')}\n${server}\n}`,
    ];
    writeFileSync(join(folder, 'nginx.conf'), config.join('\n'));
    const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const printed = printedText(child);
    try {
      // It has its ports by then.
      await printed.until('using the "epoll" event method');
      return { plain, secure };
    } catch (failure) {
      // Somebody else took a port meanwhile.
      if (!printed.err().includes('in use') || attempt === 5) throw failure;
    }
  }
}

async function freePorts(): Promise<readonly [number, number]> {
  const servers = [createServer(), createServer()];
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) await once(server.close(), 'close');
  return [ports[0]!, ports[1]!];
}
