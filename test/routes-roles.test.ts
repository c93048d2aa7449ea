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

/**
 * From whom answers of others and weak labels are hidden. The foreign visitor is a lead in their
 * own project.
 */
function isBlind(visitor: VisitorName, kind: Kind): boolean {
  return (
    visitor === 'nobody' || visitor === 'annotator' || (visitor === 'foreign' && kind !== 'foreign')
  );
}
