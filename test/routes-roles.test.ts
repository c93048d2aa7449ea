import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectations } from './route-expectations.ts';
import type { Expectation, Kind } from './route-expectations.ts';
import { prepareScene, visitors } from './route-scene.ts';
import type { Scene, VisitorName } from './route-scene.ts';
import { closeKept, keepUnchanged, serveCopy, serveUnchanged } from './route-server.ts';
import type { SceneServer } from './route-server.ts';

let folder: string;
let scene: Scene;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-roles-'));
  scene = await prepareScene(join(folder, 'scene.db'));
});

afterAll(async () => {
  await closeKept();
  rmSync(folder, { recursive: true, force: true });
});

describe('the table', () => {
  it('names every route that is registered, and no other', async () => {
    const server = await serveCopy(scene);
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
      const expected = Object.fromEntries(
        visitors.map((visitor, at) => [visitor, Number(statuses.split(/\s+/)[at])]),
      );
      expect(Object.keys(expected)).toHaveLength(statuses.split(/\s+/).length);
      expect(await answersOf(name, expectation, kind, expected)).toEqual(expected);
    });
    // An event stream takes nothing that could be wrong.
    if (!/[45]\d\d/.test(statuses) || name.endsWith('/events')) continue;
    it(`tells whoever may not ask just that, about ${kindNames[kind]}`, async () => {
      expect(await wronglyRefused(name, expectation, kind)).toEqual([]);
    });
  }
});

const kindNames: Readonly<Record<Kind, string>> = {
  own: 'what is theirs',
  others: 'what is somebody else’s in the same project',
  foreign: 'what belongs to another project',
};

/**
 * Asks as everybody. What is refused changes nothing, so only after an answer that is none a fresh
 * copy is needed.
 */
async function answersOf(
  name: string,
  expectation: Expectation,
  kind: Kind,
  expected: Readonly<Record<string, number>>,
): Promise<Readonly<Record<string, number>>> {
  const [method] = name.split(' ') as ['GET'];
  const found: Record<string, number> = {};
  let server: SceneServer | null = null;
  try {
    for (const visitor of [...visitors].toSorted((a, b) => expected[b]! - expected[a]!)) {
      const { url, body, headers } = expectation.request(scene, kind, visitor);
      server ??= await serveUnchanged(scene);
      const reply = await server.send(visitor, method, url, body, headers);
      found[visitor] = reply.status;
      if (reply.status >= 400) expect(reply.code, `${visitor}: ${reply.text}`).not.toBe('internal');
      else if (reply.text !== '' && expectation.text !== true)
        expect(reply.text, visitor).not.toContain('"error"');
      if (isBlind(visitor, kind))
        for (const secret of scene.secrets)
          expect(reply.text, `${visitor} sees ${secret}`).not.toContain(secret);
      if (method === 'GET' || reply.status >= 400) continue;
      await server.close();
      server = null;
    }
  } finally {
    if (server !== null) await keepUnchanged(scene, server);
  }
  return found;
}

/** Whoever is refused for who they are, but told of what else is wrong with their request. */
async function wronglyRefused(
  name: string,
  expectation: Expectation,
  kind: Kind,
): Promise<readonly string[]> {
  const statuses = expectation[kind]!.split(/\s+/).map(Number);
  const wrong: string[] = [];
  let server = await serveUnchanged(scene);
  for (const [at, visitor] of visitors.entries()) {
    const status = statuses[at]!;
    const refused =
      status === 401 || status === 403 || (status === 404 && isOutside(visitor, kind));
    const asked = spoilt(expectation.request(scene, kind, visitor));
    for (const [variant, { url, body, headers }] of asked.entries()) {
      const reply = await server.send(visitor, name.split(' ')[0] as 'GET', url, body, headers);
      if (refused ? reply.status !== status : reply.status >= 500)
        wrong.push(`${visitor}, ${variant}: ${reply.status} ${reply.code}, not ${status}`);
      if (reply.status >= 400) continue;
      await server.close();
      server = await serveUnchanged(scene);
    }
  }
  await keepUnchanged(scene, server);
  return wrong;
}

/** The request with something wrong in it, in each way that a guard could come too late for. */
function spoilt({ url, body, headers = {} }: Asked): readonly Asked[] {
  const inQuery = { url: `${url}${url.includes('?') ? '&' : '?'}nonsense=1`, body, headers };
  if (body === undefined || typeof body === 'string') return [inQuery];
  const json = { 'content-type': 'application/json' };
  return [
    inQuery,
    { url, body: { ...body, nonsense: 1 } },
    { url, body: '{"', headers: json },
    { url, body: tooLarge, headers: json },
    { url, body: '<a/>', headers: { 'content-type': 'text/xml' } },
  ];
}

type Asked = ReturnType<Expectation['request']>;

/** For all but the few routes that take whole protocols. */
const tooLarge = `"${'x'.repeat(1_100_000)}"`;

/** Whether the project does not exist for a visitor. */
function isOutside(visitor: VisitorName, kind: Kind): boolean {
  return visitor !== 'workspace' && (visitor === 'foreign') !== (kind === 'foreign');
}

/**
 * From whom answers of others and weak labels are hidden. The foreign visitor is a lead in their
 * own project.
 */
function isBlind(visitor: VisitorName, kind: Kind): boolean {
  return (
    visitor === 'nobody' || visitor === 'annotator' || (visitor === 'foreign' && kind !== 'foreign')
  );
}
