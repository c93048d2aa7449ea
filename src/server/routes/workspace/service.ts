import { z } from 'zod';
import { docsPage, docsStyle } from '../../docs-page.ts';
import { checkMetricsReader } from '../../metrics-access.ts';
import { openRoute } from '../../route.ts';

const shared = { method: 'GET', tag: 'Service', who: 'everybody' } as const;

/** Routes about the server itself. */
export const serviceRoutes = [
  openRoute({
    ...shared,
    path: '/healthz',
    summary: 'Whether the server and its database answer, and work can be saved',
    response: z.object({ status: z.literal('ok') }),
    handle: async ({ services }) => {
      await services.health.check();
      return { status: 'ok' as const };
    },
  }),
  openRoute({
    ...shared,
    path: '/metrics',
    summary: 'Numbers for Prometheus: requests, durations, saves, sessions, memory',
    who: 'programs on this machine, and programs that have the metrics token',
    response: 'text/plain; version=0.0.4; charset=utf-8',
    handle: async ({ services, request: { headers, socket } }) => {
      checkMetricsReader(
        { headers, peer: socket.remoteAddress },
        { token: services.metricsToken, isProxied: services.publicUrl !== null },
      );
      return await services.metrics.print();
    },
  }),
  openRoute({
    ...shared,
    path: '/api/openapi.json',
    summary: 'This description, OpenAPI 3.1',
    response: 'application/json; charset=utf-8',
    handle: async ({ request }) => JSON.stringify(await request.server.described()),
  }),
  openRoute({
    ...shared,
    path: '/api/docs',
    summary: 'This description, as a page',
    response: 'text/html; charset=utf-8',
    handle: async ({ request }) => docsPage(await request.server.described()),
  }),
  openRoute({
    ...shared,
    path: '/api/docs/style.css',
    summary: 'The styles of that page',
    response: 'text/css; charset=utf-8',
    handle: async () => docsStyle,
  }),
];
