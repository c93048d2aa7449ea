import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { checkDatabase } from '../../../operations/workspace/check-database.ts';
import { docsPage, docsStyle } from '../../docs-page.ts';
import { checkMetricsReader } from '../../metrics-access.ts';
import { describeApi } from '../../openapi.ts';
import { openRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Services } from '../../services.ts';

/** Routes about the server itself; the description is of all routes. */
export function serviceRoutes(all: () => readonly Route[]): readonly Route[] {
  const described = new Map<string, { readonly text: string; readonly page: string }>();
  const description = ({ services: { cookie } }: { readonly services: Services }) => {
    const known = described.get(cookie);
    if (known !== undefined) return known;
    const api = describeApi(all(), packageVersion(), cookie);
    const made = { text: JSON.stringify(api), page: docsPage(api) };
    described.set(cookie, made);
    return made;
  };
  return [
    openRoute({
      method: 'GET',
      path: '/healthz',
      tag: 'Service',
      summary: 'Whether the server and its database answer',
      who: 'anybody',
      gives: z.object({ status: z.literal('ok') }),
      handle: async ({ services }) => {
        await checkDatabase(services.workspace);
        return { status: 'ok' as const };
      },
    }),
    openRoute({
      method: 'GET',
      path: '/metrics',
      tag: 'Service',
      summary: 'Numbers for Prometheus: requests, durations, saves, sessions, memory',
      who: 'programs on this machine, or whoever has the token of the metrics',
      gives: 'text/plain; version=0.0.4; charset=utf-8',
      handle: async ({ services, request: { headers, socket } }) => {
        checkMetricsReader(
          { headers, peer: socket.remoteAddress },
          { token: services.metricsToken, isProxied: services.publicUrl !== null },
        );
        return services.metrics.print();
      },
    }),
    openRoute({
      method: 'GET',
      path: '/api/openapi.json',
      tag: 'Service',
      summary: 'This description, OpenAPI 3.1',
      who: 'anybody',
      gives: 'application/json; charset=utf-8',
      handle: async (call) => description(call).text,
    }),
    openRoute({
      method: 'GET',
      path: '/api/docs',
      tag: 'Service',
      summary: 'This description, for people',
      who: 'anybody',
      gives: 'text/html; charset=utf-8',
      handle: async (call) => description(call).page,
    }),
    openRoute({
      method: 'GET',
      path: '/api/docs/style.css',
      tag: 'Service',
      summary: 'The styles of the description',
      who: 'anybody',
      gives: 'text/css; charset=utf-8',
      handle: async () => docsStyle,
    }),
  ];
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  );
  return manifest !== null && typeof manifest === 'object' && 'version' in manifest
    ? String(manifest.version)
    : '0';
}
