import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
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
    expect((await server.nobody.get('/healthz')).statusCode).toBe(503);
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
