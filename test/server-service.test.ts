import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../src/domain/errors.ts';
import { fault, InputError } from '../src/domain/fault.ts';
import { endBrokenConnection, errorReply } from '../src/server/error-reply.ts';
import { routes } from '../src/server/routes.ts';
import { temporaryFolder } from './run-assay.ts';
import {
  bodyOf,
  errorCode,
  makeServer,
  sessionHeaders,
  temporaryServer,
} from './server-harness.ts';
import { addProject, openTestRound } from './server-project.ts';

describe('every reply', () => {
  it('carries the headers that keep a page safe', async () => {
    const server = await temporaryServer();
    for (const url of ['/', '/projects/x', '/api/docs', '/healthz']) {
      const { headers } = await server.nobody.get(url);
      expect(headers['content-security-policy'], url).toMatch(
        /^default-src 'self'; script-src 'self'; style-src 'self'/,
      );
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  it('is kept and loaded by nobody else when it is data', async () => {
    const server = await temporaryServer();
    for (const url of ['/api/session', '/api/nowhere', '/api/links/%ZZ', '/api/openapi.json']) {
      const { headers } = await server.nobody.get(url);
      expect(headers['content-security-policy'], url).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('insists on TLS where there is TLS', async () => {
    const server = await temporaryServer({ secure: true });
    await server.person('anna');
    const reply = await server.nobody.post('/api/session', {
      login: 'anna',
      password: 'password of anna',
    });
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-assay=.*; HttpOnly; SameSite=Strict; .*Secure$/,
    );
  });
});

describe('errors', () => {
  it('have one format, with the status of the catalogue, and all faults', async () => {
    const server = await temporaryServer();
    const reply = await server.nobody.post('/api/session', { login: 1, passwort: 'x' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({
      error: {
        code: 'wrong-value',
        values: { field: 'login', got: '1', expected: { code: 'quoted-text', values: {} } },
        message: 'login is 1, expected a text in quotes',
        field: 'login',
        faults: [
          {
            code: 'wrong-value',
            values: { field: 'login', got: '1', expected: { code: 'quoted-text', values: {} } },
            message: 'login is 1, expected a text in quotes',
            field: 'login',
          },
          {
            code: 'missing-field',
            values: { field: 'password', expected: { code: 'text', values: {} } },
            message: 'password is missing, expected a text',
            field: 'password',
          },
          {
            code: 'unknown-field',
            values: { field: 'passwort', hint: { code: 'check-spelling', values: {} } },
            message: 'passwort is unknown here; check the spelling, or remove it',
            field: 'passwort',
          },
        ],
      },
    });
  });

  it('say what came in words that hold for a request', async () => {
    const server = await temporaryServer();
    const lea = await server.person('lea', { '*': 'lead' });
    const message = (reply: { json<T>(): T }): string =>
      reply.json<{ error: { message: string } }>().error.message;
    expect(message(await lea.get('/api/projects/*/audit?limit=abc'))).toBe(
      'limit is "abc", expected a number',
    );
    expect(message(await lea.post('/api/session', []))).toBe(
      'expected an object with named fields, got an array of 0',
    );
    expect(
      message(await lea.send('POST', '/api/session', 'x', { 'content-type': 'text/plain' })),
    ).toBe('The content type is text/plain, expected application/json.');
    expect(
      message(
        await lea.send('POST', '/api/session', `"${'x'.repeat(2_000_000)}"`, {
          'content-type': 'application/json',
        }),
      ),
    ).toBe('The request is larger than what is allowed here.');
  });

  it('are told for what Fastify itself refuses', async () => {
    const server = await temporaryServer();
    const json = { 'content-type': 'application/json' };
    expect(errorCode(await server.nobody.get('/api/nowhere'))).toBe('not-found');
    expect(errorCode(await server.nobody.send('POST', '/api/session', '{"login":', json))).toBe(
      'bad-json',
    );
    expect(errorCode(await server.nobody.send('POST', '/api/session', '[]', json))).toBe(
      'not-an-object',
    );
    expect(errorCode(await server.nobody.send('POST', '/api/session', '', json))).toBe(
      'not-an-object',
    );
    expect(
      errorCode(
        await server.nobody.send('POST', '/api/session', `"${'x'.repeat(2_000_000)}"`, json),
      ),
    ).toBe('too-large');
    expect(errorCode(await server.nobody.get(`/api/links/${'x'.repeat(2000)}`))).toBe('not-found');
    expect(errorCode(await server.nobody.get('/api/links/%ZZ'))).toBe('bad-request');
  });

  it('name the methods that an address has', async () => {
    const server = await temporaryServer();
    const asked = async (method: 'DELETE' | 'POST' | 'PUT' | 'HEAD' | 'OPTIONS', url: string) => {
      const { statusCode, headers } = await server.app.fastify.inject({ method, url });
      return [statusCode, headers['allow']];
    };
    expect(errorCode(await server.nobody.send('DELETE', '/healthz'))).toBe('wrong-method');
    expect(await asked('DELETE', '/healthz')).toEqual([405, 'GET, HEAD']);
    expect(await asked('PUT', '/api/session?x=1')).toEqual([405, 'POST, GET, HEAD, DELETE']);
    expect(await asked('OPTIONS', '/api/links/some-secret')).toEqual([405, 'GET, HEAD, POST']);
    expect(await asked('HEAD', '/api/projects/pets/events')).toEqual([405, 'GET']);
    for (const url of ['/api/nowhere', '/api/openapiXjson', '/api/links/a/b'])
      expect(await asked('POST', url)).toEqual([404, undefined]);
  });

  it('of requests that never become one have the same format and headers', async () => {
    const server = await temporaryServer();
    const address = new URL(await server.app.fastify.listen({ host: '127.0.0.1', port: 0 }));
    const raw = async (text: string): Promise<readonly [string, string]> => {
      const socket = connect(Number(address.port), address.hostname);
      socket.end(text);
      let answer = '';
      for await (const piece of socket.setEncoding('utf8')) answer += String(piece);
      expect(answer).toMatch(
        /^content-security-policy: default-src 'none'; frame-ancestors 'none'\r$/m,
      );
      expect(answer).toMatch(/^content-type: application\/json; charset=utf-8\r$/m);
      const { error } = JSON.parse(/\{.*\}/s.exec(answer)![0]) as {
        error: { code: string; message: string };
      };
      return [`${answer.split(' ')[1]} ${error.code}`, error.message];
    };
    expect(await raw('nonsense\r\n\r\n')).toEqual([
      '400 bad-request',
      'The request cannot be read.',
    ]);
    expect(
      await raw(`GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
    ).toEqual(['431 headers-too-large', expect.any(String)]);
    expect(await raw('GET /api/session HTTP/1.1\r\nConnection: close\r\n\r\n')).toEqual([
      '400 host-missing',
      'The header Host is missing.',
    ]);
    expect(
      (
        await raw(
          'POST /api/session HTTP/1.1\r\nHost: x\r\nExpect: banana\r\nContent-Length: 0\r\n\r\n',
        )
      )[0],
    ).toBe('400 expectation-unknown');
    const written: string[] = [];
    const socket = {
      destroyed: false,
      writable: true,
      write: (text: string) => written.push(text),
      destroy: () => undefined,
    };
    endBrokenConnection(
      Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket as unknown as Socket,
      {},
    );
    expect(written.join('')).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n.*"code":"too-slow"/s);
  });

  it('never come with a status below 400, and have one for every code', () => {
    for (const code of Object.keys(errorCatalogue) as (keyof typeof errorCatalogue)[]) {
      const reply = errorReply(new InputError([fault(code, {})]), 'id');
      expect(reply.status, code).toBeGreaterThanOrEqual(400);
      expect(reply.body.error.code).toBe(code);
    }
  });

  it('that nobody expected say nothing of the inside, which is logged', async () => {
    const server = await temporaryServer();
    await server.workspace.store.write((tx) => tx.schema.dropTable('session').execute());
    const reply = await server.nobody.send('GET', '/api/session', undefined, { cookie: 'assay=x' });
    expect(reply.statusCode).toBe(500);
    expect(reply.json<{ error: { message: string } }>().error.message).toBe(
      `Something went wrong inside Assay: the server log has it under ${String(reply.headers['x-request-id'])}. Please report it.`,
    );
    expect(server.logged()).toContain('no such table: session');
  });

  it('are none of the server’s when whoever asks goes away in the middle', async () => {
    const server = await temporaryServer();
    await addProject(server.workspace, 'pets');
    const lea = await server.person('lea', { pets: 'lead' });
    const address = await server.app.fastify.listen({ host: '127.0.0.1', port: 0 });
    for (const [path, type] of [
      ['/api/session', 'application/json'],
      ['/api/projects/pets/import?kind=units', 'application/jsonl'],
    ] as const) {
      const call = request(`${address}${path}`, {
        method: 'POST',
        headers: {
          ...sessionHeaders(lea),
          'content-type': type,
          'content-length': '1000',
          expect: '100-continue',
        },
      });
      call.on('error', () => undefined);
      call.write('{"login":');
      // The server has the request when it asks for the rest.
      await once(call, 'continue');
      call.destroy();
      await expect
        .poll(() => server.logged())
        .toContain(path.split('?')[0]!.replace('pets', ':project'));
    }
    const lines = server
      .logged()
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one) as Record<string, unknown>);
    expect(lines.map((line) => [line['level'], line['message'], line['route']])).toEqual([
      ['info', expect.stringContaining('listening'), undefined],
      ['info', 'broken off', '/api/session'],
      ['info', 'broken off', '/api/projects/:project/import'],
    ]);
  });

  it('of the database do not tell where it is', () => {
    const { status, body, headers } = errorReply(
      new InputError([
        fault('database-unreachable', {
          database: 'postgres://me@db.internal/x',
          reason: 'ECONNREFUSED 10.0.0.7',
        }),
      ]),
      'id',
    );
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.stringify(body)).not.toMatch(/internal\/x|10\.0\.0\.7/);
  });
});

describe('HEAD', () => {
  it('answers as GET does, without a body', async () => {
    const server = await temporaryServer();
    const anna = await server.person('anna');
    const address = await server.app.fastify.listen({ host: '127.0.0.1', port: 0 });
    for (const url of [
      '/',
      '/healthz',
      '/api/docs',
      '/api/openapi.json',
      '/api/session',
      '/api/nowhere',
    ]) {
      const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) =>
          fetch(address + url, { method, headers: sessionHeaders(anna) }),
        ),
      );
      const shown = ({ status, headers }: Response) => [
        url,
        status,
        headers.get('content-type'),
        headers.get('content-length'),
        headers.get('content-security-policy')?.replace(/nonce-[^']*/, 'nonce'),
      ];
      expect(shown(head!)).toEqual(shown(get!));
      expect(await head!.text()).toBe('');
    }
    expect((await fetch(`${address}/api/session`, { method: 'HEAD' })).status).toBe(401);
  });

  it('claims nothing', async () => {
    const server = await temporaryServer();
    await addProject(server.workspace, 'pets');
    const [anna] = [
      await server.person('anna', { pets: 'annotator' }),
      await server.person('ben', { pets: 'annotator' }),
    ];
    const run = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben'], 'open');
    expect(
      (
        await server.app.fastify.inject({
          method: 'HEAD',
          url: `/api/runs/${run}/next`,
          headers: sessionHeaders(anna),
        })
      ).statusCode,
    ).toBe(200);
    expect(bodyOf<{ items: unknown[] }>(await anna.get(`/api/runs/${run}/units`)).items).toEqual(
      [],
    );
  });
});

describe('the service', () => {
  it('is healthy while its database answers', async () => {
    const server = await temporaryServer();
    expect(bodyOf(await server.nobody.get('/healthz'))).toEqual({ status: 'ok' });
    await server.workspace.store.write((tx) => tx.schema.dropTable('workspace').execute());
    expect((await server.nobody.get('/healthz')).statusCode).toBe(500);
  });

  it('gives numbers by route pattern, never by address', async () => {
    const server = await temporaryServer();
    await server.nobody.get('/api/links/a-secret-of-somebody');
    const text = (await server.nobody.get('/metrics')).body;
    expect(text).toContain(
      'assay_http_requests_total{method="GET",route="/api/links/:token",status="410"} 1',
    );
    expect(text + server.logged()).not.toContain('a-secret-of-somebody');
  });

  it('logs each request as JSON with its route, status, time and account', async () => {
    const server = await temporaryServer();
    const anna = await server.person('anna');
    await anna.get('/api/session');
    const line = server
      .logged()
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one) as Record<string, unknown>)
      .find((one) => one['route'] === '/api/session');
    expect(line).toMatchObject({
      level: 'info',
      message: 'answered',
      method: 'GET',
      status: 200,
      account: anna.account,
    });
    expect(line?.['ms']).toBeTypeOf('number');
    expect(line?.['request']).toBeTypeOf('string');
  });
});

describe('the description', () => {
  interface Operation {
    readonly operationId: string;
    readonly parameters?: readonly { readonly in: string; readonly name: string }[];
    readonly requestBody: { readonly required: boolean };
    readonly responses: Readonly<Record<string, { readonly content: object }>>;
    readonly security: readonly object[];
  }
  interface Api {
    readonly openapi: string;
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly securitySchemes: object };
  }
  let api: Api;
  beforeAll(async () => {
    const server = await makeServer();
    api = bodyOf<Api>(await server.nobody.get('/api/openapi.json'));
    await server.close();
  });

  it('is OpenAPI 3.1 with every route', () => {
    expect(api.openapi).toBe('3.1.0');
    const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.toSorted()).toEqual(
      routes.map((route) => `${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`).toSorted(),
    );
  });

  it('has an id of its own for each operation, and a parameter for each part of an address', () => {
    const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(
        (operation.parameters ?? [])
          .filter((one) => one.in === 'path')
          .map((one) => one.name)
          .toSorted(),
        path,
      ).toEqual(parts.toSorted());
    }
  });

  it('tells what is sent and what comes as it is', () => {
    const of = (path: string, method: 'get' | 'post') => api.paths[path]![method]!;
    expect(of('/api/runs/{run}/close', 'post').requestBody.required).toBe(false);
    expect(of('/api/session', 'post').requestBody.required).toBe(true);
    expect(of('/api/projects/{project}/import', 'post').requestBody).toMatchObject({
      required: true,
      content: { 'application/octet-stream': {} },
    });
    expect(
      Object.keys(of('/api/projects/{project}/export', 'get').responses['200']!.content),
    ).toEqual([
      'application/x-ndjson',
      'text/csv',
      'application/json',
      'text/plain',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.apache.parquet',
    ]);
    expect(of('/api/openapi.json', 'get').responses['200']).toMatchObject({
      content: { 'application/json; charset=utf-8': { schema: { type: 'object' } } },
    });
    // Both at once, or a token; what changes nothing needs no second one.
    expect(of('/api/runs/{run}/close', 'post').security).toEqual([
      { session: [], csrf: [] },
      { token: [] },
    ]);
    expect(of('/api/projects', 'get').security).toEqual([{ session: [] }, { token: [] }]);
    expect(of('/api/session', 'post').security).toEqual([]);
    expect(api.components.securitySchemes).toMatchObject({
      session: { in: 'cookie', name: 'assay' },
      csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token' },
    });
  });

  it('names the cookie as it is called here', async () => {
    const server = await temporaryServer({ secure: true });
    expect(
      bodyOf<{ components: { securitySchemes: { session: unknown } } }>(
        await server.nobody.get('/api/openapi.json'),
      ).components.securitySchemes.session,
    ).toMatchObject({ name: '__Host-assay' });
  });

  it('refers only to what is in it', () => {
    const references = [...JSON.stringify(api).matchAll(/"\$ref":"([^"]+)"/g)].map(
      (match) => match[1]!,
    );
    expect([...new Set(references)]).toEqual(['#/components/schemas/Error']);
    expect(api.components).toHaveProperty('schemas.Error.properties.error');
  });

  it('has a page without script, inline style or anything from elsewhere', async () => {
    const server = await temporaryServer();
    const page = await server.nobody.get('/api/docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).not.toMatch(/<script|<style|style=|https?:\/\/|onclick/);
    for (const route of routes)
      expect(page.body).toContain(
        `${route.method}</span> ${route.path.replace(/:(\w+)/g, '{$1}')}<`,
      );
    expect((await server.nobody.get('/api/docs/style.css')).headers['content-type']).toBe(
      'text/css; charset=utf-8',
    );
  });
});

describe('the pages', () => {
  it('say how they are built where they are not', async () => {
    const server = await temporaryServer();
    expect((await server.nobody.get('/link/x')).body).toMatch(
      /not built[^]*npm run build:web[^]*nicht gebaut[^]*npm run build:web/,
    );
  });

  it('are the same page for every address of the application, with a nonce of its own each time', async () => {
    const web = temporaryFolder({
      'index.html': '<!doctype html><meta name="style-nonce" content="%NONCE%">',
    });
    mkdirSync(join(web, 'assets'));
    writeFileSync(join(web, 'assets', 'main-abc.js'), 'export {};');
    const server = await temporaryServer({ web });
    const [first, second] = [
      await server.nobody.get('/'),
      await server.nobody.get('/projects/rag-tasks/annotate?x=1'),
    ];
    const nonce = /content="([^"]+)"/.exec(first.body)?.[1] ?? '';
    expect(nonce).toHaveLength(24);
    expect(first.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(first.headers['content-security-policy']).toContain("script-src 'self';");
    expect(second.statusCode).toBe(200);
    expect(second.body).not.toContain(nonce);
    const script = await server.nobody.get('/assets/main-abc.js');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await server.nobody.get('/assets/gone.js')).statusCode).toBe(404);
    expect((await server.nobody.get('/assets/../index.html')).statusCode).toBe(404);
    expect((await server.nobody.get('/robots.txt')).statusCode).toBe(404);
    const range = await server.nobody.send('GET', '/assets/main-abc.js', undefined, {
      range: 'bytes=99999-',
    });
    expect([range.statusCode, range.body, range.headers['cache-control']]).toEqual([
      416,
      '',
      undefined,
    ]);
    for (const path of [
      '',
      '../../package.json',
      '%2e%2e/%2e%2e/package.json',
      '..%5c..%5cpackage.json',
      'a%00.js',
      '.hidden',
      'main-abc.js/',
    ]) {
      const reply = await server.nobody.get(`/assets/${path}`);
      expect([path, reply.statusCode, errorCode(reply), reply.headers['cache-control']]).toEqual([
        path,
        404,
        'not-found',
        undefined,
      ]);
    }
  });
});
