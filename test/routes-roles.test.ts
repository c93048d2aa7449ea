import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../src/server/app.ts';
import type { App } from '../src/server/app.ts';
import { jsonLog } from '../src/server/log.ts';
import { openWorkspace } from '../src/operations/workspace.ts';
import { expectations } from './route-expectations.ts';
import type { Expectation, Kind } from './route-expectations.ts';
import { prepareScene, visitors } from './route-scene.ts';
import type { Scene, VisitorName } from './route-scene.ts';
import { testCost } from './server-harness.ts';

let folder: string;
let scene: Scene;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-roles-'));
  scene = await prepareScene(join(folder, 'scene.db'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the table', () => {
  it('names every route that is registered, and no other', async () => {
    const server = await freshServer();
    const registered = server.registered.toSorted();
    await server.close();
    expect([...new Set(registered)]).toEqual(registered);
    expect(Object.keys(expectations).toSorted()).toEqual(registered);
  });
});

describe.each(Object.entries(expectations))('%s', (name, expectation) => {
  for (const kind of ['own', 'others', 'foreign'] as const) {
    const statuses = expectation[kind];
    if (statuses === undefined) continue;
    it(`answers everybody about ${kindNames[kind]} as the table says`, async () => {
      const expected = Object.fromEntries(visitors.map((visitor, at) => [visitor, Number(statuses.split(/\s+/)[at])]));
      expect(Object.keys(expected)).toHaveLength(statuses.split(/\s+/).length);
      expect(await answersOf(name, expectation, kind, expected)).toEqual(expected);
    });
  }
});

const kindNames: Readonly<Record<Kind, string>> = { own: 'what is theirs', others: 'what is somebody else’s in the same project', foreign: 'what belongs to another project' };

/** Asks as everybody. What is refused changes nothing, so only after an answer that is none a fresh copy is needed. */
async function answersOf(name: string, expectation: Expectation, kind: Kind, expected: Readonly<Record<string, number>>): Promise<Readonly<Record<string, number>>> {
  const [method] = name.split(' ') as ['GET'];
  const found: Record<string, number> = {};
  let server = await freshServer();
  try {
    for (const visitor of [...visitors].toSorted((a, b) => expected[b]! - expected[a]!)) {
      const { url, body, headers } = expectation.request(scene, kind, visitor);
      const reply = await server.send(visitor, method, url, body, headers);
      found[visitor] = reply.status;
      if (reply.status >= 400) expect(reply.code, `${visitor}: ${reply.text}`).not.toBe('internal');
      else if (reply.text !== '' && expectation.text !== true) expect(reply.text, visitor).not.toContain('"error"');
      if (isBlind(visitor, kind)) for (const secret of scene.secrets) expect(reply.text, `${visitor} sees ${secret}`).not.toContain(secret);
      if (method === 'GET' || reply.status >= 400) continue;
      await server.close();
      server = await freshServer();
    }
  } finally {
    await server.close();
  }
  return found;
}

/** From whom answers of others and weak labels are hidden. The foreign visitor is a lead in their own project. */
function isBlind(visitor: VisitorName, kind: Kind): boolean {
  return visitor === 'nobody' || visitor === 'annotator' || (visitor === 'foreign' && kind !== 'foreign');
}

interface FreshServer {
  readonly registered: readonly string[];
  send(visitor: VisitorName, method: 'GET', url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<{ readonly status: number; readonly text: string; readonly code: string }>;
  close(): Promise<void>;
}

let copies = 0;

async function freshServer(): Promise<FreshServer> {
  const file = join(folder, `copy-${(copies += 1)}.db`);
  copyFileSync(scene.file, file);
  if (existsSync(`${scene.file}-wal`)) copyFileSync(`${scene.file}-wal`, `${file}-wal`);
  const workspace = await openWorkspace(file);
  const app: App = await buildApp({ workspace, log: jsonLog(() => undefined, 'error', workspace.clock), passwordCost: testCost });
  return {
    registered: app.routes,
    send: async (visitor, method, url, body, headers = {}) => {
      const reply = await app.fastify.inject({ method, url, headers: { ...scene.headers[visitor], ...headers }, payloadAsStream: url.endsWith('/events'), ...(body === undefined ? {} : { payload: body as string }) });
      if (url.endsWith('/events') && reply.statusCode === 200) {
        reply.stream().destroy();
        return { status: 200, text: '', code: '' };
      }
      const text = url.endsWith('/events') ? await streamText(reply.stream()) : reply.body;
      return { status: reply.statusCode, text, code: reply.statusCode < 400 ? '' : (JSON.parse(text) as { error: { code: string } }).error.code };
    },
    close: async () => {
      await app.close();
      await workspace.store.close();
      rmSync(file, { force: true });
    },
  };
}

async function streamText(stream: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
