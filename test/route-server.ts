import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { openWorkspace } from '../src/operations/workspace.ts';
import { buildApp } from '../src/server/app.ts';
import type { App, AppOptions } from '../src/server/app.ts';
import { makeServices } from '../src/server/services.ts';
import { releasesOf } from './route-scene.ts';
import type { Scene, VisitorName } from './route-scene.ts';
import { testCost } from './server-harness.ts';

/** A server over a copy of a scene, so that what is done there changes nothing for the next one. */
export interface SceneServer {
  readonly registered: readonly string[];
  send(
    visitor: VisitorName,
    method: 'GET',
    url: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly text: string; readonly code: string }>;
  close(): Promise<void>;
}

/** Serves a copy of the scene. */
export async function serveCopy(scene: Scene): Promise<SceneServer> {
  const file = `${scene.file}.copy-${(copies += 1)}`;
  copyFileSync(scene.file, file);
  if (existsSync(`${scene.file}-wal`)) copyFileSync(`${scene.file}-wal`, `${file}-wal`);
  const workspace = await openWorkspace(file);
  const app = await appOver({
    workspace,
    log: { level: 'error', write: () => undefined },
    passwordCost: testCost,
    releases: { database: file, folder: releasesOf(scene.file), key: null },
  });
  return {
    registered: app.routes,
    send: async (visitor, method, url, body, headers = {}) => {
      const reply = await app.fastify.inject({
        method,
        url,
        headers: { ...scene.headers[visitor], ...headers },
        payloadAsStream: url.endsWith('/events'),
        ...(body === undefined ? {} : { payload: body as string }),
      });
      if (url.endsWith('/events') && reply.statusCode === 200) {
        reply.stream().destroy();
        return { status: 200, text: '', code: '' };
      }
      const text = url.endsWith('/events') ? await streamText(reply.stream()) : reply.body;
      return {
        status: reply.statusCode,
        text,
        code:
          reply.statusCode < 400
            ? ''
            : (JSON.parse(text) as { error: { code: string } }).error.code,
      };
    },
    close: async () => {
      app.services.events.close();
      app.services.metrics.close();
      await app.services.releases.settled();
      await app.services.evaluations.settled();
      await workspace.store.close();
      rmSync(file, { force: true });
      idle.push(app);
    },
  };
}

let copies = 0;

/** Servers that are closed. To build their routes takes most of the time of making another. */
const idle: App[] = [];

/** A server in which nothing has happened: its routes may be used again, all else is new. */
async function appOver(options: AppOptions): Promise<App> {
  const app = idle.pop();
  if (app === undefined) return await buildApp(options);
  Object.assign(app.services, makeServices({ ...options, log: app.fastify.log }));
  return app;
}

/** Servers on which nothing was changed, by their scene. */
const unchanged = new Map<Scene, SceneServer>();

/** Serves a copy of the scene; `keepUnchanged` hands it on if it is still one. */
export async function serveUnchanged(scene: Scene): Promise<SceneServer> {
  const kept = unchanged.get(scene);
  unchanged.delete(scene);
  return kept ?? (await serveCopy(scene));
}

/** Keeps a server on which nothing was changed. */
export async function keepUnchanged(scene: Scene, server: SceneServer): Promise<void> {
  await unchanged.get(scene)?.close();
  unchanged.set(scene, server);
}

/** Ends the servers that are kept. */
export async function closeKept(): Promise<void> {
  for (const server of unchanged.values()) await server.close();
  unchanged.clear();
  for (const app of idle.splice(0)) await app.close();
}

async function streamText(stream: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
