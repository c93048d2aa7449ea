import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { errorCatalogue } from '../src/domain/errors.ts';
import { fault, InputError } from '../src/domain/fault.ts';
import { endBrokenConnection, errorReply } from '../src/server/error-reply.ts';
import { errorCode, sessionHeaders, temporaryServer } from './server-harness.ts';
import { addProject } from './server-project.ts';

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
      'The Host header is missing.',
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
      'Something went wrong inside Assay: the server log has it under ' +
        `${String(reply.headers['x-request-id'])}. Please report it.`,
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
