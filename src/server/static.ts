import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { newBrowserCookie } from './browser-cookie.ts';
import { isSafe } from './csrf.ts';
import { nowhere } from './error-reply.ts';
import { contentPolicy } from './headers.ts';

/** Placeholder in the page for the nonce of styles created at run time. */
const nonceMark = '%NONCE%';

/** Serves the built pages. Every path outside the API belongs to the application. */
export async function serveWeb(
  fastify: FastifyInstance,
  folder: string | null,
  methodsAt: (address: string) => readonly string[],
  secure: boolean,
): Promise<void> {
  const index = folder === null ? null : join(folder, 'index.html');
  const page = index === null || !existsSync(index) ? placeholder : readFileSync(index, 'utf8');
  if (folder !== null && existsSync(join(folder, 'assets'))) {
    // Their names hold the hash of their content, so they never change.
    const root = join(folder, 'assets');
    await fastify.register(async (assets) => {
      assets.setErrorHandler((error: FastifyError, request, reply) => {
        // A folder, a path that leads outside, an impossible name: none is a file of ours.
        const { statusCode = 500 } = error;
        if (statusCode >= 500) throw error;
        // The file exists, but not the requested part or state.
        return statusCode === 412 || statusCode === 416
          ? reply.code(statusCode).send()
          : nowhere(request, reply);
      });
      await assets.register(fastifyStatic, {
        root,
        prefix: '/assets/',
        immutable: true,
        maxAge: '365d',
        preCompressed: true,
        index: false,
        decorateReply: false,
      });
    });
  }
  const workerFile = folder === null ? null : join(folder, 'service-worker.js');
  const hasWorker = workerFile !== null && existsSync(workerFile);
  const worker = hasWorker ? readFileSync(workerFile, 'utf8') : null;
  fastify.setNotFoundHandler((request, reply) => {
    const isRead = isSafe(request.method);
    if (worker !== null && isRead && request.url === '/service-worker.js')
      return sendWorker(reply, worker);
    // A file at the root, such as /favicon.ico, is not ours; unit ids further down may have dots.
    const isPage =
      isRead &&
      !/^\/(api|assets)(\/|$)/.test(request.url) &&
      !/^\/[^/]*\.\w+$/.test(request.url.split('?')[0]!);
    const cookie = isPage ? newBrowserCookie(request.headers, secure) : null;
    if (cookie !== null) reply.header('set-cookie', cookie);
    return isPage ? sendPage(reply, page) : nowhere(request, reply, methodsAt(request.url));
  });
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(200)
    .header('content-security-policy', contentPolicy(nonce))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(nonceMark, nonce));
}

/** It may fetch only from here; the browser checks each time for a newer one. */
function sendWorker(reply: FastifyReply, worker: string): FastifyReply {
  return reply
    .code(200)
    .header('content-security-policy', "default-src 'none'; connect-src 'self'")
    .header('cache-control', 'no-cache')
    .type('text/javascript; charset=utf-8')
    .send(worker);
}

const placeholder = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Assay</title></head>
<body><h1>Assay</h1><p>The pages are not built. In a clone, <code>npm run build:web</code> builds \
them; then start the server again. The interface is described at \
<a href="/api/docs">/api/docs</a>.</p>
<p lang="de">Die Seiten sind nicht gebaut. In einem Klon baut sie <code>npm run build:web</code>; \
danach den Server neu starten. Die Schnittstelle ist unter <a href="/api/docs">/api/docs</a> \
beschrieben.</p></body></html>
`;
